"""How somebody in a hurry plays: on towards the flower as the crow flies, and in the way of whoever is nearest to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.cards import OPENINGS, WAYS, a_play, opposite
from escale.games.poucet.ends import DEAD, OBSTRUCTED, end_state, may_continue
from escale.games.poucet.paths import NONE, ONE, STEPS, flower_of, ways_to
from escale.games.poucet.plays import is_near_flower, kinds_held, ways_of_colour
from escale.games.poucet.state import (
    A_RIVER,
    A_WOLF,
    AN_OGRE,
    BEYOND,
    EMPTY,
    FLOWER,
    FOREST,
    MAX_SEATS,
    NOWHERE,
    PATH_KINDS,
    RIVER,
    ROW,
    SHAPES,
    SIDES,
    SOME_BOOTS,
    SOME_PEBBLES,
    WOLF,
    WORD_BITS,
    WORDS,
)
from escale.rules.bits import lowest
from escale.rules.chance import rng_below
from escale.rules.compile import compiled

FINE = 1 << 16  # parts of a whole, for a chance
MOOD = 0.8  # how much a move may look better than it is
ARRIVES = 100.0
STOPS = np.array([0.0, 5.0, 2.0, 1.2, 0.6], np.float64)  # what it is worth to bar a path so many cells from the flower
BARS = np.array([1.1, 1.3, 0.9, 1.0], np.float64)  # wolf, ogre, forest, river
BARS_LITTLE = 0.3  # a path card
KEPT = 0.3  # what an obstacle is worth that is kept
IN_OWN_WAY = 0.5  # what is left of a bar's worth if one's own path ends there too
CUTS = 0.6
SPLITS = 0.15  # another way on
BEHIND = 2.0  # cells that an obstacle is worth
FAR = 99.0


@compiled
def steps_between(a: Any, b: Any) -> Any:
    """How many cells it is from one to another, along rows and columns."""
    return abs(a % ROW - b % ROW) + abs(a // ROW - b // ROW)


@compiled
def find_fronts(state: Any, flower: Any, fronts: Any, front_cells: Any) -> None:
    """Write for each seat how many cells its nearest end is from the flower, as the crow flies, and that end's cell."""
    players = np.int64(state.players)
    for seat in range(players):
        fronts[seat] = FAR
        front_cells[seat] = NOWHERE
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            steps = 1.0 * steps_between(cell, flower)
            for seat in range(players):
                if ways_to(state, seat, cell) == 0:
                    continue
                kind = end_state(state, seat, cell)
                if kind == DEAD:
                    continue
                far = steps + BEHIND if kind == OBSTRUCTED else steps
                if far < fronts[seat]:
                    fronts[seat] = far
                    front_cells[seat] = cell


@compiled
def way_on(state: Any, seat: Any, cell: Any, sides: Any, flower: Any) -> Any:
    """How far the flower is from where a card on a cell leads by some sides, at best; and how many of them lead anywhere."""
    best = FAR
    count = 0
    for side in range(SIDES):
        if sides >> side & 1 == 0:
            continue
        there = cell + STEPS[side]
        top = np.int64(state.top[there])
        if top == FLOWER:
            return -ARRIVES, 1
        if top == BEYOND:
            continue
        far = 1.0 * steps_between(there, flower)
        if top == EMPTY or may_continue(state, seat, there):
            count += 1
        else:
            far += BEHIND
        best = min(best, far)
    return best, count


@compiled
def hasty_play(state: Any, rng: Any) -> Any:
    """A play of choice that looks best in the mood of the moment; -1 if none catches the eye."""
    seat = np.int64(state.seat)
    flower = flower_of(state)
    fronts = np.empty(MAX_SEATS, np.float64)
    front_cells = np.empty(MAX_SEATS, np.int64)
    find_fronts(state, flower, fronts, front_cells)
    held = kinds_held(state, seat)
    best = -FAR
    chosen = np.int32(-1)
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            if ways_to(state, seat, cell) != 0:
                value, move = best_way_on(state, seat, cell, held, flower, fronts[seat], rng)
                if value > best:
                    best, chosen = value, move
            if state.top[cell] == EMPTY:
                value, move = best_bar(state, seat, cell, held, fronts, front_cells, rng)
                if value > best:
                    best, chosen = value, move
    return chosen


@compiled
def mood(rng: Any) -> Any:
    """How much better something looks at the moment."""
    return MOOD * rng_below(rng, np.int64(FINE)) / FINE


@compiled
def best_way_on(state: Any, seat: Any, cell: Any, held: Any, flower: Any, front: Any, rng: Any) -> Any:
    """What is best laid at an own end, and how good it looks."""
    best = -FAR
    chosen = np.int32(-1)
    ways = ways_to(state, seat, cell)
    top = np.int64(state.top[cell])
    steps = 1.0 * steps_between(cell, flower)
    if top in (FOREST, RIVER, WOLF):
        if top == FOREST and held >> SOME_PEBBLES & 1 != 0:
            for way in range(SIDES):
                if ways >> way & 1 != 0:
                    far, _ = way_on(state, seat, cell, 1 << way, flower)
                    value = front - far + mood(rng)
                    if value > best:
                        best, chosen = value, a_play(SOME_PEBBLES, 1 << way, cell)
        if top != WOLF and held >> SOME_BOOTS & 1 != 0:
            value = front - (steps - 1.0) + mood(rng)  # a crossroads: one cell nearer
            if steps == 1.0:
                value = ARRIVES
            if value > best:
                best, chosen = value, a_play(SOME_BOOTS, 0, cell)
        if top == WOLF and held >> A_RIVER & 1 != 0 and held >> SOME_BOOTS & 1 != 0:
            value = front - steps + mood(rng)
            if value > best:
                best, chosen = value, a_play(A_RIVER, 0, cell)
        return best, chosen
    shapes = held >> SHAPES * np.int64(state.colour[seat]) & (1 << SHAPES) - 1
    if shapes == 0 or not may_continue(state, seat, cell):
        return best, chosen
    bonus = CUTS if top != EMPTY and np.int64(state.reach[cell]) & ~(1 << seat) != 0 else 0.0
    behind = opposite(ways)
    for shape in range(SHAPES):
        if shapes >> shape & 1 == 0:
            continue
        for turn in range(WAYS[shape]):
            openings = OPENINGS[shape, turn]
            if openings & behind == 0:
                continue
            far, count = way_on(state, seat, cell, openings & ~behind, flower)
            value = front - far + bonus + SPLITS * (count - 1) + mood(rng)
            if value > best:
                best, chosen = value, a_play(SHAPES * np.int64(state.colour[seat]) + shape, openings, cell)
    return best, chosen


@compiled
def best_bar(state: Any, seat: Any, cell: Any, held: Any, fronts: Any, front_cells: Any, rng: Any) -> Any:
    """What is best laid on an empty cell in the way of others, and how good it looks."""
    worth = 0.0
    for other in range(np.int64(state.players)):
        if other != seat and front_cells[other] == cell:
            worth += STOPS[min(int(fronts[other]), len(STOPS) - 1)]
    if front_cells[seat] == cell:
        worth *= IN_OWN_WAY
    best = -FAR
    chosen = np.int32(-1)
    if worth == 0.0:
        return best, chosen
    for kind in range(A_WOLF, A_RIVER + 1):
        if held >> kind & 1 != 0 and not (kind == AN_OGRE and is_near_flower(state, cell)):
            value = worth * BARS[kind - A_WOLF] - KEPT + mood(rng)
            if value > best:
                best, chosen = value, a_play(kind, 0, cell)
    leading = np.int64(state.exits[cell])
    for kind in range(PATH_KINDS):
        colour = kind // SHAPES
        if held >> kind & 1 != 0 and colour != state.colour[seat] and ways_of_colour(state, colour, leading, 0) == 0:
            value = worth * BARS_LITTLE + mood(rng)
            if value > best:
                turn = rng_below(rng, WAYS[kind % SHAPES])
                best, chosen = value, a_play(kind, OPENINGS[kind % SHAPES, turn], cell)
    return best, chosen
