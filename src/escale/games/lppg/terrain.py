"""White cells that join, and the outside they touch (LPPG.D1, LPPG.D2).

A set of cells is one word a row. What is worked with lies in one array of sets, `work`; floods look only at the rows that the
terrain takes, from `low` to `high`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.state import CELL_BITS, COLOURS, HAND, MARGIN, ROWS, TURNS
from escale.rules.bits import lowest, popcount
from escale.rules.compile import compiled

NONE = np.uint64(0)
ONE = np.uint64(1)

# The sets in `work`: white cells; covered ones; cells of territories; the white cells that belong to nobody and touch no
# outside; a group; and what a list of placements is made of, by shape or by card and turn (see placing.py).
WHITE, COVER, HELD, OPEN, CLOSED, GROUP, HALO = range(7)
FREE = HALO + 1
FITS = FREE + 2
TOUCHES = FITS + HAND * TURNS
SETS = TOUCHES + HAND * TURNS


@compiled
def new_work() -> Any:
    """Room to work in: all sets empty."""
    return np.zeros((SETS, ROWS), np.uint64)


@compiled
def look_at(state: Any, work: Any) -> None:
    """Take over the terrain: WHITE, COVER and HELD."""
    for row in range(np.int64(state.low), np.int64(state.high) + 1):
        white = state.white[row]
        cover = white
        for colour in range(COLOURS):
            cover |= state.paint[colour, row]
        work[WHITE, row] = white
        work[COVER, row] = cover
        work[HELD, row] = state.held[row]


@compiled
def beside(cells: Any, row: Any) -> Any:
    """The cells of a row that share a side with a cell of a set."""
    here = cells[row]
    return (here << ONE) | (here >> ONE) | cells[row - 1] | cells[row + 1]


@compiled
def inner(cover: Any, row: Any, corners: Any) -> Any:
    """The covered cells of a row that touch no outside.

    In the leftmost column nothing lies to the left: so beyond the table is outside, as above, below and to the right.
    """
    here = cover[row]
    found = here & (here << ONE) & (here >> ONE) & cover[row - 1] & cover[row + 1]
    if corners != 0:
        below = cover[row - 1]
        above = cover[row + 1]
        found &= (below << ONE) & (below >> ONE) & (above << ONE) & (above >> ONE)
    return found


@compiled
def find_group(work: Any, cell: Any) -> Any:
    """Let GROUP, which must be empty, be the white cells joined to one of them; returns its lowest row and its highest."""
    row = (cell >> CELL_BITS) + MARGIN
    work[GROUP, row] = ONE << np.uint64(cell & (1 << CELL_BITS) - 1)
    bottom = row
    top = row
    grown = True
    while grown:
        grown = False
        for at in range(bottom - 1, top + 2):
            here = work[GROUP, at]
            more = (here | beside(work[GROUP], at)) & work[WHITE, at]
            if more != here:
                work[GROUP, at] = more
                bottom = min(bottom, at)
                top = max(top, at)
                grown = True
    return bottom, top


@compiled
def forget_group(work: Any, bottom: Any, top: Any) -> None:
    """Let GROUP be empty again."""
    for row in range(bottom, top + 1):
        work[GROUP, row] = NONE


@compiled
def measure_group(work: Any, bottom: Any, top: Any, corners: Any) -> Any:
    """Of GROUP: the cell that names it, its size, and whether it touches the outside."""
    size = np.int64(0)
    is_open = False
    for row in range(bottom, top + 1):
        cells = work[GROUP, row]
        size += popcount(cells)
        if cells & ~inner(work[COVER], row, corners) != NONE:
            is_open = True
    return lowest(work[GROUP, bottom]) + (bottom - MARGIN << CELL_BITS), size, is_open


@compiled
def find_closed(work: Any, low: Any, high: Any, corners: Any) -> Any:
    """Let CLOSED be the white cells of closed regions, from WHITE, COVER and HELD; whether there are any."""
    for row in range(low, high + 1):
        work[OPEN, row] = work[WHITE, row] & ~inner(work[COVER], row, corners)
    work[OPEN, low - 1] = NONE
    work[OPEN, high + 1] = NONE
    grown = True
    while grown:
        grown = False
        for row in range(low, high + 1):
            grown |= _spread(work, row)
        if grown:
            grown = False
            for row in range(high, low - 1, -1):
                grown |= _spread(work, row)
    found = NONE
    for row in range(low, high + 1):
        cells = work[WHITE, row] & ~work[OPEN, row] & ~work[HELD, row]
        work[CLOSED, row] = cells
        found |= cells
    return found != NONE


@compiled
def _spread(work: Any, row: Any) -> Any:
    """Let what is open in a row be open as far as white cells reach; whether that was more than before."""
    before = work[OPEN, row]
    white = work[WHITE, row]
    here = (before | work[OPEN, row - 1] | work[OPEN, row + 1]) & white
    while True:
        more = (here | (here << ONE) | (here >> ONE)) & white
        if more == here:
            break
        here = more
    work[OPEN, row] = here
    return here != before


@compiled
def largest_closed(work: Any, low: Any, high: Any, regions: Any) -> Any:
    """The size of the largest of the regions in CLOSED, which is emptied, and how many are as large.

    `regions` gets the cells that name these, as many as there is room for.
    """
    largest = np.int64(0)
    count = 0
    for row in range(low, high + 1):
        while work[CLOSED, row] != NONE:
            cell = lowest(work[CLOSED, row]) + (row - MARGIN << CELL_BITS)
            bottom, top = find_group(work, cell)
            size = np.int64(0)
            for at in range(bottom, top + 1):
                size += popcount(work[GROUP, at])
                work[CLOSED, at] &= ~work[GROUP, at]
            forget_group(work, bottom, top)
            if size > largest:
                largest = size
                count = 0
            if size == largest:
                if count < len(regions):
                    regions[count] = cell
                count += 1
    return largest, count
