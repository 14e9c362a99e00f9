"""A PostgreSQL database looked at from outside; see `inspection`."""

from __future__ import annotations

import contextlib
from typing import Any

import asyncpg

from escale.store.inspection import NOT_LISTED, Ids, Kept, Line, check_form, line_columns, lost, since
from escale.store.journal import DamagedStore, StoreError, Unavailable
from escale.store.postgres_pool import ANSWER_SECONDS, CONNECT_SECONDS, GONE, MALFORMED, NO_ADDRESS, line, place_of

FORM = "SELECT COALESCE(MAX(number), 0) FROM migrations"
LINES = "FROM matches WHERE $1::float8 IS NULL OR updated < $1 ORDER BY updated DESC, id"
NAMED = ("SELECT id FROM matches", "SELECT DISTINCT match FROM events")
ORPHANS = "SELECT COUNT(*) FROM {table} WHERE NOT EXISTS (SELECT FROM matches WHERE id = match)"


class PostgresInspection:
    """See Inspection. Made by `open`."""

    def __init__(self, connection: Any, transaction: Any, form: int) -> None:
        """`transaction`: which sees one moment, and can't write; `form`: of the tables."""
        self._connection, self._transaction = connection, transaction
        self._columns = line_columns(form)

    @classmethod
    async def open(cls, dsn: str) -> PostgresInspection:
        """Connect; StoreError if that can't be, or if it is no database of ours."""
        place = place_of(dsn)
        try:
            connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        except MALFORMED:
            raise StoreError(NO_ADDRESS) from None
        except (*GONE, asyncpg.PostgresError) as error:
            raise Unavailable(f"cannot reach {place}: {line(error)}") from None
        try:
            form = await _form(connection, place)
            check_form(place, form)
            transaction = connection.transaction(isolation="repeatable_read", readonly=True)
            await transaction.start()
        except BaseException:
            connection.terminate()
            raise
        return cls(connection, transaction, form)

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

    async def ids(self) -> Ids:
        """The matches there are, as far as they can be read, wherever they are named."""
        found: set[str] = set()
        whole = False
        for sql in NAMED:
            try:
                found.update(row[0] for row in await self._rows(sql))
                whole = True
            except Unavailable:
                raise
            except StoreError:
                continue  # `match` tells of it
        return Ids(sorted(found), whole)

    async def lines(self, before: float | None = None) -> list[Line]:
        """The matches, the last changed first."""
        try:
            return [_line(row) for row in await self._rows(f"SELECT {self._columns} {LINES}", before)]
        except Unavailable:
            raise
        except StoreError:
            found = [await self._line(match_id) for match_id in (await self.ids()).found]
        if before is not None:
            found = [one for one in found if one.updated < before]
        return sorted(found, key=since)

    async def _line(self, match_id: str) -> Line:
        """One that is read by itself, as the list can't be."""
        try:
            rows = await self._rows(f"SELECT {self._columns} FROM matches WHERE id = $1", match_id)
        except Unavailable:
            raise
        except StoreError:
            rows = []
        return _line(rows[0]) if rows else lost(match_id)

    async def setting(self, name: str) -> str | None:
        """What is kept under a name."""
        with contextlib.suppress(StoreError):  # also of an older form, which has no settings
            rows = await self._rows("SELECT value FROM settings WHERE name = $1", name)
            return str(rows[0][0]) if rows else None
        return None

    async def match(self, match_id: str) -> Kept:
        """One of them."""
        rows = await self._rows("SELECT game, status, listed, invitation, updated FROM matches WHERE id = $1", match_id)
        if not rows:
            raise StoreError(NOT_LISTED)
        game, status, listed, invitation, updated = rows[0]
        holders, events = await self._holders(match_id), await self.events(match_id)
        return Kept(match_id, game, status, bool(listed), invitation, updated, holders, events)

    async def events(self, match_id: str) -> list[tuple[int, bytes]]:
        """Its events by their seqs."""
        rows = await self._rows("SELECT seq, body FROM events WHERE match = $1 ORDER BY seq", match_id)
        return [(seq, body.encode()) for seq, body in rows]

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
        except asyncpg.InsufficientPrivilegeError as error:
            raise Unavailable(f"PostgreSQL doesn't let this user read the games: {line(error)}") from None
        except asyncpg.PostgresError as error:
            raise StoreError(f"can't be read: {line(error)}") from None


async def _form(connection: Any, place: str) -> int:
    """Of the tables; 0 if they are none of ours. StoreError if that can't be read."""
    try:
        return int(await connection.fetchval(FORM, timeout=ANSWER_SECONDS))
    except (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError):  # other programs have migrations too
        return 0
    except asyncpg.InternalServerError as error:
        raise DamagedStore(f"{place} can't be read: {line(error)}") from None
    except (*GONE, asyncpg.PostgresError) as error:
        raise Unavailable(f"{place} can't be read: {line(error)}") from None


def _line(row: Any) -> Line:
    return Line(row[0], row[1], row[2], bool(row[3]), row[4], row[5])
