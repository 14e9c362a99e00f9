"""SameGame, to compare the search for one player with published totals. No game of the library: only a state and verbs.

A move takes away a group of two or more tokens of one colour, joined by sides. What is above falls down, empty columns close up
to the left. A group of n gives (n - 2)^2 points, an empty board 1000 more; nothing is taken off for tokens left over.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules import verbs
from escale.rules.compile import compiled
from escale.rules.verbs import OVER

SIDE = 20  # at most so many columns, and tokens a column
CELLS = SIDE * SIDE  # a cell's number: SIDE times its column, from the left, plus its row, from the bottom
MAX_MOVES = CELLS // 2
COLOURS = 9
CLEARED = 1000  # points for an empty board
ALONE = 2  # a group gives the square of its tokens over this number
LEAST = 2  # tokens a group must have

STATE = np.dtype(
    (
        np.record,
        [
            ("colour", np.int8, (CELLS,)),  # by cell, 1..COLOURS; above a column's height nothing is meant
            ("height", np.int8, (SIDE,)),  # tokens in each column; the columns that have some come first
            ("columns", np.int8),  # how many have some
            ("shunned", np.int8),  # the colour that the play-outs leave for later: the most frequent at the start
            ("groups", np.int16),  # how many groups can be taken; 0: over
            ("points", np.int32),  # so far
            ("move", np.int16, (MAX_MOVES,)),  # the groups, by their first cells, which are the moves that take them
            # Groups are found in one pass over the cells, in the order of their numbers. Each token without a neighbour of its
            # colour below or to the left begins a part, parts that turn out to touch are joined, and the lowest stands for all.
            ("part", np.int16, (CELLS,)),  # by cell
            ("joined", np.int16, (CELLS,)),  # by part, the one that stands for it
            ("start", np.int16, (CELLS,)),  # by part, its first cell
            ("tokens", np.int16, (CELLS,)),  # by part that stands for a group, the group's tokens
            ("look", np.int64, (CELLS,)),  # likewise, a hash of its cells and its colour
        ],
    )
)

_random = np.random.default_rng(15)
CELL_HASH = _random.integers(-(1 << 63), (1 << 63) - 1, CELLS, np.int64)
COLOUR_HASH = _random.integers(-(1 << 63), (1 << 63) - 1, COLOURS + 1, np.int64)

# How a group looks to the play-outs at a glance, by its tokens: those of the colour to be left for later, and the others.
SIZES = np.arange(CELLS + 1)
A_TOKEN, MOST_TOKENS, SHUNNED = 0.1, 8, -7.0
WEIGHT = np.exp(np.minimum(SIZES - ALONE, MOST_TOKENS) * A_TOKEN)
WEIGHT_SHUNNED = np.exp(np.minimum(SIZES - ALONE, MOST_TOKENS) * A_TOKEN + SHUNNED)


@compiled
def turn(state: Any) -> Any:
    """The one player, or OVER."""
    if state.groups == 0:
        return OVER
    return 0


@compiled
def legal(state: Any, out: Any) -> Any:
    """The groups, by their first cells, from the left and from the bottom."""
    count = np.int64(state.groups)
    move = state.move
    for i in range(count):
        out[i] = move[i]
    return count


@compiled
def play(state: Any, move: Any) -> None:
    """Take the group away."""
    over = np.int64(state.tokens[state.part[move]]) - ALONE
    state.points += over * over
    take_away(state, state.part[move])
    if state.columns == 0:
        state.points += CLEARED
    find_groups(state)


@compiled
def score(state: Any, out: Any) -> None:
    """The points, in all."""
    out[0] = state.points


@compiled
def trait(state: Any, move: Any) -> Any:
    """A move is the same where it takes the same cells of the same colour."""
    return state.look[state.part[move]]


@compiled
def priors(state: Any, moves: Any, count: Any, out: Any) -> None:
    """One colour is left for later, so that it can grow together."""
    colour = state.colour
    part = state.part
    tokens = state.tokens
    for i in range(count):
        cell = moves[i]
        if colour[cell] == state.shunned:
            out[i] = WEIGHT_SHUNNED[tokens[part[cell]]]
        else:
            out[i] = WEIGHT[tokens[part[cell]]]


@compiled
def take_away(state: Any, group: Any) -> None:
    """Tokens fall down, then empty columns close up to the left."""
    colour = state.colour
    height = state.height
    part = state.part
    joined = state.joined
    columns = 0
    for column in range(np.int64(state.columns)):
        cell = column * SIDE
        to = columns * SIDE
        kept = 0
        for _ in range(np.int64(height[column])):
            if joined[part[cell]] != group:
                colour[to + kept] = colour[cell]
                kept += 1
            cell += 1
        if kept > 0:
            height[columns] = kept
            columns += 1
    state.columns = columns


@compiled
def find_groups(state: Any) -> None:
    """Bring all that is known of the groups up to date with the colours."""
    parts = find_parts(state)
    joined = state.joined
    start = state.start
    tokens = state.tokens
    move = state.move
    groups = 0
    for number in range(parts):
        if joined[number] == number:
            if tokens[number] >= LEAST:
                move[groups] = start[number]
                groups += 1
        else:
            joined[number] = joined[joined[number]]  # a lower one, whose own is settled
    state.groups = groups


@compiled
def find_parts(state: Any) -> Any:
    """Number the parts; returns how many."""
    colour = state.colour
    part = state.part
    joined = state.joined
    tokens = state.tokens
    look = state.look
    parts = 0
    left_height = np.int64(0)
    for column in range(np.int64(state.columns)):
        height = np.int64(state.height[column])
        below = np.int8(0)
        number = np.int64(0)
        for cell in range(column * SIDE, column * SIDE + height):
            own = colour[cell]
            if left_height > 0 and colour[cell - SIDE] == own:
                other = stands_for(joined, np.int64(part[cell - SIDE]))
                if own != below:
                    number = other
                else:
                    number = stands_for(joined, number)
                    if number != other:
                        low = min(number, other)
                        high = max(number, other)
                        joined[high] = low
                        tokens[low] += tokens[high]
                        look[low] ^= look[high] ^ COLOUR_HASH[own]
                        number = low
            elif own != below:
                number = np.int64(parts)
                parts += 1
                joined[number] = number
                state.start[number] = cell
                tokens[number] = 0
                look[number] = COLOUR_HASH[own]
            tokens[number] += 1
            look[number] ^= CELL_HASH[cell]
            part[cell] = number
            below = own
            left_height -= 1
        left_height = height
    return parts


@compiled
def stands_for(joined: Any, number: Any) -> Any:
    """The part that stands for a part and all it is joined to."""
    while joined[number] != number:
        number = np.int64(joined[number])
    return number


verbs.bind(
    STATE,
    {**verbs.OPTIONAL, "turn": turn, "legal": legal, "play": play, "score": score, "trait": trait, "priors": priors},
)
