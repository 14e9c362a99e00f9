"""Which journal is meant: a file in a folder, or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from escale.store.journal import Journal, StoreError
from escale.store.sqlite import SqliteJournal

FILE = "escale.sqlite3"


def journal_file(data: Path | None) -> Path:
    """The file in the folder somebody chose, or in their own data folder."""
    return (data or user_data_path("escale", appauthor=False)) / FILE


async def open_journal(data: Path | None, database: str | None) -> Journal:
    """The journal, open; StoreError if it can't be."""
    if database is None:
        return SqliteJournal(journal_file(data))
    try:
        from escale.store.postgres import PostgresJournal
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreError("PostgreSQL needs the package asyncpg: install escale with its extra, escale[postgres]") from None
    return await PostgresJournal.open(database)


def kept_in(data: Path | None, database: str | None) -> str:
    """Where the games are, as it may be shown to anybody."""
    if database is None:
        return str(journal_file(data))
    from escale.store.postgres_pool import place_of

    return place_of(database)
