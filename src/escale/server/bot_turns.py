"""Bots at the tables: each thinks in a thread and moves by the same door as anybody."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from escale.play import rulings
from escale.play.events import Moved
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from escale.rules.position import Position
from escale.search.bots import Bot, bot
from escale.server.live import Table
from escale.server.metrics import Metrics

log = logging.getLogger("escale.bots")
RETRY_SECONDS = 1.0  # after a turn that failed


class BotTurns:
    """Sees to it that whenever a bot must move, it does."""

    def __init__(self, pace: float, metrics: Metrics) -> None:
        """`pace`: the seconds before each bot's move, so that people can follow."""
        self._pace = pace
        self._metrics = metrics
        self._turns: dict[str, asyncio.Task[None]] = {}
        self._threads = ThreadPoolExecutor(thread_name_prefix="bot")

    def wake(self, table: Table) -> None:
        """A table has changed: if a bot must move there, it begins to think."""
        if bot_to_move(table.match) is not None and table.match.id not in self._turns:
            turn = asyncio.create_task(self._play(table))
            self._turns[table.match.id] = turn
            turn.add_done_callback(lambda _: self._done(table))

    async def close(self) -> None:
        """Stop all thinking; the turns are taken up again at the next start."""
        turns = list(self._turns.values())
        for turn in turns:
            turn.cancel()
        await asyncio.gather(*turns, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _done(self, table: Table) -> None:
        turn = self._turns.pop(table.match.id)
        if turn.cancelled():
            return
        if turn.exception() is None:
            self.wake(table)  # it may be a bot's turn again since the last look
            return
        log.error("a bot's turn failed", exc_info=turn.exception(), extra={"table": table.match.id})
        turn.get_loop().call_later(RETRY_SECONDS, self.wake, table)

    async def _play(self, table: Table) -> None:
        while (name := bot_to_move(table.match)) is not None:
            await asyncio.sleep(self._pace)
            seq, position = table.match.seq, table.match.position.copy()
            with self._metrics.timed_bot(name):
                move = await self._chosen(bot(name, bot_seed(table.match)), position)
            with contextlib.suppress(Refused):  # something happened meanwhile: look again
                await table.change("", "", partial(_ruling, seq, move))

    async def _chosen(self, player: Bot, position: Position) -> str:
        """A bot's move: at once if it needs no time, else thought out in a thread while the tables go on."""
        if player.instant:
            return chosen(player, position)
        return await asyncio.get_running_loop().run_in_executor(self._threads, chosen, player, position)


def _ruling(seq: int, move: str, match: Match, at: float) -> Moved:
    return rulings.move(match, Command("", "", at), seq, move, bot=True)


def bot_to_move(match: Match) -> str | None:
    """The bot that must decide, if it is a bot's turn."""
    if match.turn is None:
        return None
    sitting = match.seats[match.turn].sitting
    return sitting.bot if sitting.kind == "bot" else None


def bot_seed(match: Match) -> int:
    """A bot's own chance at this turn: the same after a restart, and nothing to do with the deal."""
    digest = hashlib.sha256(f"bot:{match.created.salt}:{match.ply}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def chosen(player: Bot, position: Position) -> str:
    """A bot's move; a bot that fails plays the first move there is, so that nobody waits for ever."""
    try:
        return position.name(player.choose(position))
    except Exception:
        log.exception("a bot failed", extra={"bot": player.name})
        return position.names()[0]
