"""Cells as bits: shifts, floods and falls over a board held in two words (see state.py for the layout)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop.state import SIDE, SLIDE_BITS, SLIDES_A_WORD
from escale.rules.bits import lowest
from escale.rules.compile import compiled

NONE = np.uint64(0)
ONE = np.uint64(1)
SLIDE = np.uint64(SLIDE_BITS)  # one slide to the left or right
ACROSS = np.uint64(SLIDE_BITS * (SLIDES_A_WORD - 1))  # from the last slide of a word to the first of the other
FIRST_SLIDE = np.uint64((1 << SIDE) - 1)
BOTTOM = np.uint64(sum(1 << (SLIDE_BITS * i) for i in range(SLIDES_A_WORD)))
BOARD = np.uint64(sum(((1 << SIDE) - 1) << (SLIDE_BITS * i) for i in range(SLIDES_A_WORD)))


def _upwards(bit: int) -> int:
    """The cells of a slide from `bit` to its top, as a mask."""
    slide, row = divmod(bit, SLIDE_BITS)
    return sum(1 << (slide * SLIDE_BITS + r) for r in range(row, SIDE))


UPWARDS = np.array([_upwards(b) for b in range(SLIDE_BITS * SLIDES_A_WORD)] + [0] * 9, np.uint64)


@compiled
def right_of(low: Any, high: Any) -> Any:
    """Each cell's content becomes its right neighbour's."""
    return (low >> SLIDE) | ((high & FIRST_SLIDE) << ACROSS), high >> SLIDE


@compiled
def left_of(low: Any, high: Any) -> Any:
    """Each cell's content becomes its left neighbour's. What leaves a word on the right is cut off."""
    return (low << SLIDE) & BOARD, ((high << SLIDE) & BOARD) | ((low >> ACROSS) & FIRST_SLIDE)


@compiled
def beside(low: Any, high: Any) -> Any:
    """All cells with a neighbour in the set; guard bits may be set."""
    right_low, right_high = right_of(low, high)
    left_low, left_high = left_of(low, high)
    return (low << ONE) | (low >> ONE) | right_low | left_low, (high << ONE) | (high >> ONE) | right_high | left_high


@compiled
def flood(low: Any, high: Any, room_low: Any, room_high: Any) -> Any:
    """The set grown to all cells of `room` joined to it by sides."""
    while True:
        near_low, near_high = beside(low, high)
        grown_low = low | (near_low & room_low)
        grown_high = high | (near_high & room_high)
        if grown_low == low and grown_high == high:
            return low, high
        low = grown_low
        high = grown_high


@compiled
def one_cell(cell: Any) -> Any:
    """The set of one cell, numbered as in a move."""
    bit = ONE << np.uint64(cell & 63)
    if cell < 64:
        return bit, NONE
    return NONE, bit


@compiled
def lowest_cell(low: Any, high: Any) -> Any:
    """The number of the lowest cell of a set; 128 when it is empty."""
    if low != NONE:
        return lowest(low)
    return 64 + lowest(high)
