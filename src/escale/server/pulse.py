"""Says that a server is alive while clocks run, and sees to it that nobody is charged for the time when none was."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from functools import partial

from escale.play import rulings
from escale.server.live import Table
from escale.store.journal import Journal, Unavailable

log = logging.getLogger("escale.pulse")
BEAT_SECONDS = 1.0
DOWN_SECONDS = 2.5  # without a beat for so long, no server was there


class Pulse:
    """One a process."""

    def __init__(self, journal: Journal) -> None:
        """`begin` starts it."""
        self._journal = journal
        self._outages: list[tuple[float, float]] = []
        self._clocks: set[str] = set()  # the tables here whose clock runs
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Find out when no server was there, and beat from now on."""
        self._outages = await self._journal.outages(time.time(), DOWN_SECONDS)
        self._task = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """The last beat."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._clocks:
            with contextlib.suppress(Unavailable):
                await self._journal.beat(time.time())

    def wake(self, table: Table) -> None:
        """A table has changed: does its clock run?"""
        clock = table.match.clock
        if clock and clock.since is not None:
            self._clocks.add(table.match.id)
        else:
            self._clocks.discard(table.match.id)

    async def give_back(self, table: Table) -> None:
        """A table that was just read: nobody is charged for the times without a server."""
        if table.match.clock:
            for start, end in reversed(self._outages):
                await table.change("", "", partial(rulings.resumed, start, end))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if self._clocks:
                try:
                    await self._journal.beat(time.time())
                except Unavailable:
                    log.warning("could not say that this server is alive")
