"""How long it may take each path to reach the flower: what bots judge a table by.

Unlike the distance that players are told, an obstacle counts more than a card, unless one holds what passes it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.cards import OPENINGS, WAYS, opposite
from escale.games.poucet.ends import may_continue
from escale.games.poucet.paths import NONE, ONE, STEPS, flower_of, joined_ways, ways_on, ways_to
from escale.games.poucet.state import (
    A_RIVER,
    ALL_SIDES,
    BEYOND,
    CELLS,
    EMPTY,
    FLOWER,
    FOREST,
    RIVER,
    SHAPES,
    SIDES,
    SOME_BOOTS,
    SOME_PEBBLES,
    WOLF,
    WORD_BITS,
    WORDS,
)
from escale.rules.bits import lowest
from escale.rules.compile import compiled

# What it takes to enter a cell, in half cards.
A_CARD = 2
PAST_FOREST, PAST_RIVER, PAST_WOLF = 4, 5, 8
READY_FOR_FOREST, READY_FOR_RIVER, READY_FOR_WOLF = 2, 2, 4  # with what passes it in hand
QUEUES = 9  # one more than the most
NEVER_THERE = 60  # in half cards: no way


@compiled
def toll(state: Any, seat: Any, held: Any, cell: Any, way: Any) -> Any:
    """What it takes a seat's path, with kinds of cards held, to enter a cell that way; NEVER_THERE if it can't."""
    top = np.int64(state.top[cell])
    if top == EMPTY:
        return A_CARD
    if top == BEYOND:
        return NEVER_THERE
    if top == FLOWER or joined_ways(state, seat, top) >> way & 1 != 0:
        return 0
    if top in (FOREST, RIVER, WOLF):
        return toll_of_obstacle(held, top)
    return A_CARD if may_continue(state, seat, cell) else NEVER_THERE


@compiled
def toll_of_obstacle(held: Any, top: Any) -> Any:
    """What it takes to pass a forest, a river or a wolf, with kinds of cards held; roughly, as pebbles may lead elsewhere."""
    boots = held >> SOME_BOOTS & 1 != 0
    if top == FOREST:
        return READY_FOR_FOREST if boots or held >> SOME_PEBBLES & 1 != 0 else PAST_FOREST
    if top == RIVER:
        return READY_FOR_RIVER if boots else PAST_RIVER
    return READY_FOR_WOLF if boots and held >> A_RIVER & 1 != 0 else PAST_WOLF


@compiled
def ways_from(state: Any, seat: Any, cell: Any) -> Any:
    """By which ways a seat's path could lead on from a cell that it has entered."""
    top = np.int64(state.top[cell])
    return ways_on(top) if joined_ways(state, seat, top) != 0 else ALL_SIDES


@compiled
def look_ahead(state: Any, seat: Any, held: Any, to_go: Any) -> None:
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
            then = now + toll(state, seat, held, here, way)
            if then < to_go[there] and ways_from(state, seat, there) >> way & 1 != 0:
                to_go[there] = then
                into = then % QUEUES
                queue[into, counts[into]] = there
                counts[into] += 1


@compiled
def nearest(state: Any, seat: Any, held: Any, to_go: Any) -> Any:
    """What it takes a seat's path to reach the flower, and the kinds held that take it a step on by such a way, as a set."""
    best = np.int64(NEVER_THERE)
    kinds = np.int64(0)
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            ways = ways_to(state, seat, cell)
            for way in range(SIDES):
                if ways >> way & 1 == 0:
                    continue
                needed = toll(state, seat, held, cell, way) + to_go[cell]
                if needed > best or needed >= NEVER_THERE:
                    continue
                if needed < best:
                    best = needed
                    kinds = np.int64(0)
                kinds |= cards_to_enter(state, seat, held, to_go, cell, way)
    return best, kinds


@compiled
def cards_to_enter(state: Any, seat: Any, held: Any, to_go: Any, cell: Any, way: Any) -> Any:
    """The kinds held by which a seat's path enters a cell that way and leads on as it should, as a set."""
    top = np.int64(state.top[cell])
    if top == RIVER:
        return held & 1 << SOME_BOOTS
    if top == WOLF:
        return held & 1 << A_RIVER if held >> SOME_BOOTS & 1 != 0 else np.int64(0)
    onward = np.int64(0)
    for side in range(SIDES):
        there = cell + STEPS[side]
        beyond = np.int64(state.top[there])
        if beyond == FLOWER or (beyond != BEYOND and toll(state, seat, held, there, side) + to_go[there] <= to_go[cell]):
            onward |= 1 << side
    if top == FOREST:  # pebbles lead straight on (POU.W1)
        return held & (1 << SOME_BOOTS | (1 << SOME_PEBBLES if onward >> way & 1 != 0 else 0))
    behind = opposite(np.int64(1) << way)
    first = SHAPES * np.int64(state.colour[seat])
    kinds = np.int64(0)
    for shape in range(SHAPES):
        for turn in range(WAYS[shape]):
            openings = OPENINGS[shape, turn]
            if openings & behind != 0 and openings & onward & ~behind != 0:
                kinds |= np.int64(1) << first + shape
    return kinds & held
