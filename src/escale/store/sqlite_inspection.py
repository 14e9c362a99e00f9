"""A SQLite file looked at from outside; see `inspection`."""

from __future__ import annotations

import contextlib
import math
import sqlite3
from pathlib import Path
from typing import Any

from escale.store.inspection import NOT_LISTED, Ids, Kept, Line, check_form, line_columns, lost, since
from escale.store.journal import DamagedStore, StoreError, Unavailable
from escale.store.sqlite_damage import at_rest, is_at_rest, is_obstacle, line, read_only

LINES = "FROM matches WHERE ?1 IS NULL OR updated < ?1 ORDER BY updated DESC, id"
#: Where ids are: the matches, the index of their ids, the index of the events. One damaged page spoils one of these.
NAMED = ("SELECT id FROM matches NOT INDEXED", "SELECT id FROM matches ORDER BY id", "SELECT DISTINCT match FROM events")
NO_DAMAGE = (
    "that says nothing of damage: look at its rights and the disk, or copy it, with the -wal beside it, and check the copy"
)
OURS = "SELECT 1 FROM sqlite_master WHERE name IN ('matches', 'events')"
MOST_LINES = 20  # of what SQLite finds wrong


class SqliteInspection:
    """See Inspection. StoreError if the file isn't there, or is no database of ours."""

    def __init__(self, path: Path) -> None:
        """Reads as of now."""
        if not path.is_file():
            raise StoreError(f"{path}: no such file: no games are kept there")
        try:
            self._db, form = _opened(path)
        except sqlite3.Error as error:
            raise _failure(f"{path} can't be read", error) from None
        check_form(str(path), form if self._is_ours() else 0)
        self._columns = line_columns(form)

    def _is_ours(self) -> bool:
        """Whether a table of ours is there, as far as that can be told: other programs number the forms of theirs too."""
        with contextlib.suppress(sqlite3.Error):  # `damage` tells of it
            return self._db.execute(OURS).fetchone() is not None
        return True

    async def damage(self) -> list[str]:
        """What SQLite finds wrong, what refers to a match that isn't there."""
        try:
            lines = [_remark(row) for row in self._db.execute(f"PRAGMA integrity_check({MOST_LINES})")]
            orphans = self._db.execute("PRAGMA foreign_key_check").fetchall()
        except sqlite3.Error as error:
            if is_obstacle(error):
                raise _failure("the file can't be read", error) from None
            return [line(error)]
        orphaned = [
            f"{table.decode()}: row {row} belongs to a match that isn't there" for table, row, *_ in orphans[:MOST_LINES]
        ]
        return [found for found in lines if found != "ok"] + orphaned

    async def ids(self) -> Ids:
        """The matches there are, up to what can't be read, wherever they are named."""
        found: set[str] = set()
        whole = False
        for sql in NAMED:
            with contextlib.suppress(sqlite3.Error):  # `damage` tells of it
                for (match_id,) in self._db.execute(sql):
                    found.add(_text(match_id))
                whole = True
        return Ids(sorted(found), whole)

    async def lines(self, before: float | None = None) -> list[Line]:
        """The matches, the last changed first."""
        try:
            return [_line(row) for row in self._db.execute(f"SELECT {self._columns} {LINES}", (before,))]
        except sqlite3.Error as error:
            if is_obstacle(error):
                raise _failure("the list of games can't be read", error) from None
        found = [self._line(match_id) for match_id in (await self.ids()).found]
        if before is not None:
            found = [one for one in found if one.updated < before]
        return sorted(found, key=since)

    def _line(self, match_id: str) -> Line:
        """One that is read by itself, as the list can't be."""
        with contextlib.suppress(sqlite3.Error):
            for row in self._rows(f"SELECT {self._columns} FROM matches {{}} WHERE id = ?", match_id):
                return _line(row)
        return lost(match_id)

    async def setting(self, name: str) -> str | None:
        """What is kept under a name."""
        with contextlib.suppress(sqlite3.Error):  # also of an older form, which has no settings
            row = self._db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
            return _text(row[0]) if row else None
        return None

    async def match(self, match_id: str) -> Kept:
        """One of them."""
        try:
            rows = self._rows("SELECT game, status, listed, invitation, updated FROM matches {} WHERE id = ?", match_id)
        except sqlite3.Error as error:
            raise _failure("can't be read", error) from None
        if not rows:
            raise StoreError(NOT_LISTED)
        game, status, listed, invitation, updated = rows[0]
        known = _text(game), _text(status), bool(listed), _text(invitation), _time(updated)
        return Kept(match_id, *known, self._holders(match_id), await self.events(match_id))

    async def events(self, match_id: str) -> list[tuple[int, bytes]]:
        """Its events by their seqs."""
        try:
            rows = self._rows("SELECT seq, body FROM events {} WHERE match = ? ORDER BY seq", match_id)
        except sqlite3.Error as error:
            raise _failure("can't be read", error) from None
        return [(seq, _bytes(body)) for seq, body in rows]

    def _holders(self, match_id: str) -> frozenset[str] | None:
        with contextlib.suppress(sqlite3.Error):
            return frozenset(_text(one) for (one,) in self._rows("SELECT holder FROM holders {} WHERE match = ?", match_id))
        return None

    def _rows(self, sql: str, match_id: str) -> list[Any]:
        """Rows of a match; if the index that leads to them is damaged, the whole table is read."""
        try:
            return self._db.execute(sql.format(""), (match_id,)).fetchall()
        except sqlite3.Error as error:
            if is_obstacle(error):
                raise
            return self._db.execute(sql.format("NOT INDEXED"), (match_id,)).fetchall()

    async def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def _opened(path: Path) -> tuple[sqlite3.Connection, int]:
    """The file as of now, and the form of its tables."""
    try:
        return _begun(read_only(path))
    except sqlite3.Error as error:
        if not (is_obstacle(error) and is_at_rest(path)):
            raise
    return _begun(at_rest(path))


def _begun(db: sqlite3.Connection) -> tuple[sqlite3.Connection, int]:
    try:
        db.text_factory = bytes  # a text may be none any more
        db.execute("BEGIN")
        (form,) = db.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db, int(form)


def _failure(what: str, error: sqlite3.Error) -> StoreError:
    """Unavailable if nothing need be wrong with the file, else DamagedStore."""
    if is_obstacle(error):
        return Unavailable(f"{what} here and now ({line(error)}); {NO_DAMAGE}", "disk")
    return DamagedStore(f"{what}: {line(error)}")


def _line(row: tuple[Any, ...]) -> Line:
    match_id, game, status, listed, updated, restored = row
    since_then = None if restored is None else _time(restored)
    return Line(_text(match_id), _text(game), _text(status), bool(listed), _time(updated), since_then)


def _text(value: object) -> str:
    return _bytes(value).decode(errors="replace")


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()  # a file may hold anything anywhere


def _time(value: object) -> float:
    return float(value) if isinstance(value, float | int) else math.nan


def _remark(row: tuple[bytes]) -> str:
    return " ".join(_text(row[0]).split())
