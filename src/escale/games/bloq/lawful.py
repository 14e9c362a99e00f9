"""Option closed=legal (BLOQ.S1): a group is closed when no block that fits in it may be placed there.

A block may be placed there if it touches another (BLOQ.P3) and none of its height (BLOQ.H1), or if it leaves a closed part of
this same group (with isolating=cutting_off, also if it cuts it in parts). The second is asked only of groups that the first
leaves without a block, and these are small.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.bloq.isolating import border, columns, grow
from escale.games.bloq.state import BY_CUTTING, DEPTHS, HEIGHTS, LEVELS, ROWS, SHAPES, WIDTHS
from escale.games.bloq.survey import (
    BOTTOM,
    FOUND,
    FREE,
    GROUP,
    NEAR,
    NONE,
    ONE,
    PLAIN,
    TAKES,
    TAKES_NOW,
    TOP,
    find_near,
    find_runs,
    fits,
    new_work,
    spread,
    widened,
)
from escale.rules.bits import lowest, lowest_bit, popcount
from escale.rules.compile import compiled

LEAST_CELLS = 6  # that a block covers
# What is known of a group on the stack, sets of cells: itself; its parts not looked at yet; the cells under blocks by height,
# without the block whose parts are looked at and with it; by shape, where else a block may leave a closed part.
WHOLE, REST, UNDER = range(3)
COVERED = UNDER + HEIGHTS
UNTRIED = COVERED + HEIGHTS
SETS = UNTRIED + SHAPES
FARTHEST = 4  # rows beyond a block that a place touching it can reach


@compiled
def lawfully_isolated(state: Any, work: Any, shape: Any, column: Any, row: Any) -> Any:
    """How many cells a block on empty cells would isolate. `work`, a survey, is left as it was but for FOUND: these cells.

    A group that doesn't touch the block was there before, as closed or open as now. One with a cell of a place where a block
    may go whatever is put here is open; only the others must be looked at closely.
    """
    put_in_survey(work, shape, column, row)
    under = state.under.copy()
    count = np.int64(0)
    cover(under, shape, column, row)
    for at in range(row - 1, row + DEPTHS[shape] + 1):
        seeds = border(shape, column, row, at) & work[FREE, at] & ~work[TAKES_NOW, at]
        while seeds != NONE:
            seed = np.uint32(lowest_bit(np.uint64(seeds)))
            seeds &= ~seed
            if work[FOUND, at] & seed == NONE:
                closed, bottom, top = grow(work, TAKES_NOW, seed, at)
                if closed and is_lawfully_closed(work[GROUP], under, state.isolating == BY_CUTTING):
                    count += size_of(work[GROUP])
                    for cells in range(bottom, top + 1):
                        work[FOUND, cells] |= work[GROUP, cells]
                for cells in range(bottom, top + 1):
                    work[GROUP, cells] = NONE
    take_out_of_survey(work, shape, column, row)
    return count


@compiled
def put_in_survey(work: Any, shape: Any, column: Any, row: Any) -> None:
    """Let FREE and TAKES_NOW be what they are with a block in place.

    Places of blocks that it would touch are left out of TAKES_NOW too: with it they may clash.
    """
    block = columns(column, WIDTHS[shape])
    above = row + DEPTHS[shape]
    for at in range(row, above):
        work[FREE, at] &= ~block
    for at in range(row - FARTHEST, above + FARTHEST):
        found = NONE
        for other in range(SHAPES):
            away = ~columns_from(column - WIDTHS[other], WIDTHS[other] + WIDTHS[shape] + 1)
            for down in range(DEPTHS[other]):
                places = work[PLAIN + other, at - down]
                if row - DEPTHS[other] <= at - down <= above:
                    places &= away
                found |= widened(places, WIDTHS[other])
        work[TAKES_NOW, at] = found


@compiled
def take_out_of_survey(work: Any, shape: Any, column: Any, row: Any) -> None:
    """Let FREE and TAKES_NOW be what they were before `put_in_survey`."""
    block = columns(column, WIDTHS[shape])
    above = row + DEPTHS[shape]
    for at in range(row, above):
        work[FREE, at] |= block
    for at in range(row - FARTHEST, above + FARTHEST):
        work[TAKES_NOW, at] = work[TAKES, at]


@compiled
def columns_from(first: Any, count: Any) -> Any:
    """So many columns from the first, which may lie left of the board, as the cells of a row."""
    return columns(max(0, first), count + min(0, first))


@compiled
def lawfully_closed_cells(room: Any, under: Any, by_cutting: Any, found: Any) -> None:
    """Add to `found` the cells of all closed groups; `by_cutting`: see `is_lawfully_closed`."""
    rest = room.copy()
    group = np.zeros(ROWS, np.uint32)
    for at in range(BOTTOM, TOP):
        while rest[at] != NONE:
            split_off(rest, at, group)
            if is_lawfully_closed(group, under, by_cutting):
                for row in range(BOTTOM, TOP):
                    found[row] |= group[row]


@compiled
def split_off(rest: Any, at: Any, group: Any) -> None:
    """Move a group from `rest` to `group`: that of the first cell in a row."""
    for row in range(len(group)):
        group[row] = NONE
    group[at] = np.uint32(lowest_bit(np.uint64(rest[at])))
    grown = True
    while grown:
        grown = False
        for row in range(BOTTOM, TOP):
            here = group[row]
            near = here | (here << ONE) | (here >> ONE) | group[row - 1] | group[row + 1]
            near &= rest[row]
            if near != here:
                group[row] = near
                grown = True
    for row in range(BOTTOM, TOP):
        rest[row] &= ~group[row]


@compiled
def is_lawfully_closed(group: Any, under: Any, by_cutting: Any) -> Any:
    """Whether no block may be placed in a group of empty cells, given the cells under blocks by height.

    `by_cutting`: one that clashes in height is excepted also if it cuts the group in parts (BLOQ.H1, isolating=cutting_off).

    A stack of groups, each a part that a block would leave of the one before: compiled code that calls itself can't be kept on
    disk. A part that turns out closed makes the group before it open, so it goes on with the group before both.
    """
    clashes = np.zeros((SHAPES, ROWS), np.uint32)
    if takes_a_block(group, under, clashes):
        return False
    deepest = size_of(group) // LEAST_CELLS + 1
    stack = np.zeros((deepest, SETS, ROWS), np.uint32)
    part = np.zeros(ROWS, np.uint32)
    push(stack[0], group, under, clashes)
    top = 0
    while True:
        at = first_row(stack[top, REST])
        if at < TOP:
            split_off(stack[top, REST], at, part)
            if not takes_a_block(part, stack[top, COVERED:UNTRIED], clashes):
                top += 1
                push(stack[top], part, stack[top - 1, COVERED:UNTRIED], clashes)
        elif not try_next_block(stack[top]):
            # Closed, which lets the one before take a block.
            if top < 2:
                return top == 0
            top -= 2
        elif by_cutting and falls_apart(stack[top, REST], part):
            # Open, and so not what would let the one before take a block.
            if top == 0:
                return False
            top -= 1


@compiled
def falls_apart(cells: Any, part: Any) -> Any:
    """Whether cells are of several groups; `part` is room to work in."""
    rest = cells.copy()
    at = first_row(rest)
    if at == TOP:
        return False
    split_off(rest, at, part)
    return first_row(rest) < TOP


@compiled
def push(level: Any, group: Any, under: Any, untried: Any) -> None:
    """Begin to look at a group."""
    for row in range(BOTTOM, TOP):
        level[WHOLE, row] = group[row]
        level[REST, row] = NONE
        for height in range(HEIGHTS):
            level[UNDER + height, row] = under[height, row]
        for shape in range(SHAPES):
            level[UNTRIED + shape, row] = untried[shape, row]


@compiled
def takes_a_block(group: Any, under: Any, clashes: Any) -> Any:
    """Whether some block that fits in a group touches others, none of its height; `clashes` gets where it touches such."""
    work = new_work()
    find_runs(group, work)
    find_near(under, work)
    for shape in range(SHAPES):
        for row in range(BOTTOM, TOP):
            where = fits(work, shape, row)
            clashes[shape, row] = NONE
            if where != NONE:
                same, other = touched(work, shape, row)
                if where & other & ~same != NONE:
                    return True
                clashes[shape, row] = where & same
    return False


@compiled
def try_next_block(level: Any) -> Any:
    """Take a place out of UNTRIED and put a block there: into COVERED, and what is left of the group into REST.

    False if there is none.
    """
    for shape in range(SHAPES):
        for row in range(BOTTOM, TOP):
            if level[UNTRIED + shape, row] != NONE:
                column = lowest(np.uint64(level[UNTRIED + shape, row]))
                level[UNTRIED + shape, row] &= ~columns(column, 1)
                for at in range(BOTTOM, TOP):
                    level[REST, at] = level[WHOLE, at]
                    for height in range(HEIGHTS):
                        level[COVERED + height, at] = level[UNDER + height, at]
                clear(level[REST], shape, column, row)
                cover(level[COVERED:UNTRIED], shape, column, row)
                return True
    return False


@compiled
def clear(cells: Any, shape: Any, column: Any, row: Any) -> None:
    """Take the cells of a block out of a set."""
    block = columns(column, WIDTHS[shape])
    for at in range(row, row + DEPTHS[shape]):
        cells[at] &= ~block


@compiled
def cover(under: Any, shape: Any, column: Any, row: Any) -> None:
    """Add the cells of a block to those under blocks, by height."""
    block = columns(column, WIDTHS[shape])
    for at in range(row, row + DEPTHS[shape]):
        under[LEVELS[shape], at] |= block


@compiled
def first_row(cells: Any) -> Any:
    """The lowest row with a cell of a set; TOP if there is none."""
    for row in range(BOTTOM, TOP):
        if cells[row] != NONE:
            return row
    return TOP


@compiled
def size_of(cells: Any) -> Any:
    """How many cells a set has."""
    count = np.int64(0)
    for row in range(BOTTOM, TOP):
        count += popcount(np.uint64(cells[row]))
    return count


@compiled
def touched(work: Any, shape: Any, row: Any) -> Any:
    """From which cells of a row a shape would touch a block of its own height, and of another; from NEAR."""
    same = NONE
    other = NONE
    for up in range(DEPTHS[shape]):
        for level in range(HEIGHTS):
            if level == LEVELS[shape]:
                same |= work[NEAR + level, row + up]
            else:
                other |= work[NEAR + level, row + up]
    two, three = np.uint32(min(2, WIDTHS[shape] - 1)), np.uint32(min(3, WIDTHS[shape] - 1))
    return spread(same, two, three), spread(other, two, three)
