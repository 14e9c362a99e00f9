"""Harness: all of a server that a clock and a move need, in this process, and a database that fails in any way.

While it fails, nothing can be moved, nobody pays for it, and whoever looks is told so in a word; afterwards all goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from escale.play import rulings
from escale.play.clock import Terms
from escale.play.events import Event
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from escale.server import health, live, pulse
from escale.server.answering import failed
from escale.server.health import Health, NotReady
from escale.server.live import Table
from escale.server.pulse import Pulse
from escale.server.uptime import Uptime
from escale.server.watched import WatchedJournal
from escale.server.writing import first_entry
from escale.store import background
from escale.store.journal import Journal
from escale.store.postgres import PostgresJournal
from tests.play.tables import ADA, BOB, human, match_of

SECONDS = 1000.0  # on the clock
QUICK = 0.02  # seconds between two beats, and between two tries at anything
A_WHILE = 5 * QUICK
SOON = 20.0
SAID = "could not open file /srv/a/path for SELECT body FROM events"  # by the database, to the host alone

Hardship = Callable[[Journal], contextlib.AbstractAsyncContextManager[None]]


class Edge:
    """A pool's connections, of which every one fails as it is told."""

    def __init__(self, pool: Any) -> None:
        """Of asyncpg's pool."""
        self._pool = pool
        self.error: Exception | None = None

    async def acquire(self, timeout: float) -> Any:
        """A connection that may fail whenever something is asked of it."""
        return _Connection(self, await self._pool.acquire(timeout=timeout))

    async def release(self, connection: _Connection) -> None:
        """Give it back."""
        await self._pool.release(connection.itself)

    async def close(self) -> None:
        """Close all."""
        await self._pool.close()


class _Connection:
    def __init__(self, edge: Edge, itself: Any) -> None:
        self._edge, self.itself = edge, itself

    async def fetch(self, *values: Any) -> Any:
        """Rows, or the error."""
        if self._edge.error:
            raise self._edge.error
        return await self.itself.fetch(*values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.itself, name)


def raising(error: Exception) -> Hardship:
    """All that is asked of PostgreSQL meets this error."""

    @contextlib.asynccontextmanager
    async def hardship(journal: Journal) -> AsyncIterator[None]:
        assert isinstance(journal, PostgresJournal)
        pool: Any = journal._pool
        edge = pool._pool = Edge(pool._pool)
        edge.error = error
        try:
            yield
        finally:
            edge.error = None

    return hardship


class Small:
    """A journal that is watched, its pulse, its health, and a table where Ada has the turn and a clock."""

    def __init__(self, journal: Journal) -> None:
        """Begun by `small`."""
        uptime = Uptime()
        self.journal = journal
        watched = WatchedJournal(journal, uptime)
        self.watched, self.uptime, self.health, self.pulse = watched, uptime, Health(watched), Pulse(watched, uptime)
        match: Match = match_of(human(ADA), human(BOB), clock=Terms("game", SECONDS))
        self.table = Table(match, watched, self.pulse.wake, uptime=uptime)

    async def left(self) -> float:
        """What Ada has left now."""
        clock = self.table.match.clock
        assert clock
        return clock.left[0] - (self.table.now() - self.table.match.time)

    async def move(self) -> int:
        """Ada's move, the same command however often."""

        def ruling(match: Match, at: float) -> Event:
            return rulings.move(match, Command(ADA, "once", at), 1, match.position.names()[0])

        return await self.table.change(ADA, "once", ruling)


@contextlib.asynccontextmanager
async def small(monkeypatch: pytest.MonkeyPatch, journal: Journal) -> AsyncIterator[Small]:
    """A server as small as can be, where all is tried often."""
    for module, name in ((pulse, "BEAT_SECONDS"), (live, "AWAY_SECONDS"), (background, "PAUSE_SECONDS")):
        monkeypatch.setattr(module, name, QUICK)
    monkeypatch.setattr(health, "KEPT_SECONDS", 0.0)
    made = Small(journal)
    await journal.append(first_entry(made.table.match))
    made.pulse.wake(made.table)
    await made.pulse.begin()
    try:
        yield made
    finally:
        await made.pulse.close()


async def until(so: Callable[[], Awaitable[bool]]) -> None:
    """Wait; TimeoutError if it never is."""
    async with asyncio.timeout(SOON):
        while not await so():
            await asyncio.sleep(QUICK)


async def weather(server: Small, hardship: Hardship, cause: str) -> None:
    """What is promised of any hardship, `cause` being the word for it."""
    async with hardship(server.journal):
        with pytest.raises(NotReady) as error:
            await server.health.check()
        assert error.value.cause == cause
        check_public(error.value)
        with pytest.raises(Refused, match="unavailable"):
            await server.move()
        assert server.table.match.seq == 1
        await check_stands(server)
    await server.health.check()
    await check_runs(server)
    assert await server.move() == 2
    assert len(await server.journal.read(server.table.match.id)) == 2


def check_public(error: Exception) -> None:
    """Whoever asks over HTTP gets a 503 with a word, and nothing that the database said."""
    answer = failed(error)
    body = bytes(answer.body).decode()
    assert answer.status_code == 503, body
    assert json.loads(body)["error"]["code"] in health.TEXTS
    assert not any(word in body for word in SAID.split() if "/" in word or word.isupper()), body


async def check_stands(server: Small) -> None:
    """Nobody is charged."""

    async def stands() -> bool:
        return server.uptime.stands

    await until(stands)
    before = await server.left()
    await asyncio.sleep(A_WHILE)
    assert await server.left() == before


async def check_runs(server: Small) -> None:
    """The clock goes on."""
    before = await server.left()

    async def runs() -> bool:
        return await server.left() < before - A_WHILE

    await until(runs)
