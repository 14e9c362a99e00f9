"""How well the bots play: against the simplest ones, against a search that knows only the rules, and level against level.

Every deal is played from both seats, and a draw is half a victory. The number of games is what the time allows, so there are
fewer of a long game; how sure the result is, is said with it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import escale
from bench.promise import AT_LEAST, NO_BAR, Row
from escale.lab.solve import solve_deals
from escale.lab.tournament import tournament
from escale.search import levels
from escale.search.bots import LEVELS
from escale.search.budget import AS_IT_LIKES, Budget

PLAYERS = 2
STRONGEST = LEVELS[-1]
A_MOVE = Budget(seconds=1.0)
EQUAL = Budget(iterations=4000)
GREEDY_IN_SIGHT, GREEDY_HIDDEN = 0.90, 0.75  # what is won against greedy, where nothing is hidden and where something is
PLAIN = 0.60  # against plain upper confidence bounds
STEP = 0.65  # against the level below
GAMES, SLOW_GAMES = 400, 60  # at most; SLOW: with a second a move
FEWEST, TRIAL = 24, 4  # games; a trial tells how long they take
ROW_S = 420.0  # that a row may take
SEED = 4
DEALS = 200
A_DEAL = Budget(seconds=5.0)


def promises(game: escale.Game) -> Iterator[Row]:
    """What the bots are held to in games for two."""
    bar = GREEDY_HIDDEN if game.info.secrets else GREEDY_IN_SIGHT
    what, greedy = won(game, STRONGEST, "greedy", SLOW_GAMES, A_MOVE)
    yield f"{what}, {'something' if game.info.secrets else 'nothing'} hidden", greedy, AT_LEAST, bar
    what, at_random = won(game, STRONGEST, "random", SLOW_GAMES, A_MOVE)
    yield f"{what}, which must be no less than of greedy", at_random, AT_LEAST, max(greedy, bar)
    yield *won(game, STRONGEST, "uct", GAMES, EQUAL), AT_LEAST, PLAIN
    for below, level in pairwise(LEVELS):
        slow = levels.LEVELS[level].budget.seconds is not None
        yield *won(game, level, below, SLOW_GAMES if slow else GAMES, AS_IT_LIKES), AT_LEAST, STEP


def won(game: escale.Game, stronger: str, weaker: str, games: int, budget: Budget) -> tuple[str, float]:
    """The share of at most so many games that one bot wins against another, and in words what it is."""
    begun = time.perf_counter()
    tournament(game, (stronger, weaker), TRIAL, budget, SEED + 1, PLAYERS)
    affordable = int(TRIAL * ROW_S / (time.perf_counter() - begun)) // PLAYERS * PLAYERS
    found = tournament(game, (stronger, weaker), min(games, max(FEWEST, affordable)), budget, SEED, PLAYERS)
    result = found["results"][0]
    low, high = result["ci95"]
    each = (
        f"{budget.seconds:g} s a move" if budget.seconds else f"{budget.iterations:,} iterations" if budget.iterations else ""
    )
    how = f"{found['games']} games{f', {each}' if each else ''}"
    return f"won by {stronger} against {weaker} in {how} (95 % sure: {low:.3f} to {high:.3f})", float(result["score"])


def alone(game: escale.Game, bars: dict[str, Any]) -> Iterator[Row]:
    """How many random deals for one player are won outright, with the options that the game names."""
    for options in bars.get("alone", []):
        found = solve_deals(game, options, DEALS, A_DEAL, SEED)
        low, high = found["ci95"]
        what = f"share of {DEALS} deals for one player won, {A_DEAL.seconds:g} s each at most, {options}"
        took = f"{found['seconds'] / DEALS:.3f} s a deal on all cores"
        yield f"{what} (95 % sure: {low:.3f} to {high:.3f}; {took})", found["share"], NO_BAR, 0.0
