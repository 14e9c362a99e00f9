"""What searches visit, for comparing processes: `python -m tests.search.visits GAME` is the other one."""

from __future__ import annotations

import json
import sys

import escale
from escale.search.budget import Budget
from escale.search.thinking import PLAIN, Manner, think
from tests.conformance.files import quick_options
from tests.conformance.tables import sample, table, tables

ITERATIONS = 30
EVERY = 16  # tables
POSITIONS = 3
MANNERS = (Manner(), Manner(belief=False, horizon=2, wide=3, widen=1.0), PLAIN)


def visits_of(game_id: str) -> list[list[list[float]]]:
    """Every move's visits, and what it was found to be worth, of some positions at some tables."""
    game = escale.load(game_id)
    quick = quick_options(game)
    some = [table(at.players, {**dict(at.options), **quick}) for at in tables(game.info)[::EVERY]]
    found = [
        think(position, manner, Budget(iterations=ITERATIONS), 11, omniscient=omniscient)
        for at in some
        for position in (at.new(game), *sample(game, at, 2 * POSITIONS)[POSITIONS:-1])
        for manner, omniscient in zip(MANNERS, (False, True, False), strict=True)
    ]
    return [[[one.move, one.visits, round(one.total, 6)] for one in search.tried] for search in found]


if __name__ == "__main__":
    json.dump(visits_of(sys.argv[1]), sys.stdout)
