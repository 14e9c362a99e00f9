"""How fast the search is, against the searches of the same kind that come with OpenSpiel, in games of about the same length.

All are given as many simulations a search, each a random game from a leaf of the tree, from positions where nothing has been
played yet. OpenSpiel searches those of its games with hidden information whose hidden worlds it can sample; few of them last
about as long as a board game, and they leave fewer moves to choose from, which is kinder to OpenSpiel than to us.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import escale
from bench.promise import AT_LEAST, NO_BAR, Row
from escale.search.budget import Budget
from escale.search.levels import LEVELS, YARDSTICKS
from escale.search.thinking import Manner, think

THEIRS = ("oh_hell", "oh_hell(players=3,num_tricks_fixed=9)", "euchre", "hearts")
SIMULATIONS = 2004  # a search; one less is a prime number, by which it can be seen that all were done
SEARCHES, SEARCHES_IN_PYTHON = 12, 4  # a round
ROUNDS = 5
RANDOM_GAMES = 300
NEAR = 1.2  # a game so many times as long as ours, or as short, is about the same
EXPLORE = 0.5  # of the difference between the best and the worst that can happen; as in our plain search


class Shape(NamedTuple):
    """What random games look like."""

    moves: float  # a game
    choices: float  # a move

    def __str__(self) -> str:
        return f"{self.moves:.0f} moves of {self.choices:.1f} choices"


class Measured(NamedTuple):
    """One search in one game."""

    shape: Shape
    speed: float  # simulations a second


def promises(game: escale.Game, bars: dict[str, Any]) -> Iterator[Row]:
    """The game's searches against OpenSpiel's; those have a bar, if the game sets one, that play about as long."""
    shape = random_games(game)
    theirs = {name: random_open_spiel_games(name) for name in THEIRS}
    near = [name for name in THEIRS if 1 / NEAR <= theirs[name].moves / shape.moves <= NEAR]
    near = near or [min(THEIRS, key=lambda name: max(theirs[name].moves / shape.moves, shape.moves / theirs[name].moves))]
    runs: dict[str, Callable[[int], float]] = {
        "expert": partial(our_speed, game, LEVELS["expert"].manner),
        "plain": partial(our_speed, game, YARDSTICKS["uct"].manner),
        **{f"C++ {name}": partial(native_speed, name) for name in THEIRS},
        **{f"Python {name}": partial(python_speed, name) for name in near},
    }
    found: dict[str, list[float]] = {what: [] for what in runs}
    for number in range(ROUNDS):
        for what, run in runs.items():
            found[what].append(run(number))
    speed = {what: statistics.median(rounds) for what, rounds in found.items()}
    for kind, bar in {"Python": bars.get("against_python"), "C++": bars.get("against_native")}.items():
        for name in near if kind == "Python" else THEIRS:
            yield from rows(
                kind,
                name,
                Measured(shape, speed["expert"]),
                Measured(theirs[name], speed[f"{kind} {name}"]),
                bar if name in near else None,
            )
    yield (
        f"simulations a second without insight ({speed['plain']:,.0f}) against with ({speed['expert']:,.0f})",
        speed["plain"] / speed["expert"],
        NO_BAR,
        0.0,
    )


def rows(kind: str, name: str, ours: Measured, theirs: Measured, bar: float | None) -> Iterator[Row]:
    """What was found in one of their games."""
    what = f"simulations a second ({ours.speed:,.0f}; {ours.shape}) against OpenSpiel's {kind} ISMCTS"
    ratio = ours.speed / theirs.speed
    direction = NO_BAR if bar is None else AT_LEAST
    yield f"{what} on {name} ({theirs.speed:,.0f}; {theirs.shape})", ratio, direction, bar or 0.0
    yield "the same, moves of simulated games a second", ratio * ours.shape.moves / theirs.shape.moves, NO_BAR, 0.0


def random_games(game: escale.Game) -> Shape:
    """Of ours, between two."""
    chance = random.Random(1)
    moves = choices = 0
    for seed in range(RANDOM_GAMES):
        position = game.new(2, seed)
        while not position.over:
            legal = position.moves()
            moves, choices = moves + 1, choices + len(legal)
            position.play(chance.choice(legal))
    return Shape(moves / RANDOM_GAMES, choices / moves)


def random_open_spiel_games(name: str) -> Shape:
    """Of theirs."""
    chance = random.Random(1)
    game = pyspiel.load_game(name)
    moves = choices = 0
    for _ in range(RANDOM_GAMES):
        state = dealt(game, chance)
        while not state.is_terminal():
            legal = state.legal_actions()
            moves, choices = moves + 1, choices + len(legal)
            state.apply_action(chance.choice(legal))
            happen(state, chance)
    return Shape(moves / RANDOM_GAMES, choices / moves)


def dealt(game: Any, chance: random.Random) -> Any:
    """A new game of theirs where there is something to choose."""
    while True:
        state = game.new_initial_state()
        happen(state, chance)
        if len(state.legal_actions()) > 1:
            return state


def happen(state: Any, chance: random.Random) -> None:
    """Let chance have its turns, if it is on turn."""
    while not state.is_terminal() and state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])


def our_speed(game: escale.Game, manner: Manner, number: int) -> float:
    """Simulations a second; a search ends before if it can't change its mind any more, so those that were done are counted."""
    positions = [game.new(2, number * SEARCHES + place) for place in range(SEARCHES)]
    begun = time.perf_counter()
    done = sum(
        think(position, manner, Budget(iterations=SIMULATIONS), seed).iterations for seed, position in enumerate(positions)
    )
    return done / (time.perf_counter() - begun)


def native_speed(name: str, number: int) -> float:
    """The same of OpenSpiel's search in C++."""
    game = pyspiel.load_game(name)
    chance = random.Random(number)
    searches = [(dealt(game, chance), native_bot(game, seed)) for seed in range(SEARCHES)]
    begun = time.perf_counter()
    policies = [bot.get_policy(state) for state, bot in searches]
    seconds = time.perf_counter() - begun
    for policy in policies:  # shares of all visits of the root, which the first simulation only makes
        visits = [share * (SIMULATIONS - 1) for _, share in policy]
        assert max(visits) < SIMULATIONS - 1
        assert all(abs(count - round(count)) < 1e-6 for count in visits)
    return SEARCHES * SIMULATIONS / seconds


def native_bot(game: Any, seed: int) -> Any:
    """With a new tree."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return pyspiel.ISMCTSBot(seed, evaluator, explored(game), SIMULATIONS)


def explored(game: Any) -> float:
    """How much to try what is little known."""
    return EXPLORE * float(game.max_utility() - game.min_utility())


def python_speed(name: str, number: int) -> float:
    """The same of OpenSpiel's search in Python."""
    game = pyspiel.load_game(name)
    chance = random.Random(number)
    done = 0
    begun = time.perf_counter()
    for seed in range(SEARCHES_IN_PYTHON):
        dice = np.random.RandomState(seed)
        bot = Counting(game, RandomRolloutEvaluator(1, dice), explored(game), SIMULATIONS, random_state=dice)
        bot.get_policy(dealt(game, chance))
        done += bot.simulations
    return done / (time.perf_counter() - begun)


class Counting(ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's, counting its simulations: for each it samples a world."""

    simulations = 0

    def sample_root_state(self, state: Any) -> Any:
        """As it does, and counted."""
        self.simulations += 1
        return super().sample_root_state(state)
