"""What forbids a card on a cell, and the first rule it breaks."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet import refusals
from escale.games.poucet.cards import SHAPE_OF, are_pebbles, colour_of, is_path, is_start
from escale.games.poucet.ends import any_end, ends_of, may_cover
from escale.games.poucet.paths import is_border
from escale.games.poucet.plays import (
    FORCED,
    NEVER,
    OF_CHOICE,
    is_near_flower,
    kinds_held,
    meeting,
    other_card,
    pebbles_way,
    plays_now,
    standing,
)
from escale.games.poucet.state import (
    A_RIVER,
    AN_OGRE,
    BEYOND,
    BOOTS,
    CELL_MASK,
    CELLS,
    EMPTY,
    FLOWER,
    FOREST,
    KIND_SHIFT,
    KINDS,
    NIBBLE,
    OGRE,
    PATH_KINDS,
    RIVER,
    SHAPES,
    SIDES,
    SOME_BOOTS,
    SOME_PEBBLES,
    TURN_SHIFT,
    WOLF,
)
from escale.rules.compile import compiled


@compiled
def why_not_start(state: Any, cell: Any) -> Any:
    """What forbids a start card on a cell, of any number."""
    if cell >= CELLS or state.top[cell] == BEYOND:
        return refusals.OFF_BOARD
    if not is_border(state, cell):
        return refusals.NOT_BORDER
    return refusals.LEGAL if state.top[cell] == EMPTY else refusals.NOT_FREE


@compiled
def why_not_laid(state: Any, rest: Any) -> Any:
    """What forbids the seat to move to lay a card, of a number's bits below what is done."""
    kind = rest >> KIND_SHIFT
    turned = rest >> TURN_SHIFT & NIBBLE
    cell = rest & CELL_MASK
    seat = np.int64(state.seat)
    top = np.int64(state.top[cell])
    if top == BEYOND:
        return refusals.OFF_BOARD
    if not is_card(kind, turned):
        return refusals.NO_SUCH_CARD
    if kinds_held(state, seat) >> kind & 1 == 0:
        return refusals.NOT_IN_HAND
    if top == FLOWER:
        return refusals.ON_FLOWER
    if is_start(top):
        return refusals.ON_START
    if top == BOOTS:
        return refusals.ON_BOOTS
    if not any_end(state, cell):
        return refusals.NO_END
    if kind < PATH_KINDS:
        return _why_not_path(state, seat, kind, turned, cell)
    if kind in (SOME_PEBBLES, SOME_BOOTS):
        return _why_not_passage(state, seat, kind, turned, cell)
    return _why_not_obstacle(state, seat, kind, cell)


@compiled
def is_card(kind: Any, turned: Any) -> Any:
    """Whether there is such a card, and it can be turned so."""
    if kind < PATH_KINDS:
        return SHAPE_OF[turned] == kind % SHAPES
    if kind == SOME_PEBBLES:
        for way in range(SIDES):
            if turned == 1 << way:
                return True
        return False
    return kind < KINDS and turned == 0


@compiled
def _if_forced(state: Any, seat: Any, standing: Any, refusal: Any) -> Any:
    """That refusal, if a play is only for those who must and the seat has a play of choice."""
    if standing == FORCED and plays_now(state, seat) == OF_CHOICE:
        return refusal
    return refusals.LEGAL


@compiled
def _why_not_path(state: Any, seat: Any, kind: Any, turned: Any, cell: Any) -> Any:
    """What forbids a path card on a cell where a path ends."""
    colour = kind // SHAPES
    top = np.int64(state.top[cell])
    if top == OGRE:
        return refusals.OGRE_STAYS
    if top in (FOREST, RIVER, WOLF):
        return refusals.NEEDS_PASSAGE
    if is_path(top) and colour_of(top) == colour:
        return refusals.SAME_COLOUR
    if top != EMPTY:
        ending, free = _paths_ending(state, colour, cell)
        if not ending:
            return refusals.NO_END_OF_COLOUR
        if not free:
            return refusals.OWN_PEBBLES
        if not may_cover(state, cell):
            return refusals.CROSSING_OFF
    own, every, otherwise = meeting(state, seat, colour, cell)
    found = standing(turned, own, every, otherwise)
    if found == NEVER:
        return refusals.DOES_NOT_MEET
    return _if_forced(state, seat, found, refusals.FAVOUR if every != 0 else refusals.HINDERS_SELF)


@compiled
def _paths_ending(state: Any, colour: Any, cell: Any) -> Any:
    """Whether a path of a colour ends at a cell, and whether one does that doesn't hold pebbles lying there."""
    ending = False
    free = False
    within = np.int64(state.reach[cell]) if are_pebbles(np.int64(state.top[cell])) else 0
    for other in range(np.int64(state.players)):
        if state.colour[other] == colour and ends_of(state, np.int64(other), cell) != 0:
            ending = True
            free |= within >> other & 1 == 0
    return ending, free


@compiled
def _why_not_passage(state: Any, seat: Any, kind: Any, turned: Any, cell: Any) -> Any:
    """What forbids pebbles or boots on a cell where a path ends."""
    top = np.int64(state.top[cell])
    if top == OGRE:
        return refusals.OGRE_STAYS
    if kind == SOME_BOOTS:
        if top == WOLF:
            return refusals.DROWN_FIRST
        found = other_card(state, seat, kind, cell)
        return refusals.WRONG_PASSAGE if found == NEVER else _if_forced(state, seat, found, refusals.FAVOUR)
    if top != FOREST:
        return refusals.WRONG_PASSAGE
    found = NEVER
    for way in range(SIDES):
        if turned == 1 << way:
            found = pebbles_way(state, seat, way, cell)
    return refusals.WRONG_WAY if found == NEVER else _if_forced(state, seat, found, refusals.FAVOUR)


@compiled
def _why_not_obstacle(state: Any, seat: Any, kind: Any, cell: Any) -> Any:
    """What forbids an obstacle on a cell where a path ends."""
    top = np.int64(state.top[cell])
    drowns = kind == A_RIVER and top == WOLF
    if top != EMPTY and not drowns:
        return refusals.NOT_EMPTY
    if kind == AN_OGRE and is_near_flower(state, cell):
        return refusals.OGRE_NEAR
    found = other_card(state, seat, kind, cell)
    return _if_forced(state, seat, found, refusals.FAVOUR if drowns else refusals.HINDERS_SELF)
