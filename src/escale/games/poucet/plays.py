"""What may be laid where (POU.T1 to POU.T5, POU.O1, POU.W1, POU.X1, POU.X2): of choice, or only when one must."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.cards import OPENINGS, WAYS, a_play, are_pebbles, colour_of, is_path, opposite
from escale.games.poucet.ends import may_cover
from escale.games.poucet.paths import NONE, ONE, flower_of, ways_to
from escale.games.poucet.state import (
    A_FOREST,
    A_RIVER,
    A_WOLF,
    AN_OGRE,
    CELL_MASK,
    COLOURS,
    EMPTY,
    FOREST,
    HAND,
    KIND_SHIFT,
    KINDS,
    NIBBLE,
    NO_CARD,
    PATH_KINDS,
    RIVER,
    ROW,
    SHAPES,
    SIDES,
    SOME_BOOTS,
    SOME_PEBBLES,
    TURN_SHIFT,
    WOLF,
    WORD_BITS,
    WORDS,
)
from escale.rules.bits import lowest
from escale.rules.compile import compiled

# POU.T1: what a play is to the seat that makes it.
NEVER, OF_CHOICE, FORCED = range(3)
ALL_SHAPES = (1 << SHAPES) - 1
FOREST_PASSAGES = 1 << SOME_PEBBLES | 1 << SOME_BOOTS
OBSTACLES = 1 << A_WOLF | 1 << AN_OGRE | 1 << A_FOREST | 1 << A_RIVER


@compiled
def ways_of_colour(state: Any, colour: Any, leading: Any, without: Any) -> Any:
    """Of what leads to a cell (4 bits a seat), the ways of all paths of a colour but those of some seats."""
    ways = 0
    for seat in range(np.int64(state.players)):
        if state.colour[seat] == colour and without >> seat & 1 == 0:
            ways |= leading >> SIDES * seat & NIBBLE
    return ways


@compiled
def others_end(state: Any, seat: Any, cell: Any) -> Any:
    """Whether another seat's path ends at a cell."""
    return np.int64(state.exits[cell]) & ~(NIBBLE << SIDES * seat) != 0


@compiled
def meeting(state: Any, seat: Any, colour: Any, cell: Any) -> Any:
    """For a path card of a colour on a cell: the openings that make it a play of choice, those that meet an end of any path of
    the colour, and what the card is, turned any way, if no path of the colour ends there (POU.T4).
    """
    top = np.int64(state.top[cell])
    within = np.int64(0)
    if top != EMPTY:
        if not may_cover(state, cell) or (is_path(top) and colour_of(top) == colour):
            return 0, 0, NEVER
        if are_pebbles(top):
            within = np.int64(state.reach[cell])  # POU.X2: these paths go on no further here
    leading = np.int64(state.exits[cell])
    every = np.int64(ways_of_colour(state, colour, leading, within))
    own = np.int64(0)
    if state.favour != 0:
        own = every
    elif state.colour[seat] == colour and within >> seat & 1 == 0:
        own = leading >> SIDES * seat & NIBBLE
    otherwise = NEVER
    if every == 0 and top == EMPTY:
        otherwise = OF_CHOICE if others_end(state, seat, cell) else FORCED
    return opposite(own), opposite(every), otherwise


@compiled
def standing(openings: Any, own: Any, every: Any, otherwise: Any) -> Any:
    """What a path card with these openings is, given what `meeting` says."""
    if openings & own != 0:
        return OF_CHOICE
    return FORCED if openings & every != 0 else otherwise


@compiled
def helping(state: Any, own: Any) -> Any:
    """What a passage is (POU.T5), at an own end or only at others'."""
    return OF_CHOICE if own or state.favour != 0 else FORCED


@compiled
def is_near_flower(state: Any, cell: Any) -> Any:
    """Whether a cell is one of the eight around the flower."""
    off = abs(cell - flower_of(state))
    return off == 1 or ROW - 1 <= off <= ROW + 1


@compiled
def other_card(state: Any, seat: Any, kind: Any, cell: Any) -> Any:
    """What an obstacle or boots are on a cell where a path ends."""
    top = np.int64(state.top[cell])
    own = ways_to(state, seat, cell) != 0
    if kind == SOME_BOOTS:
        return helping(state, own) if top in (FOREST, RIVER) else NEVER
    if kind == A_RIVER and top == WOLF:
        return helping(state, own)
    if top != EMPTY or (kind == AN_OGRE and is_near_flower(state, cell)):
        return NEVER
    return OF_CHOICE if others_end(state, seat, cell) else FORCED


@compiled
def pebbles_way(state: Any, seat: Any, way: Any, cell: Any) -> Any:
    """What pebbles are on a cell with a forest, leading a way."""
    if state.top[cell] != FOREST:
        return NEVER
    ways = np.int64(0)
    for other in range(np.int64(state.players)):
        ways |= ways_to(state, other, cell)
    if ways >> way & 1 == 0:
        return NEVER
    return helping(state, ways_to(state, seat, cell) >> way & 1 != 0)


@compiled
def standing_of(state: Any, seat: Any, kind: Any, turned: Any, cell: Any) -> Any:
    """NEVER, OF_CHOICE or FORCED: what a card is, laid so by a seat on a cell of the board."""
    if state.exits[cell] == 0:
        return NEVER
    if kind < PATH_KINDS:
        own, every, otherwise = meeting(state, seat, kind // SHAPES, cell)
        return standing(turned, own, every, otherwise)
    if kind == SOME_PEBBLES:
        for way in range(SIDES):
            if turned == 1 << way:
                return pebbles_way(state, seat, way, cell)
        return NEVER
    return other_card(state, seat, kind, cell)


@compiled
def is_forced(state: Any, seat: Any, move: Any) -> Any:
    """Whether a legal play is one that only those make who must."""
    number = np.int64(move)
    kind, turned = number >> KIND_SHIFT & NIBBLE, number >> TURN_SHIFT & NIBBLE
    return standing_of(state, seat, kind, turned, number & CELL_MASK) == FORCED


@compiled
def kinds_held(state: Any, seat: Any) -> Any:
    """The kinds in a hand, as a set."""
    held = np.int64(0)
    for place in range(HAND):
        kind = np.int64(state.hand[seat, place])
        if kind == NO_CARD:
            break
        held |= 1 << kind
    return held


@compiled
def kinds_at(state: Any, seat: Any, cell: Any, kinds: Any, with_forced: Any) -> Any:
    """Of some kinds, those with which a seat that has them has a play of choice at a cell where a path ends, as a set; or, with
    forced ones, any play.
    """
    top = np.int64(state.top[cell])
    wanted = with_forced or state.favour != 0 or ways_to(state, seat, cell) != 0
    if top == FOREST:
        return kinds & FOREST_PASSAGES if wanted else 0
    if top == RIVER:
        return kinds & 1 << SOME_BOOTS if wanted else 0
    if top == WOLF:
        return kinds & 1 << A_RIVER if wanted else 0
    found = 0
    for colour in range(COLOURS):
        shapes = kinds & ALL_SHAPES << SHAPES * colour
        if shapes != 0:
            own, every, otherwise = meeting(state, seat, colour, cell)
            if own != 0 or otherwise == OF_CHOICE or (with_forced and (every != 0 or otherwise == FORCED)):
                found |= shapes
    if top == EMPTY and (with_forced or others_end(state, seat, cell)):
        found |= kinds & OBSTACLES
        if is_near_flower(state, cell):
            found &= ~(1 << AN_OGRE)
    return found


@compiled
def kinds_that_go(state: Any, seat: Any, kinds: Any, with_forced: Any) -> Any:
    """Of some kinds, those with which a seat that has them has a play of choice, as a set; or, with forced ones, any play."""
    found = np.int64(0)
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            found |= kinds_at(state, seat, cell, kinds & ~found, with_forced)
            if found == kinds:
                return found
    return found


@compiled
def plays_now(state: Any, seat: Any) -> Any:
    """OF_CHOICE or FORCED: which plays the cards of a seat leave it; NEVER if none."""
    held = kinds_held(state, seat)
    if can_play(state, seat, held, False):
        return OF_CHOICE
    return FORCED if can_play(state, seat, held, True) else NEVER


@compiled
def can_play(state: Any, seat: Any, kinds: Any, with_forced: Any) -> Any:
    """Whether a seat with these kinds has a play of choice; or, with forced ones, any play."""
    for word in range(WORDS):
        left = state.brink[word]
        while left != NONE:
            cell = WORD_BITS * word + lowest(left)
            left &= left - ONE
            if kinds_at(state, seat, cell, kinds, with_forced) != 0:
                return True
    return False


@compiled
def list_plays(state: Any, seat: Any, wanted: Any, out: Any) -> Any:
    """Write a seat's plays of choice (or the forced ones), by kind and cell; returns how many."""
    held = kinds_held(state, seat)
    count = np.int64(0)
    for kind in range(KINDS):
        if held >> kind & 1 == 0:
            continue
        for word in range(WORDS):
            left = state.brink[word]
            while left != NONE:
                cell = WORD_BITS * word + lowest(left)
                left &= left - ONE
                count = list_at(state, seat, np.int64(kind), cell, wanted, out, count)
    return count


@compiled
def list_at(state: Any, seat: Any, kind: Any, cell: Any, wanted: Any, out: Any, count: Any) -> Any:
    """Write the plays with a kind of card on a cell after `count` others; returns how many there are then."""
    if kind < PATH_KINDS:
        own, every, otherwise = meeting(state, seat, kind // SHAPES, cell)
        for turn in range(WAYS[kind % SHAPES]):
            openings = OPENINGS[kind % SHAPES, turn]
            if standing(openings, own, every, otherwise) == wanted:
                out[count] = a_play(kind, openings, cell)
                count += 1
    elif kind == SOME_PEBBLES:
        for way in range(SIDES):
            if pebbles_way(state, seat, way, cell) == wanted:
                out[count] = a_play(kind, 1 << way, cell)
                count += 1
    elif other_card(state, seat, kind, cell) == wanted:
        out[count] = a_play(kind, 0, cell)
        count += 1
    return count
