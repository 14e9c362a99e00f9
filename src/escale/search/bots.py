"""The bots by name, as Python sees them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from escale.rules.chance import derived_seed, new_rng
from escale.rules.compile import entry
from escale.rules.errors import EscaleError, NoSuchBot, shown
from escale.rules.game import Game
from escale.rules.info import checked_seed
from escale.rules.position import Position
from escale.search import levels
from escale.search.analysis import ranked, worths
from escale.search.budget import AS_IT_LIKES, Budget, whole_number_within
from escale.search.forest import forget
from escale.search.levels import Level
from escale.search.policies import POLICIES, WORLDS, choose
from escale.search.reading import Reader
from escale.search.solo import MOST_THREADS, PERFECT, solve
from escale.search.thinking import Findings, think

LEVELS = tuple(levels.LEVELS)
#: The bot that a newcomer meets.
NEWCOMER = "easy"
INSTANT_ITERATIONS = 100  # thought in less than the blink of an eye


class Bot(Protocol):
    """Chooses moves for one player of one game. With a seed, the same ones each time, unless it is seconds it thinks by."""

    name: str
    instant: bool  # chooses in microseconds; a bot that thinks is asked in a thread
    ease: float  # how obvious the last choice was: 0 to 1

    def choose(
        self, position: Position, budget: Budget = AS_IT_LIKES, *, seconds: float | None = None, iterations: int | None = None
    ) -> int:
        """A legal move for the seat to move, out of nothing but what that seat may know.

        `budget` is how long it may think, which can also be said as `seconds` or `iterations`; the simplest bots need no time.
        """

    def stop(self) -> None:
        """From another thread: choose soon, whatever has been found."""


class Reflex:
    """A bot that doesn't search."""

    instant = True

    def __init__(self, name: str, seed: int) -> None:
        """One of POLICIES."""
        self.name = name
        self.ease = 1.0
        self._policy = POLICIES[name]
        self._seed = seed
        self._moves = 0

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"

    def choose(
        self, position: Position, budget: Budget = AS_IT_LIKES, *, seconds: float | None = None, iterations: int | None = None
    ) -> int:
        """As `Bot` says."""
        if position.over:
            raise EscaleError("the game is over: there is no move to choose")
        if seconds is not None or iterations is not None:
            Budget(seconds, iterations)  # refuses what is no number, as for bots that need time
        game = position.game
        states = np.zeros(WORLDS, game.dtype)
        states[0] = position.state
        payoffs = np.zeros(position.players, np.float64)
        self._moves += 1
        # Fresh chance for each move: how much of it one move takes may depend on secrets of the seat that made it.
        rng = new_rng(np.uint64(derived_seed(np.uint64(self._seed), self._moves)))
        return int(chooser(game)(self._policy, states, game.move_room(), payoffs, rng))

    def stop(self) -> None:
        """There is nothing to stop."""


class Searcher:
    """A bot that searches; one that thinks by seconds keeps what it found for its next move."""

    def __init__(self, name: str, level: Level, seed: int, threads: int = 1) -> None:
        """With several threads it searches in each, and finds other moves than in one."""
        self._places: tuple[object, ...] = ()  # where the forest keeps its trees
        threads = whole_number_within("threads", threads, 1, MOST_THREADS)
        self.name = name
        self.ease = 0.0
        self._level = level
        self.instant = (level.budget.iterations or INSTANT_ITERATIONS + 1) <= INSTANT_ITERATIONS
        self._seed = seed
        self._places = tuple(object() for _ in range(threads))
        self._moves = 0
        self._plan: list[tuple[bytes, int]] = []  # alone: positions to come, as imagined, and the moves to play there
        self._stop = threading.Event()
        self._reader = Reader()

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"

    def __del__(self) -> None:
        forget(self._places)

    def choose(
        self, position: Position, budget: Budget = AS_IT_LIKES, *, seconds: float | None = None, iterations: int | None = None
    ) -> int:
        """As `Bot` says."""
        if seconds is not None or iterations is not None:
            budget = Budget(seconds, iterations)
        try:
            return self._choose(position, budget)
        finally:
            self._stop.clear()  # not before: one who is told to stop before it begins has been told

    def _choose(self, position: Position, budget: Budget) -> int:
        self._moves += 1
        seed = int(derived_seed(np.uint64(self._seed), self._moves))
        moves = position.moves()
        if len(moves) == 1:
            self.ease = 1.0
            return moves[0]
        level = self._level
        allowed = level.budget if budget.unlimited else budget
        if position.players == 1 and level.solves and not position.over:
            return self._planned(position, allowed, seed)
        suspects = None
        if level.reading > 0 and not position.over:
            suspects, allowed = self._read(position, allowed, seed)
        found = think(position, level.manner, allowed, seed, places=self._places, suspects=suspects, stop=self._stop)
        best = ranked(found)
        self.ease = best[0].visits / max(sum(one.visits for one in found.tried), 1)
        return hazy(found, level.haze, seed) if level.haze > 0 else best[0].move

    def _read(self, position: Position, budget: Budget, seed: int) -> tuple[Any, Budget]:
        """What the others' moves tell, and what is left of the budget."""
        begun = time.perf_counter()
        reading = self._reader.read(position, budget.part(self._level.reading), seed, self._stop)
        return reading.suspects, budget.less(time.perf_counter() - begun, reading.iterations)

    def _planned(self, position: Position, budget: Budget, seed: int) -> int:
        """Alone: the next move of the line found before, if all is as imagined, and the game won by it; else of a new one."""
        imagined = position.determinized(position.turn, seed)
        for place, (expected, move) in enumerate(self._plan):
            if expected == imagined.to_bytes():
                self._plan = self._plan[place + 1 :]
                self.ease = 1.0
                return move
        line = solve(imagined, budget, seed, threads=len(self._places), stop=self._stop)
        self._plan = _steps(imagined, line.moves) if line.score >= PERFECT else []
        self.ease = 0.0
        return line.moves[0]

    def stop(self) -> None:
        """As `Bot` says."""
        self._stop.set()


def _steps(position: Position, moves: Sequence[int]) -> list[tuple[bytes, int]]:
    """The positions after the first move of a line, each with the move that follows."""
    walker = position.copy()
    steps = []
    for played, following in pairwise(moves):
        walker.play(played)
        steps.append((walker.to_bytes(), following))
    return steps


def hazy(found: Findings, haze: float, seed: int) -> int:
    """The best move as one sees it who can't tell apart what is almost as good: every worth is a little off."""
    chance = np.random.default_rng(seed)
    tried = [one for one in found.tried if one.visits > 0]
    given = worths(found)
    blurred = [given[one.move] + haze * chance.standard_normal() for one in tried]
    return tried[int(np.argmax(blurred))].move


@cache
def chooser(game: Game) -> Callable[..., Any]:
    """`choose`, compiled for a game."""
    example = (0, np.zeros(WORLDS, game.dtype), game.move_room(), np.zeros(1, np.float64), new_rng(np.uint64(0)))
    return entry(choose, *example)


def bot(name: str, seed: int | None = None, threads: int = 1) -> Bot:
    """A bot by its name; NoSuchBot names those there are."""
    known = isinstance(name, str)
    if known and name in POLICIES:
        whole_number_within("threads", threads, 1, MOST_THREADS)
        return Reflex(name, checked_seed(seed))
    level = {**levels.LEVELS, **levels.YARDSTICKS}.get(name) if known else None
    if level is None:
        raise NoSuchBot(f"no bot '{shown(name)}': there are {', '.join(bot_names())}")
    return Searcher(name, level, checked_seed(seed), threads)


def bot_names() -> tuple[str, ...]:
    """Every bot, from the weakest up; last the yardsticks."""
    return (*POLICIES, *LEVELS, *levels.YARDSTICKS)
