"""The robots at the table: ours, and a user's own, whose process may fail without stopping the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from escale.rules.position import Position
from escale.search.bots import Bot, bot
from escale.search.budget import Budget
from escale.search.failures import BotFailed, BotLate
from escale.search.own import is_own
from escale.search.own_process import OwnProcess

DEADLINE_SECONDS = 10.0  # for a move of a user's own bot, before another moves in its place
OWN_THINKING = Budget(seconds=2.5)  # what it is asked to take of them
STAND_IN = "greedy"  # who moves in its place
MOST_FAILURES = 2  # moves in a row that it may fail to make: nobody wants to wait for the same trouble all game long


class Choice(NamedTuple):
    """A legal move."""

    move: int
    trouble: str = ""  # why the robot itself has not chosen it, where that is news
    for_good: bool = False  # nor will it choose any other


class Robot(Protocol):
    """Who plays a seat that no person has."""

    name: str  # of its level, or of the user's class

    def begin(self, game_id: str) -> None:
        """Get ready for a game; an EscaleError says why it never will be."""

    def choose(self, position: Position) -> Choice:
        """A move for the seat to move, whatever happens."""

    def close(self) -> None:
        """It won't be asked again."""


class Ours:
    """A bot of the library."""

    def __init__(self, player: Bot) -> None:
        """One player of one game."""
        self.name = player.name
        self._player = player

    def begin(self, game_id: str) -> None:
        """It is ready."""

    def choose(self, position: Position) -> Choice:
        """As `Robot` says."""
        return Choice(self._player.choose(position))

    def close(self) -> None:
        """There is nothing to end."""


class Own:
    """A user's own bot, asked in its process."""

    def __init__(self, place: str, seed: int) -> None:
        """`place`: module:Class or path/to/file.py:Class."""
        self.name = place.rpartition(":")[2]
        self._process = OwnProcess(place, seed, aloud=False)  # the table tells itself what goes wrong
        self._stand_in = bot(STAND_IN, seed)
        self._failures = 0  # in a row

    def begin(self, game_id: str) -> None:
        """As `Robot` says."""
        self._process.begin(game_id)

    def choose(self, position: Position) -> Choice:
        """As `Robot` says: its own move, or the stand-in's if it fails or takes too long."""
        if self._failures == MOST_FAILURES:
            return Choice(self._stand_in.choose(position))
        try:
            move = self._process.choose(position, OWN_THINKING, DEADLINE_SECONDS)
        except (BotFailed, BotLate) as error:
            self._failures += 1
            return Choice(self._stand_in.choose(position), str(error), self._failures == MOST_FAILURES)
        self._failures = 0
        return Choice(move)

    def close(self) -> None:
        """As `Robot` says."""
        self._process.close()


def new_robots(name: str, seeds: Sequence[int]) -> list[Robot]:
    """A robot a seed; NoSuchBot names the bots there are. What is wrong with a user's own, `begin` says."""
    return [Own(name, seed) if is_own(name) else Ours(bot(name, seed)) for seed in seeds]


def get_ready(name: str, position: Position) -> None:
    """Compile what the first move of such a robot needs; whoever moves in the place of a user's own is ready too."""
    bot(STAND_IN if is_own(name) else name).choose(position, iterations=1)
