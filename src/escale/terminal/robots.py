"""The robots at the table: ours, and a user's own, whose process may fail without stopping the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from escale.rules.position import Position
from escale.search.bots import Bot, bot
from escale.search.failures import BotFailed, BotLate
from escale.search.own import is_own
from escale.search.own_process import OwnProcess
from escale.search.reading import prepare
from escale.search.stand_in import DEADLINE_SECONDS, MOST_FAILED_TURNS, STAND_IN, Trouble, own_budget, trouble_after


class RobotMove(NamedTuple):
    """A legal move; with a trouble if it is news that another made it, and the reason why."""

    move: int
    trouble: Trouble | None = None
    reason: str = ""


class Robot(Protocol):
    """Who plays a seat that no person has."""

    name: str  # of its level, or of the user's class

    def begin(self, game_id: str) -> None:
        """Get ready for a game; an EscaleError says why it never will be."""

    def choose(self, position: Position) -> RobotMove:
        """A move for the seat to move, whatever happens."""

    def close(self) -> None:
        """It won't be asked again."""


class OurRobot:
    """A bot of the library."""

    def __init__(self, player: Bot) -> None:
        """One player of one game."""
        self.name = player.name
        self._player = player

    def begin(self, game_id: str) -> None:
        """It is ready."""

    def choose(self, position: Position) -> RobotMove:
        """As `Robot` says."""
        return RobotMove(self._player.choose(position))

    def close(self) -> None:
        """There is nothing to end."""


class OwnRobot:
    """A user's own bot, asked in its process."""

    def __init__(self, place: str, seed: int) -> None:
        """`place`: module:Class or path/to/file.py:Class."""
        self.name = place.rpartition(":")[2]
        self._process = OwnProcess(place, seed, aloud=False)  # the table tells itself what goes wrong
        self._stand_in = bot(STAND_IN, seed)
        self._failed_turns = 0  # in a row

    def begin(self, game_id: str) -> None:
        """As `Robot` says."""
        self._process.begin(game_id)

    def choose(self, position: Position) -> RobotMove:
        """As `Robot` says: its own move, or the stand-in's if it fails or takes too long."""
        if self._failed_turns == MOST_FAILED_TURNS:
            return RobotMove(self._stand_in.choose(position))
        try:
            move = self._process.choose(position, own_budget(DEADLINE_SECONDS), DEADLINE_SECONDS)
        except (BotFailed, BotLate) as error:
            self._failed_turns += 1
            return RobotMove(self._stand_in.choose(position), trouble_after(self._failed_turns), str(error))
        self._failed_turns = 0
        return RobotMove(move)

    def close(self) -> None:
        """As `Robot` says."""
        self._process.close()


def new_robots(name: str, seeds: Sequence[int]) -> list[Robot]:
    """A robot a seed; NoSuchBot names the bots there are. What is wrong with a user's own, `begin` says."""
    return [OwnRobot(name, seed) if is_own(name) else OurRobot(bot(name, seed)) for seed in seeds]


def get_ready(name: str, position: Position) -> None:
    """Compile what such a robot needs at any of its turns; whoever moves in the place of a user's own is ready too."""
    bot(STAND_IN if is_own(name) else name).choose(position, iterations=1)
    prepare(position.game)  # which a robot needs only once others have moved
