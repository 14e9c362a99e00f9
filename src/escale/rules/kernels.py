"""The verbs as Python calls them: on an array of one state.

Numba takes a structured array from Python ten times faster than a single record. `listing` and `advance` leave all that a
Position must know after a move in one array, so that a move costs one crossing into compiled code.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled, compiled_brief
from escale.rules.verbs import determinize, draw, legal, play, points, score, setup, turn, why_not

NOT_LISTED = -1


@compiled_brief
def listing(states: Any, out: Any) -> Any:
    """Write the legal moves, and in the last place of `out` whose turn it is; returns the number of moves."""
    out[-1] = turn(states[0])
    return np.int64(legal(states[0], out))


@compiled_brief
def advance(states: Any, out: Any, count: Any, move: Any) -> Any:
    """Play a move if it is among the `count` listed, and do as `listing`; else NOT_LISTED, nothing changed."""
    for i in range(count):
        if out[i] == move:
            play(states[0], move)
            out[-1] = turn(states[0])
            return np.int64(legal(states[0], out))
    return NOT_LISTED


@compiled_brief
def set_up(states: Any, options: Any, seed: Any) -> None:
    """`setup` of the one state."""
    setup(states[0], options, seed)


@compiled_brief
def reason(states: Any, move: Any) -> Any:
    """`why_not` of the one state."""
    return np.int64(why_not(states[0], move))


@compiled_brief
def payoffs(states: Any, out: Any) -> None:
    """`score` of the one state."""
    score(states[0], out)


@compiled_brief
def counted(states: Any, out: Any) -> None:
    """`points` of the one state."""
    points(states[0], out)


@compiled_brief
def redraw(states: Any, seat: Any, seed: Any) -> None:
    """`determinize` of the one state."""
    determinize(states[0], seat, seed)


@compiled_brief
def draw_one(states: Any, moves: Any, rng: Any) -> Any:
    """`draw` of the one state."""
    return np.int64(draw(states[0], moves, rng))


@compiled
def perft(states: Any, moves: Any, depth: Any) -> Any:
    """How many games of `depth` moves start from states[0]; one that ends earlier doesn't count.

    At least one move deep; `states` and `moves` have a row for each level.
    """
    listed = np.zeros(depth, np.int64)
    tried = np.zeros(depth, np.int64)
    level = 0
    total = 0
    listed[0] = legal(states[0], moves[0])
    while level >= 0:
        if level == depth - 1:
            total += listed[level]
            level -= 1
        elif tried[level] == listed[level]:
            level -= 1
        else:
            move = moves[level, tried[level]]
            tried[level] += 1
            states[level + 1] = states[level]
            play(states[level + 1], move)
            level += 1
            tried[level] = 0
            listed[level] = legal(states[level], moves[level])
    return total
