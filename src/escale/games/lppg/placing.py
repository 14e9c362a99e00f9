"""Where cards can be laid (LPPG.M5, LPPG.P1 to LPPG.P6).

What a look at the terrain tells (M5, P1 to P3) is found for all places at once, as sets of lower left cells. What follows from
a card (P4 to P6) is asked only of places where it could forbid something.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg import refusals
from escale.games.lppg.cards import HEIGHTS, WAYS, WHITE_ROWS, WIDTHS, colour_of, lying, pattern_of, placement
from escale.games.lppg.consequences import (
    NOBODY,
    closed_after,
    follow,
    joins_players,
    lay,
    new_fates,
    opens_permanent,
    same_side,
    stay,
    take_up,
    territories_of,
    touches_territory,
    winning,
)
from escale.games.lppg.state import HAND, MARGIN, MARKERS, NO_CARD, NOWHERE, SIDE, TURNS
from escale.games.lppg.terrain import COVER, FITS, FREE, HALO, HELD, NONE, ONE, TOUCHES, WHITE, beside
from escale.rules.bits import lowest, popcount
from escale.rules.chance import rng_below
from escale.rules.compile import compiled

SHAPES = 2
ALL_BUT_ONE = MARKERS - 1  # territories with which the next marker is the third
CARD_ROWS = 3


@compiled
def survey(state: Any, work: Any) -> Any:
    """Let FITS be the places allowed by M5 and P1 to P3, by card of the hand and turn, and TOUCHES those of them that must be
    asked about P4 to P6; returns how many places there are in FITS. `work` must have the terrain.
    """
    seat = np.int64(state.seat)
    low, high = np.int64(state.low), np.int64(state.high)
    any_held = _find_halo(work, low, high)
    all_asked = territories_now(state, seat) == ALL_BUT_ONE
    count = np.int64(0)
    for shape in range(SHAPES):
        _find_free(work, shape, low, high)
    for place in range(HAND):
        card = np.int64(state.hand[seat, place])
        if card == NO_CARD:
            continue
        for turn in range(WAYS[pattern_of(card)]):
            at = place * TURNS + turn
            for row in range(first_row(turn, low), last_row(turn, high) + 1):
                free = work[FREE + turn % SHAPES, row]
                fits = NONE
                if free != NONE:
                    fits = free & _matching(state, work, card, turn, row)
                    count += popcount(fits)
                work[FITS + at, row] = fits
                if all_asked:
                    work[TOUCHES + at, row] = fits
                elif any_held:
                    work[TOUCHES + at, row] = fits & _touching(work, card, turn, row)
    return count


@compiled
def first_row(turn: Any, low: Any) -> Any:
    """The lowest row in which a card can begin that reaches the terrain."""
    return max(MARGIN, low - HEIGHTS[turn] + 1)


@compiled
def last_row(turn: Any, high: Any) -> Any:
    """The highest row in which it can begin, as the table is no higher."""
    return min(high, MARGIN + SIDE - HEIGHTS[turn])


@compiled
def territories_now(state: Any, seat: Any) -> Any:
    """How many territories a seat has, when no merger is to be decided."""
    count = 0
    for marker in range(MARKERS):
        if state.mark[seat, marker] != NOWHERE:
            count += 1
    return count


@compiled
def _find_halo(work: Any, low: Any, high: Any) -> Any:
    """Let HALO be the cells beside territories; whether there are any."""
    found = NONE
    for row in range(low, high + 1):
        cells = beside(work[HELD], row)
        work[HALO, row] = cells
        found |= cells
    return found != NONE


@compiled
def _find_free(work: Any, shape: Any, low: Any, high: Any) -> None:
    """Let FREE be the places on the table (M5) where a shape covers 1 to 5 cells (P1) and no territory (P3)."""
    height = HEIGHTS[shape]
    two = np.uint64(min(2, WIDTHS[shape] - 1))
    on_table = (ONE << np.uint64(SIDE - WIDTHS[shape] + 1)) - ONE
    for row in range(first_row(shape, low), last_row(shape, high) + 1):
        some = NONE
        every = ~NONE
        held = NONE
        for up in range(height):
            cover = work[COVER, row + up]
            some |= cover
            every &= cover
            held |= work[HELD, row + up]
        some |= (some >> ONE) | (some >> two)
        every &= (every >> ONE) & (every >> two)
        held |= (held >> ONE) | (held >> two)
        work[FREE + shape, row] = some & ~every & ~held & on_table


@compiled
def _matching(state: Any, work: Any, card: Any, turn: Any, row: Any) -> Any:
    """The places in a row where some cell of the card lies on a cell of its own colour (P2)."""
    pattern = pattern_of(card)
    colour = colour_of(card)
    found = NONE
    for up in range(HEIGHTS[turn]):
        whites = WHITE_ROWS[pattern, turn, up]
        white = work[WHITE, row + up]
        paint = state.paint[colour, row + up]
        for right in range(WIDTHS[turn]):
            shift = np.uint64(right)
            found |= (white if whites >> shift & ONE != NONE else paint) >> shift
    return found


@compiled
def _touching(work: Any, card: Any, turn: Any, row: Any) -> Any:
    """The places in a row where a white cell of the card lies beside a territory."""
    pattern = pattern_of(card)
    found = NONE
    for up in range(HEIGHTS[turn]):
        whites = WHITE_ROWS[pattern, turn, up]
        halo = work[HALO, row + up]
        for right in range(WIDTHS[turn]):
            shift = np.uint64(right)
            if whites >> shift & ONE != NONE:
                found |= halo >> shift
    return found


@compiled
def verdict(state: Any, work: Any, move: Any, fates: Any, saved: Any) -> Any:
    """LEGAL, or what of P4 to P6 forbids a placement that all before allow. `work` stays as it was but for OPEN and CLOSED."""
    seat = np.int64(state.seat)
    touched = touches_territory(work, move)
    lay(work, move, saved)
    code = refusals.LEGAL
    if touched:
        follow(state, work, fates)
        if joins_players(fates):
            code = refusals.JOINS_PLAYERS
        elif opens_permanent(fates):
            code = refusals.OPENS_PERMANENT
    else:
        stay(state, fates)
    if code == refusals.LEGAL and territories_of(fates, seat) == ALL_BUT_ONE:
        code = _third_marker(state, work, move, fates)
    take_up(work, move, saved)
    if touched:
        for row in range(np.int64(state.low) - 1, np.int64(state.high) + 2):
            work[HELD, row] = state.held[row]
    return code


@compiled
def _third_marker(state: Any, work: Any, move: Any, fates: Any) -> Any:
    """P6: what the marker that would have to be set after this card would do, if there is one."""
    seat = np.int64(state.seat)
    size, count = closed_after(state, work, move, np.zeros(0, np.int64))
    if count == 0:
        return refusals.LEGAL
    owner, _ = winning(fates, seat, size)
    if owner == NOBODY:
        return refusals.NO_WINNER
    return refusals.LEGAL if same_side(owner, seat) else refusals.OTHER_WINS


@compiled
def new_saved() -> Any:
    """Room for what a card in place hides."""
    return np.zeros((2, CARD_ROWS), np.uint64)


@compiled
def list_placements(state: Any, work: Any, fates: Any, out: Any) -> Any:
    """Write all legal placements into `out` after a survey, by card, turn, row and column; returns how many."""
    seat = np.int64(state.seat)
    low, high = np.int64(state.low), np.int64(state.high)
    saved = new_saved()
    count = 0
    for place in range(HAND):
        card = np.int64(state.hand[seat, place])
        if card == NO_CARD:
            continue
        for turn in range(WAYS[pattern_of(card)]):
            at = place * TURNS + turn
            for row in range(first_row(turn, low), last_row(turn, high) + 1):
                fits = work[FITS + at, row]
                asked = work[TOUCHES + at, row]
                while fits != NONE:
                    column = lowest(fits)
                    fits &= fits - ONE
                    move = placement(card, turn, column, row - MARGIN)
                    if asked >> np.uint64(column) & ONE == NONE or verdict(state, work, move, fates, saved) == refusals.LEGAL:
                        out[count] = move
                        count += 1
    return count


@compiled
def a_placement(state: Any, work: Any, fates: Any, count: Any, rng: Any) -> Any:
    """One of the legal placements after a survey that found so many, each as likely; -1 if there is none.

    One of the places is taken; if it turns out forbidden, it is struck off, and another is taken.
    """
    saved = new_saved()
    while count > 0:
        at, row, column = _nth(state, work, rng_below(rng, count))
        card = np.int64(state.hand[np.int64(state.seat), at // TURNS])
        move = placement(card, at % TURNS, column, row - MARGIN)
        bit = ONE << np.uint64(column)
        if work[TOUCHES + at, row] & bit == NONE or verdict(state, work, move, fates, saved) == refusals.LEGAL:
            return move
        work[FITS + at, row] &= ~bit
        count -= 1
    return np.int32(-1)


@compiled
def _nth(state: Any, work: Any, n: Any) -> Any:
    """Where the n-th of all places in FITS is: card and turn, row, column."""
    low, high = np.int64(state.low), np.int64(state.high)
    for at in range(HAND * TURNS):
        for row in range(first_row(at % TURNS, low), last_row(at % TURNS, high) + 1):
            fits = work[FITS + at, row]
            here = popcount(fits)
            if n < here:
                while n > 0:
                    fits &= fits - ONE
                    n -= 1
                return at, row, lowest(fits)
            n -= here
    return 0, 0, 0


@compiled
def why_not_there(state: Any, work: Any, move: Any) -> Any:
    """LEGAL, or what of M5 and P1 to P6, in this order, forbids a card there."""
    card, turn, column, y = lying(move)
    if column + WIDTHS[turn] > SIDE or y + HEIGHTS[turn] > SIDE:
        return refusals.OFF_TABLE
    full = ((ONE << np.uint64(WIDTHS[turn])) - ONE) << np.uint64(column)
    covered = 0
    held = NONE
    for up in range(HEIGHTS[turn]):
        covered += popcount(work[COVER, y + MARGIN + up] & full)
        held |= work[HELD, y + MARGIN + up] & full
    if covered == 0:
        return refusals.COVERS_NOTHING
    if covered == WIDTHS[turn] * HEIGHTS[turn]:
        return refusals.COVERS_ALL
    if _matching(state, work, card, turn, y + MARGIN) >> np.uint64(column) & ONE == NONE:
        return refusals.NO_MATCH
    if held != NONE:
        return refusals.ON_TERRITORY
    return verdict(state, work, move, new_fates(), new_saved())
