"""How somebody in a hurry takes a tile: the one that one's characters like best in the mood of the moment."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete.outlook import places_left
from escale.games.planete.state import (
    CELL_BITS,
    DO_SHIFT,
    KIND_COUNT,
    NO_TILE,
    OF_A_KIND,
    PLACES,
    TAKE,
    THE_HIDDEN,
)
from escale.games.planete.tiles import (
    BAOBAB,
    BEARS,
    CHARACTER,
    COPIES,
    FIRST_CHARACTER,
    STACK_OF,
    STACK_SIZE,
    VOLCANO,
)
from escale.games.planete.wishes import ELEMENT_COUNT, brings, hopes
from escale.rules.chance import rng_below
from escale.rules.compile import compiled

#: How many of each element a tile of each stack bears on average.
USUAL = np.array([(BEARS * COPIES[:, None])[kind == STACK_OF].sum(0) / STACK_SIZE for kind in range(KIND_COUNT)], np.float64)

FINE = 1 << 16  # parts of a whole, for a chance
MOOD = 2.0  # points by which a tile may look better than it is
A_STAKE = 6.0  # points that a third baobab costs, roughly
UNSEEN = 1.0  # points for which one takes the tiles that one sees rather than a hidden one
A_VOLCANO = np.array([0.3, 1.0, 2.0], np.float64)  # points that it costs: far from having the most, near, with one more
NEAR = 3


@compiled
def hasty_take(state: Any, rng: Any) -> Any:
    """A take, to the first place that is free."""
    seat, kind = np.int64(state.seat), np.int64(state.offered)
    cell = np.int64(0)
    for place in range(OF_A_KIND - 1, -1, -1):
        if state.planet[seat, PLACES[kind, place]] == NO_TILE:
            cell = PLACES[kind, place]
    chosen = best_on_table(state, seat, kind, rng)
    return np.int32(TAKE << DO_SHIFT | chosen << CELL_BITS | cell)


@compiled
def best_on_table(state: Any, seat: Any, kind: Any, rng: Any) -> Any:
    """The tile on the table that looks best, or THE_HIDDEN."""
    hidden = state.hidden != NO_TILE
    lying = np.int64(state.table_count)
    if lying == 1 and not hidden:
        return np.int64(state.table[0])
    come = np.zeros(ELEMENT_COUNT, np.float64)
    pieces = np.zeros(ELEMENT_COUNT, np.float64)
    firsts = np.zeros(ELEMENT_COUNT, np.float64)
    planets = np.int64(0)
    for one in range(KIND_COUNT):
        places = places_left(state, one)
        planets += places if one != CHARACTER else 0
        for element in range(ELEMENT_COUNT):
            come[element] += places * USUAL[one, element]
    if kind != CHARACTER:
        for place in range(OF_A_KIND):
            character = np.int64(state.planet[seat, PLACES[CHARACTER, place]])
            if character != NO_TILE:
                hopes(state, seat, character, come, planets, 1.0, pieces, firsts)
        pieces[VOLCANO] -= a_volcano(state, seat)
    best = -np.inf
    chosen = np.int64(THE_HIDDEN)
    for at in range(lying):
        tile = np.int64(state.table[at])
        if tile >= FIRST_CHARACTER:
            value = 1.0 * hopes(state, seat, tile, come, planets, 0.0, pieces, firsts)
        else:
            value = brings(tile, np.int64(state.bears[seat, BAOBAB]), A_STAKE, pieces, firsts)
        value += MOOD * rng_below(rng, np.int64(FINE)) / FINE
        if value > best and (value > UNSEEN or not hidden):
            best = value
            chosen = tile
    return chosen


@compiled
def a_volcano(state: Any, seat: Any) -> Any:
    """What one more volcano costs a seat, roughly."""
    most = np.int64(0)
    for other in range(np.int64(state.players)):
        if other != seat:
            most = max(most, np.int64(state.bears[other, VOLCANO]))
    near = np.int64(state.bears[seat, VOLCANO]) - most + NEAR
    return A_VOLCANO[max(np.int64(0), min(near, np.int64(2)))]
