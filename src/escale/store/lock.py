"""One server a data folder: it holds a lock on a file there, which says who it is. The lock ends with its process."""

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
def locked(folder: Path) -> Iterator[Tell]:
    """Hold a folder while the context lasts; gives a function to tell the address served at. StoreError names another holder.

    Only servers hold it: backups, restores and the like work beside one.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if not _lock(file):
            raise StoreError(f"the games in {folder} are already served {_holder(file)}; --data chooses another folder")
        _write(file, "")
        yield lambda address: _write(file, address)
        os.ftruncate(file, 0)
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    """Whether the lock is ours now. A disk that knows no locks is trusted to have one server only."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        log.warning("the data folder can't be locked: %s", error.strerror)
    return True


def _write(file: int, address: str) -> None:
    os.ftruncate(file, 0)
    os.lseek(file, 0, os.SEEK_SET)
    os.write(file, f"{os.getpid()} {address}\n".encode())


def _holder(file: int) -> str:
    """Who holds it, as far as it has said so."""
    os.lseek(file, 0, os.SEEK_SET)
    pid, _, address = os.read(file, LONGEST).decode(errors="replace").strip().partition(" ")
    return " ".join([*([f"at {address}"] if address else []), f"by another process{f' ({pid})' if pid else ''}"])
