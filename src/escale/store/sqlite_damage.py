"""A quick look at a SQLite file: whether it can be read as one, as far as can be seen in a moment."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

PRIMARY = 0xFF  # the part of an error's code that says its kind
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


def read_only(path: Path) -> sqlite3.Connection:
    """A file, to be read alone: it is neither made nor changed."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False)


def is_damage(error: BaseException) -> bool:
    """Whether the file is not as it was written: SQLite says so, or a text in it is none any more."""
    return kind(error) in DAMAGED or NO_TEXT in str(error)


def kind(error: BaseException) -> int:
    """The code of SQLite for an error's kind; 0 if it didn't come from there."""
    return int(getattr(error, "sqlite_errorcode", 0)) & PRIMARY


def line(error: BaseException) -> str:
    """What an error says, as one line."""
    return " ".join(str(error).split()) or type(error).__name__
