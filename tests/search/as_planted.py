"""Run where the search or a game has been changed, not compiled: says whether the check of honesty has something to say."""

from __future__ import annotations

import sys
from functools import partial

import escale
from escale.rules.position import Position
from escale.search.analysis import CHANCES
from escale.search.budget import Budget
from escale.search.thinking import think
from tests.search.worlds import Chooser, check_honest

DEALS = 3
SECONDS = 3600.0  # more than it takes: only who thinks by seconds keeps what it has found


def as_search(budget: Budget) -> Chooser:
    """A search that keeps its tree, with every visit of it."""
    place = object()

    def choose(position: Position) -> tuple[int, object]:
        found = think(position, CHANCES, budget, 7, places=(place,))
        return max(found.tried, key=lambda one: one.visits).move, found

    return choose


def main() -> None:
    """The game's id and the iterations of a search come in on the command line."""
    game = escale.load(sys.argv[1])
    make = partial(as_search, Budget(SECONDS, int(sys.argv[2])))
    asked = sum(check_honest(make, game.new(2, seed), seed % 2, seed, for_all=True) for seed in range(DEALS))
    print(f"honest {asked} times")


if __name__ == "__main__":
    main()
