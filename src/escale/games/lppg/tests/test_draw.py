"""`draw` gives every legal move as often as any other."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from escale.games.lppg.tests.crowded import set_up
from escale.games.lppg.tests.tables import GAME, parsed
from escale.rules.chance import new_rng
from escale.rules.compile import interpreted

EACH = 30 if interpreted else 150  # times that a move should be drawn
CARDS = "hand 0 r1 r2\nhand 1 b1 b2\npile 1 b3 y3\npile 2 y1 g1"
ONE_CARD = CARDS.replace("hand 0 r1 r2", "hand 0 r1")
TABLES = {
    "a pass": f"lppg\nterrain 20,20\n gg\n{CARDS}",
    "one cell": f"lppg\nterrain 20,20\n r\n{CARDS}",
    "a corner of the table": f"lppg\nterrain 46,46\n rw\n gr\n{CARDS}",
    "a marker": f"lppg step=mark\nterrain 20,20\n rrrrrr\n rwrwrr\n rrrrrr\n{ONE_CARD}",
    "a draw": f"lppg step=draw\nterrain 20,20\n rr\n{ONE_CARD}",
    "territories": set_up()["a merger, then a marker"][0],
    "four players": set_up()["mergers of two players at once"][0],
    "the last round": set_up()["the last cards"][0],
}
FEW = ("a pass", "a marker", "a draw")


@pytest.mark.parametrize("name", FEW if interpreted else TABLES)
def test_every_move_as_often(name: str) -> None:
    """LPPG.P1 LPPG.P2 LPPG.P3 LPPG.P6 LPPG.T1 LPPG.C4: each legal move is drawn, each as often, and nothing else."""
    legal = parsed(TABLES[name]).moves()
    states = GAME.blank(parsed(TABLES[name]).to_bytes())
    before = states.tobytes()
    rng = new_rng(np.uint64(1))
    room = GAME.move_room()
    drawn = Counter(int(GAME.draw_one(states, room, rng)) for _ in range(EACH * len(legal)))
    assert set(drawn) == set(legal)
    assert states.tobytes() == before
    chi_squared = sum((drawn[move] - EACH) ** 2 / EACH for move in legal)
    freedom = len(legal) - 1
    assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5, drawn
