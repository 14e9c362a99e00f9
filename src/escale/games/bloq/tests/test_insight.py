"""What bots know: which moves catch the eye, and what the simplest of them plays."""

from __future__ import annotations

import random

import numpy as np
import pytest

import escale
from escale import Position
from escale.games.bloq.tests.tables import GAME, parsed
from escale.rules import verbs
from escale.rules.chance import new_rng

SEEDS = range(4)


def middle_of_a_game(seed: int, plies: int = 14, **options: str) -> Position:
    """A position with things to isolate."""
    pos, chance = GAME.new(2, seed=seed, **{"board": "small", **options}), random.Random(seed)
    while not pos.over and plies:
        pos.play(chance.choice(pos.moves()))
        plies -= 1
    return pos


def gains(pos: Position) -> dict[int, int]:
    """The cells that each legal move isolates."""
    return {move["move"]: sum(map(len, move["isolates"])) for move in pos.view(pos.turn)["moves"]}


def after(pos: Position, move: int) -> Position:
    """The position after a move."""
    later = pos.copy()
    later.play(move)
    return later


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_takes_the_most_and_among_equals_leaves_the_fewest(seed: int) -> None:
    """BLOQ.S1: as long as none of these moves ends the game."""
    pos, told_apart = middle_of_a_game(seed, plies=6), 0
    while not pos.over:
        points = gains(pos)
        best = [move for move, gain in points.items() if gain == max(points.values())]
        then = {move: after(pos, move) for move in best}
        chosen = escale.bot("greedy", seed).choose(pos)
        later = after(pos, chosen)
        if not later.over and not any(one.over for one in then.values()):
            left = {move: max(gains(one).values()) for move, one in then.items()}
            assert chosen in best
            assert left[chosen] == min(left.values())
            told_apart += len(set(left.values())) > 1
        pos = later
    assert told_apart


@pytest.mark.parametrize("seed", SEEDS)
def test_points_catch_the_eye(seed: int) -> None:
    """BLOQ.S1: of moves that leave the same elsewhere, those that make more points are looked at first."""
    pos = middle_of_a_game(seed, plies=8)
    moves = np.array(pos.moves(), np.int32)
    out = np.zeros(len(moves))
    verbs.priors(pos.state, moves, len(moves), out)
    points = gains(pos)
    most = max(points.values())
    assert most > 0
    best = max(weight for move, weight in zip(moves.tolist(), out, strict=True) if points[move] == most)
    assert best > max(weight for move, weight in zip(moves.tolist(), out, strict=True) if points[move] == 0)


@pytest.mark.parametrize("closed", ["geometry", "legal"])
def test_who_is_in_a_hurry_scores_more_often_than_by_chance(closed: str) -> None:
    """BLOQ.S1: a few glances find a place that scores."""
    pos = middle_of_a_game(2, plies=8, closed=closed)
    points, room, rng = gains(pos), GAME.move_room(), new_rng(np.uint64(1))
    by_chance = sum(gain > 0 for gain in points.values()) / len(points)
    hasty = [points[int(verbs.habit(pos.state, room, rng))] > 0 for _ in range(200)]
    assert sum(hasty) / len(hasty) > by_chance + 0.1


def test_the_order_of_moves_does_not_matter() -> None:
    """BLOQ.S1: the same blocks and points are known as the same, whoever came first; other points are not."""
    one, other = GAME.new(2, seed=1, board="small"), GAME.new(2, seed=1, board="small")
    blocks = ["0,0:2x3x4", "2,0:3x4x2", "-4,0:4x2x3", "0,3:2x4x3"]
    for pos, order in ((one, (0, 1, 2, 3)), (other, (0, 3, 2, 1))):
        for number in order:
            pos.play(blocks[number])
    assert one.view(None)["blocks"] == other.view(None)["blocks"]
    known = [int(verbs.knowledge(pos.state, pos.turn)) for pos in (one, other)]
    assert known[0] == known[1]
    richer = parsed(one.text().replace("points 0 0", "points 0 1"))
    assert richer != one
    assert int(verbs.knowledge(richer.state, richer.turn)) != known[0]
