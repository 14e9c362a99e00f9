"""The two threads of a SQLite journal: one writes, one reads, each by a connection of its own.

So nobody who reads waits for a lock, or fails because the disk is full. What is written within a moment is one transaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from escale.store.journal import Conflict, Ears, Unavailable
from escale.store.sqlite_damage import line
from escale.store.sqlite_file import Files, cause_of, files, not_opened, to_read, to_write

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Result = tuple["asyncio.Future[Any]", Any, BaseException | None]

GATHER_SECONDS = 0.02  # between two transactions: alone nobody waits; many share the disk's time and the thread's waking
LISTEN_SECONDS = 0.5  # between two looks whether another process has written
LOCK_SECONDS = 4.0  # that work waits while another program keeps the file locked: a checkpoint or a backup takes less
LONG_LOCK_SECONDS = 0.5  # that it waits once the lock has lasted longer than that: nobody is kept waiting in vain


class Job(NamedTuple):
    """Some work, and who waits for it."""

    work: Work
    done: asyncio.Future[Any]
    given: float  # when, by the monotonic clock
    patience: float  # seconds that it waits for a lock

    def is_late(self, locked: float, now: float) -> bool:
        """Whether it has waited long enough for a lock that was met at a moment."""
        waited = now - self.given
        return waited > self.patience or (now - locked > LOCK_SECONDS and waited > LONG_LOCK_SECONDS)


class Locked(Exception):
    """Another program keeps the file locked; nothing of a batch is done."""


class Lane:
    """A thread and the work for it, which comes from one loop."""

    def __init__(self, path: Path, name: str) -> None:
        """Open the file; StoreError if that can't be."""
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()  # no jobs: the end
        self._gathered: list[Job] = []  # not yet given to the thread
        self._rested = 0.0  # until when, by the loop's clock, work gathers
        self._going = True
        self._opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()
        self._opened.result()

    async def do(self, work: Callable[[sqlite3.Connection], T], patience: float = LOCK_SECONDS) -> T:
        """What some work gives; Unavailable if the file can't be used, `locked` after so many seconds."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._gathered.append(Job(work, done, time.monotonic(), patience))
        if len(self._gathered) == 1:
            self._loop.call_at(self._rested, self._hand_over)
        return await done

    async def close(self) -> None:
        """Finish what is to be done, then close the file."""
        self._hand_over()
        self._queue.put([])
        await asyncio.to_thread(self._thread.join)

    def _hand_over(self) -> None:
        """Give the thread what has gathered, which wakes it once for all."""
        if self._gathered:
            self._rested = self._loop.time() + GATHER_SECONDS
            self._queue.put(self._gathered)
            self._gathered = []

    def _run(self) -> None:
        """The thread: open, then do what comes."""
        try:
            db = self._open()
        except (sqlite3.Error, OSError) as error:
            self._opened.set_exception(not_opened(self._path, error))
            return
        except BaseException as error:  # whatever it is, somebody waits for it
            self._opened.set_exception(error)
            return
        self._opened.set_result(None)
        while self._going:
            self._step(db)
        db.close()

    def _open(self) -> sqlite3.Connection:
        raise NotImplementedError

    def _step(self, db: sqlite3.Connection) -> None:
        """In the thread: wait for work, and do it."""
        raise NotImplementedError

    def _taken(self, wait: float | None) -> list[Job]:
        """All work that is there; if there is none, what comes first within so many seconds, or ever."""
        batches = []
        with contextlib.suppress(queue.Empty):
            batches.append(self._queue.get(timeout=wait) if wait != 0 else self._queue.get_nowait())
        while not self._queue.empty():  # a slow disk: whatever has come meanwhile is done together
            batches.append(self._queue.get())
        self._going = self._going and [] not in batches
        return [job for batch in batches for job in batch]

    def _tell(self, results: list[Result]) -> None:
        self._soon(_settle, results)

    def _soon(self, call: Callable[..., None], *values: Any) -> None:
        with contextlib.suppress(RuntimeError):  # a loop that has closed waits for nothing
            self._loop.call_soon_threadsafe(call, *values)


class Writer(Lane):
    """Makes the file, if there is none, and writes; it also hears of what other processes write."""

    def __init__(self, path: Path) -> None:
        """Nobody listens yet."""
        self._ears: Ears | None = None
        self._version: int | None = None  # of the file, as its other writers left it when it was last looked at
        self._listened = 0.0  # when that was
        self._lock: tuple[float, float] | None = None  # when one was first met, and last
        self._files: Files = ()  # what was opened
        super().__init__(path, "journal")

    async def listen(self, ears: Ears) -> None:
        """Look twice a second whether another process has written."""
        self._ears = ears
        await self.do(_version)  # the thread may be waiting for work: from now on it doesn't wait for long

    def _open(self) -> sqlite3.Connection:
        db = to_write(self._path)
        self._files = files(self._path)
        return db

    def _step(self, db: sqlite3.Connection) -> None:
        if jobs := self._taken(LISTEN_SECONDS if self._ears else None):
            self._write(db, jobs)
        if self._ears and self._going:
            self._hear(db, self._ears)

    def _write(self, db: sqlite3.Connection, jobs: list[Job]) -> None:
        """Do the work. While the file is locked it is tried again, with what comes meanwhile, until it is late."""
        while jobs:
            try:
                self._tell(self._done(db, jobs))
                self._lock = None
                return
            except Locked as error:
                self._lock = _still(self._lock, time.monotonic())
                late = {job.done for job in jobs if job.is_late(*self._lock)}
                self._tell([(done, None, Unavailable(str(error), "locked")) for done in late])
                jobs = [job for job in jobs if job.done not in late] + self._taken(0)

    def _done(self, db: sqlite3.Connection, jobs: list[Job]) -> list[Result]:
        """What came of it. A file that was removed or replaced takes no more: all that is in it goes with this process."""
        if self._is_there():
            results = do_all(db, jobs)
            if self._is_there():
                return results
        return [(job.done, None, Unavailable("the file is no longer the one that was opened", "gone")) for job in jobs]

    def _is_there(self) -> bool:
        return files(self._path) == self._files

    def _hear(self, db: sqlite3.Connection, ears: Ears) -> None:
        """Tell if another connection has written since the last look."""
        now = time.monotonic()
        if self._version is not None and now < self._listened + LISTEN_SECONDS:
            return
        before, self._listened = self._version, now
        with contextlib.suppress(sqlite3.Error):  # whoever reads next meets it too, and tells
            self._version = _version(db)
        if before is not None and before != self._version:
            self._soon(ears.missed)


class Reader(Lane):
    """Reads a file that a writer has opened. Each piece of work is by itself: it sees all that was written before it began."""

    def __init__(self, path: Path) -> None:
        """The file is there."""
        super().__init__(path, "journal, reading")

    def _open(self) -> sqlite3.Connection:
        return to_read(self._path, LOCK_SECONDS)

    def _step(self, db: sqlite3.Connection) -> None:
        self._tell([_read(db, job) for job in self._taken(None) if not job.done.cancelled()])


def do_all(db: sqlite3.Connection, batch: list[Job]) -> list[Result]:
    """Do the work in one transaction; what came of it, all on disk. Locked if another program keeps the file so."""
    try:
        db.execute("BEGIN IMMEDIATE")
        results: list[Result] = [(job.done, *_tried(db, job.work)) for job in batch if not job.done.cancelled()]
        db.execute("COMMIT")
        return results
    except Exception as error:  # whatever it is, this thread must live: everybody waits for it
        with contextlib.suppress(sqlite3.Error):
            if db.in_transaction:
                db.execute("ROLLBACK")
        cause = cause_of(error)
        if cause == "locked":
            raise Locked(line(error)) from None
        if cause == "damaged" and len(batch) > 1:  # who needs what is damaged must not keep the others from writing
            return [result for job in batch for result in _alone(db, job)]
        return [(job.done, None, Unavailable(line(error), cause)) for job in batch]


def _alone(db: sqlite3.Connection, job: Job) -> list[Result]:
    """One job of a batch that is done job by job: what went before is on disk and must not be done again, locked or not."""
    try:
        return do_all(db, [job])
    except Locked as error:
        return [(job.done, None, Unavailable(str(error), "locked"))]


def _tried(db: sqlite3.Connection, work: Work) -> tuple[Any, BaseException | None]:
    """The result, or the conflict, of one piece of work; a failing database fails the whole batch."""
    try:
        return work(db), None
    except Conflict as conflict:
        return None, conflict


def _read(db: sqlite3.Connection, job: Job) -> Result:
    try:
        return job.done, job.work(db), None
    except Exception as error:  # see do_all
        return job.done, None, Unavailable(line(error), cause_of(error))


def _settle(results: list[Result]) -> None:
    """In the loop of those who wait: tell each what came of it."""
    for done, value, failure in results:
        if done.done():
            continue
        if failure is not None:
            done.set_exception(failure)
        else:
            done.set_result(value)


def _still(lock: tuple[float, float] | None, now: float) -> tuple[float, float]:
    """A lock that is met again; another one, if nobody has tried for a while."""
    return (lock[0], now) if lock and now - lock[1] < LOCK_SECONDS else (now, now)


def _version(db: sqlite3.Connection) -> int:
    """A number that changes when another connection, of any process, has written."""
    return int(db.execute("PRAGMA data_version").fetchone()[0])
