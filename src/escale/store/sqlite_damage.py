"""A quick look at a SQLite file: whether it can be read as one, as far as can be seen in a moment."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

PRIMARY = 0xFF  # the part of an error's code that says its kind
OBSTACLES = (
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
)
UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)  # a failing disk
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
NO_TEXT = "Could not decode to UTF-8"  # which Python says, not SQLite


def first_damage(path: Path, seconds: float) -> str | None:
    """The first thing that is damaged, in one line; None if nothing is that can be seen in so many seconds."""
    if not path.is_file():
        return None
    try:
        with closing(read_only(path)) as db, interrupted(db, seconds):
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return line(error) if is_damage(error) else None  # whatever else is wrong is found when it is opened
    return None if found == "ok" else " ".join(found.split())


@contextmanager
def interrupted(db: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Whatever a connection does is stopped after so many seconds, with an error that is no damage."""
    timer = threading.Timer(seconds, db.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # or it might interrupt a connection that is closed


def read_only(path: Path, more: str = "") -> sqlite3.Connection:
    """A file, to be read alone: it is neither made nor changed."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{more}", uri=True, isolation_level=None, check_same_thread=False)


def at_rest(path: Path) -> sqlite3.Connection:
    """The same, of a file that nobody writes to: nothing is needed beside it, be it in a folder that can't be written."""
    return read_only(path, "&immutable=1")


def is_at_rest(path: Path) -> bool:
    """Whether all that was written is in the file itself, and not in one beside it."""
    beside = path.with_name(f"{path.name}-wal")
    return not beside.is_file() or beside.stat().st_size == 0


def is_obstacle(error: BaseException) -> bool:
    """Whether the system keeps us from reading a file in which nothing need be wrong: its rights, a full disk, a lock."""
    return kind(error) in OBSTACLES and getattr(error, "sqlite_errorcode", 0) not in UNREADABLE


def is_damage(error: BaseException) -> bool:
    """Whether the file is not as it was written: SQLite says so, or a text in it is none any more."""
    return kind(error) in DAMAGED or NO_TEXT in str(error)


def kind(error: BaseException) -> int:
    """The code of SQLite for an error's kind; 0 if it didn't come from there."""
    return int(getattr(error, "sqlite_errorcode", 0)) & PRIMARY


def line(error: BaseException) -> str:
    """What an error says, as one line."""
    return " ".join(str(error).split()) or type(error).__name__
