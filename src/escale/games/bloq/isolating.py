"""What a block isolates: the groups it leaves into which no block fits (BLOQ.S1, option closed=geometry).

Such a group always touches the new block. Most of the cells beside it lie in a 2x3 or 3x2 that stays empty, and so in a
group that stays open; from the others it is never far to such a cell, or to the end of the group.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.bloq.state import DEPTHS, WIDTHS
from escale.games.bloq.survey import ALL, COVER, DEEP, FOUND, FREE, GROUP, NONE, NOW, ONE, TWO, WIDE, covered
from escale.rules.bits import lowest_bit, popcount
from escale.rules.compile import compiled


@compiled
def isolates(work: Any, shape: Any, column: Any, row: Any) -> Any:
    """Whether a block on empty cells would isolate something. `work` is a survey of the position, and is left as it was."""
    put(work, shape, column, row)
    count = close(work, shape, column, row, True)
    take_back(work, shape, column, row)
    forget(work, count)
    return count > 0


@compiled
def isolated(work: Any, shape: Any, column: Any, row: Any) -> Any:
    """How many cells a block on empty cells would isolate. `work` is left as it was but for FOUND: these cells.

    FOUND must be empty before.
    """
    put(work, shape, column, row)
    count = close(work, shape, column, row, False)
    take_back(work, shape, column, row)
    return count


@compiled
def forget(work: Any, count: Any) -> None:
    """Empty FOUND, in which so many cells were found."""
    if count > 0:
        for at in range(work.shape[1]):
            work[FOUND, at] = NONE


@compiled
def columns(first: Any, count: Any) -> Any:
    """So many columns from the first, as the cells of a row."""
    return np.uint32(((1 << count) - 1) << first)


@compiled
def put(work: Any, shape: Any, column: Any, row: Any) -> None:
    """Let FREE and NOW be what they are with a block in place."""
    block = columns(column, WIDTHS[shape])
    above = row + DEPTHS[shape]
    for at in range(row, above):
        work[FREE, at] &= ~block
    # Of the 2x3 and 3x2 that fit, those stay that share no cell with the block.
    not_deep = ~(block | (block >> ONE))
    not_wide = not_deep & ~(block >> TWO)
    deep_2, deep_1 = work[DEEP, row - 4] & ALL, work[DEEP, row - 3] & ALL
    wide_1 = work[WIDE, row - 3] & ALL
    for at in range(row - 2, above + 2):
        deep, wide = work[DEEP, at] & ALL, work[WIDE, at] & ALL
        if at < above:
            deep &= not_deep
            if at > row - 2:
                wide &= not_wide
        work[NOW, at] = covered(deep | deep_1 | deep_2, wide | wide_1)
        deep_2, deep_1 = deep_1, deep
        wide_1 = wide


@compiled
def take_back(work: Any, shape: Any, column: Any, row: Any) -> None:
    """Let FREE and NOW be what they were before `put`."""
    block = columns(column, WIDTHS[shape])
    above = row + DEPTHS[shape]
    for at in range(row, above):
        work[FREE, at] |= block
    for at in range(row - 2, above + 2):
        work[NOW, at] = work[COVER, at]


@compiled
def cuts_off(work: Any, shape: Any, column: Any, row: Any) -> Any:
    """Whether what a block on empty cells leaves of their group would fall into parts. `work` is left as it was.

    Only FREE of it is asked for, and GROUP must be empty.
    """
    if not is_gap(work, shape, column, row):
        return False
    block = columns(column, WIDTHS[shape])
    above = row + DEPTHS[shape]
    for at in range(row, above):
        work[FREE, at] &= ~block
    apart = False
    bottom, top = above, row
    for at in range(row - 1, above + 1):
        cells = border(shape, column, row, at) & work[FREE, at]
        if cells != NONE and bottom > top:
            _, bottom, top = grow(work, FOUND, np.uint32(lowest_bit(np.uint64(cells))), at)
        if cells & ~work[GROUP, at] != NONE:
            apart = True
    for at in range(bottom, top + 1):
        work[GROUP, at] = NONE
    for at in range(row, above):
        work[FREE, at] |= block
    return apart


@compiled
def is_gap(work: Any, shape: Any, column: Any, row: Any) -> Any:
    """Whether the empty cells of the ring around a block lie in several runs: if not, all of them stay joined."""
    wide, deep = WIDTHS[shape], DEPTHS[shape]
    length = 2 * (wide + deep) + 4
    runs = 0
    before = ring_cell_is_free(work, column, row, wide, deep, length - 1)
    for place in range(length):
        free = ring_cell_is_free(work, column, row, wide, deep, place)
        if free and not before:
            runs += 1
        before = free
    return runs > 1


@compiled
def ring_cell_is_free(work: Any, column: Any, row: Any, wide: Any, deep: Any, place: Any) -> Any:
    """Whether a cell of the ring around a block is empty: counted from the lower left corner, against the clock."""
    across, up = np.int64(-1), np.int64(-1)
    if place <= wide:
        across = place - 1
    elif place <= wide + deep + 1:
        across, up = wide, place - wide - 2
    elif place <= 2 * wide + deep + 2:
        across, up = 2 * wide + deep + 2 - place, deep
    else:
        up = 2 * (wide + deep) + 3 - place
    at = column + across
    return at >= 0 and work[FREE, row + up] >> np.uint32(at) & ONE != NONE


@compiled
def close(work: Any, shape: Any, column: Any, row: Any, one_is_enough: Any) -> Any:
    """Add to FOUND the groups beside a block that was put in which no 2x3 or 3x2 is empty; returns how many cells."""
    count = np.int64(0)
    for at in range(row - 1, row + DEPTHS[shape] + 1):
        seeds = border(shape, column, row, at) & work[FREE, at] & ~work[NOW, at]
        while seeds != NONE:
            seed = np.uint32(lowest_bit(np.uint64(seeds)))
            seeds &= ~seed
            if work[FOUND, at] & seed == NONE:
                count += enclosed(work, seed, at)
                if one_is_enough and count > 0:
                    return count
    return count


@compiled
def border(shape: Any, column: Any, row: Any, at: Any) -> Any:
    """The cells of a row beside a block."""
    block = columns(column, WIDTHS[shape])
    return (block << ONE) | (block >> ONE) if row <= at < row + DEPTHS[shape] else block


@compiled
def enclosed(work: Any, seed: Any, at: Any) -> Any:
    """The size of the group of a cell that isn't in NOW, added to FOUND; 0, and nothing added, if a cell of it is in NOW."""
    closed, bottom, top = grow(work, NOW, seed, at)
    count = np.int64(0)
    for row in range(bottom, top + 1):
        if closed:
            count += popcount(np.uint64(work[GROUP, row]))
            work[FOUND, row] |= work[GROUP, row]
        work[GROUP, row] = NONE
    return count


@compiled
def grow(work: Any, goal: Any, seed: Any, at: Any) -> Any:
    """Let GROUP be the group of a cell, until it has a cell of the set `goal`. Whether it has none; its lowest and last row."""
    bottom, top = at, at
    work[GROUP, at] = seed
    closed = True
    grown = True
    while grown and closed:
        grown = False
        for row in range(bottom - 1, top + 2):
            here = work[GROUP, row]
            near = here | (here << ONE) | (here >> ONE) | work[GROUP, row - 1] | work[GROUP, row + 1]
            near &= work[FREE, row]
            if near != here:
                work[GROUP, row] = near
                grown = True
                bottom = min(bottom, row)
                top = max(top, row)
                if near & work[goal, row] != NONE:
                    closed = False
    return closed, bottom, top
