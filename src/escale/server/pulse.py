"""Says that a server is alive while clocks run, and gives back the time when none was."""

from __future__ import annotations

import asyncio
import contextlib
import time

from escale.play import rulings
from escale.server.live import Table
from escale.store.journal import Journal

BEAT_SECONDS = 1.0
DOWN_SECONDS = 2.5  # without a beat for so long, no server was there


class Pulse:
    """One a process."""

    def __init__(self, journal: Journal) -> None:
        """`begin` starts it."""
        self._journal = journal
        self._down_since: float | None = None
        self._clocks: set[str] = set()  # the tables here whose clock runs
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Find out how long no server was there, and beat from now on."""
        now = time.time()
        before = await self._journal.alive(now)
        if before is not None and now - before > DOWN_SECONDS:
            self._down_since = before
        self._task = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """The last beat."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._journal.alive(time.time())

    def wake(self, table: Table) -> None:
        """A table has changed: does its clock run?"""
        clock = table.match.clock
        if clock and clock.since is not None:
            self._clocks.add(table.match.id)
        else:
            self._clocks.discard(table.match.id)

    async def give_back(self, table: Table) -> None:
        """A table that was read after a start: nobody is charged for the time without a server."""
        down = self._down_since
        if down is not None and table.match.clock:
            await table.change("", "", lambda match, at: rulings.resumed(match, at, down))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if self._clocks:
                await self._journal.alive(time.time())
