"""The verbs as Python calls them: on an array of one state.

Numba takes a structured array from Python ten times faster than a single record. A Position keeps its state, its list of
moves and whose turn it is in one array, a table, so that a move costs one crossing into compiled code with two arguments.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled, compiled_brief
from escale.rules.verbs import determinize, draw, legal, play, points, score, setup, turn, why_not

NOT_LISTED = -1


def table_dtype(state: np.dtype[Any], max_moves: int) -> np.dtype[Any]:
    """The dtype of a table; the list comes first, as int32, so that Python can read it in place, and an even number of them,
    so that the state begins at a whole word.
    """
    room = max_moves + max_moves % 2
    return np.dtype((np.record, [("moves", np.int32, (room,)), ("count", np.int32), ("turn", np.int32), ("state", state)]))


@compiled_brief
def look(tables: Any) -> Any:
    """Bring a table's list and turn up to date with its state; returns the number of moves."""
    table = tables[0]
    table.turn = turn(table.state)
    table.count = legal(table.state, table.moves)
    return np.int64(table.count)


@compiled_brief
def advance(tables: Any, move: Any) -> Any:
    """Play a move if it is listed, then do as `look`; else NOT_LISTED, nothing changed."""
    table = tables[0]
    for i in range(table.count):
        if table.moves[i] == move:
            play(table.state, move)
            return look(tables)
    return NOT_LISTED


@compiled_brief
def listing(states: Any, out: Any) -> Any:
    """`legal` of the one state."""
    return np.int64(legal(states[0], out))


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
