"""Markers on the terrain: where they are, which go back, which can be set, and who would win (LPPG.C2, LPPG.C4, LPPG.E2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.consequences import (
    CELL,
    IS_OPEN,
    NOBODY,
    SIZE,
    new_fates,
    row_of,
    stay,
    winning,
)
from escale.games.lppg.state import (
    CELL_BITS,
    CELL_MASK,
    MARKERS,
    NOWHERE,
    ORDINARY,
    PERMANENT,
    SIDE,
)
from escale.games.lppg.terrain import (
    find_closed,
    find_group,
    largest_closed,
    look_at,
    measure_group,
    new_work,
)
from escale.rules.compile import compiled, compiled_brief

# The kinds of markers, as typed numbers: compiled code is made once for them, not for each.
ORDINARY_KIND, PERMANENT_KIND = np.int64(0), np.int64(1)


@compiled
def joined_owner(state: Any) -> Any:
    """The seat that decides about a merger now: the mover's own first, then clockwise (LPPG.C2); NOBODY if there is none."""
    players = np.int64(state.players)
    for step in range(players):
        seat = (np.int64(state.seat) + step) % players
        if joined_marker(state, seat) != NOBODY:
            return seat
    return NOBODY


@compiled_brief
def joined_seat(states: Any) -> Any:
    """The same for the first state of an array."""
    return joined_owner(states[0])


@compiled
def joined_marker(state: Any, seat: Any) -> Any:
    """Which ordinary marker of a seat lies on the territory of its permanent one; NOBODY if none does."""
    where = state.mark[seat, PERMANENT]
    if where != NOWHERE:
        for marker in range(ORDINARY, PERMANENT):
            if state.mark[seat, marker] == where:
                return marker
    return NOBODY


@compiled
def has_marker(state: Any, kind: Any) -> Any:
    """Whether the mover has a marker of a kind to set: 0 ordinary, 1 permanent."""
    return free_marker(state, np.int64(state.seat), kind) != NOBODY


@compiled
def free_marker(state: Any, seat: Any, kind: Any) -> Any:
    """One of a seat's markers that isn't on the terrain; NOBODY if all of the kind are."""
    first, after = (ORDINARY, PERMANENT) if kind == 0 else (PERMANENT, MARKERS)
    for marker in range(first, after):
        if state.mark[seat, marker] == NOWHERE:
            return marker
    return NOBODY


@compiled
def closed_now(state: Any, regions: Any) -> Any:
    """The size of the largest closed region, how many there are of it, and in `regions` the cells that name them."""
    work = new_work()
    look_at(state, work)
    low, high = np.int64(state.low), np.int64(state.high)
    if not find_closed(work, low, high, state.corners):
        return np.int64(0), 0
    return largest_closed(work, low, high, regions)


@compiled
def names_closed(state: Any, cell: Any) -> Any:
    """Whether a closed region without marker is named by a cell."""
    column = cell & CELL_MASK
    if column >= SIDE or cell >> CELL_BITS >= SIDE:
        return False
    row = row_of(cell)
    bit = np.uint64(1) << np.uint64(column)
    if state.white[row] & ~state.held[row] & bit == np.uint64(0):
        return False
    work = new_work()
    look_at(state, work)
    bottom, top = find_group(work, cell)
    name, _, is_open = measure_group(work, bottom, top, state.corners)
    return name == cell and not is_open


@compiled
def sort_markers(state: Any, seat: Any) -> None:
    """Let a seat's two ordinary markers be in the order of their cells."""
    if state.mark[seat, 1] < state.mark[seat, 0]:
        mark, extent = state.mark[seat, 0], state.extent[seat, 0]
        state.mark[seat, 0], state.extent[seat, 0] = state.mark[seat, 1], state.extent[seat, 1]
        state.mark[seat, 1], state.extent[seat, 1] = mark, extent


@compiled
def return_markers(state: Any, fates: Any) -> None:
    """Write where markers are after a card; those of open groups go back, and of two ordinary ones on one territory one.

    An ordinary one and the permanent one on one territory stay: their owner decides (LPPG.C2).
    """
    for seat in range(np.int64(state.players)):
        for marker in range(MARKERS):
            at = seat * MARKERS + marker
            cell = fates[at, CELL]
            gone = cell == NOWHERE or fates[at, IS_OPEN] != 0
            if marker == ORDINARY + 1 and not gone and cell == np.int64(state.mark[seat, ORDINARY]):
                gone = True
            state.mark[seat, marker] = NOWHERE if gone else cell
            state.extent[seat, marker] = 0 if gone else fates[at, SIZE]
        sort_markers(state, seat)


@compiled
def winner_now(state: Any) -> Any:
    """Who would win if it were counted now, and with a territory of which size; NOBODY, 0 if nobody would (LPPG.E2)."""
    fates = new_fates()
    stay(state, fates)
    return winning(fates, np.int64(NOBODY), np.int64(0))
