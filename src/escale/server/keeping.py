"""Backup and restore, as the command line calls them: they open the journal themselves, beside a server that runs."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from escale.rules.errors import BadOption, EscaleError
from escale.server.audit import Remark
from escale.server.journals import journal_file, open_inspection, open_journal
from escale.server.rescue import whole_tables
from escale.store import backup as files
from escale.store.journal import StoreError, Unavailable
from escale.store.lock import FILE as LOCK

#: What SQLite adds to a file's name for files of its own beside it.
SQLITE_ENDS = ("-wal", "-shm", "-journal")

T = TypeVar("T")
Progress = Callable[[int], None]


class NotWhole(EscaleError):
    """The games are damaged; the text says what helps."""


@dataclass(frozen=True)
class Copied:
    """What is in a backup, and what should be and isn't."""

    tables: int
    events: int
    left_out: list[Remark]


def backup(
    path: Path,
    data: Path | None,
    database: str | None,
    progress: Progress,
    *,
    overwrite: bool = False,
    whole_only: bool = False,
) -> Copied:
    """Write all games to a file; with `whole_only` those that are whole, each of which is replayed.

    BadOption if there is no journal, which is then not made, or if the file is there and should not be overwritten, or must
    never be. NotWhole if something is damaged, unless that is left out.
    """
    file = journal_file(data)
    if database is None and not file.exists() and not (data and data.is_file()):
        raise BadOption(f"no games are kept in {file.parent}: there is no {file.name}")
    target = Path(os.path.realpath(path))  # a link stays one: the file it leads to is written
    _explained(path, lambda: _refuse_target(path, target, file, overwrite))
    copy = _copy_whole if whole_only else _copy_all
    return _explained(path, lambda: asyncio.run(copy(target, data, database, progress)))


async def _copy_all(path: Path, data: Path | None, database: str | None, progress: Progress) -> Copied:
    journal = await open_journal(data, database)
    try:
        return Copied(*await files.backup(journal.dump(), path, progress), [])
    except Unavailable as error:
        if error.cause != "damaged":
            raise
        raise NotWhole(f"{error}: --whole-only copies the tables that are whole") from None
    finally:
        await journal.close()


async def _copy_whole(path: Path, data: Path | None, database: str | None, progress: Progress) -> Copied:
    inspection = await open_inspection(data, database)
    left_out: list[Remark] = []
    try:
        return Copied(*await files.backup(whole_tables(inspection, left_out), path, progress), left_out)
    finally:
        await inspection.close()


def _refuse_target(path: Path, target: Path, journal: Path, overwrite: bool) -> None:
    """BadOption if a backup must not be written to a file that was named as `path`."""
    journal = Path(os.path.realpath(journal))  # beside which its own files are
    own = [journal, *(journal.with_name(journal.name + end) for end in SQLITE_ENDS), journal.with_name(LOCK)]
    if any(_same_file(target, one) for one in own):
        raise BadOption(f"{path} belongs to the games that are to be copied: name another file")
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise BadOption(f"{path} is a folder: name a file")
    if not stat.S_ISREG(mode):
        raise BadOption(f"{path} is no file but a device, a pipe or a socket: name a file")
    if not overwrite:
        raise BadOption(f"{path} is there already: --overwrite replaces it")


def _same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, also if it isn't there yet: SQLite would take what lies there for its own."""
    if one == Path(os.path.realpath(other)):
        return True
    try:
        return one.samefile(other)
    except OSError:
        return False


def restore(path: Path, data: Path | None, database: str | None, progress: Progress) -> files.Restored:
    """Add the games of a file. Nothing is added of one that isn't whole."""
    _explained(path, lambda: files.check(path))
    return _explained(path, lambda: asyncio.run(_restore(path, data, database, progress)))


async def _restore(path: Path, data: Path | None, database: str | None, progress: Progress) -> files.Restored:
    journal = await open_journal(data, database)
    try:
        return await files.restore(journal, path, progress)
    finally:
        await journal.close()


def _explained(path: Path, work: Callable[[], T]) -> T:
    """What some work gives; BadOption if the file or the journal can't be used."""
    try:
        return work()
    except StoreError as error:
        raise BadOption(str(error)) from None
    except OSError as error:
        raise BadOption(f"{path}: {error.strerror or error}") from None
