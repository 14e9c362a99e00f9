"""Tables where nothing has happened for as many days as the host says are removed, beside all else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from escale.server.hosted import remove_idle
from escale.store.journal import Journal, StoreError

log = logging.getLogger("escale.retention")
FIRST_SECONDS = 5.0  # after a start: whoever comes then goes first
HOURS = 6
EVERY_SECONDS = HOURS * 3600.0


class Retention:
    """Looks for such tables soon after the start, and every few hours; of several processes, one at a time removes."""

    def __init__(
        self, journal: Journal, days: float | None, removed: Callable[[str], None], is_ours: Callable[[], bool] = lambda: True
    ) -> None:
        """`days`: None keeps everything. `removed` is told the ids of those that are gone.

        `is_ours`: whether it is this process that does so, of several that have the same database.
        """
        self._journal, self._days, self._removed, self._is_ours = journal, days, removed, is_ours
        self._looking: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """From now on."""
        if self._days is not None:
            self._looking = asyncio.create_task(self._look(self._days))

    async def close(self) -> None:
        """No more; a few that are being removed are removed whole, or not at all."""
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self, days: float) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                if self._is_ours() and (count := await remove_idle(self._journal, days, removed=self._removed)):
                    log.info("tables were removed, as nothing had happened there for long", extra={"tables": count})
            except StoreError:
                pass  # the journal tells the host; the next time will do
            await asyncio.sleep(EVERY_SECONDS)
