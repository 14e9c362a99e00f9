"""Harness: a server told to stop while it compiles games ends soon, and says next to nothing."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.server.crowd import OPENINGS, UNREADABLE_UPGRADES
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND

START_SECONDS = 60.0
END_SECONDS = 5.0  # from the first signal on, as promised
AGAIN_SECONDS = 0.5  # between two signals
MOST_LINES = 1


def stop_while_compiling(
    data: Path,
    how: Sequence[signal.Signals],
    program: Sequence[str] = SOUND,
    *options: str,
    game: str,
    command: str = "serve",
) -> Counter[str]:
    """Broken unless a server without compiled code, where somebody waits for a game, ends soon, quietly and in order.

    Connections of every kind are open then: silent ones, halves of requests, requests for a WebSocket that can't be read.
    """
    place = [] if "--database" in options else ["--data", str(data)]
    arguments = [command, *place, "--port", "0", *options]
    with _cold(data, [*program, *arguments]) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if "http://" not in line:
            raise Broken(f"it did not start: {line!r}")
        port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))
        asking = threading.Thread(target=_ask, args=(port, f"/api/games/{game}/demo"), daemon=True)
        asking.start()
        asking.join(AGAIN_SECONDS)
        if not asking.is_alive():
            raise Broken("nothing was compiled: the game was ready at once")
        with contextlib.ExitStack() as opened:
            for opening in (*OPENINGS.values(), *UNREADABLE_UPGRADES.values()):
                opened.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(opening)
            time.sleep(AGAIN_SECONDS)
            seconds, status, said = _ended(process, how)
        if status != 0:
            raise Broken(f"it ended with status {status}: {said}")
    return Counter({"stopped": 1, f"compiling {game}": 1, "within 2 s": int(seconds < 2)})


def interrupt(data: Path, command: Sequence[str], after: float) -> Counter[str]:
    """Broken unless a command without compiled code ends soon after Ctrl-C, in one line, as one who was interrupted."""
    with _cold(data, ["-m", "escale", *command]) as process:
        time.sleep(after)
        if process.poll() is not None:
            raise Broken(f"it ended by itself: {process.returncode}")
        seconds, status, said = _ended(process, [signal.SIGINT])
        if (status, said) != (130, ["escale: stopped"]):
            raise Broken(f"it ended with status {status}: {said}")
    return Counter({"stopped": 1, "within 2 s": int(seconds < 2)})


@contextlib.contextmanager
def _cold(data: Path, arguments: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """A program that finds nothing compiled, in a group of its own; all of the group is gone afterwards."""
    environment = {**os.environ, "ESCALE_CACHE": str(data / "cache"), "PYTHONUNBUFFERED": "1"}
    environment.pop("NUMBA_DISABLE_JIT", None)
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
        preexec_fn=_heed,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def _heed() -> None:
    """Let Ctrl-C be heard, also if this test runs in the background, where a shell has it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _ended(process: subprocess.Popen[str], how: Sequence[signal.Signals]) -> tuple[float, int, list[str]]:
    """After how many seconds it ended, with which status, and the lines it wrote to stderr."""
    begun = time.monotonic()
    for number, one in enumerate(how):
        time.sleep(AGAIN_SECONDS if number else 0)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, one)  # as a terminal does
    try:
        _, errors = process.communicate(timeout=begun + END_SECONDS - time.monotonic())
    except subprocess.TimeoutExpired:
        raise Broken(f"it is still there {END_SECONDS:g} s after it was told to stop") from None
    seconds, lines = time.monotonic() - begun, errors.splitlines()
    if len(lines) > MOST_LINES or "Traceback" in errors:
        raise Broken(f"it said much at its end: {errors}")
    return seconds, process.returncode, lines


def _ask(port: int, path: str) -> None:
    """Wait for an answer that takes longer than the test."""
    connection = http.client.HTTPConnection("localhost", port, timeout=START_SECONDS)
    with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
        connection.request("GET", path)
        connection.getresponse().read()
