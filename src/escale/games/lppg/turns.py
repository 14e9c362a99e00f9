"""A move and all that follows from it until the next decision (LPPG.T1 to LPPG.T3, LPPG.C1 to LPPG.C4, LPPG.E1 to LPPG.E4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.cards import lying
from escale.games.lppg.consequences import (
    NOBODY,
    follow,
    new_fates,
    touches_territory,
)
from escale.games.lppg.dealing import deal_round, discard_hand, hand_size, put_down, refill, take_from_hand, take_top
from escale.games.lppg.markers import (
    ORDINARY_KIND,
    PERMANENT_KIND,
    closed_now,
    free_marker,
    has_marker,
    joined_marker,
    joined_owner,
    return_markers,
    sort_markers,
    winner_now,
)
from escale.games.lppg.placing import territories_now
from escale.games.lppg.state import (
    AT_MASK,
    BY_CARDS,
    BY_MARKERS,
    BY_PASSES,
    DO_SHIFT,
    DRAW,
    HAND,
    KEEP,
    KIND_SHIFT,
    MARK,
    MARKERS,
    MATCH_POINTS,
    MOST_PASSES,
    NO_CARD,
    NOT_LAST,
    NOWHERE,
    OVER,
    PERMANENT,
    PLACE,
    SIDES,
)
from escale.games.lppg.terrain import (
    GROUP,
    HELD,
    WHITE,
    find_group,
    look_at,
    new_work,
)
from escale.rules.bits import popcount
from escale.rules.compile import compiled, compiled_brief

# What happens in a move beside what it says, in order, as rows of numbers: the kind, then what it's about.
TOOK_REGION, DISCARDED, DREW, SHUFFLED, LAST_CARDS, ENDED, DEALT = range(1, 8)
EVENT_SIZE = 5
MOST_EVENTS = 16


@compiled
def new_events() -> Any:
    """Room for what happens in a move; in the first number, how much did."""
    return np.zeros((MOST_EVENTS, EVENT_SIZE), np.int64)


@compiled
def happen(events: Any, kind: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """Note what happens."""
    events[0, 0] += 1
    at = events[0, 0]
    events[at, 0] = kind
    events[at, 1] = a
    events[at, 2] = b
    events[at, 3] = c
    events[at, 4] = d


@compiled_brief
def told(states: Any, move: Any) -> Any:
    """What happens when a legal move is played in the first state of an array, which is changed by it."""
    events = new_events()
    carry_out(states[0], move, events)
    return events


@compiled
def carry_out(state: Any, move: Any, events: Any) -> None:
    """Play a legal move, and all that follows until the next decision."""
    number = np.int64(move)
    done = number >> DO_SHIFT
    if done == PLACE:
        _place(state, np.int32(move), events)
    elif done == MARK:
        _mark(state, number & AT_MASK, number >> KIND_SHIFT & 1, events)
    elif done == KEEP:
        _keep(state, number & 1)
        _go_on(state, events)
    elif done == DRAW:
        _draw(state, number & 1, events)
        _draw_on(state, events)
    else:
        _pass(state, events)


@compiled
def _place(state: Any, move: Any, events: Any) -> None:
    """LPPG.T1: lay a card, then LPPG.C1 to LPPG.C3."""
    card, _, _, _ = lying(move)
    work = new_work()
    look_at(state, work)
    touched = touches_territory(work, move)
    take_from_hand(state, np.int64(state.seat), card)
    put_down(state, move)
    state.passes = 0
    if touched:
        look_at(state, work)
        fates = new_fates()
        follow(state, work, fates)
        return_markers(state, fates)
        for row in range(np.int64(state.low), np.int64(state.high) + 1):
            state.held[row] = work[HELD, row]
    _go_on(state, events)


@compiled
def _keep(state: Any, kind: Any) -> None:
    """LPPG.C2: the owner keeps one of two markers."""
    seat = joined_owner(state)
    given_back = PERMANENT if kind == 0 else joined_marker(state, seat)
    state.mark[seat, given_back] = NOWHERE
    state.extent[seat, given_back] = 0
    sort_markers(state, seat)


@compiled
def _go_on(state: Any, events: Any) -> None:
    """What follows once territories are settled: mergers to decide, then LPPG.C4, then the cards."""
    if joined_owner(state) != NOBODY:
        state.step = KEEP
        return
    regions = np.zeros(1, np.int64)
    size, count = closed_now(state, regions)
    if count == 0:
        _finish_turn(state, events)
    elif count == 1 and not (has_marker(state, ORDINARY_KIND) and has_marker(state, PERMANENT_KIND)):
        kind = ORDINARY_KIND if has_marker(state, ORDINARY_KIND) else PERMANENT_KIND
        happen(events, TOOK_REGION, np.int64(state.seat), kind, regions[0], size)
        _mark(state, regions[0], kind, events)
    else:
        state.step = MARK


@compiled
def _mark(state: Any, cell: Any, kind: Any, events: Any) -> None:
    """LPPG.C4: set a marker; the third on the terrain ends the round (LPPG.E1)."""
    seat = np.int64(state.seat)
    work = new_work()
    for row in range(np.int64(state.low), np.int64(state.high) + 1):
        work[WHITE, row] = state.white[row]
    bottom, top = find_group(work, cell)
    size = np.int64(0)
    for row in range(bottom, top + 1):
        size += popcount(work[GROUP, row])
        state.held[row] |= work[GROUP, row]
    marker = free_marker(state, seat, kind)
    state.mark[seat, marker] = cell
    state.extent[seat, marker] = size
    sort_markers(state, seat)
    if territories_now(state, seat) == MARKERS:
        _end(state, BY_MARKERS, events)
    else:
        _finish_turn(state, events)


@compiled
def _pass(state: Any, events: Any) -> None:
    """LPPG.T3: the twelfth in a row ends the round at once."""
    state.passes += 1
    if state.passes == MOST_PASSES:
        _end(state, BY_PASSES, events)
    else:
        _finish_turn(state, events)


@compiled
def _finish_turn(state: Any, events: Any) -> None:
    """LPPG.T1: discard what is left in the hand and draw two; in the last round only discard (LPPG.E3)."""
    seat = np.int64(state.seat)
    if state.hand[seat, 0] != NO_CARD:
        happen(events, DISCARDED, seat, np.int64(state.hand[seat, 0]), np.int64(state.hand[seat, 1]), 0)
    discard_hand(state, seat)
    if state.last == NOT_LAST:
        _refill(state, events)
        _draw_on(state, events)
    elif state.last > 1:
        state.last -= 1
        _next_turn(state)
    else:
        state.last = 0
        _end(state, BY_CARDS, events)


@compiled
def _refill(state: Any, events: Any) -> None:
    """LPPG.T2."""
    if refill(state):
        happen(events, SHUFFLED, np.int64(state.pile_count[0]), np.int64(state.pile_count[1]), 0, 0)


@compiled
def _draw(state: Any, pile: Any, events: Any) -> None:
    """LPPG.T1: one of the two draws."""
    seat = np.int64(state.seat)
    card = take_top(state, seat, pile)
    happen(events, DREW, seat, pile, card, 0)
    _refill(state, events)


@compiled
def _draw_on(state: Any, events: Any) -> None:
    """Ask for the next draw, unless only one pile has cards; who took the last two brings about the last round (LPPG.E3)."""
    seat = np.int64(state.seat)
    state.step = DRAW
    while hand_size(state, seat) < HAND:
        if state.pile_count[0] > 0 and state.pile_count[1] > 0:
            return
        _draw(state, 0 if state.pile_count[0] > 0 else 1, events)
    if state.pile_count[0] == 0 and state.pile_count[1] == 0:
        state.last = state.players
        happen(events, LAST_CARDS, 0, 0, 0, 0)
    _next_turn(state)


@compiled
def _next_turn(state: Any) -> None:
    state.seat = (np.int64(state.seat) + 1) % np.int64(state.players)
    state.step = PLACE


@compiled
def _end(state: Any, reason: Any, events: Any) -> None:
    """LPPG.E2; in a match points, then another round unless a side has enough (LPPG.E4)."""
    owner, size = winner_now(state)
    happen(events, ENDED, reason, owner, size, np.int64(state.round_number))
    if state.match != 0:
        if owner != NOBODY:
            state.points[owner % SIDES] += size
        if state.points[0] < MATCH_POINTS and state.points[1] < MATCH_POINTS:
            state.first = (np.int64(state.first) + 1) % np.int64(state.players)
            state.round_number += 1
            deal_round(state, state.chance)
            happen(events, DEALT, np.int64(state.round_number), 0, 0, 0)
            return
    state.end = reason
    state.step = OVER
