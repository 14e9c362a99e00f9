"""The journal in one SQLite file, which other processes may use too."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from escale.store.journal import LOOK_UP_SECONDS, Blocked, Conflict, Ears, Entry, Row, Unavailable
from escale.store.sqlite_damage import first_damage, line
from escale.store.sqlite_file import OPEN_SECONDS, cause_of
from escale.store.sqlite_lanes import LOCK_SECONDS, Reader, Writer
from escale.store.sqlite_removal import idle, remove

BEAT = """
    INSERT INTO alive VALUES (1, ?, ?)
    ON CONFLICT (one) DO UPDATE SET at = excluded.at, served = MAX(served, excluded.served)
"""
LIKE_A_MOVE = (  # whoever says that moves can be taken has tried: these fail where a move would, and change nothing
    "INSERT INTO events SELECT * FROM events WHERE FALSE",
    "UPDATE matches SET status = status WHERE FALSE",
)
PROBE = "INSERT INTO alive VALUES (2, ?, 0) ON CONFLICT (one) DO UPDATE SET at = excluded.at"

T = TypeVar("T")

PROBE_SECONDS = 2.0  # that a look whether anything can be written waits for a lock: whoever asks wants to know soon
GLANCE_SECONDS = 0.5  # for a look at a file while it is served
EVENT = """
    INSERT INTO events SELECT ?1, ?2, ?3 WHERE ?2 = 1 + (SELECT COALESCE(MAX(seq), 0) FROM events WHERE match = ?1)
"""
LAST = "SELECT COALESCE(MAX(seq), 0) FROM events WHERE match = ?"
CHANGE = "UPDATE matches SET status = ?1, updated = ?2 WHERE id = ?3 AND (status <> ?1 OR updated < ?4)"
ADDED = "UPDATE matches SET status = ?, updated = ?, wound = NULL, restored = ? WHERE id = ?"
WIND = "UPDATE matches SET wound = (SELECT served FROM alive WHERE one = 1) WHERE id = ?"
UNWIND = "UPDATE matches SET wound = NULL WHERE id = ? AND wound IS NOT NULL"
BLOCK = "INSERT OR REPLACE INTO blocked VALUES (?, ?, ?, ?)"
HOLDER = "INSERT OR IGNORE INTO holders VALUES (?, ?)"


class SqliteJournal:
    """See Journal."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it, with its tables as they should be; else StoreError. For the loop that opens it."""
        self._path = path
        self._writer = Writer(path)
        self._reader = Reader(path)

    async def append(self, entry: Entry) -> None:
        """Write an event, on disk when this returns."""
        await self._do(lambda db: _append(db, entry))

    async def add(self, row: Row, after: int, bodies: Sequence[bytes], holders: Sequence[str], at: float) -> None:
        """Write the events of a match beyond a seq, all or none."""
        await self._do(lambda db: _add(db, row, after, bodies, holders, at))

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

    async def newest(self) -> float | None:
        """About when something last happened in any match."""
        (row,) = await self._rows("SELECT MAX(updated) FROM matches")
        return None if row[0] is None else float(row[0])

    async def block(self, blocked: Blocked) -> None:
        """Note that a network isn't let in."""
        values = blocked.network, blocked.since, blocked.until, blocked.note
        await self._do(lambda db: db.execute(BLOCK, values))

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
        await self._do(lambda db: _probe(db, at), PROBE_SECONDS)

    async def damage(self) -> str | None:
        """What a quick look at the file finds damaged."""
        return await asyncio.to_thread(first_damage, self._path, GLANCE_SECONDS)

    async def setting(self, name: str, fresh: str) -> str:
        """What is kept under a name for all processes."""
        return await self._do(lambda db: _setting(db, name, fresh))

    async def set(self, name: str, value: str) -> None:
        """Keep something under a name."""
        await self._do(lambda db: db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value)))

    async def listen(self, ears: Ears) -> None:
        """Look twice a second whether another process has written; what it was, a file doesn't say."""
        await self._writer.listen(ears)

    async def say(self, text: str) -> None:
        """Nobody hears."""

    async def dump(self) -> AsyncIterator[tuple[Row, list[bytes], list[str]]]:
        """Every match, read by a connection of its own, whose transaction sees one moment."""
        matches = _dumped(self._path)
        while (match := await asyncio.to_thread(next, matches, None)) is not None:
            yield match

    async def close(self) -> None:
        """Finish what is being written, then close the file."""
        await self._reader.close()
        await self._writer.close()  # the last: it puts the file in order

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        """What a statement that changes nothing finds."""
        return await self._reader.do(lambda db: db.execute(sql, values).fetchall())

    async def _do(self, work: Callable[[sqlite3.Connection], T], patience: float = LOCK_SECONDS) -> T:
        """What some work gives that may change something: all of it is on disk, or nothing."""
        return await self._writer.do(work, patience)


def _append(db: sqlite3.Connection, entry: Entry) -> None:
    row = entry.row
    if entry.seq == 1:
        _make(db, row)
    if db.execute(EVENT, (row.id, entry.seq, entry.body.decode())).rowcount != 1:
        raise Conflict(row.id)
    if entry.seq > 1:
        db.execute(CHANGE, (row.status, row.updated, row.id, row.updated - LOOK_UP_SECONDS))
    db.execute(WIND if entry.clocked else UNWIND, (row.id,))
    if entry.holders:
        db.executemany(HOLDER, [(holder, row.id) for holder in entry.holders])


def _add(db: sqlite3.Connection, row: Row, after: int, bodies: Sequence[bytes], holders: Sequence[str], at: float) -> None:
    """A conflict is met before anything is written: others' work is in the same transaction."""
    if db.execute(LAST, (row.id,)).fetchone() != (after,):
        raise Conflict(row.id)
    if after == 0:
        _make(db, row)
    events = [(row.id, seq, body.decode()) for seq, body in enumerate(bodies, after + 1)]
    db.executemany("INSERT INTO events VALUES (?, ?, ?)", events)
    db.execute(ADDED, (row.status, row.updated, at, row.id))
    db.executemany(HOLDER, [(holder, row.id) for holder in holders])


def _make(db: sqlite3.Connection, row: Row) -> None:
    values = row.id, row.game, row.status, int(row.listed), row.invitation, row.updated
    try:
        db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)", values)
    except sqlite3.IntegrityError:
        raise Conflict(row.id) from None


def _dumped(path: Path) -> Iterator[tuple[Row, list[bytes], list[str]]]:
    """Every match; Unavailable if the file can't be read."""
    try:
        db = sqlite3.connect(path, timeout=OPEN_SECONDS, isolation_level=None, check_same_thread=False)
        with contextlib.closing(db):
            db.execute("BEGIN")
            for values in db.execute("SELECT * FROM matches ORDER BY id").fetchall():
                row = Row(values[0], values[1], values[2], bool(values[3]), values[4], values[5])
                bodies = db.execute("SELECT CAST(body AS BLOB) FROM events WHERE match = ? ORDER BY seq", (row.id,)).fetchall()
                holders = db.execute("SELECT holder FROM holders WHERE match = ? ORDER BY holder", (row.id,)).fetchall()
                yield row, [body or b"" for (body,) in bodies], [holder for (holder,) in holders]
    except sqlite3.Error as error:
        raise Unavailable(f"{path} can't be read: {line(error)}", cause_of(error)) from None


def _beat(db: sqlite3.Connection, at: float, served: float) -> float:
    _try(db)
    db.execute(BEAT, (at, served))
    return float(db.execute("SELECT served FROM alive WHERE one = 1").fetchone()[0])


def _try(db: sqlite3.Connection) -> None:
    for sql in LIKE_A_MOVE:
        db.execute(sql)


def _probe(db: sqlite3.Connection, at: float) -> None:
    _try(db)
    db.execute(PROBE, (at,))
    db.execute("SELECT at FROM alive WHERE one = 2").fetchone()
    db.execute("SELECT body FROM events LIMIT 1").fetchone()


def _setting(db: sqlite3.Connection, name: str, fresh: str) -> str:
    db.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, fresh))
    return str(db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()[0])
