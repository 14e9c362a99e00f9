"""What a move does: cards leave hands and are drawn (POU.T0), the turn passes (POU.E2), somebody arrives (POU.E1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.cards import lying
from escale.games.poucet.ends import OPEN, states_of_ends
from escale.games.poucet.paths import forget, put, start_openings, trace
from escale.games.poucet.plays import is_forced, kinds_that_go
from escale.games.poucet.state import (
    BY_CARDS,
    BY_FLOWER,
    BY_REST,
    CELL_MASK,
    COLOUR_STEP,
    DISCARD,
    DO_SHIFT,
    GIVE_UP,
    HAND,
    KIND_SHIFT,
    KINDS,
    LAY,
    MOST_WAITS,
    NIBBLE,
    NO_CARD,
    NOBODY,
    OVER,
    PLAYING,
    RESTART,
    START,
    STARTING,
    TAKE,
    TURN_SHIFT,
)
from escale.rules.compile import compiled

ALL_KINDS = (1 << KINDS) - 1


@compiled
def carry_out(state: Any, move: Any) -> None:
    """Play a legal move."""
    number = np.int64(move)
    done = number >> DO_SHIFT
    seat = np.int64(state.seat)
    kind = number >> KIND_SHIFT & NIBBLE
    cell = number & CELL_MASK
    if done == LAY:
        known = kinds_that_go(state, seat, ALL_KINDS, False) if is_forced(state, seat, move) else 0
        arrived = put(state, cell, lying(seat, kind, number >> TURN_SHIFT & NIBBLE))
        spend(state, seat, kind, known)
        finish_turn(state, arrived)
    elif done == DISCARD:
        known = kinds_that_go(state, seat, ALL_KINDS, True)
        state.discard[np.int64(state.discard_count)] = kind
        state.discard_count += 1
        spend(state, seat, kind, known)
        finish_turn(state, np.int64(0))
    elif done == TAKE:
        state.colour[seat] = kind
        state.starts[kind] -= 1
        next_phase(state, STARTING)
    elif done == RESTART:
        forget(state, seat)
        state.colour[seat] = kind
        state.starts[kind] -= 1
        state.waits[seat] = 0
        finish_turn(state, begin_path(state, seat, cell))
    elif done == GIVE_UP:
        state.out[seat] = 1
        forget(state, seat)
        give_up(state)
    else:
        begin_path(state, seat, cell)
        next_phase(state, PLAYING)


@compiled
def begin_path(state: Any, seat: Any, cell: Any) -> Any:
    """Put a seat's start card on a cell; the seats whose paths lead into the flower now."""
    arrived = put(state, cell, START + COLOUR_STEP * np.int64(state.colour[seat]) + start_openings(state, cell))
    state.start[seat] = cell
    if trace(state, seat):
        arrived |= 1 << seat
    return arrived


@compiled
def next_phase(state: Any, step: Any) -> None:
    """Let the next seat choose or start; when all have, that step follows, and its first turn begins."""
    state.seat = (np.int64(state.seat) + 1) % np.int64(state.players)
    if state.seat == state.first:
        state.step = step
        if step == PLAYING:
            begin_turn(state)


@compiled
def spend(state: Any, seat: Any, kind: Any, known: Any) -> None:
    """Take a card out of a hand, keep in mind that no other card there is of these kinds, and draw one."""
    size = take_out(state, seat, kind)
    for slot in range(size):
        state.barred[seat, slot] |= np.uint16(known)
    top = np.int64(state.stock_count) - 1
    if top >= 0:
        drawn = np.int64(state.stock[top])
        state.stock[top] = NO_CARD
        state.stock_count = top
        put_in(state, seat, size, drawn)


@compiled
def take_out(state: Any, seat: Any, kind: Any) -> Any:
    """Take a card of a kind out of a hand; how many are left.

    What is known of cards that were there longest goes first: who sees the card can't tell which it was.
    """
    size = 0
    found = False
    for place in range(HAND):
        card = np.int64(state.hand[seat, place])
        if card == kind and not found:
            found = True
        elif card != NO_CARD:
            state.hand[seat, size] = card
            size += 1
    state.hand[seat, size] = NO_CARD
    gone = False
    for slot in range(HAND):
        if not gone and np.int64(state.barred[seat, slot]) >> kind & 1 == 0:
            gone = True
        if gone:
            state.barred[seat, slot] = state.barred[seat, slot + 1] if slot + 1 < HAND else 0
    return size


@compiled
def put_in(state: Any, seat: Any, size: Any, kind: Any) -> None:
    """Put a card into a hand of some, in its place."""
    place = size
    while place > 0 and state.hand[seat, place - 1] > kind:
        state.hand[seat, place] = state.hand[seat, place - 1]
        place -= 1
    state.hand[seat, place] = kind


@compiled
def finish_turn(state: Any, arrived: Any) -> None:
    """Let the game be over if paths have arrived, the mover's first (POU.E1); else the next seat's turn begins."""
    if arrived != 0:
        seat = np.int64(state.seat)
        while arrived >> seat & 1 == 0:
            seat = (seat + 1) % np.int64(state.players)
        finish(state, BY_FLOWER, seat)
    else:
        pass_on(state)


@compiled
def give_up(state: Any) -> None:
    """Let the last one who is left win (POU.E2), or the next seat's turn begin."""
    left = 0
    last = np.int64(0)
    for seat in range(np.int64(state.players)):
        if state.out[seat] == 0:
            left += 1
            last = np.int64(seat)
    if left == 1:
        finish(state, BY_REST, last)
    else:
        pass_on(state)


@compiled
def pass_on(state: Any) -> None:
    """Let the next seat's turn begin that is still in and holds a card; if there is none, nobody wins (POU.E2)."""
    players = np.int64(state.players)
    seat = np.int64(state.seat)
    for _ in range(players):
        seat = (seat + 1) % players
        if state.out[seat] == 0 and state.hand[seat, 0] != NO_CARD:
            state.seat = seat
            begin_turn(state)
            return
    finish(state, BY_CARDS, np.int64(NOBODY))


@compiled
def begin_turn(state: Any) -> None:
    """Count the turns in a row that begin with no open end (POU.B1)."""
    seat = np.int64(state.seat)
    if states_of_ends(state, seat) & OPEN != 0:
        state.waits[seat] = 0
    elif state.waits[seat] < MOST_WAITS:
        state.waits[seat] += 1


@compiled
def finish(state: Any, end: Any, winner: Any) -> None:
    """Let the game be over."""
    state.step = OVER
    state.end = end
    state.winner = winner
