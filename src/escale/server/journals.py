"""Which journal is meant: a file in a folder, or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from escale.store.journal import Journal
from escale.store.sqlite import SqliteJournal

FILE = "escale.sqlite3"


def journal_file(data: Path | None) -> Path:
    """The file in the folder somebody chose, or in their own data folder."""
    return (data or user_data_path("escale", appauthor=False)) / FILE


async def open_journal(data: Path | None, database: str | None) -> Journal:
    """The journal, open; StoreError if it can't be."""
    assert database is None
    return SqliteJournal(journal_file(data))
