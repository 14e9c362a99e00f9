"""Paths (POU.D1) and where they lead to (POU.D2), kept up to date card by card.

`reach` says whose path holds a cell's top card. `exits` says by which ways a path leads to a cell and isn't
joined there: its ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.cards import are_pebbles, colour_of, is_path, is_start, openings_of, opposite, owner_of, way_of
from escale.games.poucet.state import (
    ALL_SIDES,
    BEYOND,
    BOOTS,
    CELLS,
    EMPTY,
    FIRST_CELL,
    FLOWER,
    MAX_SEATS,
    NIBBLE,
    NOWHERE,
    ROW,
    SIDES,
    WORD_BITS,
    WORDS,
)
from escale.rules.bits import lowest
from escale.rules.compile import compiled

UNDER_SHIFT = 8
ONE, NONE = np.uint64(1), np.uint64(0)
STEPS = np.array([ROW, 1, -ROW, -1], np.int64)  # to the neighbour on each side


@compiled
def ways_to(state: Any, seat: Any, cell: Any) -> Any:
    """The ways by which a seat's path leads to a cell, as a set."""
    return np.int64(state.exits[cell]) >> SIDES * seat & NIBBLE


@compiled
def joined_ways(state: Any, seat: Any, top: Any) -> Any:
    """The ways by which a path of this seat would be joined to what lies there."""
    if top == BOOTS:
        return ALL_SIDES
    if is_path(top) or is_start(top):
        return opposite(openings_of(top)) if colour_of(top) == state.colour[seat] else 0
    if are_pebbles(top) and owner_of(top) == seat:
        return 1 << way_of(top)
    return 0


@compiled
def ways_on(top: Any) -> Any:
    """The ways on which a path that holds what lies there leads from it."""
    if top == BOOTS:
        return ALL_SIDES
    if are_pebbles(top):
        return 1 << way_of(top)
    return openings_of(top)


@compiled
def extend(state: Any, seat: Any, cell: Any) -> Any:
    """Let a seat's path hold a cell and all that is joined to it from there; whether it leads into the flower."""
    bit = np.int64(1) << seat
    arrives = False
    cells = np.empty(CELLS, np.uint8)
    cells[0] = cell
    count = 1
    state.reach[cell] |= bit
    while count > 0:
        count -= 1
        here = np.int64(cells[count])
        ways = ways_on(np.int64(state.top[here]))
        for way in range(SIDES):
            if ways >> way & 1 == 0:
                continue
            there = here + STEPS[way]
            top = np.int64(state.top[there])
            if top == BEYOND:
                continue
            if top == FLOWER:
                arrives = True
            elif joined_ways(state, seat, top) >> way & 1 == 0:
                state.exits[there] |= np.uint32(1 << (SIDES * seat + way))
                state.brink[there // WORD_BITS] |= ONE << np.uint64(there % WORD_BITS)
            elif np.int64(state.reach[there]) & bit == 0:
                state.reach[there] |= bit
                cells[count] = there
                count += 1
    return arrives


@compiled
def forget(state: Any, seat: Any) -> None:
    """Let a seat have no path and no ends."""
    others = np.uint8(~(1 << seat) & 0xFF)
    without = np.uint32(~(NIBBLE << SIDES * seat) & 0xFFFFFFFF)
    for cell in range(CELLS):
        state.reach[cell] &= others
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            state.exits[cell] &= without
            _keep_brink(state, cell)


@compiled
def _keep_brink(state: Any, cell: Any) -> None:
    """Let a cell to which no path leads any more be none of those to which one does."""
    if state.exits[cell] == 0:
        state.brink[cell // WORD_BITS] &= ~(ONE << np.uint64(cell % WORD_BITS))


@compiled
def trace(state: Any, seat: Any) -> Any:
    """Find a seat's path anew, from its start; whether it leads into the flower."""
    forget(state, seat)
    if state.start[seat] == NOWHERE or state.out[seat] != 0:
        return False
    return extend(state, seat, np.int64(state.start[seat]))


@compiled
def put(state: Any, cell: Any, lies: Any) -> Any:
    """Lay a card on a cell, and follow what becomes of all paths; the seats whose paths lead into the flower now, as a set."""
    if state.top[cell] != EMPTY:
        _bury(state, cell)
    held = np.int64(state.reach[cell])
    leading = np.int64(state.exits[cell])
    state.top[cell] = lies
    arrived = np.int64(0)
    for seat in range(np.int64(state.players)):
        if held >> seat & 1 != 0:
            if trace(state, seat):
                arrived |= 1 << seat
            continue
        joined = leading >> SIDES * seat & NIBBLE & joined_ways(state, seat, lies)
        if joined != 0:
            state.exits[cell] &= np.uint32(~(joined << SIDES * seat) & 0xFFFFFFFF)
            _keep_brink(state, cell)
            if extend(state, seat, cell):
                arrived |= 1 << seat
    return arrived


@compiled
def _bury(state: Any, cell: Any) -> None:
    """Keep in mind the card on a cell that is about to be covered."""
    place = np.int64(state.under_count)
    while place > 0 and np.int64(state.under[place - 1]) >> UNDER_SHIFT > cell:
        state.under[place] = state.under[place - 1]
        place -= 1
    state.under[place] = cell << UNDER_SHIFT | np.int64(state.top[cell])
    state.under_count += 1


@compiled
def flower_of(state: Any) -> Any:
    """The flower's cell."""
    return FIRST_CELL + (ROW + 1) * (np.int64(state.side) // 2)


@compiled
def lay_out(state: Any) -> None:
    """An empty board with the flower in its middle (POU.M1)."""
    side = np.int64(state.side)
    for cell in range(CELLS):
        state.top[cell] = BEYOND
        state.reach[cell] = 0
        state.exits[cell] = 0
    for word in range(WORDS):
        state.brink[word] = 0
    for row in range(side):
        for column in range(side):
            state.top[FIRST_CELL + ROW * row + column] = EMPTY
    state.top[flower_of(state)] = FLOWER
    for place in range(state.under.size):
        state.under[place] = 0
    state.under_count = 0
    for seat in range(MAX_SEATS):
        state.start[seat] = NOWHERE


@compiled
def start_openings(state: Any, cell: Any) -> Any:
    """The sides of a border cell that stay on the board (POU.M2)."""
    openings = 0
    for side in range(SIDES):
        if state.top[cell + STEPS[side]] != BEYOND:
            openings |= 1 << side
    return openings


@compiled
def is_border(state: Any, cell: Any) -> Any:
    """Whether a cell of the board is at its border."""
    return start_openings(state, cell) != ALL_SIDES
