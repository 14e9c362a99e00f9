"""Groups of one colour on the whole board at once: links between equal neighbours, and the cells that name the groups."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop.cells import BOARD, NONE, ONE, left_of, right_of
from escale.games.colorpop.state import CELLS, SIDE, SLIDE_BITS, SLIDES_A_WORD
from escale.rules.bits import lowest_bit, popcount
from escale.rules.chance import rng_below
from escale.rules.compile import compiled, compiled_brief


@compiled_brief
def colour_at(plane: Any, cell: Any) -> Any:
    """The code of a cell (state.py): EMPTY, or one more than the token's place in the lists by colour."""
    word = cell >> 6
    bit = np.uint64(cell & 63)
    return (
        np.int64((plane[0, word] >> bit) & ONE)
        + 2 * np.int64((plane[1, word] >> bit) & ONE)
        + 4 * np.int64((plane[2, word] >> bit) & ONE)
    )


@compiled_brief
def all_codes(plane: Any) -> Any:
    """The codes of all cells, slide after slide, each from the bottom up."""
    codes = np.empty(CELLS, np.uint8)
    for place in range(CELLS):
        slide = place // SIDE
        codes[place] = colour_at(plane, 64 * (slide // SLIDES_A_WORD) + SLIDE_BITS * (slide % SLIDES_A_WORD) + place % SIDE)
    return codes


@compiled_brief
def tokens_of(plane: Any, code: Any) -> Any:
    """All cells whose code is `code` (not EMPTY)."""
    flip0 = BOARD * np.uint64(1 - (code & 1))
    flip1 = BOARD * np.uint64(1 - ((code >> 1) & 1))
    flip2 = BOARD * np.uint64(1 - (code >> 2))
    low = (plane[0, 0] ^ flip0) & (plane[1, 0] ^ flip1) & (plane[2, 0] ^ flip2)
    high = (plane[0, 1] ^ flip0) & (plane[1, 1] ^ flip1) & (plane[2, 1] ^ flip2)
    return low, high


@compiled
def jokers_on(plane: Any) -> Any:
    """All jokers."""
    return plane[1, 0] & plane[2, 0], plane[1, 1] & plane[2, 1]


@compiled
def occupied(plane: Any) -> Any:
    """All cells that hold a token."""
    return plane[0, 0] | plane[1, 0] | plane[2, 0], plane[0, 1] | plane[1, 1] | plane[2, 1]


@compiled
def links(plane: Any) -> Any:
    """Which coloured tokens have the same colour as the token above (two words), and as the one to the right (two words)."""
    a0 = plane[0, 0]
    b0 = plane[1, 0]
    c0 = plane[2, 0]
    a1 = plane[0, 1]
    b1 = plane[1, 1]
    c1 = plane[2, 1]
    coloured0 = (a0 | b0 | c0) & ~(b0 & c0)
    coloured1 = (a1 | b1 | c1) & ~(b1 & c1)
    up0 = coloured0 & ~((a0 ^ (a0 >> ONE)) | (b0 ^ (b0 >> ONE)) | (c0 ^ (c0 >> ONE)))
    up1 = coloured1 & ~((a1 ^ (a1 >> ONE)) | (b1 ^ (b1 >> ONE)) | (c1 ^ (c1 >> ONE)))
    ar0, ar1 = right_of(a0, a1)
    br0, br1 = right_of(b0, b1)
    cr0, cr1 = right_of(c0, c1)
    right0 = coloured0 & ~((a0 ^ ar0) | (b0 ^ br0) | (c0 ^ cr0))
    right1 = coloured1 & ~((a1 ^ ar1) | (b1 ^ br1) | (c1 ^ cr1))
    return up0, up1, right0, right1


@compiled
def linked_flood(low: Any, high: Any, up0: Any, up1: Any, right0: Any, right1: Any) -> Any:
    """The set grown along the links."""
    down0 = up0 << ONE
    down1 = up1 << ONE
    left0, left1 = left_of(right0, right1)
    while True:
        x0 = low | ((low << ONE) & down0) | ((low >> ONE) & up0)
        x1 = high | ((high << ONE) & down1) | ((high >> ONE) & up1)
        from_left0, from_left1 = left_of(x0, x1)
        from_right0, from_right1 = right_of(x0, x1)
        x0 |= (from_left0 & left0) | (from_right0 & right0)
        x1 |= (from_left1 & left1) | (from_right1 & right1)
        if x0 == low and x1 == high:
            return low, high
        low = x0
        high = x1


@compiled
def group_names(plane: Any) -> Any:
    """The lowest cell of every group of two or more of one colour, jokers left out."""
    up0, up1, right0, right1 = links(plane)
    down0 = up0 << ONE
    down1 = up1 << ONE
    left0, left1 = left_of(right0, right1)
    any0 = up0 | down0 | right0 | left0
    any1 = up1 | down1 | right1 | left1
    # Pairs, most of the groups, all at once: two linked tokens with no other link.
    two0 = (up0 & down0) | (right0 & left0) | ((up0 | down0) & (right0 | left0))
    two1 = (up1 & down1) | (right1 & left1) | ((up1 | down1) & (right1 | left1))
    end0 = any0 & ~two0
    end1 = any1 & ~two1
    tall0 = up0 & end0 & (end0 >> ONE)
    tall1 = up1 & end1 & (end1 >> ONE)
    end_right0, end_right1 = right_of(end0, end1)
    wide0 = right0 & end0 & end_right0
    wide1 = right1 & end1 & end_right1
    other0, other1 = left_of(wide0, wide1)
    names0 = tall0 | wide0
    names1 = tall1 | wide1
    rest0 = any0 & ~(names0 | (tall0 << ONE) | other0)
    rest1 = any1 & ~(names1 | (tall1 << ONE) | other1)
    while rest0 != NONE or rest1 != NONE:
        seed0 = lowest_bit(rest0)
        seed1 = NONE
        if rest0 == NONE:
            seed1 = lowest_bit(rest1)
        names0 |= seed0
        names1 |= seed1
        group0, group1 = linked_flood(seed0, seed1, up0, up1, right0, right1)
        rest0 &= ~group0
        rest1 &= ~group1
    return names0, names1


@compiled
def drawn_name(plane: Any, rng: Any) -> Any:
    """One of `group_names`, each as likely, without finding them all. There must be one.

    Every group's lowest cell has no link down or left. A few other cells have none either: draw one, flood its group,
    and draw again if it isn't the lowest.
    """
    up0, up1, right0, right1 = links(plane)
    left0, left1 = left_of(right0, right1)
    names0 = (up0 | right0) & ~((up0 << ONE) | left0)
    names1 = (up1 | right1) & ~((up1 << ONE) | left1)
    count0 = popcount(names0)
    count = count0 + popcount(names1)
    while True:
        k = rng_below(rng, count)
        seed0 = NONE
        seed1 = NONE
        if k < count0:
            seed0 = nth_bit(names0, k)
        else:
            seed1 = nth_bit(names1, k - count0)
        group0, group1 = linked_flood(seed0, seed1, up0, up1, right0, right1)
        lowest0 = lowest_bit(group0)
        lowest1 = lowest_bit(group1)
        if (seed0 != NONE and lowest0 == seed0) or (seed0 == NONE and group0 == NONE and lowest1 == seed1):
            return seed0, seed1
        names0 &= ~seed0
        names1 &= ~seed1
        count0 = popcount(names0)
        count -= 1


@compiled
def nth_bit(word: Any, n: Any) -> Any:
    """The n-th set bit of a word, counted from 0."""
    for _ in range(n):
        word &= word - ONE
    return lowest_bit(word)
