"""Blocks as moves: which one a move places, whether it may have its height, what it isolates, and one drawn from all."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.bloq.boards import SIZES
from escale.games.bloq.isolating import columns, cuts_off, forget, isolated, isolates
from escale.games.bloq.lawful import clear, cover, lawfully_isolated
from escale.games.bloq.state import (
    BY_CUTTING,
    BY_GEOMETRY,
    BY_LAW,
    DEPTHS,
    MARGIN,
    PLACE_BITS,
    PLACE_MASK,
    SHAPE_SHIFT,
    SHAPES,
    WIDTHS,
)
from escale.games.bloq.survey import BOTTOM, NONE, PLAIN, TOP, find_cover, find_runs, survey
from escale.rules.bits import lowest, popcount
from escale.rules.chance import rng_below
from escale.rules.compile import compiled

ONE_BIT = np.uint64(1)
BOARD_SIZES = np.array(SIZES, np.int64)


@compiled
def move_of(shape: Any, column: Any, row: Any) -> Any:
    """The move that places a block; `row` counts from the first row of a set of cells."""
    return np.int32(shape << SHAPE_SHIFT | (row - MARGIN) << PLACE_BITS | column)


@compiled
def block_of(move: Any) -> Any:
    """The shape, column and row of a move."""
    number = np.int64(move)
    return number >> SHAPE_SHIFT, number & PLACE_MASK, (number >> PLACE_BITS & PLACE_MASK) + MARGIN


@compiled
def lies_in(cells: Any, board: Any, shape: Any, column: Any, row: Any) -> Any:
    """Whether all cells of a block are in a set."""
    size = BOARD_SIZES[board]
    if column + WIDTHS[shape] > size or row - MARGIN + DEPTHS[shape] > size:
        return False
    block = columns(column, WIDTHS[shape])
    for at in range(row, row + DEPTHS[shape]):
        if block & ~cells[at] != NONE:
            return False
    return True


@compiled
def excepted(state: Any, work: Any, shape: Any, column: Any, row: Any) -> Any:
    """Whether a block on empty cells may have the height of a neighbour, as it isolates something (BLOQ.H1).

    With isolating=cutting_off it is enough that an area is cut off.
    """
    if state.isolating == BY_CUTTING and cuts_off(work, shape, column, row):
        return True
    if state.closed == BY_GEOMETRY:
        return isolates(work, shape, column, row)
    count = lawfully_isolated(state, work, shape, column, row)
    forget(work, count)
    return count > 0


@compiled
def look_round(state: Any, work: Any) -> None:
    """As much of a survey as `find_isolated` needs."""
    if state.closed == BY_LAW:
        survey(state, work)
    else:
        find_runs(state.room, work)
        find_cover(work)


@compiled
def find_isolated(state: Any, work: Any, shape: Any, column: Any, row: Any) -> Any:
    """How many cells a block on empty cells isolates (BLOQ.S1), after `look_round`; FOUND gets them."""
    if state.placed == 0:
        return np.int64(0)  # away from every edge (BLOQ.P2) there is nothing to cut off
    if state.closed == BY_LAW:
        return lawfully_isolated(state, work, shape, column, row)
    return isolated(work, shape, column, row)


@compiled
def put_block(state: Any, shape: Any, column: Any, row: Any) -> None:
    """Place a block on empty cells, and nothing else."""
    clear(state.room, shape, column, row)
    cover(state.under, shape, column, row)
    move = np.uint16(move_of(shape, column, row))
    place = np.int64(state.placed)
    while place > 0 and state.blocks[place - 1] > move:
        state.blocks[place] = state.blocks[place - 1]
        place -= 1
    state.blocks[place] = move
    state.placed += 1


@compiled
def drawn(state: Any, work: Any, rng: Any) -> Any:
    """One legal move, each as likely, from a survey of the position, which is used up."""
    left = count_places(work, PLAIN, 2 * SHAPES)
    # One of all places, each as likely; if it turns out to be forbidden, one of the others, and so on.
    while True:
        places, column, row = nth_place(work, PLAIN, rng_below(rng, left))
        if places < SHAPES:
            return move_of(places, column, row)
        if excepted(state, work, places - SHAPES, column, row):
            return move_of(places - SHAPES, column, row)
        work[PLAIN + places, row] &= ~columns(column, 1)
        left -= 1


@compiled
def count_places(work: Any, first: Any, sets: Any) -> Any:
    """How many places there are in so many sets of a survey from the first on."""
    count = np.int64(0)
    for number in range(first, first + sets):
        for row in range(BOTTOM, TOP):
            count += popcount(np.uint64(work[number, row]))
    return count


@compiled
def nth_place(work: Any, first: Any, number: Any) -> Any:
    """The number-th place in the sets from the first on: which set after the first it is in, its column and its row."""
    places = 0
    row = BOTTOM
    while True:
        cells = np.uint64(work[first + places, row])
        here = popcount(cells)
        if number < here:
            for _ in range(number):
                cells &= cells - ONE_BIT
            return places, lowest(cells), row
        number -= here
        row += 1
        if row == TOP:
            row = BOTTOM
            places += 1
