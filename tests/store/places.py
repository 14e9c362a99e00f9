"""Where a journal may be: every test of the store runs on each kind of database."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from escale.server.journals import FILE, open_journal
from escale.store.journal import Entry, Journal, Row

KINDS = ("sqlite", "postgresql")


@dataclass(frozen=True)
class Place:
    """A folder, or the address of a database."""

    data: Path | None = None
    database: str | None = None

    @contextlib.asynccontextmanager
    async def journal(self) -> AsyncIterator[Journal]:
        """The journal there, open while the context lasts."""
        journal = await open_journal(self.data, self.database)
        try:
            yield journal
        finally:
            await journal.close()

    def options(self) -> list[str]:
        """How the command line is told."""
        return ["--database", self.database] if self.database else ["--data", str(self.data)]


def entry(match: str, seq: int, body: str = "{}", **more: object) -> Entry:
    """An event of a match nobody plays."""
    holders, clocked = more.pop("holders", ()), bool(more.pop("clocked", False))
    row = {"game": "none", "status": "playing", "listed": False, "invitation": f"invitation-{match}", "updated": float(seq)}
    return Entry(Row(match, **{**row, **more}), seq, body.encode(), holders, clocked)  # type: ignore[arg-type]


async def seqs(place: Place, match: str) -> list[int]:
    """The places in the journal of a match that are taken, as the database itself has them."""
    async with places_taken(place) as taken:
        return await taken(match)


@contextlib.asynccontextmanager
async def places_taken(place: Place) -> AsyncIterator[Callable[[str], Awaitable[list[int]]]]:
    """The same for any number of matches, by one connection."""
    if place.data:
        db = sqlite3.connect(place.data / FILE)

        async def in_file(match: str) -> list[int]:
            return [row[0] for row in db.execute("SELECT seq FROM events WHERE match = ? ORDER BY seq", (match,))]

        try:
            yield in_file
        finally:
            db.close()
        return
    connection = await asyncpg.connect(place.database)

    async def in_database(match: str) -> list[int]:
        return [row[0] for row in await connection.fetch("SELECT seq FROM events WHERE match = $1 ORDER BY seq", match)]

    try:
        yield in_database
    finally:
        await connection.close()
