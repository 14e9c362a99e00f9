"""What somebody may imagine of what they can't see: the order of the stacks, what was set aside, tiles hidden from them."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete.state import EVERYBODY, HIDE, KIND_COUNT, MOST_ASIDE, NO_TILE, SET_ASIDE
from escale.games.planete.tiles import FIRST, KINDS, STACK_OF, STACK_SIZE
from escale.games.planete.turns import insert_in_order
from escale.rules.chance import new_deal, shuffle
from escale.rules.compile import compiled

GUESSES = 3  # the stream of chance for this


@compiled
def knows_offer(state: Any, seat: Any) -> Any:
    """Whether a seat knows the tiles that not everybody sees: in the leader's hand, or face down on the table."""
    return seat == state.first


@compiled
def determinize(state: Any, seat: Any, seed: Any) -> None:
    deal = new_deal(seed, np.uint64(GUESSES))
    unknown = np.empty(STACK_SIZE, np.uint8)
    for kind in range(KIND_COUNT):
        count = collect(state, seat, kind, unknown)
        shuffle(deal, unknown, count)
        hand_out(state, seat, kind, unknown)


@compiled
def collect(state: Any, seat: Any, kind: Any, unknown: Any) -> Any:
    """Write all tiles of a stack that a seat can't tell apart, in the order of the deck; returns how many."""
    left = np.zeros(KINDS, np.int64)
    count_unknown(state, seat, kind, left)
    count = 0
    for tile in range(FIRST[kind], FIRST[kind + 1]):
        for _ in range(left[tile]):
            unknown[count] = tile
            count += 1
    return count


@compiled
def count_unknown(state: Any, seat: Any, kind: Any, left: Any) -> None:
    """Add to counts by tile how many of a stack a seat has never seen."""
    for at in range(np.int64(state.stack_count[kind])):
        left[state.stack[kind, at]] += 1
    for at in range(SET_ASIDE[np.int64(state.players)]):
        left[state.aside[kind, at]] += 1
    if state.offered == kind and not knows_offer(state, seat):
        if state.step == HIDE:
            for at in range(np.int64(state.table_count)):
                left[state.table[at]] += 1
        if state.hidden != NO_TILE:
            left[np.int64(state.hidden)] += 1
    for at in range(np.int64(state.out_count)):
        if STACK_OF[state.out[at]] == kind and state.seen_by[at] not in (EVERYBODY, seat + 1):
            left[state.out[at]] += 1


@compiled
def hand_out(state: Any, seat: Any, kind: Any, unknown: Any) -> None:
    """Put shuffled tiles where `collect` found them."""
    count = np.int64(state.stack_count[kind])
    for at in range(count):
        state.stack[kind, at] = unknown[at]
    for at in range(SET_ASIDE[np.int64(state.players)]):
        insert_in_order(state.aside[kind], np.int64(at), unknown[count])
        count += 1
    if state.offered == kind and not knows_offer(state, seat):
        if state.step == HIDE:
            for at in range(np.int64(state.table_count)):
                insert_in_order(state.table, np.int64(at), unknown[count])
                count += 1
        if state.hidden != NO_TILE:
            state.hidden = unknown[count]
            count += 1
    redeal_out(state, seat, kind, unknown, count)


@compiled
def redeal_out(state: Any, seat: Any, kind: Any, unknown: Any, count: Any) -> None:
    """The tiles out of the game that a seat hasn't seen become others; all stay in their order."""
    for other in range(np.int64(state.players)):  # by who has seen them: the order they lie in now is hidden too
        for at in range(np.int64(state.out_count)):
            if STACK_OF[state.out[at]] == kind and other != seat and state.seen_by[at] == other + 1:
                state.out[at] = unknown[count]
                count += 1
    for at in range(1, np.int64(state.out_count)):
        tile, seen_by = state.out[at], state.seen_by[at]
        to = at
        while to > 0 and (state.out[to - 1] > tile or (state.out[to - 1] == tile and state.seen_by[to - 1] > seen_by)):
            state.out[to] = state.out[to - 1]
            state.seen_by[to] = state.seen_by[to - 1]
            to -= 1
        state.out[to] = tile
        state.seen_by[to] = seen_by


assert max(SET_ASIDE) == MOST_ASIDE
