"""Work shared out among processes, which a user's Python bots need to run side by side."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from escale.rules.cores import cores
from escale.rules.errors import EscaleError
from escale.search.budget import whole_number_within
from escale.search.failures import BotFailed
from escale.search.own_process import kill, spawn, stand_apart, start

Job = TypeVar("Job")
Result = TypeVar("Result")

DONE, REFUSED, BROKEN, STEP = range(4)

Step = Callable[[Any], None]


class JobLost(Exception):
    """A process that ended while it did a job: it crashed, was killed, or left by itself."""

    def __init__(self, job: Any, status: int | None) -> None:
        """`status`: how it ended; below 0, the signal that ended it."""
        super().__init__(f"the process that did {job} ended (status {status})")
        self.job = job
        self.status = status


class JobLate(Exception):
    """A step of a job that took too long; its process has been killed."""

    def __init__(self, step: Any, seconds: float) -> None:
        """`step`: what was said when it began."""
        super().__init__(f"no end of {step} after {seconds:g} s")
        self.step = step


def process_count(processes: int | None) -> int:
    """How many processes to use: as many as asked for, or one per core."""
    return cores() if processes is None else whole_number_within("processes", processes, 1)


def in_processes(
    work: Callable[[Job, Step], Result], jobs: Sequence[Job], processes: int, patience: float
) -> Generator[Result, None, None]:
    """The results of the jobs, as they come. An EscaleError of one of them is raised here as BotFailed, and ends all; JobLost
    if a process ends by itself; JobLate if a step takes more than `patience` seconds.

    `work` gets a job and whom to tell which step of it begins, if that one may never end, and None once it has. It must be
    found by its name in its module, or be a `partial` of such. The processes are killed when the iterator is closed, whatever
    they are doing: Ctrl-C doesn't wait for a move being thought about.
    """
    waiting = iter(jobs)
    workers = [_Worker(work) for _ in range(min(processes, len(jobs)))]
    try:
        for worker in workers:
            worker.begin()
            worker.give(waiting)
        while busy := [worker for worker in workers if worker.job is not None]:
            heard: list[Any] = wait([worker.line for worker in busy], _seconds_left(busy, patience))
            for worker in busy:
                if worker.line not in heard:
                    worker.check(patience)
                elif worker.take():
                    yield worker.result
                    worker.give(waiting)
    finally:
        for worker in workers:
            worker.end()


def _seconds_left(busy: Sequence[_Worker], patience: float) -> float | None:
    """Until the first of the steps under way is late."""
    begun = [worker.begun for worker in busy if worker.step is not None]
    return max(0.0, min(begun) + patience - time.monotonic()) if begun else None


class _Worker:
    """One process and the line to it."""

    def __init__(self, work: Callable[[Any, Step], Any]) -> None:
        self.line, self._theirs = spawn.Pipe()
        self.job: Any = None  # what it is doing
        self.step: Any = None  # of that
        self.begun = 0.0  # when the step did
        self.result: Any = None  # of the last job
        self._process = spawn.Process(target=_worked, args=(work, self._theirs), daemon=True)

    def begin(self) -> None:
        start(self._process)
        self._theirs.close()

    def give(self, waiting: Iterator[Any]) -> None:
        self.job = next(waiting, None)
        if self.job is not None:
            with suppress(OSError):  # it has ended, which `take` finds out
                self.line.send(self.job)

    def check(self, patience: float) -> None:
        """JobLate if its step is; not if it has said something more, which we were too busy to hear."""
        if self.step is not None and time.monotonic() - self.begun >= patience and not self.line.poll():
            raise JobLate(self.step, patience)

    def take(self) -> bool:
        """Hear what it says; whether that is the result of its job."""
        try:
            kind, value = self.line.recv()
        except (EOFError, OSError):
            self._process.join(1)
            raise JobLost(self.job, self._process.exitcode) from None
        if kind == REFUSED:
            raise BotFailed(value)
        if kind == BROKEN:
            raise RuntimeError(value)
        if kind == STEP:
            self.step, self.begun = value, time.monotonic()
        else:
            self.result = value
        return bool(kind == DONE)

    def end(self) -> None:
        if self._process.pid is not None:
            kill(self._process)
        self.line.close()


def _worked(work: Callable[[Any, Step], Any], line: Connection[Any, Any]) -> None:
    """The process: do what comes over the line, until it is closed."""
    stand_apart()

    def tell(step: Any) -> None:
        line.send((STEP, step))

    with suppress(EOFError, OSError):
        while True:
            job = line.recv()
            try:
                line.send((DONE, work(job, tell)))
            except EscaleError as error:
                line.send((REFUSED, str(error)))
            except Exception:
                line.send((BROKEN, traceback.format_exc()))
