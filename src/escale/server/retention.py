"""Tables where nothing has happened for as many days as the host says are removed, beside all else."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from escale.server.calendar import NOTED_SECONDS, SETTING, Calendar
from escale.server.hosted import remove_idle
from escale.store.background import kept
from escale.store.journal import Journal, StoreError

log = logging.getLogger("escale.retention")
FIRST_SECONDS = 5.0  # after a start: whoever comes then goes first
HOURS = 6
EVERY_SECONDS = HOURS * 3600.0
LITTLE = 0.5  # days by which tables may be kept longer without a word


class Retention:
    """Looks for such tables soon after the start, and every few hours; of several processes, one at a time removes.

    It also notes the time, whether anything is to be removed or not: who deletes tables later needs to know which days passed.
    """

    def __init__(
        self, journal: Journal, days: float | None, removed: Callable[[str], None], is_ours: Callable[[], bool] = lambda: True
    ) -> None:
        """`days`: None keeps everything. `removed` is told the ids of those that are gone.

        `is_ours`: whether it is this process that does so, of several that have the same database.
        """
        self._journal, self._days, self._removed, self._is_ours = journal, days, removed, is_ours
        self._noted: tuple[float, float] | None = None  # what the clock said when it was noted, and the monotonic one
        self._removed_at = float("-inf")  # by the monotonic clock
        self._told = False  # that tables are kept longer
        self._looking: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """From now on."""
        self._looking = kept("looking for old tables", self._look)

    async def close(self) -> None:
        """No more; a few that are being removed are removed whole, or not at all."""
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        first = True
        while True:
            try:
                if first or self._is_ours():
                    calendar = await self._note()  # the first time before anything is written by a clock that may be wrong
                    if not first and self._days is not None:
                        await self._remove(calendar, self._days)
            except StoreError:
                pass  # the journal tells the host; the next time will do
            await asyncio.sleep(FIRST_SECONDS if first else NOTED_SECONDS)
            first = False

    async def _note(self) -> Calendar:
        """Note what the clock says now, and what that is worth."""
        newest = None if self._noted else await self._journal.newest()
        now, watch = time.time(), time.monotonic()
        noted = Calendar.read(await self._journal.setting(SETTING, Calendar(now if newest is None else newest).text()))
        ours = self._noted is not None and self._noted[0] == noted.seen
        calendar = noted.at(now, watch - self._noted[1] if self._noted and ours else 0.0)
        await self._journal.set(SETTING, calendar.text())
        self._noted = now, watch
        return calendar

    async def _remove(self, calendar: Calendar, days: float) -> None:
        if time.monotonic() - self._removed_at < EVERY_SECONDS:
            return
        self._removed_at = time.monotonic()
        if (held_back := calendar.held_back(days)) > LITTLE:
            self._tell(held_back, days)
        if count := await remove_idle(self._journal, calendar.before(days), removed=self._removed):
            log.info("tables were removed, as nothing had happened there for long", extra={"tables": count})

    def _tell(self, held_back: float, days: float) -> None:
        if not self._told:
            self._told = True
            reason = f"no server ran for long, or the clock was set: {held_back:.1f} days are not counted"
            helps = f"if the clock is right, `escale tables delete --older-than {days:g} --trust-clock` deletes them at once"
            log.warning("old tables are kept longer, as the clock may be wrong", extra={"reason": f"{reason}; {helps}"})
