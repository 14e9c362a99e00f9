"""`draw` gives every legal move as often as any other."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from escale.games.bloq.tests.tables import FORBIDDEN_HOLE, GAME, ONE_HOLE, parsed
from escale.rules.chance import new_rng
from escale.rules.compile import interpreted

EACH = 30 if interpreted else 300  # times that a move should be drawn
TABLES = {
    "a first block": "bloq board=small",
    "one block": "bloq board=small\n1 .......44\n0 ........44\n-1 .......u4",
    "one move": "\n".join(["bloq board=small", *ONE_HOLE]),
    "a few moves": "\n".join(["bloq board=small", *FORBIDDEN_HOLE]),
    "a few moves by law": "\n".join(["bloq board=small closed=legal", *FORBIDDEN_HOLE]),
    "an edge": "bloq board=square20\n2 .44.44\n1 .44.44\n0 .u4.u4",
    "the exception": "bloq board=square20\n2 ..44\n1 ..44\n0 ..u4",
    "the exception by law": "bloq board=square20 closed=legal\n2 ..44\n1 ..44\n0 ..u4",
}
FEW = ("one move", "a few moves", "a few moves by law")


@pytest.mark.parametrize("name", FEW if interpreted else TABLES)
def test_every_move_as_often(name: str) -> None:
    """BLOQ.P1 BLOQ.P2 BLOQ.P3 BLOQ.H1: each legal move is drawn, each as often, and nothing else."""
    legal = parsed(TABLES[name]).moves()
    states = GAME.blank(parsed(TABLES[name]).to_bytes())
    before = states.tobytes()
    rng = new_rng(np.uint64(1))
    drawn = Counter(int(GAME.draw_one(states, GAME.move_room(), rng)) for _ in range(EACH * len(legal)))
    assert set(drawn) == set(legal)
    assert states.tobytes() == before
    chi_squared = sum((drawn[move] - EACH) ** 2 / EACH for move in legal)
    freedom = len(legal) - 1
    assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5, drawn
