"""The bots at the tables' seats: each keeps what it has thought while its table is awake, and none can block the table."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from typing import NamedTuple

from escale.play.match import Match
from escale.rules.errors import NoSuchBot
from escale.rules.position import Position
from escale.search.bots import bot
from escale.search.stand_in import DEADLINE_SECONDS, STAND_IN, trouble_after
from escale.server.costs import QUICK_SECONDS, Costs
from escale.server.logs import EACH
from escale.server.metrics import Metrics
from escale.server.roster import Choice, Player, Roster
from escale.server.shares import ANYBODY, Claim, Interest, Unwanted
from escale.server.threads import Late, Threads

log = logging.getLogger("escale.bots")
TRIES, TRIES_IN_DOUBT = 2, 1  # at a move: of one whose last turn went well, or gave no move
STAND_IN_SECONDS = 2.0
MOST_KEPT = 200  # bots that keep what they have thought
MOST_OWN_KEPT = 4  # of the host's own, each of which is a process

Place = tuple[str, int]  # a table's id and the seat


class Forgotten(Exception):
    """Nobody wants a bot's move any more: its table has ended while it thought, or all have gone before it began to."""


class Kept(NamedTuple):
    """Who thinks for a seat."""

    name: str
    player: Player


class Question(NamedTuple):
    """What a seat's bot is asked, as all was then: its table may change while it thinks."""

    place: Place
    name: str
    seed: int
    position: Position
    failed_turns: int  # up to its last
    replaced: bool
    interest: Interest  # in its move


class SeatBots:
    """Everybody who thinks for a seat in this process."""

    def __init__(
        self,
        roster: Roster,
        threads: Threads,
        metrics: Metrics,
        deadline: float = DEADLINE_SECONDS,
        quick: Threads | None = None,
    ) -> None:
        """`deadline`: the seconds a bot may take for a move before it is asked once more, then replaced for that move.

        They count from when it begins to think. Those who need little time think in the `quick` threads, if there are some.

        After a turn without a move it is asked only once, after MOST_FAILED_TURNS in a row no more: a table must not wait for
        it again and again. The match knows of such turns, so a restart or another process changes nothing.
        """
        self._roster, self._threads, self._metrics, self._deadline = roster, threads, metrics, deadline
        self._quick, self._costs = quick or threads, Costs(roster, deadline)
        self._last_resort = Threads(1)  # free, however many threads of the others never come back
        self._kept: OrderedDict[Place, Kept] = OrderedDict()  # the one asked longest ago first
        self._thinking: set[Place] = set()

    async def choose(self, match: Match, seat: int, name: str, seed: int, interest: Interest = ANYBODY.interest) -> Choice:
        """The move of the bot that sits there, from the position as it is now. It is always a legal one.

        `interest` in it decides who thinks first. Forgotten if the table was meanwhile, and its thought ended with that.
        """
        position, failed, replaced = match.position.copy(), match.failed_turns(seat), match.replaced(seat)
        question = Question((match.id, seat), name, seed, position, failed, replaced, interest)
        self._thinking.add(question.place)
        try:
            choice = None if question.replaced else await self._own_choice(question)
            return choice or await self._choice_of_another(question)
        finally:
            self._thinking.discard(question.place)

    async def _own_choice(self, question: Question) -> Choice | None:
        """The bot's own; None if it gives none."""
        table, name = question.place[0], question.name
        for _ in range(TRIES_IN_DOUBT if question.failed_turns else TRIES):
            try:
                return await self._thought(self._player(question.place, name, question.seed), question)
            except NoSuchBot:
                self._failed(table, name, "unknown")
                break
            except Unwanted:
                raise Forgotten from None
            except Exception as error:
                self._check_wanted(question.place)
                late = isinstance(error, Late)
                self._failed(table, name, "late" if late else "failed", None if late else error)
                self._drop(question.place)
        return None

    async def _choice_of_another(self, question: Question) -> Choice:
        """The stand-in's, with the bot's trouble if that is news."""
        table = question.place[0]
        choice = Choice(await self._stand_in(table, question.position, question.seed))
        self._check_wanted(question.place)
        self._metrics.bot_failed(STAND_IN, "took over")
        log.warning("another bot made the move", extra={**EACH, "table": table, "bot": STAND_IN})
        if question.replaced:
            return choice
        trouble = trouble_after(question.failed_turns + 1)
        if trouble == "for_good":
            log.warning("a bot is asked no more at this table", extra={**EACH, "table": table, "bot": question.name})
        return choice._replace(trouble=trouble)

    def _check_wanted(self, place: Place) -> None:
        """Forgotten if nobody waits there any more."""
        if place not in self._thinking:
            raise Forgotten

    def forget(self, table: str) -> None:
        """A table is over: nobody thinks there any more."""
        for place in [place for place in self._kept if place[0] == table]:
            self._drop(place)
        self._thinking -= {place for place in self._thinking if place[0] == table}

    def close(self) -> None:
        """Stop all thinking."""
        for place in list(self._kept):
            self._drop(place)
        self._thinking.clear()

    def _player(self, place: Place, name: str, seed: int) -> Player:
        kept = self._kept.get(place)
        if kept is None or kept.name != name:
            self._drop(place)
            kept = self._kept[place] = Kept(name, self._roster.player(name, seed, self._deadline))
        self._kept.move_to_end(place)
        self._make_room()
        return kept.player

    def _make_room(self) -> None:
        idle = [place for place in self._kept if place not in self._thinking]
        own = [place for place in self._kept if self._kept[place].player.own]
        for place in [place for place in idle if place in own][: max(len(own) - MOST_OWN_KEPT, 0)]:
            self._drop(place)
        for place in idle[: max(len(self._kept) - MOST_KEPT, 0)]:
            self._drop(place)

    def _drop(self, place: Place) -> None:
        if kept := self._kept.pop(place, None):
            kept.player.close()

    async def _thought(self, player: Player, question: Question) -> Choice:
        """A player's choice: at once if it needs no time, else thought out in a thread while the tables go on."""
        name, position = question.name, question.position.copy()
        if player.instant:
            return player.choose(position)
        expected, taken = self._costs.expected(name, position), list[float]()

        def think() -> Choice:
            begun = time.thread_time()
            choice = player.choose(position)
            taken.append(time.thread_time() - begun)
            return choice

        threads = self._quick if expected <= QUICK_SECONDS else self._threads
        choice = await threads.run(think, player.patience, player.stop, Claim(expected, question.interest))
        if not player.own:  # which thinks in a process of its own
            self._costs.saw(name, question.position, *taken)
        return choice

    async def _stand_in(self, table: str, position: Position, seed: int) -> str:
        """A move of one who surely has one."""
        player = bot(STAND_IN, seed)
        try:
            return position.name(
                await self._last_resort.run(lambda: player.choose(position.copy()), STAND_IN_SECONDS, player.stop)
            )
        except Exception as error:
            self._failed(table, STAND_IN, "late" if isinstance(error, Late) else "failed", error)
            return position.names()[0]

    def _failed(self, table: str, name: str, reason: str, error: Exception | None = None) -> None:
        self._metrics.bot_failed(name, reason)
        extra = {**EACH, "table": table, "bot": name, "reason": reason}
        log.warning("a bot made no move", exc_info=error, extra=extra)
