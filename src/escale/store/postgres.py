"""The journal in a PostgreSQL database, which any number of processes may share."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from escale.store.journal import OUTAGES_KNOWN, Conflict, Ears, Entry, Row, StoreError, Unavailable, migrations

log = logging.getLogger("escale.store")

CONNECTIONS = 8  # of one process at most; one more listens
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
MIGRATE_SECONDS = 600.0
PATIENCE_SECONDS = 2.0  # that a command waits for a database that is away
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0  # between two tries to reach it
LISTENER_CHECK_SECONDS = 15.0
CLOSE_SECONDS = 5.0
MIGRATION_LOCK = int.from_bytes(b"escale", "big")
EVENTS, WORDS = "escale_events", "escale_words"  # the channels
NUL = "\0"  # which no text of PostgreSQL's can have

GONE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it is shutting down, or starting
    asyncpg.InsufficientResourcesError,  # a full disk, too many connections
    asyncpg.ReadOnlySQLTransactionError,  # it has become somebody's copy
    asyncpg.InterfaceError,  # the connection was closed
    asyncpg.InternalClientError,
)
LOCKED_OUT = (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError)

# One statement is one transaction and one round trip. The primary key puts those who write at the same time in order;
# whoever listens hears of it when it is committed, and not before.
TELL = """
    held AS (INSERT INTO holders SELECT unnest($5::text[]), match FROM written ON CONFLICT DO NOTHING)
    SELECT pg_notify($6::text, $7::text || ' ' || match || ' ' || seq) FROM written
"""
FIRST = f"""
    WITH made AS (INSERT INTO matches SELECT $1::text, $8::text, $3::text, $9::int, $10::text, $4::float8 RETURNING id),
    written AS (INSERT INTO events SELECT id, 1, $2::text FROM made RETURNING match, seq),
    {TELL}
"""
NEXT = f"""
    WITH written AS (
        INSERT INTO events SELECT $1::text, $8::int, $2::text
        WHERE $8::int = 1 + (SELECT MAX(seq) FROM events WHERE match = $1::text) RETURNING match, seq
    ),
    changed AS (UPDATE matches SET status = $3::text, updated = $4::float8 WHERE id IN (SELECT match FROM written)),
    {TELL}
"""
COUNT_PLAYING = """
    SELECT COUNT(*) FROM matches JOIN holders ON match = id WHERE holder = $1 AND status = 'playing' AND updated > $2
"""
BEAT = "INSERT INTO alive VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = GREATEST(alive.at, excluded.at)"
OUTAGE = "INSERT INTO outages SELECT at, $1 FROM alive WHERE at < $1::float8 - $2::float8 ON CONFLICT DO NOTHING"
RECORD = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, applied TIMESTAMPTZ NOT NULL DEFAULT now())"


class PostgresJournal:
    """See Journal. Made by `open`."""

    def __init__(self, dsn: str, place: str, pool: Any) -> None:
        """A pool of connections to a database whose tables are as they should be."""
        self._dsn, self._place, self._pool = dsn, place, pool
        self._origin = secrets.token_urlsafe(9)  # by which one knows what one wrote oneself
        self._listener: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, dsn: str) -> PostgresJournal:
        """Connect, and bring the tables up to date. StoreError, or Unavailable if trying again later may help."""
        place = place_of(dsn)
        pool = None
        try:
            pool = await asyncpg.create_pool(
                dsn,
                min_size=0,
                max_size=CONNECTIONS,
                timeout=CONNECT_SECONDS,
                command_timeout=ANSWER_SECONDS,
                reset=_leave_as_it_is,
                server_settings=SETTINGS,
            )
            async with pool.acquire() as connection:
                await _migrate(connection, place)
        except (ValueError, asyncpg.ClientConfigurationError):  # whose text may repeat a password
            raise StoreError("no address of a database: write postgresql://USER:PASSWORD@HOST:PORT/NAME") from None
        except GONE as error:
            _drop(pool)
            raise Unavailable(f"cannot reach {place}: {_line(error)}") from None
        except asyncpg.PostgresError as error:
            _drop(pool)
            raise StoreError(f"cannot use {place}: {_line(error)}") from None
        except StoreError:
            _drop(pool)
            raise
        return cls(dsn, place, pool)

    async def append(self, entry: Entry) -> None:
        """Write an event, committed when this returns."""
        row = entry.row
        values = [row.id, entry.body.decode(), row.status, row.updated, list(entry.holders), EVENTS, self._origin]
        async with self._connection() as connection:
            try:
                if entry.seq == 1:
                    told = await connection.fetch(FIRST, *values, row.game, int(row.listed), row.invitation)
                else:
                    told = await connection.fetch(NEXT, *values, entry.seq)
            except asyncpg.UniqueViolationError:
                raise Conflict(row.id) from None
        if not told:
            raise Conflict(row.id)

    async def read(self, match: str, after: int = 0) -> list[bytes]:
        """The events of a match beyond a seq."""
        rows = await self._rows("SELECT body FROM events WHERE match = $1 AND seq > $2 ORDER BY seq", match, after)
        return [row[0].encode() for row in rows]

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

    async def beat(self, at: float) -> None:
        """Say that a server is alive now."""
        await self._rows(BEAT, at)

    async def outages(self, at: float, gap: float) -> list[tuple[float, float]]:
        """A server starts: note a time without one, one process at a time. The latest of them."""
        async with self._connection() as connection, connection.transaction():
            await connection.fetchval("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            await connection.execute(OUTAGE, at, gap)
            await connection.execute(BEAT, at)
            rows = await connection.fetch("SELECT start_at, end_at FROM outages ORDER BY end_at DESC LIMIT $1", OUTAGES_KNOWN)
        return [(row[0], row[1]) for row in rows]

    async def say(self, text: str) -> None:
        """Tell every other process something that isn't kept."""
        await self._rows("SELECT pg_notify($1, $2)", WORDS, f"{self._origin} {text}")

    async def listen(self, ears: Ears) -> None:
        """Hear what other processes write and say, on a connection of its own, which is made anew when it is lost."""
        connection = await self._listening(ears)
        self._listener = asyncio.create_task(self._keep_listening(connection, ears))

    async def dump(self) -> AsyncIterator[tuple[Row, list[bytes], list[str]]]:
        """Every match, read in one transaction, which sees one moment."""
        async with self._connection() as db, db.transaction(isolation="repeatable_read", readonly=True):
            async for values in db.cursor("SELECT * FROM matches ORDER BY id"):
                row = Row(values[0], values[1], values[2], bool(values[3]), values[4], values[5])
                bodies = await db.fetch("SELECT body FROM events WHERE match = $1 ORDER BY seq", row.id)
                holders = await db.fetch("SELECT holder FROM holders WHERE match = $1 ORDER BY holder", row.id)
                yield row, [body.encode() for (body,) in bodies], [holder for (holder,) in holders]

    async def close(self) -> None:
        """Finish what is being written, then let go."""
        if self._listener:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        try:
            await asyncio.wait_for(self._pool.close(), CLOSE_SECONDS)
        except GONE:
            self._pool.terminate()

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        if any(isinstance(value, str) and NUL in value for value in values):
            return []
        async with self._connection() as connection:
            return list(await connection.fetch(sql, *values))

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """One of the pool; Unavailable if the database is away for too long, or goes meanwhile."""
        connection = await self._acquired()
        try:
            yield connection
        except GONE as error:
            raise self._unavailable(error) from None
        finally:
            with contextlib.suppress(*GONE):
                await self._pool.release(connection)

    async def _acquired(self) -> Any:
        """Nothing was asked of the database yet: it may be tried again."""
        clock = asyncio.get_running_loop().time
        deadline, pause = clock() + PATIENCE_SECONDS, FIRST_PAUSE
        while True:
            try:
                return await self._pool.acquire(timeout=ANSWER_SECONDS)
            except (*GONE, *LOCKED_OUT) as error:
                if clock() + pause > deadline:
                    raise self._unavailable(error) from None
            await asyncio.sleep(pause)
            pause *= 2

    def _unavailable(self, error: BaseException) -> Unavailable:
        log.warning("%s is away: %s", self._place, _line(error))
        return Unavailable(f"{self._place} is away: {_line(error)}")

    # Listening

    async def _listening(self, ears: Ears) -> Any:
        """A connection that hears."""

        def written(_connection: Any, _process: int, _channel: str, payload: str) -> None:
            origin, match, seq = payload.split(" ")
            if origin != self._origin:
                ears.written(match, int(seq))

        def said(_connection: Any, _process: int, _channel: str, payload: str) -> None:
            origin, _, text = payload.partition(" ")
            if origin != self._origin:
                ears.said(text)

        try:
            connection = await asyncpg.connect(
                self._dsn, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS, server_settings=SETTINGS
            )
        except (*GONE, *LOCKED_OUT) as error:
            raise self._unavailable(error) from None
        try:
            await connection.add_listener(EVENTS, written)
            await connection.add_listener(WORDS, said)
        except BaseException as error:
            connection.terminate()
            raise self._unavailable(error) if isinstance(error, GONE) else error from None
        return connection

    async def _keep_listening(self, connection: Any, ears: Ears) -> None:
        try:
            while True:
                await _until_lost(connection)
                connection.terminate()
                log.warning("%s: the connection that listens was lost", self._place)
                connection = await self._listening_again(ears)
                ears.missed()
        finally:
            connection.terminate()

    async def _listening_again(self, ears: Ears) -> Any:
        pause = FIRST_PAUSE
        while True:
            try:
                return await self._listening(ears)
            except (Unavailable, asyncpg.PostgresError) as error:
                log.warning("%s: can't listen: %s", self._place, _line(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)


SETTINGS = {"synchronous_commit": "on", "application_name": "escale"}


async def _leave_as_it_is(connection: Any) -> None:
    """What a connection needs before somebody else uses it: nothing, as nobody changes its settings."""


async def _until_lost(connection: Any) -> None:
    """Return when a connection is lost; one that is silent is asked now and then, as a cut cable says nothing."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not connection.is_closed():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LISTENER_CHECK_SECONDS):  # wait_for would lose a `close` in the moment of the loss
                await lost.wait()
            return
        try:
            await connection.fetchval("SELECT 1")
        except GONE:
            return


async def _migrate(connection: Any, place: str) -> None:
    """Apply the migrations that were not, all or none, one process at a time."""
    async with connection.transaction():
        await connection.fetchval("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK, timeout=MIGRATE_SECONDS)
        await connection.execute(RECORD)
        version = await connection.fetchval("SELECT COALESCE(MAX(number), 0) FROM migrations")
        known = migrations()
        if version > known[-1][0]:
            raise StoreError(f"{place} was made by a newer version of this program (form {version}, known {known[-1][0]})")
        for number, sql in known:
            if number > version:
                await connection.execute(sql, timeout=MIGRATE_SECONDS)
                await connection.execute("INSERT INTO migrations (number) VALUES ($1)", number)


def _drop(pool: Any) -> None:
    if pool is not None:
        pool.terminate()


def place_of(dsn: str) -> str:
    """An address as it may be shown: without user and password."""
    try:
        parts = urlsplit(dsn)
        host = f" at {parts.hostname}" if parts.hostname else ""
        port = f", port {parts.port}" if parts.port else ""
    except ValueError:
        return "PostgreSQL"
    name = parts.path.strip("/")
    return f"PostgreSQL{f' database {name}' if name else ''}{host}{port}"


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
