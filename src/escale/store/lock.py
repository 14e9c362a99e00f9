"""One server for each database file: it holds a lock on the folder of the file, which ends with its process, however that ends.

A folder can't be removed while the games are in it, and not be made anew unnoticed, as a file in it can. A file there says who
the holder is; it is locked too, for systems that can't lock a folder, and for servers that know no other lock.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from escale.store.journal import StoreError
from escale.store.sqlite_file import FOLDER_MODE

log = logging.getLogger("escale.store")
FILE = "escale.lock"
LOCKED_BYTE = 1 << 20  # on Windows nobody can read what is locked: it is far behind what is written
LONGEST = 200  # bytes that are read of what the holder has written

Tell = Callable[[str], None]


@contextlib.contextmanager
def locked(database: Path) -> Iterator[Tell]:
    """Hold a database file while the context lasts; gives a function to tell the address served at.

    StoreError names another holder, or what is no folder.
    Only servers hold it: backups, restores and the like work beside one.
    """
    try:
        database.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise StoreError(f"{database.parent} is no folder") from None
    folder = Path(os.path.realpath(database)).parent  # a link may lead to another folder's games
    with _opened_folder(folder) as opened:
        if opened is not None and not _lock(opened):
            raise _taken(folder, _holder(folder / FILE))
        file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            if not _lock(file):
                raise _taken(folder, _holder(folder / FILE))
            _write(file, "")
            yield lambda address: _write(file, address)
            os.ftruncate(file, 0)
        finally:
            os.close(file)


@contextlib.contextmanager
def _opened_folder(folder: Path) -> Iterator[int | None]:
    """A folder to be locked; None on Windows, which can't, and where a file that is open can't be removed."""
    if sys.platform == "win32":
        yield None
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        yield opened
    finally:
        os.close(opened)


def _taken(folder: Path, holder: str) -> StoreError:
    return StoreError(f"the games in {folder} are already served {holder}; --data chooses another folder")


def _lock(opened: int) -> bool:
    """Whether the lock of a file or folder is ours now. A disk that knows no locks is trusted to have one server only."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(opened, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        log.warning("the data folder can't be locked: %s", error.strerror)
    return True


def _write(file: int, address: str) -> None:
    os.ftruncate(file, 0)
    os.lseek(file, 0, os.SEEK_SET)
    os.write(file, f"{os.getpid()} {address}\n".encode())


def _holder(file: Path) -> str:
    """Who holds it, as far as it has said so in a file that is still there."""
    text = b""
    with contextlib.suppress(OSError), file.open("rb") as written:
        text = written.read(LONGEST)
    pid, _, address = text.decode(errors="replace").strip().partition(" ")
    return " ".join([*([f"at {address}"] if address else []), f"by another process{f' ({pid})' if pid else ''}"])
