"""Several processes that serve on one socket: started together, replaced one by one when they die, stopped together."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from escale.rules.errors import NotNow
from escale.server.last_resort import end_soon, heeding
from escale.server.logs import EACH

log = logging.getLogger("escale.workers")
PAUSE_SECONDS = 1.0  # before one that died at its start is replaced
STOP_SECONDS = 4.5  # for all workers together to end by themselves
READY = "ready"

spawn = multiprocessing.get_context("spawn")  # a fork would copy locks that threads of this process hold


class Stoppable(Protocol):
    """A server that looks now and then whether it should end."""

    should_exit: bool


class Worker:
    """One process and the line to it: it says over it when it is ready, and stops when it is closed."""

    def __init__(self, work: Callable[..., None], *values: Any) -> None:
        """Start a process that calls `work` with the values and its end of the line."""
        self.line, theirs = spawn.Pipe()
        self.ready = False
        self.process = spawn.Process(target=work, args=(*values, theirs))
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes, and one that starts can't take it
        self.process.start()
        signal.signal(signal.SIGINT, before)
        theirs.close()

    def hear(self) -> None:
        """It has said something over the line, or its end is closed."""
        try:
            self.ready = self.line.recv() == READY
        except (EOFError, OSError):
            self.process.join(PAUSE_SECONDS)

    def wait(self, until: float) -> None:
        """Wait for its end until a moment of the monotonic clock; then kill it."""
        self.process.join(max(0.0, until - time.monotonic()))
        if self.process.is_alive():
            log.error("a worker did not stop in time and was killed")
            self.process.kill()
            self.process.join()


def supervise(count: int, start: Callable[[], Worker], ready: Callable[[], None]) -> None:
    """Keep so many workers until told to stop. `ready` is called once, when all can serve; NotNow if one can't."""
    with _stop_signals() as stop:
        workers = [start() for _ in range(count)]
        try:
            _until_ready(workers, stop)
            if not stop.poll():
                ready()
            while not stop.poll():
                _watch(workers, start, stop)
        finally:
            for worker in workers:
                worker.line.close()
            until = time.monotonic() + STOP_SECONDS
            for worker in workers:
                worker.wait(until)


def stop_when_closed(line: Connection, server: Stoppable) -> None:
    """In a worker: stop the server, soon, when the line is closed, be it by the death of who holds the other end."""

    def watch() -> None:
        try:
            line.recv()
        except (EOFError, OSError):
            end_soon(0)
            server.should_exit = True

    threading.Thread(target=watch, daemon=True).start()


def say_ready(line: Connection) -> None:
    """In a worker: it can serve."""
    with suppress(OSError):  # nobody waits for it any more
        line.send(READY)


def _until_ready(workers: list[Worker], stop: Connection) -> None:
    while waiting := [worker for worker in workers if not worker.ready]:
        happened = wait([stop, *(worker.line for worker in waiting)])
        if stop in happened:
            return
        for worker in waiting:
            if worker.line in happened:
                worker.hear()
                if not worker.ready:
                    raise NotNow(f"a worker could not start (status {worker.process.exitcode})")


def _watch(workers: list[Worker], start: Callable[[], Worker], stop: Connection) -> None:
    """Wait until something happens, and put another in the place of whoever has died."""
    happened = wait([stop, *(worker.process.sentinel for worker in workers), *(w.line for w in workers if not w.ready)])
    for number, worker in enumerate(workers):
        if worker.line in happened:
            worker.hear()
        if not worker.process.is_alive() and not stop.poll(0 if worker.ready else PAUSE_SECONDS):
            log.error("a worker ended with status %s; another takes its place", worker.process.exitcode, extra=EACH)
            worker.line.close()
            workers[number] = start()


@contextmanager
def _stop_signals() -> Iterator[Connection]:
    """Something to wait for, which has something to read once a signal has come to stop."""
    reader, writer = spawn.Pipe(duplex=False)
    try:
        with heeding(lambda *_: writer.send_bytes(b"stop")):
            yield reader
    finally:
        reader.close()
        writer.close()
