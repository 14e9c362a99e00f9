"""Connections to a PostgreSQL database: made, its tables brought up to date, lent, and waited for when it is away."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from escale.store.journal import Cause, StoreError, Unavailable, migrations

CONNECTIONS = 8  # of one process at most; one more listens
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
MIGRATE_SECONDS = 600.0
PATIENCE_SECONDS = 2.0  # that a command waits for a database that is away
FIRST_PAUSE = 0.1  # between two tries to reach it; each is longer than the one before
CLOSE_SECONDS = 5.0
STARTING_LOCK = int.from_bytes(b"escale", "big")  # of what one process at a time does when it starts
REMOVING_LOCK = STARTING_LOCK + 1  # of removing what is old
LOCK_MILLISECONDS = 4000  # that a command waits for what another program keeps locked
SETTINGS = {"synchronous_commit": "on", "application_name": "escale", "lock_timeout": str(LOCK_MILLISECONDS)}

#: What keeps one from a database that may well be there in a while.
GONE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # it is shutting down, or starting
    asyncpg.InsufficientResourcesError,  # a full disk, too many connections
    asyncpg.LockNotAvailableError,  # for longer than LOCK_MILLISECONDS
    asyncpg.ReadOnlySQLTransactionError,  # it has become somebody's copy
    asyncpg.InterfaceError,  # the connection was closed
    asyncpg.InternalClientError,
    asyncpg.InternalServerError,  # damaged files among others
)
#: The same, once somebody is let in: its disk, or others who write at the same time.
PASSING = (*GONE, asyncpg.PostgresSystemError, asyncpg.TransactionRollbackError)
#: All that can go wrong with a database, whatever it is: a table that is missing, a right, a file, the way there.
FAILURES = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
#: Errors whose text may quote what was to be written, which no log tells.
QUOTING = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, ValueError)
#: That the database isn't there for us, if none of `cause_of` says more.
AWAY = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)

MALFORMED = (ValueError, OverflowError, asyncpg.ClientConfigurationError)  # an address; the text may repeat a password
NO_ADDRESS = "no address of a database: write postgresql://USER:PASSWORD@HOST:PORT/NAME"
RECORD = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, applied TIMESTAMPTZ NOT NULL DEFAULT now())"


class PostgresPool:
    """The connections of one process. Made by `open`."""

    def __init__(self, dsn: str, place: str, pool: Any) -> None:
        """To a database whose tables are as they should be."""
        self._dsn, self.place, self._pool = dsn, place, pool

    @classmethod
    async def open(cls, dsn: str) -> PostgresPool:
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
        except MALFORMED:
            _drop(pool)
            raise StoreError(NO_ADDRESS) from None
        except PASSING as error:
            _drop(pool)
            raise Unavailable(f"cannot reach {place}: {line(error)}") from None
        except asyncpg.PostgresError as error:
            _drop(pool)
            raise StoreError(f"cannot use {place}: {line(error)}") from None
        except StoreError:
            _drop(pool)
            raise
        return cls(dsn, place, pool)

    @contextlib.asynccontextmanager
    async def lent(self) -> AsyncIterator[Any]:
        """One of them; Unavailable if the database is away for too long, or if anything fails that isn't handled meanwhile."""
        connection = await self._acquired()
        try:
            yield connection
        except FAILURES as error:
            raise self.unavailable(error) from None
        finally:
            with contextlib.suppress(*FAILURES):
                await self._pool.release(connection)

    async def one_more(self) -> Any:
        """A connection beside those that are lent, to keep; Unavailable."""
        try:
            return await asyncpg.connect(
                self._dsn, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS, server_settings=SETTINGS
            )
        except FAILURES as error:
            raise self.unavailable(error) from None

    def unavailable(self, error: BaseException) -> Unavailable:
        """What to raise if the database is away, or fails."""
        cause = cause_of(error)
        said = type(error).__name__ if isinstance(error, QUOTING) else line(error)
        return Unavailable(f"{self.place} {'is away' if cause == 'away' else 'fails'}: {said}", cause)

    async def close(self) -> None:
        """Wait for those that are lent, but not for ever."""
        try:
            await asyncio.wait_for(self._pool.close(), CLOSE_SECONDS)
        except FAILURES:
            self._pool.terminate()

    async def _acquired(self) -> Any:
        """Nothing was asked of the database yet: it may be tried again."""
        clock = asyncio.get_running_loop().time
        deadline, pause = clock() + PATIENCE_SECONDS, FIRST_PAUSE
        while True:
            try:
                return await self._pool.acquire(timeout=ANSWER_SECONDS)
            except FAILURES as error:
                if clock() + pause > deadline:
                    raise self.unavailable(error) from None
            await asyncio.sleep(pause)
            pause *= 2


async def _leave_as_it_is(connection: Any) -> None:
    """What a connection needs before somebody else uses it: nothing, as nobody changes its settings."""


async def _migrate(connection: Any, place: str) -> None:
    """Apply the migrations that were not, all or none, one process at a time."""
    async with connection.transaction():
        await connection.execute("SET LOCAL lock_timeout = 0")  # others may be at it for minutes, and are waited for
        await connection.fetchval("SELECT pg_advisory_xact_lock($1)", STARTING_LOCK, timeout=MIGRATE_SECONDS)
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


def cause_of(error: BaseException) -> Cause:
    """Why the database could not do something, in a word."""
    match error:
        case asyncpg.DiskFullError():
            return "full"
        case asyncpg.ReadOnlySQLTransactionError():
            return "readonly"
        case asyncpg.LockNotAvailableError():
            return "locked"
        case asyncpg.DataCorruptedError() | asyncpg.IndexCorruptedError():
            return "damaged"
        case asyncpg.PostgresSystemError():
            return "disk"
        case ValueError():  # what was to be written, not the database
            return "fails"
    return "away" if isinstance(error, AWAY) else "fails"


def line(error: BaseException) -> str:
    """What an error says, as one line."""
    return " ".join(str(error).split()) or type(error).__name__
