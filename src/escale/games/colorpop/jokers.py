"""Moves that take jokers in (POP.T2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop.cells import NONE, beside, flood, lowest_cell
from escale.games.colorpop.groups import jokers_on, tokens_of
from escale.games.colorpop.state import CELL_BITS, COLOURS, MAX_JOKERS
from escale.rules.bits import lowest_bit, popcount
from escale.rules.compile import compiled


@compiled
def lowest_of(low: Any, high: Any) -> Any:
    """The lowest cell of a set, as a set."""
    if low != NONE:
        return lowest_bit(low), NONE
    return NONE, lowest_bit(high)


@compiled
def chosen_jokers(low: Any, high: Any, mask: Any) -> Any:
    """Of all jokers, the ones whose numbers (from the lowest cell up) are in the mask."""
    chosen0 = NONE
    chosen1 = NONE
    while mask != 0 and (low | high) != NONE:
        first0, first1 = lowest_of(low, high)
        if mask & 1:
            chosen0 |= first0
            chosen1 |= first1
        low ^= first0
        high ^= first1
        mask >>= 1
    return chosen0, chosen1


@compiled
def mask_of_jokers(low: Any, high: Any, set0: Any, set1: Any) -> Any:
    """The numbers, as a mask, of those of all jokers that are in a set."""
    mask = 0
    number = 1
    while (low | high) != NONE:
        first0, first1 = lowest_of(low, high)
        if ((first0 & set0) | (first1 & set1)) != NONE:
            mask |= number
        low ^= first0
        high ^= first1
        number <<= 1
    return mask


@compiled
def a_colour_is_missing_beside(plane: Any, low: Any, high: Any) -> Any:
    """Whether some colour has no token beside the set: jokers alone can be taken as that colour."""
    near0, near1 = beside(low, high)
    for code in range(1, COLOURS + 1):
        tokens0, tokens1 = tokens_of(plane, code)
        if ((near0 & tokens0) | (near1 & tokens1)) == NONE:
            return True
    return False


@compiled
def optional_joker_moves(plane: Any, joker_only: Any, out: Any, count: Any) -> Any:
    """Append every move with jokers, each joker taken or left as one likes; returns the new count.

    By colour: one joker, then several, by mask. Last the sets of jokers alone, by mask.
    """
    jokers0, jokers1 = jokers_on(plane)
    near0, near1 = beside(jokers0, jokers1)
    for code in range(1, COLOURS + 1):
        tokens0, tokens1 = tokens_of(plane, code)
        if ((near0 & tokens0) | (near1 & tokens1)) != NONE:
            count, meet = _one_joker(jokers0, jokers1, tokens0, tokens1, out, count)
            if meet:
                count = _several_jokers(jokers0, jokers1, tokens0, tokens1, out, count)
    if joker_only and ((near0 & jokers0) | (near1 & jokers1)) != NONE:
        count = _jokers_alone(plane, jokers0, jokers1, out, count)
    return count


@compiled
def _one_joker(jokers0: Any, jokers1: Any, tokens0: Any, tokens1: Any, out: Any, count: Any) -> Any:
    """Append the moves of one colour with a single joker; also tells whether two jokers can be in one move."""
    meet = False
    rest0 = jokers0
    rest1 = jokers1
    number = 1
    while (rest0 | rest1) != NONE:
        joker0, joker1 = lowest_of(rest0, rest1)
        near0, near1 = beside(joker0, joker1)
        group0 = near0 & tokens0
        group1 = near1 & tokens1
        if (group0 | group1) != NONE:
            group0, group1 = flood(group0, group1, tokens0, tokens1)
            out[count] = lowest_cell(group0, group1) | (number << CELL_BITS)
            count += 1
            near0, near1 = beside(group0 | joker0, group1 | joker1)
        meet = meet or ((near0 & jokers0 & ~joker0) | (near1 & jokers1 & ~joker1)) != NONE
        rest0 ^= joker0
        rest1 ^= joker1
        number <<= 1
    return count, meet


@compiled
def _several_jokers(jokers0: Any, jokers1: Any, tokens0: Any, tokens1: Any, out: Any, count: Any) -> Any:
    """Append the moves of one colour with two jokers or more: the sets of jokers that hang together through its tokens."""
    joker_count = popcount(jokers0) + popcount(jokers1)
    reach = np.zeros((MAX_JOKERS, 2), np.uint64)  # the colour's tokens joined to each joker
    meets = np.zeros(MAX_JOKERS, np.int64)  # mask of the jokers each one touches, itself or through those tokens
    rest0 = jokers0
    rest1 = jokers1
    for j in range(joker_count):
        joker0, joker1 = lowest_of(rest0, rest1)
        near0, near1 = beside(joker0, joker1)
        reach[j, 0], reach[j, 1] = flood(near0 & tokens0, near1 & tokens1, tokens0, tokens1)
        near0, near1 = beside(reach[j, 0] | joker0, reach[j, 1] | joker1)
        meets[j] = mask_of_jokers(jokers0, jokers1, near0, near1)
        rest0 ^= joker0
        rest1 ^= joker1
    for mask in range(3, 1 << joker_count):
        if mask & (mask - 1) and hang_together(meets, mask):
            group0 = NONE
            group1 = NONE
            for j in range(joker_count):
                if mask >> j & 1:
                    group0 |= reach[j, 0]
                    group1 |= reach[j, 1]
            if (group0 | group1) != NONE:
                out[count] = lowest_cell(group0, group1) | (mask << CELL_BITS)
                count += 1
    return count


@compiled
def hang_together(meets: Any, mask: Any) -> Any:
    """Whether the jokers of a mask are joined, given which ones each meets."""
    seen = mask & -mask
    while True:
        grown = seen
        for j in range(MAX_JOKERS):
            if seen >> j & 1:
                grown |= meets[j] & mask
        if grown == seen:
            return seen == mask
        seen = grown


@compiled
def _jokers_alone(plane: Any, jokers0: Any, jokers1: Any, out: Any, count: Any) -> Any:
    joker_count = popcount(jokers0) + popcount(jokers1)
    for mask in range(3, 1 << joker_count):
        if mask & (mask - 1):
            set0, set1 = chosen_jokers(jokers0, jokers1, mask)
            first0, first1 = lowest_of(set0, set1)
            whole0, whole1 = flood(first0, first1, set0, set1)
            if whole0 == set0 and whole1 == set1 and a_colour_is_missing_beside(plane, set0, set1):
                out[count] = lowest_cell(set0, set1) | (mask << CELL_BITS)
                count += 1
    return count


@compiled
def greedy_moves(plane: Any, joker_only: Any, out: Any) -> Any:
    """List every move under jokers=greedy, where all jokers count as the colour removed; returns the count.

    By colour, the groups by their lowest cell. Last the sets of jokers alone.
    """
    count = 0
    jokers0, jokers1 = jokers_on(plane)
    for code in range(1, COLOURS + 1):
        tokens0, tokens1 = tokens_of(plane, code)
        rest0 = tokens0
        rest1 = tokens1
        while (rest0 | rest1) != NONE:
            first0, first1 = lowest_of(rest0, rest1)
            group0, group1 = flood(first0, first1, tokens0 | jokers0, tokens1 | jokers1)
            if group0 != first0 or group1 != first1:
                mask = mask_of_jokers(jokers0, jokers1, group0, group1)
                out[count] = lowest_cell(first0, first1) | (mask << CELL_BITS)
                count += 1
            rest0 &= ~group0
            rest1 &= ~group1
    if joker_only:
        rest0 = jokers0
        rest1 = jokers1
        while (rest0 | rest1) != NONE:
            first0, first1 = lowest_of(rest0, rest1)
            group0, group1 = flood(first0, first1, jokers0, jokers1)
            alone = group0 == first0 and group1 == first1
            if not alone and a_colour_is_missing_beside(plane, group0, group1):
                mask = mask_of_jokers(jokers0, jokers1, group0, group1)
                out[count] = lowest_cell(first0, first1) | (mask << CELL_BITS)
                count += 1
            rest0 &= ~group0
            rest1 &= ~group1
    return count
