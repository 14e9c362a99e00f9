"""Backup and restore, as the command line calls them: they open the journal themselves, beside a server that runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from escale.rules.errors import BadOption
from escale.server.journals import open_journal
from escale.store import backup as files
from escale.store.journal import Journal, StoreError

Work = Callable[[Journal, Path, Callable[[int], None]], Awaitable[tuple[int, int]]]


def backup(path: Path, data: Path | None, database: str | None, progress: Callable[[int], None]) -> tuple[int, int]:
    """Write all games to a file: how many matches, how many events."""
    return _run(files.backup, path, data, database, progress)


def restore(path: Path, data: Path | None, database: str | None, progress: Callable[[int], None]) -> tuple[int, int]:
    """Add the games of a file: how many matches it has, how many events were new."""
    return _run(files.restore, path, data, database, progress)


def _run(work: Work, path: Path, data: Path | None, database: str | None, progress: Callable[[int], None]) -> tuple[int, int]:
    async def all_of_it() -> tuple[int, int]:
        journal = await open_journal(data, database)
        try:
            return await work(journal, path, progress)
        finally:
            await journal.close()

    try:
        return asyncio.run(all_of_it())
    except StoreError as error:
        raise BadOption(str(error)) from None
    except OSError as error:
        raise BadOption(f"{error.filename or path}: {error.strerror}") from None
