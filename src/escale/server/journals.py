"""Which journal is meant: a file in a folder, or a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from escale.store.inspection import Inspection
from escale.store.journal import Journal, StoreError
from escale.store.sqlite import SqliteJournal
from escale.store.sqlite_damage import first_damage
from escale.store.sqlite_inspection import SqliteInspection

FILE = "escale.sqlite3"
QUICK_SECONDS = 3.0  # that a start takes longer, at most, to look for damage


def journal_file(data: Path | None) -> Path:
    """The file in the folder somebody chose, or in their own data folder."""
    return (data or user_data_path("escale", appauthor=False)) / FILE


async def open_journal(data: Path | None, database: str | None) -> Journal:
    """The journal, open; StoreError if it can't be."""
    if database is None:
        return SqliteJournal(journal_file(data))
    with needs_asyncpg():
        from escale.store.postgres import PostgresJournal
    return await PostgresJournal.open(database)


async def open_inspection(data: Path | None, database: str | None) -> Inspection:
    """The same database, to be looked at alone; StoreError if there are no games of ours. Nothing is made."""
    if database is None:
        return SqliteInspection(journal_file(data))
    with needs_asyncpg():
        from escale.store.postgres_inspection import PostgresInspection
    return await PostgresInspection.open(database)


async def open_existing(data: Path | None, database: str | None) -> Journal:
    """The journal, open; StoreError if it can't be, or if there is none: then none is made."""
    await (await open_inspection(data, database)).close()
    return await open_journal(data, database)


@contextmanager
def needs_asyncpg() -> Iterator[None]:
    """StoreError if an import fails for want of PostgreSQL's driver."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreError("PostgreSQL needs the package asyncpg: install escale with its extra, escale[postgres]") from None


def check_quickly(data: Path | None, database: str | None) -> None:
    """StoreError, in one line with what helps, if a file is damaged as far as can be seen in a moment."""
    path = journal_file(data)
    if database is None and (found := first_damage(path, QUICK_SECONDS)):
        raise StoreError(
            f"{path} is damaged ({found}): `escale check --data {path.parent}` tells which games are,"
            " `escale backup --whole-only` copies the others, `escale restore` puts a backup into another folder"
        )


def kept_in(data: Path | None, database: str | None) -> str:
    """Where the games are, as it may be shown to anybody."""
    if database is None:
        return str(journal_file(data))
    from escale.store.postgres_pool import place_of

    return place_of(database)
