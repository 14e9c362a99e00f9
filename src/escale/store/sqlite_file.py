"""Opens a SQLite file as a journal needs it: its tables as they should be, safe against a crash, and able to shrink."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import stat
import time
from pathlib import Path

from escale.store.journal import Cause, StoreError, Unavailable, migrations
from escale.store.sqlite_damage import is_damage, kind, line

CAUSES: dict[int, Cause] = {
    sqlite3.SQLITE_CANTOPEN: "disk",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "readonly",
}
#: Why a file can't be opened, if that may be over in a while: a lock, a full disk, a machine that has no room for more.
PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM)
FULL_UP = frozenset({errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC})
Files = tuple[tuple[int, int] | None, ...]

FOLDER_MODE, FILE_MODE = 0o700, 0o600
BESIDE = ("-wal", "-shm")  # files that SQLite keeps beside one
OPEN_SECONDS = 30.0  # that opening waits for another program: nobody plays yet
TRY_SECONDS = 0.1  # that one try to write waits; between two of them, whoever has waited too long is told
LOCKED_SECONDS = 0.02
INCREMENTAL = 2  # the way of vacuuming in which free pages can be given back a few at a time
MOST_VACUUMED = 1 << 28  # bytes of a file from before, which is rewritten once so that it can shrink: a second or two


def cause_of(error: Exception) -> Cause:
    """Why SQLite could not do something, in a word."""
    if is_damage(error):
        return "damaged"
    return "disk" if isinstance(error, OSError) else CAUSES.get(kind(error), "fails")


def not_opened(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """What to raise if a file can't be opened: Unavailable if trying again later may help."""
    passing = error.errno in FULL_UP if isinstance(error, OSError) else kind(error) in PASSING
    if isinstance(error, FileExistsError | NotADirectoryError):
        return StoreError(f"{path.parent} is no folder")
    text = f"{path}: {line(error)}"
    return Unavailable(text, cause_of(error)) if passing else StoreError(text)


def to_write(path: Path) -> sqlite3.Connection:
    """The file, or a new one, safe against a crash of this process or of the machine; several processes may use it.

    StoreError if it has another name too.
    """
    _keep_from_others(path)
    _only_name(path)
    db = sqlite3.connect(path, timeout=OPEN_SECONDS, isolation_level=None)
    db.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")  # which only counts before anything is written
    _write_ahead(db)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    _migrate(db)
    _let_shrink(db)
    _wait_at_most(db, TRY_SECONDS)
    return db


def files(path: Path) -> Files:
    """Which files now have the names of a database and of what is written ahead of it; None for one that isn't there."""
    return tuple(map(_identity, (path, path.with_name(f"{path.name}{BESIDE[0]}"))))


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _only_name(path: Path) -> None:
    """Refuse a file that has a second name, a hard link: what SQLite keeps beside a file goes by its name, so those who write
    the file by one name and by the other don't see each other, and destroy it.
    """
    with contextlib.suppress(FileNotFoundError):
        if path.stat().st_nlink > 1:
            raise StoreError(f"{path} is a file with a second name, a hard link: copy it instead, and remove one of the two")


def _keep_from_others(path: Path) -> None:
    """Other users of this machine can't read what is hidden in the games: the file and the folder are their owner's, if new.

    A file from before keeps what its owner and group may do. What SQLite makes beside a file is as open as that is.
    """
    path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE))
    except FileExistsError:
        for file in (path, *(path.with_name(path.name + ending) for ending in BESIDE)):
            with contextlib.suppress(OSError):  # not there, or another's: who may only use it can't close it
                file.chmod(stat.S_IMODE(file.stat().st_mode) & ~stat.S_IRWXO)


def to_read(path: Path, patience: float) -> sqlite3.Connection:
    """A file that is open already, to be read beside whatever is written to it."""
    db = sqlite3.connect(path, timeout=patience, isolation_level=None)
    db.execute("PRAGMA query_only = ON")
    with contextlib.suppress(sqlite3.DatabaseError):  # damage is told to whoever needs what is damaged
        db.execute("SELECT 1 FROM matches LIMIT 1").fetchone()  # all it needs of the disk is there before that is full
    return db


def _write_ahead(db: sqlite3.Connection) -> None:
    """Set how the file is written; that isn't waited for by itself while another process does the same."""
    deadline = time.monotonic() + OPEN_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
        time.sleep(LOCKED_SECONDS)


def _migrate(db: sqlite3.Connection) -> None:
    """Apply the migrations that were not, all or none."""
    db.execute("BEGIN IMMEDIATE")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    known = migrations()
    if version > known[-1][0]:
        raise sqlite3.DatabaseError(f"made by a newer version of this program (form {version}, known {known[-1][0]})")
    for number, sql in known:
        if number > version:
            for statement in sql.split(";\n"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
    db.execute("COMMIT")


def _let_shrink(db: sqlite3.Connection) -> None:
    """Rewrite a file from before it could shrink, once, if that takes but a moment and nobody else is writing."""
    way, pages, size = (db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("auto_vacuum", "page_count", "page_size"))
    if way == INCREMENTAL or pages * size > MOST_VACUUMED:
        return
    with contextlib.suppress(sqlite3.DatabaseError):  # locked, damaged, or no room on the disk: another time
        _wait_at_most(db, 0.0)
        db.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
        db.execute("VACUUM")


def _wait_at_most(db: sqlite3.Connection, seconds: float) -> None:
    db.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")
