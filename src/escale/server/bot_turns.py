"""Bots at the tables: each thinks, seems to think as long as people can follow, and moves by the same door as anybody.

At a table that matters to nobody no bot thinks: it sleeps until somebody comes.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from functools import partial

from escale.play import rulings
from escale.play.events import Moved
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from escale.server.live import Table
from escale.server.metrics import Metrics
from escale.server.pace import seconds_until_shown
from escale.server.readiness import Readiness
from escale.server.roster import Choice
from escale.server.seat_bots import Forgotten, SeatBots
from escale.server.shares import Attention

log = logging.getLogger("escale.bots")
SEEDS = 1 << 64  # that `own_seed` may give
RETRY_SECONDS = 1.0  # after a turn that failed, or that could not be written


class BotTurns:
    """Sees to it that whenever a bot must move, and that matters to somebody, it does."""

    def __init__(self, pace: float, bots: SeatBots, readiness: Readiness, metrics: Metrics) -> None:
        """`pace`: about how many seconds after a move a bot's follows, at a table that wants it neither slow nor quick."""
        self._pace = pace
        self._bots = bots
        self._ready = readiness
        self._metrics = metrics
        self._turns: dict[str, asyncio.Task[None]] = {}

    def wake(self, table: Table) -> None:
        """A table has changed, or somebody has come to it: if a bot must move there, it begins to think."""
        if waits_for_a_bot(table) and table.match.id not in self._turns:
            table.thinking = True
            turn = asyncio.create_task(self._play(table))
            self._turns[table.match.id] = turn
            turn.add_done_callback(lambda _: self._done(table))

    def tidy(self, table: Table) -> None:
        """A table has changed, here or elsewhere: once its game is over, its bots need not remember anything."""
        if table.match.turn is None or table.gone:
            self._bots.forget(table.match.id)

    async def close(self) -> None:
        """Stop all thinking; the turns are taken up again at the next start."""
        turns = list(self._turns.values())
        for turn in turns:
            turn.cancel()
        await asyncio.gather(*turns, return_exceptions=True)
        self._bots.close()

    def _done(self, table: Table) -> None:
        turn = self._turns.pop(table.match.id)
        table.thinking = False
        if turn.cancelled():
            return
        if turn.exception() is None:
            self.wake(table)  # it may be a bot's turn again since the last look
            return
        log.error("a bot's turn failed", exc_info=turn.exception(), extra={"table": table.match.id})
        turn.get_loop().call_later(RETRY_SECONDS, self.wake, table)

    async def _play(self, table: Table) -> None:
        match, clock = table.match, asyncio.get_running_loop().time
        await self._ready.to_think(match.created.game, match.created.version)
        while waits_for_a_bot(table):
            name = bot_to_move(match)
            assert name is not None
            assert match.turn is not None
            begun, seq = clock(), match.seq
            try:
                with self._metrics.timed_bot(name):
                    choice = await self._bots.choose(match, match.turn, name, bot_seed(match), table)
            except Forgotten:
                continue  # the table has ended, all have gone, or somebody has opened it again: look again
            shown_after = seconds_until_shown(self._pace, match.created.pace, chance_of_pause(match))
            await asyncio.sleep(max(0.0, begun + shown_after - clock()))
            try:
                await table.change("", "", partial(_ruling, seq, choice))
            except Refused as refusal:  # something happened meanwhile: look again, but not over and over while nothing can
                if refusal.code == "unavailable":
                    await asyncio.sleep(RETRY_SECONDS)
        self.tidy(table)  # it may have ended between two looks


def _ruling(seq: int, choice: Choice, match: Match, at: float) -> Moved:
    if match.turn is not None and match.seats[match.turn].since > seq:
        raise Refused("stale")  # whoever sits there now was not asked
    return rulings.move(match, Command("", "", at), seq, choice.move, bot=True, stood_in=choice.trouble)


def waits_for_a_bot(table: Table) -> bool:
    """Whether a bot must decide, and somebody wants to see what."""
    return not table.gone and bot_to_move(table.match) is not None and table.attention() is not Attention.NOBODY


def bot_to_move(match: Match) -> str | None:
    """The bot that must decide, if it is a bot's turn."""
    if match.turn is None:
        return None
    sitting = match.seats[match.turn].sitting
    return sitting.bot if sitting.kind == "bot" else None


def bot_seed(match: Match) -> int:
    """A bot's own chance from this turn on: nothing to do with the deal."""
    return own_seed("bot", match)


def chance_of_pause(match: Match) -> float:
    """From 0 to 1, how long the pause is: by chance, as how long a bot really thinks may tell what it has in hand."""
    return own_seed("pause", match) / SEEDS


def own_seed(what: str, match: Match) -> int:
    """Chance for something at a table at this turn: the same in every process, and nothing to do with the deal."""
    digest = hashlib.sha256(f"{what}:{match.created.salt}:{match.ply}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
