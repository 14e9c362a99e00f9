"""The journal in one SQLite file. One thread owns the connection; what comes within a moment is written in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from escale.store.journal import Blocked, Cause, Conflict, Ears, Entry, Row, StoreError, Unavailable, migrations
from escale.store.sqlite_damage import first_damage, is_damage, kind, line
from escale.store.sqlite_removal import idle, remove

CAUSES: dict[int, Cause] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "readonly",
}
BEAT = """
    INSERT INTO alive VALUES (1, ?, ?)
    ON CONFLICT (one) DO UPDATE SET at = excluded.at, served = MAX(served, excluded.served)
"""
PROBE = "INSERT INTO alive VALUES (2, ?, 0) ON CONFLICT (one) DO UPDATE SET at = excluded.at"

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Job = tuple[Work, "asyncio.Future[Any]"]
Result = tuple["asyncio.Future[Any]", Any, BaseException | None]

BUSY_SECONDS = 30.0
LOCKED_SECONDS = 0.02
GATHER_SECONDS = 0.02  # between two transactions: alone nobody waits; many share the disk's time and the thread's waking
GLANCE_SECONDS = 0.5  # for a look at a file while it is served
LISTEN_SECONDS = 0.5  # between two looks whether another process has written
INCREMENTAL = 2  # the way of vacuuming in which free pages can be given back a few at a time
MOST_VACUUMED = 1 << 28  # bytes of a file from before, which is rewritten once so that it can shrink: a second or two
LOOK_UP_SECONDS = 30.0  # by which `updated` may be behind, so that a move needn't rewrite an index
EVENT = """
    INSERT INTO events SELECT ?1, ?2, ?3 WHERE ?2 = 1 + (SELECT COALESCE(MAX(seq), 0) FROM events WHERE match = ?1)
"""
CHANGE = "UPDATE matches SET status = ?1, updated = ?2 WHERE id = ?3 AND (status <> ?1 OR updated < ?4)"
WIND = "UPDATE matches SET wound = (SELECT served FROM alive WHERE one = 1) WHERE id = ?"
UNWIND = "UPDATE matches SET wound = NULL WHERE id = ? AND wound IS NOT NULL"
BLOCK = "INSERT OR REPLACE INTO blocked VALUES (?, ?, ?, ?)"
HOLDER = "INSERT OR IGNORE INTO holders VALUES (?, ?)"


class SqliteJournal:
    """See Journal."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it, with its tables as they should be; else StoreError. For the loop that opens it."""
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()  # no jobs: the end
        self._gathered: list[Job] = []  # not yet given to the thread
        self._rested = 0.0  # until when, by the loop's clock, work gathers
        self._ears: Ears | None = None
        self._version: int | None = None  # of the file, as its other writers left it when it was last looked at
        self._listened = 0.0  # when that was
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        opened: Future[None] = Future()
        self._opened = opened
        self._thread.start()
        opened.result()

    async def append(self, entry: Entry) -> None:
        """Write an event, on disk when this returns."""
        await self._do(lambda db: _append(db, entry))

    async def read(self, match: str, after: int = 0) -> list[bytes]:
        """The events of a match beyond a seq."""
        rows = await self._rows("SELECT body FROM events WHERE match = ? AND seq > ? ORDER BY seq", match, after)
        return [row[0].encode() for row in rows]

    async def status(self, match: str) -> str | None:
        """What a match was after its last event."""
        rows = await self._rows("SELECT status FROM matches WHERE id = ?", match)
        return rows[0][0] if rows else None

    async def remove(self, matches: Sequence[str]) -> list[str]:
        """Remove matches for good; their pages of the file are given back."""
        return await self._do(lambda db: remove(db, matches))

    async def remove_idle(self, before: float, statuses: Sequence[str], limit: int) -> list[str]:
        """Remove some matches where nothing has happened since a moment."""
        return await self._do(lambda db: remove(db, idle(db, before, statuses, limit)))

    async def block(self, blocked: Blocked) -> None:
        """Note that a network isn't let in."""
        await self._rows(BLOCK, blocked.network, blocked.since, blocked.until, blocked.note)

    async def unblock(self, network: str) -> bool:
        """Note that a network is let in again; whether it was blocked."""
        return await self._do(lambda db: db.execute("DELETE FROM blocked WHERE network = ?", (network,)).rowcount == 1)

    async def blocked(self) -> list[Blocked]:
        """The networks that are blocked, the last first."""
        sql = "SELECT network, since, until, note FROM blocked ORDER BY since DESC, network"
        return [Blocked(*row) for row in await self._rows(sql)]

    async def invited_to(self, invitation: str) -> str | None:
        """The match that an invitation is for."""
        rows = await self._rows("SELECT id FROM matches WHERE invitation = ?", invitation)
        return rows[0][0] if rows else None

    async def held_by(self, holder: str, limit: int) -> list[str]:
        """The matches that a holder has a seat in."""
        sql = "SELECT id FROM matches JOIN holders ON match = id WHERE holder = ? ORDER BY updated DESC LIMIT ?"
        return [row[0] for row in await self._rows(sql, holder, limit)]

    async def listed(self, limit: int) -> list[str]:
        """The matches being played that anybody may watch."""
        sql = "SELECT id FROM matches WHERE status = 'playing' AND listed = 1 ORDER BY updated DESC LIMIT ?"
        return [row[0] for row in await self._rows(sql, limit)]

    async def playing(self, since: float) -> list[str]:
        """The matches being played where something happened since a moment."""
        return [row[0] for row in await self._rows("SELECT id FROM matches WHERE status = 'playing' AND updated > ?", since)]

    async def count_playing(self, holder: str, since: float) -> int:
        """How many of these a holder has a seat in."""
        sql = "SELECT COUNT(*) FROM matches JOIN holders ON match = id WHERE holder = ? AND status = 'playing' AND updated > ?"
        return int((await self._rows(sql, holder, since))[0][0])

    async def beat(self, at: float, served: float) -> float:
        """Say that a server is alive, and how long servers have served; the longest that any has said."""
        return await self._do(lambda db: _beat(db, at, served))

    async def waited(self, match: str) -> float:
        """For how long servers have served since the last event of a match."""
        rows = await self._rows("SELECT served - wound FROM alive, matches WHERE one = 1 AND id = ?", match)
        return max(0.0, rows[0][0] or 0.0) if rows else 0.0

    async def forgive(self, match: str) -> None:
        """Forget since when a match has waited."""
        await self._do(lambda db: db.execute(UNWIND, (match,)))

    async def probe(self, at: float) -> None:
        """Write something, and read it and an event."""
        await self._do(lambda db: _probe(db, at))

    async def damage(self) -> str | None:
        """What a quick look at the file finds damaged."""
        return await asyncio.to_thread(first_damage, self._path, GLANCE_SECONDS)

    async def setting(self, name: str, fresh: str) -> str:
        """What is kept under a name for all processes."""
        return await self._do(lambda db: _setting(db, name, fresh))

    async def set(self, name: str, value: str) -> None:
        """Keep something under a name."""
        await self._rows("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, value)

    async def listen(self, ears: Ears) -> None:
        """Look twice a second whether another process has written; what it was, a file doesn't say."""
        self._ears = ears
        await self._do(_version)  # the thread may be waiting for work: from now on it doesn't wait for long

    async def say(self, text: str) -> None:
        """Nobody hears."""

    async def dump(self) -> AsyncIterator[tuple[Row, list[bytes], list[str]]]:
        """Every match, read by a connection of its own, whose transaction sees one moment."""
        matches = _dumped(self._path)
        while (match := await asyncio.to_thread(next, matches, None)) is not None:
            yield match

    async def close(self) -> None:
        """Finish what is being written, then close the file."""
        if self._gathered:
            self._hand_over()
        self._work.put([])
        await asyncio.to_thread(self._thread.join)

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._do(lambda db: db.execute(sql, values).fetchall())

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        done: asyncio.Future[T] = self._loop.create_future()
        self._gathered.append((work, done))
        if len(self._gathered) == 1:
            self._loop.call_at(self._rested, self._hand_over)
        return await done

    def _hand_over(self) -> None:
        """Give the thread what has gathered, which wakes it once for all."""
        if self._gathered:
            self._rested = self._loop.time() + GATHER_SECONDS
            self._work.put(self._gathered)
            self._gathered = []

    def _run(self) -> None:
        """The thread: open, then do what comes."""
        try:
            db = _opened(self._path)
        except (sqlite3.Error, OSError) as error:
            self._opened.set_exception(StoreError(f"{self._path}: {error}"))
            return
        self._opened.set_result(None)
        going = True
        while going:
            batches = self._batches()
            while not self._work.empty():  # a slow disk: whatever has come meanwhile is written together
                batches.append(self._work.get())
            going = [] not in batches
            if jobs := [job for batch in batches for job in batch]:
                self._soon(_settle, _do_all(db, jobs))
            if self._ears and going:
                self._listen(db, self._ears)
        db.close()

    def _batches(self) -> list[list[Job]]:
        """The first work that comes; none if somebody listens and it doesn't come soon."""
        try:
            return [self._work.get(timeout=LISTEN_SECONDS if self._ears else None)]
        except queue.Empty:
            return []

    def _listen(self, db: sqlite3.Connection, ears: Ears) -> None:
        """Tell if another connection has written since the last look."""
        now = time.monotonic()
        if self._version is not None and now < self._listened + LISTEN_SECONDS:
            return
        before, self._listened = self._version, now
        with contextlib.suppress(sqlite3.Error):  # whoever reads next meets it too, and tells
            self._version = _version(db)
        if before is not None and before != self._version:
            self._soon(ears.missed)

    def _soon(self, call: Callable[..., None], *values: Any) -> None:
        with contextlib.suppress(RuntimeError):  # a loop that has closed waits for nothing
            self._loop.call_soon_threadsafe(call, *values)


def _do_all(db: sqlite3.Connection, batch: list[Job]) -> list[Result]:
    """Do the work in one transaction; what came of it, all on disk."""
    try:
        db.execute("BEGIN IMMEDIATE")
        results: list[Result] = [(done, *_tried(db, work)) for work, done in batch if not done.cancelled()]
        db.execute("COMMIT")
        return results
    except Exception as error:  # whatever it is, this thread must live: everybody waits for it
        with contextlib.suppress(sqlite3.Error):
            if db.in_transaction:
                db.execute("ROLLBACK")
        cause = cause_of(error)
        if cause == "damaged" and len(batch) > 1:  # who needs what is damaged must not keep the others from writing
            return [result for job in batch for result in _do_all(db, [job])]
        return [(done, None, Unavailable(line(error), cause)) for _, done in batch]


def cause_of(error: Exception) -> Cause:
    """Why SQLite could not do something, in a word."""
    return "damaged" if is_damage(error) else CAUSES.get(kind(error), "disk")


def _settle(results: list[Result]) -> None:
    """In the loop of those who wait: tell each what came of it."""
    for done, value, failure in results:
        if done.done():
            continue
        if failure is not None:
            done.set_exception(failure)
        else:
            done.set_result(value)


def _tried(db: sqlite3.Connection, work: Work) -> tuple[Any, BaseException | None]:
    """The result, or the conflict, of one piece of work; a failing database fails the whole batch."""
    try:
        return work(db), None
    except Conflict as conflict:
        return None, conflict


def _append(db: sqlite3.Connection, entry: Entry) -> None:
    row = entry.row
    if entry.seq == 1:
        try:
            db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, NULL)", _columns(entry))
        except sqlite3.IntegrityError:
            raise Conflict(row.id) from None
    if db.execute(EVENT, (row.id, entry.seq, entry.body.decode())).rowcount != 1:
        raise Conflict(row.id)
    if entry.seq > 1:
        db.execute(CHANGE, (row.status, row.updated, row.id, row.updated - LOOK_UP_SECONDS))
    db.execute(WIND if entry.clocked else UNWIND, (row.id,))
    if entry.holders:
        db.executemany(HOLDER, [(holder, row.id) for holder in entry.holders])


def _version(db: sqlite3.Connection) -> int:
    """A number that changes when another connection, of any process, has written."""
    return int(db.execute("PRAGMA data_version").fetchone()[0])


def _dumped(path: Path) -> Iterator[tuple[Row, list[bytes], list[str]]]:
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        db.execute("BEGIN")
        for values in db.execute("SELECT * FROM matches ORDER BY id").fetchall():
            row = Row(values[0], values[1], values[2], bool(values[3]), values[4], values[5])
            bodies = db.execute("SELECT body FROM events WHERE match = ? ORDER BY seq", (row.id,))
            holders = db.execute("SELECT holder FROM holders WHERE match = ? ORDER BY holder", (row.id,))
            yield row, [body.encode() for (body,) in bodies], [holder for (holder,) in holders]
    finally:
        db.close()


def _beat(db: sqlite3.Connection, at: float, served: float) -> float:
    db.execute(BEAT, (at, served))
    return float(db.execute("SELECT served FROM alive WHERE one = 1").fetchone()[0])


def _probe(db: sqlite3.Connection, at: float) -> None:
    db.execute(PROBE, (at,))
    db.execute("SELECT at FROM alive WHERE one = 2").fetchone()
    db.execute("SELECT body FROM events LIMIT 1").fetchone()


def _setting(db: sqlite3.Connection, name: str, fresh: str) -> str:
    db.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, fresh))
    return str(db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()[0])


def _columns(entry: Entry) -> tuple[Any, ...]:
    row = entry.row
    return row.id, row.game, row.status, int(row.listed), row.invitation, row.updated


def _write_ahead(db: sqlite3.Connection) -> None:
    """Set how the file is written; that isn't waited for by itself while another process does the same."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
        time.sleep(LOCKED_SECONDS)


def _opened(path: Path) -> sqlite3.Connection:
    """The file, safe against a crash of this process or of the machine, and several processes may use it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    db.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")  # which only counts before anything is written
    _write_ahead(db)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("BEGIN IMMEDIATE")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    known = migrations()
    if version > known[-1][0]:
        raise sqlite3.DatabaseError(f"made by a newer version of this program (form {version}, known {known[-1][0]})")
    for number, sql in known:
        if number > version:
            for statement in sql.split(";\n"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
    db.execute("COMMIT")
    _let_shrink(db)
    return db


def _let_shrink(db: sqlite3.Connection) -> None:
    """Rewrite a file from before it could shrink, once, if that takes but a moment and nobody else is writing."""
    way, pages, size = (db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("auto_vacuum", "page_count", "page_size"))
    if way == INCREMENTAL or pages * size > MOST_VACUUMED:
        return
    with contextlib.suppress(sqlite3.DatabaseError):  # locked, damaged, or no room on the disk: another time
        db.execute("PRAGMA busy_timeout = 0")
        db.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
        db.execute("VACUUM")
    db.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")
