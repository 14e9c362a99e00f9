"""Clocks at the tables: when a seat's time is over, the table is told, by the same door as everything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from escale.play import rulings
from escale.play.rulings import Refused
from escale.rules.errors import EscaleError
from escale.server.live import Table
from escale.server.tables import NoSuchTable
from escale.store.journal import Unavailable

log = logging.getLogger("escale.clocks")
SLACK = 0.05  # seconds a timer may be early
LONGEST_SLEEP = 24 * 3600.0
LONGEST_PAUSE = 60.0  # seconds between two tries that fail
AWAY_SECONDS = 1.0  # before it is tried again, when the database is away


class Deadlines:
    """One timer for each table whose clock runs."""

    def __init__(
        self,
        bot: str,
        confirm: Callable[[], Awaitable[None]],
        find: Callable[[str], Awaitable[Table]],
        forget: Callable[[str], None],
    ) -> None:
        """`bot` takes the seats of those who run out of time. `find` gives a table by its id: it may sleep until then.
        `forget` is told of one that is gone.

        `confirm` returns when it is certain that moves can be taken; Unavailable. Nobody's time is over before, or it might be
        for time in which nobody could move.
        """
        self._bot = bot
        self._confirm = confirm
        self._find = find
        self._forget = forget
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._running: dict[str, asyncio.Task[None]] = {}  # one for each table

    def wake(self, table: Table) -> None:
        """A table has changed: its next deadline may be another."""
        if timer := self._timers.pop(table.match.id, None):
            timer.cancel()
        clock = table.match.clock
        deadline = clock.deadline(table.match.turn) if clock and not table.gone else None
        if deadline is not None:
            delay = min(max(0.0, deadline - table.now()) + SLACK, LONGEST_SLEEP)
            self._timers[table.match.id] = asyncio.get_running_loop().call_later(delay, self._ring, table.match.id)

    def close(self) -> None:
        """Stop all timers."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._running.values():
            task.cancel()

    def _ring(self, match_id: str) -> None:
        self._timers.pop(match_id, None)
        if match_id in self._running:
            return  # which looks again when it is done
        task = self._running[match_id] = asyncio.get_running_loop().create_task(self._run_out(match_id))
        task.add_done_callback(lambda _: self._running.pop(match_id))

    async def _run_out(self, match_id: str) -> None:
        pause = AWAY_SECONDS
        while True:
            try:
                table = await self._find(match_id)
                await self._confirm()
                await table.change("", "", lambda match, at: rulings.run_out(match, at, self._bot))
            except NoSuchTable:
                self._forget(match_id)
                return
            except (Unavailable, Refused):
                await asyncio.sleep(AWAY_SECONDS)
            except EscaleError:  # it can't be read: whoever comes to it is told
                log.exception("a clock can't be looked at", extra={"table": match_id})
                self._forget(match_id)
                return
            except Exception:
                log.exception("a clock can't be looked at now", extra={"table": match_id})
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)  # each try may be as dear as compiling a game
            else:
                break
        if match_id not in self._timers:
            self.wake(table)  # a long sleep, or a timer that was early
