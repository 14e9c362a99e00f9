"""A play drawn from all that are legal, without a list of them: they are counted cell by cell."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.cards import HITS, WAYS, are_pebbles, colour_of, is_path, opposite
from escale.games.poucet.ends import may_cover
from escale.games.poucet.paths import NONE, ONE
from escale.games.poucet.plays import ALL_SHAPES, FORCED, OF_CHOICE, is_near_flower, kinds_held, list_at, ways_of_colour
from escale.games.poucet.state import (
    A_FOREST,
    A_RIVER,
    A_WOLF,
    AN_OGRE,
    CELL_MASK,
    COLOURS,
    EMPTY,
    FOREST,
    KINDS,
    NIBBLE,
    RIVER,
    SHAPES,
    SIDES,
    SOME_BOOTS,
    SOME_PEBBLES,
    WOLF,
    WORD_BITS,
    WORDS,
)
from escale.rules.bits import lowest, popcount
from escale.rules.chance import rng_below
from escale.rules.compile import compiled

# Of a cell in the room for moves: its number, and how many plays of either kind it has; at most four for each card of a hand.
CHOICE_SHIFT, FORCED_SHIFT = 8, 16
COUNT_MASK = 255


@compiled
def a_random_play(state: Any, seat: Any, rng: Any, room: Any) -> Any:
    """One of a seat's plays of choice, each as likely; if it has none, a forced one; -1 if it has none either.

    `room` is for a list of all moves; here it first holds, for every cell with plays, how many there are.
    """
    held = kinds_held(state, seat)
    choices = np.int64(0)
    forced_ones = np.int64(0)
    count = 0
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            choice, forced = count_at(state, seat, cell, held)
            if choice + forced > 0:
                room[count] = cell | choice << CHOICE_SHIFT | forced << FORCED_SHIFT
                count += 1
                choices += choice
                forced_ones += forced
    if choices + forced_ones == 0:
        return np.int32(-1)
    wanted, shift, total = (OF_CHOICE, CHOICE_SHIFT, choices) if choices > 0 else (FORCED, FORCED_SHIFT, forced_ones)
    chosen = np.int64(rng_below(rng, total))
    at = 0
    while chosen >= room[at] >> shift & COUNT_MASK:
        chosen -= room[at] >> shift & COUNT_MASK
        at += 1
    there = np.int64(room[at]) & CELL_MASK
    listed = np.int64(0)
    for kind in range(KINDS):
        if held >> kind & 1 != 0:
            listed = list_at(state, seat, np.int64(kind), there, wanted, room, listed)
    return room[chosen]


@compiled
def count_at(state: Any, seat: Any, cell: Any, held: Any) -> Any:
    """How many plays of choice, and how many forced ones, a seat with these kinds has on a cell where a path ends."""
    top = np.int64(state.top[cell])
    leading = np.int64(state.exits[cell])
    own = leading >> SIDES * seat & NIBBLE
    others = leading & ~(NIBBLE << SIDES * seat) != 0
    if top == EMPTY:
        choice, forced = count_paths(state, seat, leading, held, others)
        obstacles = (held >> A_WOLF & 1) + (held >> A_FOREST & 1) + (held >> A_RIVER & 1)
        if held >> AN_OGRE & 1 != 0 and not is_near_flower(state, cell):
            obstacles += 1
        return (choice + obstacles, forced) if others else (choice, forced + obstacles)
    is_helping = own != 0 or state.favour != 0
    if top == FOREST:
        boots = held >> SOME_BOOTS & 1
        best = boots if is_helping else 0
        count = boots
        if held >> SOME_PEBBLES & 1 != 0:
            ways = popcount(np.uint64(folded(leading)))
            count += ways
            best += ways if state.favour != 0 else popcount(np.uint64(own))
        return np.int64(best), np.int64(count - best)
    if top in (RIVER, WOLF):
        fits = held >> (SOME_BOOTS if top == RIVER else A_RIVER) & 1
        return (fits, np.int64(0)) if is_helping else (np.int64(0), fits)
    if not may_cover(state, cell):
        return np.int64(0), np.int64(0)
    if is_path(top):
        held &= ~(ALL_SHAPES << SHAPES * colour_of(top))
    elif are_pebbles(top):
        within = np.int64(state.reach[cell])
        for other in range(np.int64(state.players)):
            if within >> other & 1 != 0:
                leading &= ~(NIBBLE << SIDES * other)
    return count_crossings(state, seat, leading, held)


@compiled
def folded(leading: Any) -> Any:
    """All ways of some seats (4 bits a seat), as one set."""
    leading |= leading >> SIDES
    return (leading | leading >> 2 * SIDES | leading >> 4 * SIDES) & NIBBLE


@compiled
def count_crossings(state: Any, seat: Any, leading: Any, held: Any) -> Any:
    """Plays of choice and forced ones with path cards that cover what lies there, given what leads there and may go on."""
    choice, forced = np.int64(0), np.int64(0)
    for colour in range(COLOURS):
        shapes = held >> SHAPES * colour & ALL_SHAPES
        if shapes == 0:
            continue
        every = ways_of_colour(state, colour, leading, 0)
        if every != 0:
            own = leading >> SIDES * seat & NIBBLE if state.colour[seat] == colour else np.int64(0)
            if state.favour != 0:
                own = every
            for shape in range(SHAPES):
                if shapes >> shape & 1 != 0:
                    best = HITS[shape, opposite(own)]
                    choice += best
                    forced += HITS[shape, opposite(every)] - best
    return choice, forced


@compiled
def count_paths(state: Any, seat: Any, leading: Any, held: Any, others: Any) -> Any:
    """Plays of choice and forced ones with path cards on an empty cell: as paths, and as obstacles where no path of the colour
    ends.
    """
    choice, forced = count_crossings(state, seat, leading, held)
    for colour in range(COLOURS):
        shapes = held >> SHAPES * colour & ALL_SHAPES
        if shapes != 0 and ways_of_colour(state, colour, leading, 0) == 0:
            for shape in range(SHAPES):
                if shapes >> shape & 1 != 0:
                    if others:
                        choice += WAYS[shape]
                    else:
                        forced += WAYS[shape]
    return choice, forced
