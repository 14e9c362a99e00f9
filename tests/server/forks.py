"""Servers that are forked from a process which has imported everything: a start takes a quarter of a second, not two.

`python -m tests.server.forks SOCKET` is that process. Each message that it gets is the command line of a server, with two files
for what it prints; it answers with the number of the new process, or, asked for one that has ended, with its status. It never
has a thread or an event loop: what is forked is a program that has only just begun. Needs Linux.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any, NoReturn

import escale
from tests.server.running import START_SECONDS, Process, Server

AVAILABLE = sys.platform == "linux"
MESSAGE_BYTES = 1 << 16
COMPILE_SECONDS = 600.0  # for all games, where nothing is compiled yet
THREADS = Path("/proc/self/task")


class ForkedServer(Server):
    """One `escale serve` like any other, but that it does not import anything anew."""

    def _begin(self, command: list[str], environment: dict[str, str], errors: int) -> Process:
        _, *arguments = command  # the first is Python
        return parent().fork(arguments, environment, errors)


class Forked(Process):
    """A process that was forked, as `subprocess` shows one that was started."""

    def __init__(self, pid: int, out: int) -> None:
        """It runs."""
        self.pid = pid
        self.stdout = open(out, encoding="utf-8")  # noqa: SIM115 - closed by whoever ends it
        self.returncode: int | None = None

    def send_signal(self, number: int) -> None:
        """Also to one that has just ended: until it is waited for, its number is its own."""
        os.kill(self.pid, number)

    def wait(self, timeout: float | None = None) -> int:
        """Its status, once it has ended."""
        if self.returncode is None:
            self.returncode = int(parent().ask({"wait": self.pid}, timeout=timeout))
        return self.returncode


class Parent:
    """The process that they are forked from."""

    def __init__(self) -> None:
        """Start it; it ends with us, and all that it has forked with it."""
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "OPENBLAS_NUM_THREADS": "1"}
        with theirs:
            command = [sys.executable, "-m", __name__, str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment, stdin=subprocess.DEVNULL)
        atexit.register(self.close)
        self._hear(COMPILE_SECONDS)

    def fork(self, arguments: list[str], environment: dict[str, str], errors: int) -> Forked:
        """A server with these arguments of Python's."""
        ours, theirs = os.pipe()
        try:
            pid = self.ask({"run": arguments, "environment": environment}, theirs, errors)
        finally:
            os.close(theirs)
        return Forked(int(pid), ours)

    def ask(self, what: dict[str, Any], *files: int, timeout: float | None = START_SECONDS) -> Any:
        """Its answer."""
        socket.send_fds(self._line, [json.dumps(what).encode()], files)
        return self._hear(timeout)

    def _hear(self, timeout: float | None) -> Any:
        self._line.settimeout(timeout)
        said = self._line.recv(MESSAGE_BYTES)
        assert said, f"the process that servers are forked from has ended: {self._process.wait()}"
        return json.loads(said)

    def close(self) -> None:
        """End it."""
        self._line.close()
        self._process.wait()


@functools.cache
def parent() -> Parent:
    """The one that this process has, from when it is first needed."""
    return Parent()


def _import_everything() -> None:
    """All that a server would import or load later, planted faults included."""
    import uvicorn.lifespan.on
    import uvicorn.loops.auto  # noqa: F401

    from escale.server import readiness
    from tests.server.planted import sabotaged

    for game in escale.games():
        readiness.played_through(game)
    gc.collect()
    gc.freeze()  # or the first search for garbage in each server would touch, and thereby copy, all that is shared
    sabotaged._set(readiness, "set_aside", gc.freeze)


def main(line: socket.socket) -> None:
    """Until nobody asks any more."""
    _import_everything()
    line.send(json.dumps("ready").encode())
    running: set[int] = set()
    try:
        while True:
            message, files, _, _ = socket.recv_fds(line, MESSAGE_BYTES, 2)
            if not message:
                return
            asked = json.loads(message)
            if "wait" in asked:
                answer = os.waitstatus_to_exitcode(os.waitpid(asked["wait"], 0)[1])
                running.discard(asked["wait"])
            else:
                answer = _fork(line, asked["run"], asked["environment"], files)
                running.add(answer)
            line.send(json.dumps(answer).encode())
    finally:
        for pid in running:
            os.kill(pid, signal.SIGKILL)


def _fork(line: socket.socket, arguments: list[str], environment: dict[str, str], files: list[int]) -> int:
    assert len(list(THREADS.iterdir())) == 1, "a thread would be lost in what is forked"
    if not (pid := os.fork()):
        line.close()
        _become(arguments, environment, files)
    for file in files:
        os.close(file)
    return pid


def _become(arguments: list[str], environment: dict[str, str], files: list[int]) -> NoReturn:
    """Be the program that Python would be with these arguments."""
    status = 1
    try:
        _take_streams(files)
        os.environ.clear()
        os.environ.update(environment)
        _run(arguments)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(status)


def _take_streams(files: list[int]) -> None:
    """Print to these files, through new streams: those that we have know what the old files were like."""
    for number, (name, file) in enumerate(zip(("stdout", "stderr"), files, strict=True), 1):
        os.dup2(file, number)
        os.close(file)
        setattr(sys, name, open(number, "w", buffering=1, encoding="utf-8"))  # noqa: SIM115, PTH123 - for good


def _run(arguments: list[str]) -> None:
    first, *others = arguments
    if first == "-m":
        sys.argv = others
        runpy.run_module(others[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(first, run_name="__main__")


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
