"""Moves that take jokers in (POP.T2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop.cells import NONE, ONE, beside, flood, lowest_cell
from escale.games.colorpop.groups import jokers_on, tokens_of
from escale.games.colorpop.state import CELL_BITS, COLOURS, MAX_JOKERS
from escale.rules.bits import lowest, lowest_bit, popcount
from escale.rules.compile import compiled

NO_CELL = 128  # higher than any cell's number
NAME_MASK = 0xFF


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
    mask = np.int64(0)
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
    touching = ((near0 & jokers0) | (near1 & jokers1)) != NONE
    for code in range(1, COLOURS + 1):
        tokens0, tokens1 = tokens_of(plane, code)
        if ((near0 & tokens0) | (near1 & tokens1)) != NONE:
            count = _moves_of_a_colour(jokers0, jokers1, touching, tokens0, tokens1, out, count)
    if joker_only and touching:
        count = _jokers_alone(plane, jokers0, jokers1, out, count)
    return count


@compiled
def _moves_of_a_colour(jokers0: Any, jokers1: Any, touching: Any, tokens0: Any, tokens1: Any, out: Any, count: Any) -> Any:
    """Append the moves of one colour that take jokers in; `touching` says whether some jokers touch each other.

    A joker reaches the colour's groups beside it. Two jokers meet if they touch, or reach the same group; a set of jokers
    makes a move if they hang together so and one of them reaches a group. All that is known of the jokers is packed into
    two numbers: small arrays would cost more than the rest.
    """
    names = np.int64(0)  # a byte for each joker: the lowest cell it reaches, or NO_CELL
    meetings = np.int64(0)  # a byte for each joker: the mask of those it meets
    meeting = 0  # the mask of all that meet another
    beside0, beside1 = beside(tokens0, tokens1)
    rest0 = jokers0 if touching else jokers0 & beside0
    rest1 = jokers1 if touching else jokers1 & beside1
    while (rest0 | rest1) != NONE:
        joker0, joker1 = lowest_of(rest0, rest1)
        number = (
            popcount(jokers0 & (joker0 - ONE)) if joker0 != NONE else popcount(jokers0) + popcount(jokers1 & (joker1 - ONE))
        )
        near0, near1 = beside(joker0, joker1)
        group0 = near0 & tokens0
        group1 = near1 & tokens1
        name = NO_CELL
        if (group0 | group1) != NONE:
            if ((group0 & beside0) | (group1 & beside1)) != NONE:
                group0, group1 = flood(group0, group1, tokens0, tokens1)
            name = lowest_cell(group0, group1)
            out[count] = name | (1 << number << CELL_BITS)
            count += 1
            near0, near1 = beside(group0 | joker0, group1 | joker1)
        others0 = near0 & jokers0 & ~joker0
        others1 = near1 & jokers1 & ~joker1
        if (others0 | others1) != NONE:
            meetings |= mask_of_jokers(jokers0, jokers1, others0, others1) << (8 * number)
            meeting |= 1 << number
        names |= name << (8 * number)
        rest0 ^= joker0
        rest1 ^= joker1
    if meeting != 0:
        for mask in range(3, meeting + 1):
            if mask & (mask - 1) and mask & ~meeting == 0 and hang_together(meetings, mask):
                name = lowest_name(names, mask)
                if name != NO_CELL:
                    out[count] = name | (mask << CELL_BITS)
                    count += 1
    return count


@compiled
def hang_together(meetings: Any, mask: Any) -> Any:
    """Whether the jokers of a mask are joined, given which ones each meets (a byte each)."""
    seen = mask & -mask
    fresh = seen
    while fresh != 0:
        joker = lowest(np.uint64(fresh))
        met = (meetings >> (8 * joker)) & mask & ~seen
        seen |= met
        fresh = (fresh & (fresh - 1)) | met
    return seen == mask


@compiled
def lowest_name(names: Any, mask: Any) -> Any:
    """The lowest of the cells (a byte each) that the jokers of a mask reach."""
    best = np.int64(NO_CELL)
    for joker in range(MAX_JOKERS):
        if mask >> joker & 1:
            best = min(best, (names >> (8 * joker)) & NAME_MASK)
    return best


@compiled
def _jokers_alone(plane: Any, jokers0: Any, jokers1: Any, out: Any, count: Any) -> Any:
    """Append the sets of jokers that hang together and can be taken as some colour."""
    meetings = np.int64(0)
    meeting = 0
    rest0 = jokers0
    rest1 = jokers1
    number = 0
    while (rest0 | rest1) != NONE:
        joker0, joker1 = lowest_of(rest0, rest1)
        near0, near1 = beside(joker0, joker1)
        if ((near0 & jokers0) | (near1 & jokers1)) != NONE:
            meetings |= mask_of_jokers(jokers0, jokers1, near0, near1) << (8 * number)
            meeting |= 1 << number
        rest0 ^= joker0
        rest1 ^= joker1
        number += 1
    for mask in range(3, meeting + 1):
        if mask & (mask - 1) and mask & ~meeting == 0 and hang_together(meetings, mask):
            set0, set1 = chosen_jokers(jokers0, jokers1, mask)
            if a_colour_is_missing_beside(plane, set0, set1):
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
