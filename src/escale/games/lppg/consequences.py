"""What becomes of territories and regions when a card is laid (LPPG.C1 to LPPG.C4), and who wins (LPPG.E2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.cards import HEIGHTS, WHITE_ROWS, WIDTHS, colour_of, lying, pattern_of
from escale.games.lppg.state import CELL_BITS, COLOURS, MARGIN, MARKERS, MAX_SEATS, NOWHERE, PERMANENT, ROWS
from escale.games.lppg.terrain import (
    COVER,
    GROUP,
    HELD,
    NONE,
    ONE,
    WHITE,
    beside,
    find_closed,
    find_group,
    largest_closed,
    measure_group,
)
from escale.rules.compile import compiled

# Of each marker on the terrain, seat by seat: the cell that names its white group now, its size, and whether that is open.
CELL, SIZE, IS_OPEN = range(3)
FATES = 3
NOBODY = -1


@compiled
def new_fates() -> Any:
    """Room for what becomes of each marker."""
    return np.zeros((MAX_SEATS * MARKERS, FATES), np.int64)


@compiled
def lay(work: Any, move: Any, saved: Any) -> None:
    """Let WHITE and COVER be what they are with a card in place; `saved` gets what was there."""
    card, turn, column, y = lying(move)
    pattern = pattern_of(card)
    shift = np.uint64(column)
    full = ((ONE << np.uint64(WIDTHS[turn])) - ONE) << shift
    for up in range(HEIGHTS[turn]):
        row = y + MARGIN + up
        saved[0, up] = work[WHITE, row]
        saved[1, up] = work[COVER, row]
        work[WHITE, row] = (work[WHITE, row] & ~full) | (WHITE_ROWS[pattern, turn, up] << shift)
        work[COVER, row] |= full


@compiled
def take_up(work: Any, move: Any, saved: Any) -> None:
    """Let WHITE and COVER be what they were before `lay`."""
    _, turn, _, y = lying(move)
    for up in range(HEIGHTS[turn]):
        work[WHITE, y + MARGIN + up] = saved[0, up]
        work[COVER, y + MARGIN + up] = saved[1, up]


@compiled
def paint_card(state: Any, move: Any) -> None:
    """Let the terrain show a card."""
    card, turn, column, y = lying(move)
    colour = colour_of(card)
    pattern = pattern_of(card)
    shift = np.uint64(column)
    full = ((ONE << np.uint64(WIDTHS[turn])) - ONE) << shift
    for up in range(HEIGHTS[turn]):
        row = y + MARGIN + up
        whites = WHITE_ROWS[pattern, turn, up] << shift
        state.white[row] = (state.white[row] & ~full) | whites
        for other in range(COLOURS):
            state.paint[other, row] &= ~full
        state.paint[colour, row] |= full & ~whites


@compiled
def reach(state: Any, move: Any) -> Any:
    """The lowest row and the highest that the terrain takes with a card in place."""
    _, turn, _, y = lying(move)
    return min(np.int64(state.low), y + MARGIN), max(np.int64(state.high), y + MARGIN + HEIGHTS[turn] - 1)


@compiled
def touches_territory(work: Any, move: Any) -> Any:
    """Whether a white cell of a card in place lies beside a territory: only then can one change."""
    card, turn, column, y = lying(move)
    pattern = pattern_of(card)
    for up in range(HEIGHTS[turn]):
        row = y + MARGIN + up
        if (WHITE_ROWS[pattern, turn, up] << np.uint64(column)) & beside(work[HELD], row) != NONE:
            return True
    return False


@compiled
def stay(state: Any, fates: Any) -> None:
    """The fates of markers when no territory changes."""
    for seat in range(MAX_SEATS):
        for marker in range(MARKERS):
            at = seat * MARKERS + marker
            fates[at, CELL] = state.mark[seat, marker]
            fates[at, SIZE] = state.extent[seat, marker]
            fates[at, IS_OPEN] = 0


@compiled
def follow(state: Any, work: Any, fates: Any) -> None:
    """The fates of markers with a card in place; HELD becomes the cells of territories afterwards (LPPG.C1 to LPPG.C3)."""
    stay(state, fates)
    for row in range(ROWS):
        work[HELD, row] = NONE
    for at in range(len(fates)):
        if fates[at, CELL] != NOWHERE:
            bottom, top = find_group(work, fates[at, CELL])
            cell, size, is_open = measure_group(work, bottom, top, state.corners)
            for row in range(bottom, top + 1):
                if not is_open:
                    work[HELD, row] |= work[GROUP, row]
                work[GROUP, row] = NONE
            fates[at, CELL] = cell
            fates[at, SIZE] = size
            fates[at, IS_OPEN] = is_open


@compiled
def is_first(fates: Any, at: Any) -> Any:
    """Whether a marker is on a territory, and no earlier one of the same seat is on the same."""
    cell = fates[at, CELL]
    if cell == NOWHERE or fates[at, IS_OPEN] != 0:
        return False
    for other in range(at - at % MARKERS, at):
        if fates[other, CELL] == cell:
            return False
    return True


@compiled
def joins_players(fates: Any) -> Any:
    """LPPG.P4: whether markers of different players are on one white group, open or not."""
    for at in range(len(fates)):
        if fates[at, CELL] != NOWHERE:
            for other in range(at - at % MARKERS):
                if fates[other, CELL] == fates[at, CELL]:
                    return True
    return False


@compiled
def opens_permanent(fates: Any) -> Any:
    """LPPG.P5: whether a permanent marker is on an open group."""
    for at in range(PERMANENT, len(fates), MARKERS):
        if fates[at, CELL] != NOWHERE and fates[at, IS_OPEN] != 0:
            return True
    return False


@compiled
def territories_of(fates: Any, seat: Any) -> Any:
    """How many territories a seat has."""
    count = 0
    for at in range(seat * MARKERS, (seat + 1) * MARKERS):
        if is_first(fates, at):
            count += 1
    return count


@compiled
def winning(fates: Any, seat: Any, size: Any) -> Any:
    """LPPG.E2: the seat with the smallest territory that is alone of its size, and the size; NOBODY, 0 if there is none.

    Of all territories, and of one more of `size` cells that `seat` has, if that isn't 0.
    """
    best = np.int64(0)
    owner = NOBODY
    if size > 0 and _alone(fates, len(fates), size):
        best = size
        owner = seat
    for at in range(len(fates)):
        if is_first(fates, at):
            mine = fates[at, SIZE]
            if (best == 0 or mine < best) and mine != size and _alone(fates, at, mine):
                best = mine
                owner = at // MARKERS
    return owner, best


@compiled
def _alone(fates: Any, at: Any, size: Any) -> Any:
    """Whether no territory but the one at a place has that size."""
    for other in range(len(fates)):
        if other != at and fates[other, SIZE] == size and is_first(fates, other):
            return False
    return True


@compiled
def same_side(seat: Any, other: Any) -> Any:
    """LPPG.S1: whether two seats win together."""
    return seat % 2 == other % 2


@compiled
def closed_after(state: Any, work: Any, move: Any, regions: Any) -> Any:
    """The size of the largest closed region with a card in place, and how many are as large; HELD must be up to date."""
    low, high = reach(state, move)
    if not find_closed(work, low, high, state.corners):
        return np.int64(0), 0
    return largest_closed(work, low, high, regions)


@compiled
def row_of(cell: Any) -> Any:
    """The row of a cell, counted in words."""
    return (np.int64(cell) >> CELL_BITS) + MARGIN
