"""Removing matches from a SQLite file, which gets smaller by it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

FREED_PAGES = 1000  # given back to the system, at most, when something is removed
REMOVE = (
    "DELETE FROM events WHERE match = ?",
    "DELETE FROM holders WHERE match = ?",
    "DELETE FROM matches WHERE id = ?",
)


def remove(db: sqlite3.Connection, matches: Sequence[str]) -> list[str]:
    """Remove these, in a transaction of the caller's, and give pages back; those that were there."""
    found = [match for match in dict.fromkeys(matches) if db.execute("SELECT 1 FROM matches WHERE id = ?", (match,)).fetchone()]
    for sql in REMOVE:
        db.executemany(sql, [(match,) for match in found])
    if found:
        _free(db)
    return found


def _free(db: sqlite3.Connection) -> None:
    """Give pages that are free back to the system: one at a time, as Python's module takes but one step of this statement."""
    (free,) = db.execute("PRAGMA freelist_count").fetchone()
    for _ in range(min(free, FREED_PAGES)):
        db.execute("PRAGMA incremental_vacuum(1)")


def idle(db: sqlite3.Connection, before: float, statuses: Sequence[str], limit: int) -> list[str]:
    """Some matches of these statuses where nothing has happened since a moment."""
    among = ", ".join("?" * len(statuses))
    sql = f"SELECT id FROM matches WHERE status IN ({among}) AND updated < ? AND (restored IS NULL OR restored < ?) LIMIT ?"
    return [row[0] for row in db.execute(sql, (*statuses, before, before, limit))]
