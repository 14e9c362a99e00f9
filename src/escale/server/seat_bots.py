"""The bots at the tables' seats: each keeps what it has thought while its table is awake, and none can block the table."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import NamedTuple

from escale.play.events import Trouble
from escale.play.match import Match
from escale.rules.errors import NoSuchBot
from escale.rules.position import Position
from escale.search.bots import bot
from escale.server.metrics import Metrics
from escale.server.roster import Choice, Player, Roster
from escale.server.threads import Late, Threads

log = logging.getLogger("escale.bots")
TRIES = (2, 1)  # at a move: of one whose last turn went well, after one that failed; none after more
FALLBACK = "greedy"
FALLBACK_SECONDS = 2.0
DEADLINE_SECONDS = 10.0  # several times what any of our bots takes, also when the machine has much to do
MOST_KEPT = 200  # bots that keep what they have thought
MOST_OWN_KEPT = 4  # of the host's own, each of which is a process

Place = tuple[str, int]  # a table's id and the seat


class Forgotten(Exception):
    """Nobody wants a bot's move any more: its table has ended while it thought."""


class Kept(NamedTuple):
    """Who thinks for a seat."""

    name: str
    player: Player


class Failing(NamedTuple):
    """That a seat's bot gave no move."""

    name: str
    turns: int  # in a row


class SeatBots:
    """Everybody who thinks for a seat in this process."""

    def __init__(self, roster: Roster, threads: Threads, metrics: Metrics, deadline: float = DEADLINE_SECONDS) -> None:
        """`deadline`: the seconds a bot may take for a move before it is asked once more, then replaced for that move.

        After a turn without a move it is asked only once, after another such turn no more: a table must not wait for it again
        and again.
        """
        self._roster, self._threads, self._metrics, self._deadline = roster, threads, metrics, deadline
        self._last_resort = Threads(1)  # free, however many threads of the others never come back
        self._kept: OrderedDict[Place, Kept] = OrderedDict()  # the one asked longest ago first
        self._thinking: set[Place] = set()
        self._failing: dict[Place, Failing] = {}

    async def choose(self, match: Match, seat: int, name: str, seed: int) -> Choice:
        """The move of a bot, from the position as it is now. It is always a legal one.

        Forgotten if the table was meanwhile, and its thought ended with that.
        """
        position, table = match.position.copy(), match.id
        place, player = (table, seat), None
        failed = self._failed_turns(place, name)
        for _ in range(TRIES[failed] if failed < len(TRIES) else 0):
            self._thinking.add(place)
            try:
                player = self._player(place, name, seed)
                choice = await self._asked(player, position.copy())
                self._failing.pop(place, None)
                return choice
            except NoSuchBot:
                self._failed(table, name, "unknown")
                break
            except Exception as error:
                if player and place not in self._kept:  # nobody else lets go of one who thinks
                    raise Forgotten from None
                late = isinstance(error, Late)
                self._failed(table, name, "late" if late else "failed", None if late else error)
            finally:
                self._thinking.discard(place)
            self._drop(place)
        self._failing[place] = Failing(name, failed + 1)
        choice = await self._fallback(table, position, seed)
        return choice._replace(trouble=self._news(match, place))

    def _failed_turns(self, place: Place, name: str) -> int:
        failing = self._failing.get(place)
        return failing.turns if failing and failing.name == name else 0

    def _news(self, match: Match, place: Place) -> Trouble | None:
        """What a failed turn tells that no move that stands has told."""
        name, turns = self._failing[place]
        if turns == len(TRIES):
            log.warning("a bot is asked no more at this table", extra={"table": match.id, "bot": name})
        told = [one.for_good for one in match.stand_ins() if (one.seat, one.bot) == (place[1], name)]
        if turns < len(TRIES):
            return "once"
        return None if told and told[-1] else "for_good"

    def forget(self, table: str) -> None:
        """A table is over or asleep: nobody thinks there any more."""
        for place in [place for place in self._kept if place[0] == table]:
            self._drop(place)
        for place in [place for place in self._failing if place[0] == table]:
            del self._failing[place]

    def close(self) -> None:
        """Stop all thinking."""
        for place in list(self._kept):
            self._drop(place)

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

    async def _asked(self, player: Player, position: Position) -> Choice:
        """A player's choice: at once if it needs no time, else thought out in a thread while the tables go on."""
        if player.instant:
            return player.choose(position)
        return await self._threads.run(lambda: player.choose(position), player.patience, player.stop)

    async def _fallback(self, table: str, position: Position, seed: int) -> Choice:
        """A move of one who surely has one."""
        player = bot(FALLBACK, seed)
        try:
            choice = position.name(
                await self._last_resort.run(lambda: player.choose(position.copy()), FALLBACK_SECONDS, player.stop)
            )
        except Exception as error:
            self._failed(table, FALLBACK, "late" if isinstance(error, Late) else "failed", error)
            choice = position.names()[0]
        self._metrics.bot_failed(FALLBACK, "took over")
        log.warning("another bot made the move", extra={"table": table, "bot": FALLBACK})
        return Choice(choice, 1.0)

    def _failed(self, table: str, name: str, reason: str, error: Exception | None = None) -> None:
        self._metrics.bot_failed(name, reason)
        log.warning("a bot made no move", exc_info=error, extra={"table": table, "bot": name, "reason": reason})
