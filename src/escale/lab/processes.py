"""Work shared out among processes, which a user's Python bots need to run side by side."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from escale.rules.errors import BadOption, EscaleError
from escale.search.failures import BotFailed
from escale.search.own_process import kill, spawn, stand_apart, start

Job = TypeVar("Job")
Result = TypeVar("Result")

DONE, REFUSED, BROKEN = range(3)


class JobLost(Exception):
    """A process that ended while it did a job: it crashed, was killed, or left by itself."""

    def __init__(self, job: Any, status: int | None) -> None:
        """`status`: how it ended; below 0, the signal that ended it."""
        super().__init__(f"the process that did {job} ended (status {status})")
        self.job = job
        self.status = status


def process_count(processes: int | None) -> int:
    """How many processes to use: as many as asked for, or one a core."""
    if processes is not None and processes < 1:
        raise BadOption(f"{processes} processes: at least 1")
    if processes is not None:
        return processes
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_processes(work: Callable[[Job], Result], jobs: Sequence[Job], processes: int) -> Generator[Result, None, None]:
    """The results of the jobs, as they come. An EscaleError of one of them is raised here as BotFailed, and ends all; JobLost
    if a process ends by itself.

    `work` must be found by its name in its module, or be a `partial` of such. The processes are killed when the iterator is
    closed, whatever they are doing: Ctrl-C doesn't wait for a move being thought about.
    """
    waiting = iter(jobs)
    workers = [_Worker(work) for _ in range(min(processes, len(jobs)))]
    try:
        for worker in workers:
            worker.begin()
            worker.give(waiting)
        while busy := {worker.line: worker for worker in workers if worker.job is not None}:
            for worker in [busy[line] for line in wait(list(busy)) if isinstance(line, Connection)]:
                yield worker.take()
                worker.give(waiting)
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """One process and the line to it."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.line, self._theirs = spawn.Pipe()
        self.job: Any = None  # what it is doing
        self._process = spawn.Process(target=_worked, args=(work, self._theirs), daemon=True)

    def begin(self) -> None:
        start(self._process)
        self._theirs.close()

    def give(self, waiting: Iterator[Any]) -> None:
        self.job = next(waiting, None)
        if self.job is not None:
            with suppress(OSError):  # it has ended, which `take` finds out
                self.line.send(self.job)

    def take(self) -> Any:
        try:
            kind, value = self.line.recv()
        except (EOFError, OSError):
            self._process.join(1)
            raise JobLost(self.job, self._process.exitcode) from None
        if kind == REFUSED:
            raise BotFailed(value)
        if kind == BROKEN:
            raise RuntimeError(value)
        return value

    def end(self) -> None:
        if self._process.pid is not None:
            kill(self._process)
        self.line.close()


def _worked(work: Callable[[Any], Any], line: Connection[Any, Any]) -> None:
    """The process: do what comes over the line, until it is closed."""
    stand_apart()
    with suppress(EOFError, OSError):
        while True:
            job = line.recv()
            try:
                line.send((DONE, work(job)))
            except EscaleError as error:
                line.send((REFUSED, str(error)))
            except Exception:
                line.send((BROKEN, traceback.format_exc()))
