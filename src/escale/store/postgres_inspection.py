"""A PostgreSQL database looked at from outside; see `inspection`."""

from __future__ import annotations

import contextlib
from typing import Any

import asyncpg

from escale.store.inspection import Kept, Line, check_form
from escale.store.journal import StoreError, Unavailable
from escale.store.postgres_pool import ANSWER_SECONDS, CONNECT_SECONDS, GONE, NO_ADDRESS, line, place_of

FORM = "SELECT COALESCE(MAX(number), 0) FROM migrations"
LINES = """
    SELECT id, game, status, listed, updated FROM matches WHERE $1::float8 IS NULL OR updated < $1 ORDER BY updated DESC, id
"""
ORPHANS = "SELECT COUNT(*) FROM {table} WHERE NOT EXISTS (SELECT FROM matches WHERE id = match)"


class PostgresInspection:
    """See Inspection. Made by `open`."""

    def __init__(self, connection: Any, transaction: Any) -> None:
        """`transaction`: which sees one moment, and can't write."""
        self._connection, self._transaction = connection, transaction

    @classmethod
    async def open(cls, dsn: str) -> PostgresInspection:
        """Connect; StoreError if that can't be, or if it is no database of ours."""
        place = place_of(dsn)
        try:
            connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        except (ValueError, asyncpg.ClientConfigurationError):
            raise StoreError(NO_ADDRESS) from None
        except (*GONE, asyncpg.PostgresError) as error:
            raise Unavailable(f"cannot reach {place}: {line(error)}") from None
        try:
            try:
                check_form(place, await connection.fetchval(FORM, timeout=ANSWER_SECONDS))
            except asyncpg.UndefinedTableError:
                check_form(place, 0)
            transaction = connection.transaction(isolation="repeatable_read", readonly=True)
            await transaction.start()
        except BaseException:
            connection.terminate()
            raise
        return cls(connection, transaction)

    async def damage(self) -> list[str]:
        """What refers to a match that isn't there. PostgreSQL itself says what it can't read when it is read."""
        found = []
        for table in ("events", "holders"):
            try:
                (row,) = await self._rows(ORPHANS.format(table=table))
                if row[0]:
                    found.append(f"{table}: {row[0]} rows belong to matches that aren't there")
            except Unavailable:
                raise
            except StoreError as error:
                found.append(f"{table} {error}")
        return found

    async def ids(self) -> list[str]:
        """The matches there are."""
        return [row[0] for row in await self._rows("SELECT id FROM matches ORDER BY id")]

    async def lines(self, before: float | None = None) -> list[Line]:
        """The matches, the last changed first."""
        return [Line(row[0], row[1], row[2], bool(row[3]), row[4]) for row in await self._rows(LINES, before)]

    async def setting(self, name: str) -> str | None:
        """What is kept under a name."""
        with contextlib.suppress(StoreError):  # also of an older form, which has no settings
            rows = await self._rows("SELECT value FROM settings WHERE name = $1", name)
            return str(rows[0][0]) if rows else None
        return None

    async def match(self, match_id: str) -> Kept:
        """One of them."""
        rows = await self._rows("SELECT game, status, listed, invitation, updated FROM matches WHERE id = $1", match_id)
        events = await self._rows("SELECT seq, body FROM events WHERE match = $1 ORDER BY seq", match_id)
        if not rows:
            raise StoreError("is in the list, and can't be found by its id")
        game, status, listed, invitation, updated = rows[0]
        bodies = [(seq, body.encode()) for seq, body in events]
        return Kept(match_id, game, status, bool(listed), invitation, updated, await self._holders(match_id), bodies)

    async def _holders(self, match_id: str) -> frozenset[str] | None:
        with contextlib.suppress(StoreError):
            return frozenset(row[0] for row in await self._rows("SELECT holder FROM holders WHERE match = $1", match_id))
        return None

    async def close(self) -> None:
        """Let go of the database."""
        self._connection.terminate()

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        """Rows, read so that a failure is only this one's; StoreError."""
        try:
            async with self._connection.transaction():
                return list(await self._connection.fetch(sql, *values))
        except asyncpg.InternalServerError as error:  # what it can't read of its own files
            raise StoreError(f"can't be read: {line(error)}") from None
        except GONE as error:
            raise Unavailable(f"PostgreSQL is away: {line(error)}") from None
        except asyncpg.PostgresError as error:
            raise StoreError(f"can't be read: {line(error)}") from None
