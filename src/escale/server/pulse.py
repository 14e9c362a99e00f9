"""Says once a second that this process can take moves while clocks run, and tells tables when it can't."""

from __future__ import annotations

import asyncio
import contextlib
import time
import weakref
from collections.abc import Sequence

from escale.server.live import Table
from escale.server.uptime import Uptime
from escale.store.background import kept
from escale.store.journal import Journal, Unavailable

BEAT_SECONDS = 1.0
UNSURE_SECONDS = 2 * BEAT_SECONDS  # by which what is known of another process's time may be too much


class Pulse:
    """One per process. What it says adds up, over all processes and restarts, to the time in which moves could be taken.

    That time stands while no clock runs anywhere, and while no server is there or none can write. It is in the database, so
    that whoever reads a table again knows how long its player has been thinking; nobody's wall clock is asked.
    """

    def __init__(self, journal: Journal, uptime: Uptime) -> None:
        """`begin` starts it."""
        self._journal = journal
        self._uptime = uptime
        self._clocks: dict[str, weakref.ref[Table]] = {}  # the tables whose clock runs; some are kept in memory no more
        self._met: dict[str, float] = {}  # how long tables had waited when this process met them, until they are read
        self._ahead: float | None = None  # of our uptime, the time that all have served; None: to be asked
        self._first = asyncio.Event()  # a clock runs, and none did
        self._standing = False  # as tables were told last
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Say that a server is there, and go on saying so while clocks run."""
        await self._say()
        self._tasks = [kept("beats", self._beat), kept("the look at clocks", self._watch)]

    async def close(self) -> None:
        """The last beat."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._clocks:
            with contextlib.suppress(Unavailable):
                await self._say()

    def wake(self, table: Table) -> None:
        """A table has changed: does its clock run?"""
        clock = table.match.clock
        if clock and clock.since is not None and not table.gone:
            if not self._clocks:
                self._first.set()
            self._clocks[table.match.id] = weakref.ref(table)
        else:
            self._clocks.pop(table.match.id, None)

    def forget(self, match_id: str) -> None:
        """A table is gone."""
        self._clocks.pop(match_id, None)

    async def meet(self, ids: Sequence[str]) -> None:
        """Tables that will be read after a start, once their rules are compiled: nobody can move there meanwhile."""
        self._met = {match_id: await self._journal.waited(match_id) for match_id in ids}

    async def wind(self, table: Table) -> None:
        """A table that was just read: its player has been thinking for as long as servers have served since, and no longer."""
        clock, before = table.match.clock, self._met.pop(table.match.id, None)
        if clock and clock.since is not None:
            waited = await self._journal.waited(table.match.id) if before is None else before
            table.wind(max(0.0, waited - UNSURE_SECONDS))

    async def confirm(self) -> None:
        """Return when it is certain that moves can be taken; Unavailable if they can't."""
        await self._say()

    async def _say(self) -> None:
        served = 0.0 if self._ahead is None else self._ahead + self._uptime.now()
        most = await self._journal.beat(time.time(), served)
        if self._ahead is None or most > served:
            self._ahead = most - self._uptime.now()

    async def _beat(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._first.wait()  # the time before counts for nobody: from now on it does
            self._first.clear()
            if not self._clocks:
                self._ahead = None  # others may have gone on, or stood still: what they say counts when a clock runs here again
                continue
            with contextlib.suppress(Unavailable):  # the journal tells the host
                await self._say()

    async def _watch(self) -> None:
        """Beside the beats, one of which may hang: tell whoever looks at a clock whether it stands."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            if self._standing != self._uptime.stands:
                self._standing = not self._standing
                for found in list(self._clocks.values()):
                    if table := found():
                        table.tell_clock()
