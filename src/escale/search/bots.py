"""The bots by name, as Python sees them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from escale.rules.chance import new_rng
from escale.rules.compile import entry
from escale.rules.errors import EscaleError, NoSuchBot, shown
from escale.rules.game import Game
from escale.rules.info import checked_seed
from escale.rules.position import Position
from escale.search.budget import AS_IT_LIKES, Budget
from escale.search.policies import POLICIES, WORLDS, choose

#: The bot that a newcomer meets.
EASY = "greedy"


class Bot:
    """Chooses moves. With a seed, the same ones each time."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        """`bot` makes them, and checks the name."""
        self.name = name
        self.instant = True  # chooses in microseconds; a bot that thinks is asked in a thread
        self._policy = POLICIES[name]
        self._rng = new_rng(np.uint64(checked_seed(seed)))

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"

    def choose(
        self, position: Position, budget: Budget = AS_IT_LIKES, *, seconds: float | None = None, iterations: int | None = None
    ) -> int:
        """A legal move for the seat to move, out of nothing but what that seat may know.

        `budget` is how long it may think, which can also be said as `seconds` or `iterations`; the simplest bots need no time.
        """
        if position.over:
            raise EscaleError("the game is over: there is no move to choose")
        game = position.game
        states = np.zeros(WORLDS, game.dtype)
        states[0] = position.state
        payoffs = np.zeros(position.players, np.float64)
        return int(chooser(game)(self._policy, states, game.move_room(), payoffs, self._rng))


@cache
def chooser(game: Game) -> Callable[..., Any]:
    """`choose`, compiled for a game."""
    example = (0, np.zeros(WORLDS, game.dtype), game.move_room(), np.zeros(1, np.float64), new_rng(np.uint64(0)))
    return entry(choose, *example)


def bot(name: str, seed: int | None = None) -> Bot:
    """A bot by its name; NoSuchBot names those there are."""
    if not isinstance(name, str) or name not in POLICIES:
        raise NoSuchBot(f"no bot '{shown(name)}': there are {', '.join(bot_names())}")
    return Bot(name, seed)


def bot_names() -> tuple[str, ...]:
    """Every bot, from the weakest up."""
    return tuple(POLICIES)
