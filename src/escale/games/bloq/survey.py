"""Where blocks can go: for a whole board at once, by sets of lower left cells.

Only one question can't be answered for all places together: whether a block that has the height of a neighbour isolates
something (BLOQ.H1). The survey leaves those places in doubt where it might, and rules out those where it can't.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.bloq.boards import INNER
from escale.games.bloq.state import BY_CUTTING, BY_GEOMETRY, BY_LAW, DEPTHS, HEIGHTS, LEVELS, MARGIN, ROWS, SHAPES, SIDE, WIDTHS
from escale.rules.compile import compiled

# What a survey finds, one row of `work` for each set.
PLAIN = 0  # by shape: where it may be placed for sure
DOUBT = SHAPES  # by shape: where it fits, touches a block of its own height, and might isolate something, or cut it off
MIGHT = 2 * SHAPES  # by shape: where it fits and might isolate something
DEEP = 3 * SHAPES  # where 2x3 fits
WIDE = DEEP + 1  # where 3x2 fits
COVER = WIDE + 1  # the cells of all of those: no group with such a cell is closed
RUN = COVER + 1  # by length, from 2: where so many empty cells lie side by side
NEAR = RUN + 3  # by height: cells beside a block of that height
# Empty cells that a block might cut off on that side of it: none of the 2x3 and 3x2 that fit there lies beyond its border.
CUT_LEFT, CUT_RIGHT, CUT_BELOW, CUT_ABOVE = range(NEAR + HEIGHTS, NEAR + HEIGHTS + 4)
# Empty cells that a block would isolate on that side of it: none of their other neighbours is empty.
LONE_LEFT, LONE_RIGHT, LONE_BELOW, LONE_ABOVE = range(CUT_ABOVE + 1, CUT_ABOVE + 5)
SAME, OTHER, CUT, LONE = range(LONE_ABOVE + 1, LONE_ABOVE + 5)  # room to work in
# For looking at one block at a time (isolating.py): the empty cells and COVER with that block in place, equal to what they are
# without it when no block is looked at; the group looked at, else empty; and all groups found to be isolated.
FREE, NOW, GROUP, FOUND = range(LONE + 1, LONE + 5)
# The same for closed=legal (lawful.py): the cells of all PLAIN places, without that block and with it.
TAKES, TAKES_NOW = FOUND + 1, FOUND + 2
WORK = TAKES_NOW + 1

NONE = np.uint32(0)
ALL = np.uint32(0xFFFFFFFF)
ONE, TWO, THREE = np.uint32(1), np.uint32(2), np.uint32(3)
BOTTOM, TOP = MARGIN, MARGIN + SIDE  # the rows that may have cells: BOTTOM to TOP - 1


@compiled
def new_work() -> Any:
    """Room for a survey."""
    return np.zeros((WORK, ROWS), np.uint32)


@compiled
def survey(state: Any, work: Any) -> None:
    """Fill PLAIN and DOUBT for a position, and what they are made of. FOUND and GROUP of `work` are empty."""
    if state.placed == 0:
        find_runs(INNER[np.int64(state.board)], work)
        for shape in range(SHAPES):
            for row in range(BOTTOM, TOP):
                work[PLAIN + shape, row] = fits(work, shape, row)
                work[MIGHT + shape, row] = NONE
                work[DOUBT + shape, row] = NONE
        return
    find_runs(state.room, work)
    find_cover(work)
    find_near(state.under, work)
    find_anchors(work)
    find_cuts(state.room, work)
    find_lone(state.room, work)
    for shape in range(SHAPES):
        place(work, shape, state.closed == BY_GEOMETRY, state.isolating == BY_CUTTING)
    if state.closed == BY_LAW:
        # What is plain is known now, and from it what might be cut off from all that is.
        find_takes(work)
        find_lawful_anchors(work)
        find_cuts(state.room, work)
        for shape in range(SHAPES):
            place(work, shape, False, state.isolating == BY_CUTTING)


@compiled
def find_runs(room: Any, work: Any) -> None:
    """RUN of a set of cells."""
    for row in range(ROWS):
        two = room[row] & (room[row] >> ONE)
        three = two & (room[row] >> TWO)
        work[RUN, row] = two
        work[RUN + 1, row] = three
        work[RUN + 2, row] = three & (room[row] >> THREE)
        work[FREE, row] = room[row]


@compiled
def fits(work: Any, shape: Any, row: Any) -> Any:
    """Where in a row a shape has nothing but empty cells."""
    run = RUN + WIDTHS[shape] - 2
    found = work[run, row]
    for up in range(1, DEPTHS[shape]):
        found &= work[run, row + up]
    return found


@compiled
def find_cover(work: Any) -> None:
    """DEEP, WIDE and COVER, from RUN."""
    for row in range(ROWS - 2):
        work[DEEP, row] = work[RUN, row] & work[RUN, row + 1] & work[RUN, row + 2]
        work[WIDE, row] = work[RUN + 1, row] & work[RUN + 1, row + 1]
    for row in range(2, ROWS):
        deep = work[DEEP, row] | work[DEEP, row - 1] | work[DEEP, row - 2]
        wide = work[WIDE, row] | work[WIDE, row - 1]
        work[COVER, row] = covered(deep, wide)
        work[NOW, row] = work[COVER, row]


@compiled
def covered(deep: Any, wide: Any) -> Any:
    """The cells that 2x3 and 3x2 at these places cover in their row."""
    both = deep | wide
    return both | (both << ONE) | (wide << TWO)


@compiled
def find_near(under: Any, work: Any) -> None:
    """NEAR, from the cells under blocks by their height."""
    for height in range(HEIGHTS):
        for row in range(1, ROWS - 1):
            here = under[height, row]
            work[NEAR + height, row] = (here << ONE) | (here >> ONE) | under[height, row - 1] | under[height, row + 1]


@compiled
def find_anchors(work: Any) -> None:
    """Into the CUT_ sets, the cells of 2x3 and 3x2 that lie on their own side of a border there: from DEEP and WIDE."""
    for row in range(BOTTOM, TOP):
        deep = work[DEEP, row] | work[DEEP, row - 1] | work[DEEP, row - 2]
        wide = work[WIDE, row] | work[WIDE, row - 1]
        work[CUT_LEFT, row] = (deep << ONE) | (wide << TWO)
        work[CUT_RIGHT, row] = deep | wide
        work[CUT_BELOW, row] = covered(work[DEEP, row - 2], work[WIDE, row - 1])
        work[CUT_ABOVE, row] = covered(work[DEEP, row], work[WIDE, row])


@compiled
def find_lawful_anchors(work: Any) -> None:
    """The same for closed=legal: the cells beside PLAIN places that a block beyond the border would not even touch."""
    for row in range(BOTTOM, TOP):
        left, right, below, above = NONE, NONE, NONE, NONE
        for shape in range(SHAPES):
            for down in range(DEPTHS[shape]):
                left |= work[PLAIN + shape, row - down] << np.uint32(WIDTHS[shape])
                right |= work[PLAIN + shape, row - down] >> ONE
            below |= widened(work[PLAIN + shape, row - DEPTHS[shape]], WIDTHS[shape])
            above |= widened(work[PLAIN + shape, row + 1], WIDTHS[shape])
        work[CUT_LEFT, row] = left & work[FREE, row]
        work[CUT_RIGHT, row] = right & work[FREE, row]
        work[CUT_BELOW, row] = below & work[FREE, row]
        work[CUT_ABOVE, row] = above & work[FREE, row]


@compiled
def find_cuts(room: Any, work: Any) -> None:
    """The CUT_ sets, from the anchors in them.

    A cell beside one that can't be cut off can't be cut off either, as long as no step leads back beyond the border. So all
    are found in a sweep up and a sweep down.
    """
    left, right, below = NONE, NONE, NONE  # what can't be cut off, of the row before
    for row in range(BOTTOM, TOP):
        here = room[row]
        left = work[CUT_LEFT, row] | (here & left)
        left |= here & (left << ONE)
        work[CUT_LEFT, row] = left
        right = work[CUT_RIGHT, row] | (here & right)
        right |= here & (right >> ONE)
        work[CUT_RIGHT, row] = right
        below = work[CUT_BELOW, row] | (here & below)
        below |= here & ((below << ONE) | (below >> ONE))
        work[CUT_BELOW, row] = here & ~below
    left, right, above = NONE, NONE, NONE
    for row in range(TOP - 1, BOTTOM - 1, -1):
        here = room[row]
        left = work[CUT_LEFT, row] | (here & left)
        left |= here & (left << ONE)
        work[CUT_LEFT, row] = here & ~left
        right = work[CUT_RIGHT, row] | (here & right)
        right |= here & (right >> ONE)
        work[CUT_RIGHT, row] = here & ~right
        above = work[CUT_ABOVE, row] | (here & above)
        above |= here & ((above << ONE) | (above >> ONE))
        work[CUT_ABOVE, row] = here & ~above


@compiled
def find_lone(room: Any, work: Any) -> None:
    """The LONE_ sets: dead ends, as a cell whose only way on leads to a lone one is lone."""
    below, above = ALL, ALL  # lone, or not empty, of the row before
    for row in range(BOTTOM, TOP):
        here = room[row]
        below = ~here | (~((here << ONE) | (here >> ONE)) & below)
        work[LONE_BELOW, row] = here & below
        passage = here & ~(room[row - 1] | room[row + 1])
        lone = passage & ~(here << ONE)
        work[LONE_LEFT, row] = lone | (passage & (lone << ONE))
        lone = passage & ~(here >> ONE)
        work[LONE_RIGHT, row] = lone | (passage & (lone >> ONE))
    for row in range(TOP - 1, BOTTOM - 1, -1):
        here = room[row]
        above = ~here | (~((here << ONE) | (here >> ONE)) & above)
        work[LONE_ABOVE, row] = here & above


@compiled
def place(work: Any, shape: Any, is_sure: Any, by_cutting: Any) -> None:
    """PLAIN, DOUBT and MIGHT of a shape (BLOQ.P1, BLOQ.P3, BLOQ.H1); `is_sure`: with the exceptions in PLAIN that are certain.

    `by_cutting`: DOUBT has all places that clash, as a block may cut an area off where it can isolate nothing.

    Every row and every column of a block is asked for; where it has fewer than four, the last is asked for again.
    """
    level = LEVELS[shape]
    across = np.uint32(WIDTHS[shape])
    two, three = np.uint32(min(2, WIDTHS[shape] - 1)), np.uint32(min(3, WIDTHS[shape] - 1))
    deep = DEPTHS[shape]
    second, third = min(2, deep - 1), min(3, deep - 1)
    near, near_others, near_too = work[NEAR + level], work[NEAR + (level + 1) % HEIGHTS], work[NEAR + (level + 2) % HEIGHTS]
    same, other, cut, lone = work[SAME], work[OTHER], work[CUT], work[LONE]
    for row in range(BOTTOM - 1, TOP + 4):
        same[row] = spread(near[row], two, three)
        other[row] = spread(near_others[row] | near_too[row], two, three)
        cut[row] = (work[CUT_LEFT, row] << ONE) | (work[CUT_RIGHT, row] >> across)
        lone[row] = (work[LONE_LEFT, row] << ONE) | (work[LONE_RIGHT, row] >> across)
    run = work[RUN + WIDTHS[shape] - 2]
    for row in range(BOTTOM, TOP):
        fits = run[row] & run[row + 1] & run[row + second] & run[row + third]
        clash = same[row] | same[row + 1] | same[row + second] | same[row + third]
        touch = other[row] | other[row + 1] | other[row + second] | other[row + third]
        might = cut[row] | cut[row + 1] | cut[row + second] | cut[row + third]
        might |= spread(work[CUT_BELOW, row - 1] | work[CUT_ABOVE, row + deep], two, three)
        sure = lone[row] | lone[row + 1] | lone[row + second] | lone[row + third]
        sure |= spread(work[LONE_BELOW, row - 1] | work[LONE_ABOVE, row + deep], two, three)
        if not is_sure:
            sure = NONE
        work[PLAIN + shape, row] = fits & ((touch & ~clash) | (clash & sure))
        work[MIGHT + shape, row] = fits & might
        doubt = fits & clash & ~sure
        work[DOUBT + shape, row] = doubt if by_cutting else doubt & might


@compiled
def find_takes(work: Any) -> None:
    """TAKES and TAKES_NOW, from PLAIN."""
    for row in range(BOTTOM, TOP):
        found = NONE
        for shape in range(SHAPES):
            for down in range(DEPTHS[shape]):
                found |= widened(work[PLAIN + shape, row - down], WIDTHS[shape])
        work[TAKES, row] = found
        work[TAKES_NOW, row] = found


@compiled
def widened(places: Any, wide: Any) -> Any:
    """The cells in their row of blocks with these lower left cells."""
    found = places | (places << ONE)
    if wide > 2:
        found |= places << TWO
    if wide > 3:
        found |= places << THREE
    return found


@compiled
def upright_has_a_place(room: Any, under: Any) -> Any:
    """Whether a block 2x3x4 may be placed without any exception: most often so, and found sooner than a survey is made."""
    fits_1, fits_2, same_1, same_2, other_1, other_2 = NONE, NONE, NONE, NONE, NONE, NONE  # of the two rows before
    for row in range(BOTTOM, TOP):
        fits = room[row] & (room[row] >> ONE)
        low = under[0, row] | under[1, row]
        other = (low << ONE) | (low >> ONE) | under[0, row - 1] | under[1, row - 1] | under[0, row + 1] | under[1, row + 1]
        high = under[2, row]
        same = (high << ONE) | (high >> ONE) | under[2, row - 1] | under[2, row + 1]
        touch = other | other_1 | other_2
        clash = same | same_1 | same_2
        if fits & fits_1 & fits_2 & (touch | (touch >> ONE)) & ~(clash | (clash >> ONE)) != NONE:
            return True
        fits_2, fits_1 = fits_1, fits
        same_2, same_1 = same_1, same
        other_2, other_1 = other_1, other
    return False


@compiled
def spread(cells: Any, two: Any, three: Any) -> Any:
    """The cells from which some cells to the right meet the set: 0, 1, `two` or `three` cells further."""
    return cells | (cells >> ONE) | (cells >> two) | (cells >> three)
