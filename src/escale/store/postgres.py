"""The journal in a PostgreSQL database, which any number of processes may share."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg

from escale.store.journal import Blocked, Conflict, Ears, Entry, Row
from escale.store.postgres_listening import BLOCKS, EVENTS, REMOVED, WORDS, Listening
from escale.store.postgres_pool import REMOVING_LOCK, PostgresPool

PROBE_MILLISECONDS = 2000  # that a look whether anything can be written waits for a lock: whoever asks wants to know soon
NUL = "\0"  # which no text of PostgreSQL's can have

# One statement is one transaction and one round trip. The primary key puts those who write at the same time in order;
# whoever listens hears of it when it is committed, and not before.
TELL = """
    held AS (INSERT INTO holders SELECT unnest($5::text[]), match FROM written ON CONFLICT DO NOTHING)
    SELECT pg_notify($6::text, $7::text || ' ' || match || ' ' || seq) FROM written
"""
SERVED = "(SELECT served FROM alive WHERE one = 1)"
FIRST = f"""
    WITH made AS (
        INSERT INTO matches SELECT $1::text, $8::text, $3::text, $9::int, $10::text, $4::float8,
        CASE WHEN $11::bool THEN {SERVED} END RETURNING id
    ),
    written AS (INSERT INTO events SELECT id, 1, $2::text FROM made RETURNING match, seq),
    {TELL}
"""
NEXT = f"""
    WITH written AS (
        INSERT INTO events SELECT $1::text, $8::int, $2::text
        WHERE $8::int = 1 + (SELECT MAX(seq) FROM events WHERE match = $1::text) RETURNING match, seq
    ),
    changed AS (
        UPDATE matches SET status = $3::text, updated = $4::float8, wound = CASE WHEN $9::bool THEN {SERVED} END
        WHERE id IN (SELECT match FROM written)
    ),
    {TELL}
"""
# The events first, as in NEXT: whoever writes at the same time takes the same locks in the same order.
MAKE = "INSERT INTO matches VALUES ($1, $2, $3, $4, $5, $6)"
LAST = "SELECT COALESCE(MAX(seq), 0) FROM events WHERE match = $1"
ADD = "INSERT INTO events SELECT $1::text, $2::int + place, body FROM unnest($3::text[]) WITH ORDINALITY AS added (body, place)"
CHANGE = "UPDATE matches SET status = $2, updated = $3, wound = NULL, restored = $4 WHERE id = $1"
HOLD = "INSERT INTO holders SELECT unnest($1::text[]), $2::text ON CONFLICT DO NOTHING"
COUNT_PLAYING = """
    SELECT COUNT(*) FROM matches JOIN holders ON match = id WHERE holder = $1 AND status = 'playing' AND updated > $2
"""
# Whoever says that moves can be taken has tried: this fails where a move would, and changes nothing.
LIKE_A_MOVE = """
    WITH event AS (INSERT INTO events SELECT * FROM events WHERE FALSE),
    changed AS (UPDATE matches SET status = status WHERE FALSE),
    held AS (INSERT INTO holders SELECT * FROM holders WHERE FALSE)
"""
BEAT = f"""
    {LIKE_A_MOVE} INSERT INTO alive VALUES (1, $1, $2)
    ON CONFLICT (one) DO UPDATE SET at = excluded.at, served = GREATEST(alive.served, excluded.served) RETURNING served
"""
PROBE = f"""
    {LIKE_A_MOVE} INSERT INTO alive VALUES (2, $1, 0) ON CONFLICT (one) DO UPDATE SET at = excluded.at RETURNING at
"""
WAITED = "SELECT served - wound FROM alive, matches WHERE one = 1 AND id = $1"

# Whoever removes a match locks its row first. One who has written to it just before has kept it from being locked until then,
# so that what was written is removed too; one who writes just after waits, and finds that there is no such match.
NAMED = "SELECT id FROM matches WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE"
IDLE = """
    SELECT id FROM matches WHERE status = ANY($1::text[]) AND updated < $2 AND (restored IS NULL OR restored < $2)
    ORDER BY status, updated LIMIT $3
    FOR UPDATE SKIP LOCKED
"""
REMOVE = (
    "DELETE FROM events WHERE match = ANY($1::text[])",
    "DELETE FROM holders WHERE match = ANY($1::text[])",
    "DELETE FROM matches WHERE id = ANY($1::text[])",
)
TELL_REMOVED = "SELECT pg_notify($1, $2 || ' ' || match || ' ' || $3::int) FROM unnest($4::text[]) AS match"
BLOCK = """
    INSERT INTO blocked VALUES ($1, $2, $3, $4)
    ON CONFLICT (network) DO UPDATE SET since = excluded.since, until = excluded.until, note = excluded.note
"""


class PostgresJournal:
    """See Journal. Made by `open`."""

    def __init__(self, pool: PostgresPool) -> None:
        """In the database of these connections."""
        self._pool = pool
        self._origin = secrets.token_urlsafe(9)  # by which one knows what one wrote oneself
        self._listening: Listening | None = None

    @classmethod
    async def open(cls, dsn: str) -> PostgresJournal:
        """Connect, and bring the tables up to date. StoreError, or Unavailable if trying again later may help."""
        return cls(await PostgresPool.open(dsn))

    async def append(self, entry: Entry) -> None:
        """Write an event, committed when this returns."""
        row = entry.row
        values = [row.id, entry.body.decode(), row.status, row.updated, list(entry.holders), EVENTS, self._origin]
        async with self._pool.lent() as connection:
            try:
                if entry.seq == 1:
                    told = await connection.fetch(FIRST, *values, row.game, int(row.listed), row.invitation, entry.clocked)
                else:
                    told = await connection.fetch(NEXT, *values, entry.seq, entry.clocked)
            except (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError):  # taken, or removed in this moment
                raise Conflict(row.id) from None
        if not told:
            raise Conflict(row.id)

    async def add(self, row: Row, after: int, bodies: Sequence[bytes], holders: Sequence[str], at: float) -> None:
        """Write the events of a match beyond a seq, all or none; others are told of the last one."""
        texts = [body.decode() for body in bodies]
        async with self._pool.lent() as connection:
            try:
                async with connection.transaction():
                    if after == 0:
                        values = row.id, row.game, row.status, int(row.listed), row.invitation, row.updated
                        await connection.execute(MAKE, *values)
                    if await connection.fetchval(LAST, row.id) != after:
                        raise Conflict(row.id)
                    await connection.execute(ADD, row.id, after, texts)
                    await connection.execute(CHANGE, row.id, row.status, row.updated, at)
                    await connection.execute(HOLD, list(holders), row.id)
                    await connection.execute(
                        "SELECT pg_notify($1, $2)", EVENTS, f"{self._origin} {row.id} {after + len(texts)}"
                    )
            except (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError):  # see `append`
                raise Conflict(row.id) from None

    async def read(self, match: str, after: int = 0) -> list[bytes]:
        """The events of a match beyond a seq."""
        rows = await self._rows("SELECT body FROM events WHERE match = $1 AND seq > $2 ORDER BY seq", match, after)
        return [row[0].encode() for row in rows]

    async def status(self, match: str) -> str | None:
        """What a match was after its last event."""
        rows = await self._rows("SELECT status FROM matches WHERE id = $1", match)
        return rows[0][0] if rows else None

    async def remove(self, matches: Sequence[str]) -> list[str]:
        """Remove matches for good."""
        async with self._pool.lent() as connection, connection.transaction():
            return await self._removed(connection, NAMED, [match for match in matches if NUL not in match])

    async def remove_idle(self, before: float, statuses: Sequence[str], limit: int) -> list[str]:
        """Remove some matches where nothing has happened since a moment; none if another process does so right now."""
        async with self._pool.lent() as connection, connection.transaction():
            if not await connection.fetchval("SELECT pg_try_advisory_xact_lock($1)", REMOVING_LOCK):
                return []
            return await self._removed(connection, IDLE, list(statuses), before, limit)

    async def _removed(self, connection: Any, which: str, *values: Any) -> list[str]:
        """In a transaction: lock what a statement finds, and remove it. Others are told when it is committed."""
        matches = [row[0] for row in await connection.fetch(which, *values)]
        if matches:
            for sql in REMOVE:
                await connection.execute(sql, matches)
            await connection.execute(TELL_REMOVED, EVENTS, self._origin, REMOVED, matches)
        return matches

    async def newest(self) -> float | None:
        """About when something last happened in any match."""
        (row,) = await self._rows("SELECT MAX(updated) FROM matches")
        return None if row[0] is None else float(row[0])

    async def block(self, blocked: Blocked) -> None:
        """Note that a network isn't let in."""
        async with self._pool.lent() as connection, connection.transaction():
            await connection.execute(BLOCK, blocked.network, blocked.since, blocked.until, blocked.note)
            await connection.execute("SELECT pg_notify($1, '')", BLOCKS)

    async def unblock(self, network: str) -> bool:
        """Note that a network is let in again; whether it was blocked."""
        async with self._pool.lent() as connection, connection.transaction():
            gone = await connection.fetch("DELETE FROM blocked WHERE network = $1 RETURNING network", network)
            await connection.execute("SELECT pg_notify($1, '')", BLOCKS)
        return bool(gone)

    async def blocked(self) -> list[Blocked]:
        """The networks that are blocked, the last first."""
        sql = "SELECT network, since, until, note FROM blocked ORDER BY since DESC, network"
        return [Blocked(*row) for row in await self._rows(sql)]

    async def invited_to(self, invitation: str) -> str | None:
        """The match that an invitation is for."""
        rows = await self._rows("SELECT id FROM matches WHERE invitation = $1", invitation)
        return rows[0][0] if rows else None

    async def held_by(self, holder: str, limit: int) -> list[str]:
        """The matches that a holder has a seat in."""
        sql = "SELECT id FROM matches JOIN holders ON match = id WHERE holder = $1 ORDER BY updated DESC LIMIT $2"
        return [row[0] for row in await self._rows(sql, holder, limit)]

    async def listed(self, limit: int) -> list[str]:
        """The matches being played that anybody may watch."""
        sql = "SELECT id FROM matches WHERE status = 'playing' AND listed = 1 ORDER BY updated DESC LIMIT $1"
        return [row[0] for row in await self._rows(sql, limit)]

    async def playing(self, since: float) -> list[str]:
        """The matches being played where something happened since a moment."""
        return [row[0] for row in await self._rows("SELECT id FROM matches WHERE status = 'playing' AND updated > $1", since)]

    async def count_playing(self, holder: str, since: float) -> int:
        """How many of these a holder has a seat in."""
        return int((await self._rows(COUNT_PLAYING, holder, since))[0][0])

    async def beat(self, at: float, served: float) -> float:
        """Say that a server is alive, and how long servers have served; the longest that any has said."""
        return float((await self._rows(BEAT, at, served))[0][0])

    async def waited(self, match: str) -> float:
        """For how long servers have served since the last event of a match."""
        rows = await self._rows(WAITED, match)
        return max(0.0, rows[0][0] or 0.0) if rows else 0.0

    async def forgive(self, match: str) -> None:
        """Forget since when a match has waited."""
        await self._rows("UPDATE matches SET wound = NULL WHERE id = $1", match)

    async def probe(self, at: float) -> None:
        """Write something, and read it and an event."""
        async with self._pool.lent() as connection, connection.transaction():
            await connection.execute(f"SET LOCAL lock_timeout = {PROBE_MILLISECONDS}")
            await connection.fetch(PROBE, at)
            await connection.fetch("SELECT body FROM events LIMIT 1")

    async def damage(self) -> str | None:
        """PostgreSQL looks after its files itself, and says so when it can't read them."""
        return None

    async def setting(self, name: str, fresh: str) -> str:
        """What is kept under a name for all processes."""
        await self._rows("INSERT INTO settings VALUES ($1, $2) ON CONFLICT DO NOTHING", name, fresh)
        return str((await self._rows("SELECT value FROM settings WHERE name = $1", name))[0][0])

    async def set(self, name: str, value: str) -> None:
        """Keep something under a name."""
        sql = "INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self._rows(sql, name, value)

    async def say(self, text: str) -> None:
        """Tell every other process something that isn't kept."""
        await self._rows("SELECT pg_notify($1, $2)", WORDS, f"{self._origin} {text}")

    async def listen(self, ears: Ears) -> None:
        """Hear what other processes write and say, on a connection of its own, which is made anew when it is lost."""
        listening = Listening(self._pool, self._origin, ears)
        await listening.begin()
        self._listening = listening

    async def dump(self) -> AsyncIterator[tuple[Row, list[bytes], list[str]]]:
        """Every match, read in one transaction, which sees one moment."""
        async with self._pool.lent() as db, db.transaction(isolation="repeatable_read", readonly=True):
            async for values in db.cursor("SELECT * FROM matches ORDER BY id"):
                row = Row(values[0], values[1], values[2], bool(values[3]), values[4], values[5])
                bodies = await db.fetch("SELECT body FROM events WHERE match = $1 ORDER BY seq", row.id)
                holders = await db.fetch("SELECT holder FROM holders WHERE match = $1 ORDER BY holder", row.id)
                yield row, [body.encode() for (body,) in bodies], [holder for (holder,) in holders]

    async def close(self) -> None:
        """Finish what is being written, then let go."""
        if self._listening:
            await self._listening.end()
        await self._pool.close()

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        if any(isinstance(value, str) and NUL in value for value in values):
            return []
        async with self._pool.lent() as connection:
            return list(await connection.fetch(sql, *values))
