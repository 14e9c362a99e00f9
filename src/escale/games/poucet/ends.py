"""The ends of paths: open, obstructed or dead, and who is blocked (POU.B1); how far it is to the flower."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.cards import are_pebbles, colour_of, is_path, owner_of, way_of
from escale.games.poucet.paths import NONE, ONE, STEPS, joined_ways, ways_on, ways_to
from escale.games.poucet.state import (
    ALL_SIDES,
    BEYOND,
    CELLS,
    EMPTY,
    FLOWER,
    FOREST,
    HALF_TURN,
    MOST_WAITS,
    NOWHERE,
    PLAYING,
    RIVER,
    SIDES,
    WOLF,
    WORD_BITS,
    WORDS,
)
from escale.rules.bits import lowest
from escale.rules.compile import compiled, compiled_brief

OPEN, OBSTRUCTED, DEAD = 1, 2, 4
NO_WAY = 1 << 20
IMPOSSIBLE = -1
LAID = CELLS
COSTS = 3  # the queues of a walk: what may be entered for 0, 1 or 2 cards more


@compiled
def may_cover(state: Any, cell: Any) -> Any:
    """Whether what lies on a cell is a path card or pebbles that crossings may cover (POU.X1)."""
    top = np.int64(state.top[cell])
    return (is_path(top) or are_pebbles(top)) and (state.crossing == 0 or state.reach[cell] == 0)


@compiled
def may_continue(state: Any, seat: Any, cell: Any) -> Any:
    """Whether a path card of a seat's colour may be laid on a cell to which its path leads (POU.T2, POU.X2)."""
    top = np.int64(state.top[cell])
    if top == EMPTY:
        return True
    if not may_cover(state, cell):
        return False
    if is_path(top):
        return colour_of(top) != state.colour[seat]
    return np.int64(state.reach[cell]) >> seat & 1 == 0


@compiled
def end_state(state: Any, seat: Any, cell: Any) -> Any:
    """OPEN, OBSTRUCTED or DEAD: what an end of a seat's path at a cell is."""
    top = np.int64(state.top[cell])
    if top in (FOREST, RIVER, WOLF):
        return OBSTRUCTED
    return OPEN if may_continue(state, seat, cell) else DEAD


@compiled
def states_of_ends(state: Any, seat: Any) -> Any:
    """What kinds of ends a seat's path has, as a set; if one is open, others needn't be said."""
    found = 0
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            if ways_to(state, seat, cell) != 0:
                found |= end_state(state, seat, cell)
                if found & OPEN != 0:
                    return found
    return found


@compiled
def is_blocked(state: Any, seat: Any) -> Any:
    """POU.B1: in a dead end, or without an open end for five turns and now."""
    if state.step != PLAYING or state.out[seat] != 0:
        return False
    found = states_of_ends(state, seat)
    if found & OPEN != 0:
        return False
    return found & OBSTRUCTED == 0 or state.waits[seat] >= MOST_WAITS


@compiled
def entering(state: Any, seat: Any, cell: Any, way: Any) -> Any:
    """How many cards it takes for a seat's path to enter a cell that way: 0, 1, 2, or IMPOSSIBLE."""
    top = np.int64(state.top[cell])
    if top == EMPTY:
        return 1
    if top == BEYOND:
        return IMPOSSIBLE
    if top == FLOWER or joined_ways(state, seat, top) >> way & 1 != 0:
        return 0
    if top in (FOREST, RIVER):
        return 1
    if top == WOLF:
        return 2
    return 1 if may_continue(state, seat, cell) else IMPOSSIBLE


@compiled
def distance(state: Any, seat: Any) -> Any:
    """The fewest cards still to be laid for a seat's path to lead into the flower, over what lies now; NO_WAY.

    A place of the walk is a cell, plus LAID if a card had to be laid there: from such a one the path may lead anywhere.
    """
    if state.start[seat] == NOWHERE or state.out[seat] != 0:
        return np.int64(NO_WAY)
    far = np.full(2 * CELLS, NO_WAY, np.int64)
    queue = np.zeros((COSTS, 2 * CELLS), np.int64)
    counts = np.zeros(COSTS, np.int64)
    start = np.int64(state.start[seat])
    far[start] = 0
    queue[0, 0] = start
    counts[0] = 1
    now = np.int64(0)
    idle = 0
    while idle < COSTS:
        at = now % COSTS
        if counts[at] == 0:
            now += 1
            idle += 1
            continue
        idle = 0
        counts[at] -= 1
        place = queue[at, counts[at]]
        if far[place] != now:
            continue
        here = place % CELLS
        ways = ALL_SIDES if place >= LAID else ways_on(np.int64(state.top[here]))
        for way in range(SIDES):
            if ways >> way & 1 == 0:
                continue
            there = here + STEPS[way]
            if state.top[there] == FLOWER:
                return now
            cost = entering(state, seat, there, way)
            if cost > 0:
                there += LAID
            if cost >= 0 and now + cost < far[there]:
                far[there] = now + cost
                into = (now + cost) % COSTS
                queue[into, counts[into]] = there
                counts[into] += 1
    return np.int64(NO_WAY)


@compiled_brief
def surveyed(states: Any, ends: Any, seats: Any) -> Any:
    """For the first state of an array: write its ends (seat, cell, way, and what it is), and for each seat its distance and
    whether it is blocked; returns how many ends there are.
    """
    state = states[0]
    count = 0
    for seat in range(np.int64(state.players)):
        seats[seat, 0] = distance(state, seat)
        seats[seat, 1] = is_blocked(state, seat)
        for cell in range(CELLS):
            ways = ends_of(state, np.int64(seat), np.int64(cell))
            for way in range(SIDES):
                if ways >> way & 1 != 0:
                    ends[count, 0] = seat
                    ends[count, 1] = cell
                    ends[count, 2] = way
                    ends[count, 3] = end_state(state, seat, cell)
                    count += 1
    return count


@compiled
def any_end(state: Any, cell: Any) -> Any:
    """Whether a path ends at a cell."""
    for seat in range(np.int64(state.players)):
        if ends_of(state, np.int64(seat), cell) != 0:
            return True
    return False


@compiled
def ends_of(state: Any, seat: Any, cell: Any) -> Any:
    """The ways of the ends that a seat's path has at a cell, as a set (POU.D2)."""
    ways = ways_to(state, seat, cell)
    for way in range(SIDES):
        if ways >> way & 1 != 0 and is_joined_in_front(state, seat, cell, way):
            ways &= ~(1 << way)
    return ways


@compiled
def is_joined_in_front(state: Any, seat: Any, cell: Any, way: Any) -> Any:
    """Whether a way leads back into the front of pebbles of the same path, which led here: no end."""
    top = np.int64(state.top[cell])
    if not are_pebbles(top) or owner_of(top) != seat or np.int64(state.reach[cell]) >> seat & 1 == 0:
        return False
    return (way_of(top) + HALF_TURN) % SIDES == way
