"""How long it may take each path to reach the flower: what bots judge a table by.

Unlike the distance that players are told, an obstacle counts more than a card: one must have what passes it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.ends import may_continue
from escale.games.poucet.paths import NONE, ONE, STEPS, flower_of, joined_ways, ways_on, ways_to
from escale.games.poucet.state import (
    ALL_SIDES,
    BEYOND,
    CELLS,
    EMPTY,
    FLOWER,
    FOREST,
    RIVER,
    SIDES,
    WOLF,
    WORD_BITS,
    WORDS,
)
from escale.rules.bits import lowest
from escale.rules.compile import compiled

# What it takes to enter a cell, in half cards.
A_CARD = 2
PAST_FOREST, PAST_RIVER, PAST_WOLF = 4, 5, 8
QUEUES = 9  # one more than the most
NEVER_THERE = 60  # in half cards: no way


@compiled
def toll(state: Any, seat: Any, cell: Any, way: Any) -> Any:
    """What it takes a seat's path to enter a cell that way; NEVER_THERE if it can't."""
    top = np.int64(state.top[cell])
    if top == EMPTY:
        return A_CARD
    if top == BEYOND:
        return NEVER_THERE
    if top == FLOWER or joined_ways(state, seat, top) >> way & 1 != 0:
        return 0
    if top == FOREST:
        return PAST_FOREST
    if top == RIVER:
        return PAST_RIVER
    if top == WOLF:
        return PAST_WOLF
    return A_CARD if may_continue(state, seat, cell) else NEVER_THERE


@compiled
def ways_from(state: Any, seat: Any, cell: Any) -> Any:
    """By which ways a seat's path could lead on from a cell that it has entered."""
    top = np.int64(state.top[cell])
    return ways_on(top) if joined_ways(state, seat, top) != 0 else ALL_SIDES


@compiled
def look_ahead(state: Any, seat: Any, to_go: Any) -> None:
    """Write for every cell what it takes from there, once a seat's path has entered it, to the flower; NEVER_THERE."""
    for cell in range(CELLS):
        to_go[cell] = NEVER_THERE
    queue = np.empty((QUEUES, CELLS), np.uint8)
    counts = np.zeros(QUEUES, np.int64)
    flower = flower_of(state)
    for way in range(SIDES):
        cell = flower - STEPS[way]
        if ways_from(state, seat, cell) >> way & 1 != 0:
            to_go[cell] = 0
            queue[0, counts[0]] = cell
            counts[0] += 1
    now = np.int64(0)
    idle = 0
    while idle < QUEUES and now < NEVER_THERE:
        at = now % QUEUES
        if counts[at] == 0:
            now += 1
            idle += 1
            continue
        idle = 0
        counts[at] -= 1
        here = np.int64(queue[at, counts[at]])
        if to_go[here] != now:
            continue
        for way in range(SIDES):
            there = here - STEPS[way]
            top = np.int64(state.top[there])
            if top in (BEYOND, FLOWER):
                continue
            then = now + toll(state, seat, here, way)
            if then < to_go[there] and ways_from(state, seat, there) >> way & 1 != 0:
                to_go[there] = then
                into = then % QUEUES
                queue[into, counts[into]] = there
                counts[into] += 1


@compiled
def nearest(state: Any, seat: Any, to_go: Any, closed: Any) -> Any:
    """What it takes a seat's path to reach the flower, and by which cell where it ends, leaving out one cell (0: none)."""
    best = np.int64(NEVER_THERE)
    by = np.int64(0)
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            ways = ways_to(state, seat, cell)
            if ways == 0 or cell == closed:
                continue
            for way in range(SIDES):
                if ways >> way & 1 != 0:
                    needed = min(np.int64(NEVER_THERE), toll(state, seat, cell, way) + to_go[cell])
                    if needed < best:
                        best = needed
                        by = np.int64(cell)
    return best, by
