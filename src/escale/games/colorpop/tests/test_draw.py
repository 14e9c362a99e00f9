"""`draw` gives every legal move as often as any other. It doesn't list the moves first, so it could be wrong by itself."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from escale.games.colorpop.tests.tables import GAME, parsed
from escale.rules.chance import new_rng

TABLES = {
    "pairs": "colorpop\nsecrets Y G\nYYGGOOPPBB",
    "one group across the middle": "colorpop\nsecrets Y G\n...Y.YG\nGOBYYYO",
    "groups of many shapes": "colorpop\nsecrets Y G\nYOY.GPG...\nYOYYGBGOPO\nYYYOGGGOOO",
    "hooks whose lowest cell is hidden": "colorpop\nsecrets Y G\nYYYGGGYYYG\nGOYPOGPOYG\nBPYBPGBPYP",
    "a single move": "colorpop\nsecrets Y G\nGYYG",
    "jokers": "colorpop\nsecrets Y G\nY**GYY*G",
    "greedy jokers": "colorpop jokers=greedy\nsecrets Y G\nY**GYY*G",
    "greedy without jokers": "colorpop jokers=greedy\nsecrets Y G\nYYGGOOPPBB",
}


@pytest.mark.parametrize("name", TABLES)
def test_every_move_as_often(name: str) -> None:
    """POP.T1 POP.T2: each legal move is drawn, each as often, and nothing else."""
    draw_often(TABLES[name])


def test_every_move_of_a_full_board_as_often() -> None:
    """POP.T1: the same where groups of all shapes lie side by side."""
    draw_often(GAME.new(players=2, seed=3, joker_count=0).text())


def draw_often(table: str) -> None:
    """Draw many times, and see that each legal move came about as often as any other."""
    legal = parsed(table).moves()
    states = GAME.blank(parsed(table).to_bytes())
    before = states.tobytes()
    rng = new_rng(np.uint64(1))
    draws = 400 * len(legal)
    drawn = Counter(int(GAME.draw_one(states, GAME.move_room(), rng)) for _ in range(draws))
    assert set(drawn) == set(legal)
    assert states.tobytes() == before
    chi_squared = sum((drawn[move] - 400) ** 2 / 400 for move in legal)
    freedom = len(legal) - 1
    assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5, drawn
