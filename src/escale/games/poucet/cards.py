"""Cards: their kinds and names, how they may be turned, and what lies on a cell taken apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.state import (
    A_WOLF,
    BOOTS,
    COLOUR_STEP,
    DO_SHIFT,
    KIND_SHIFT,
    LAY,
    NIBBLE,
    PATH,
    PATH_KINDS,
    PEBBLES,
    PEBBLES_END,
    SHAPES,
    SIDES,
    SOME_BOOTS,
    SOME_PEBBLES,
    START,
    TURN_SHIFT,
    WOLF,
)
from escale.rules.compile import compiled

LETTERS = "rgy"
SHAPE_LETTERS = "ilt"
SIDE_LETTERS = "nesw"
NAMES = (
    *(colour + shape for colour in LETTERS for shape in SHAPE_LETTERS),
    "wolf",
    "ogre",
    "forest",
    "river",
    "pebbles",
    "boots",
)

#: The openings of each shape, turned in every way (POU.M3), then 0.
WAYS = np.array([2, 4, 4], np.int64)
OPENINGS = np.array(
    [
        [0b0101, 0b1010, 0, 0],
        [0b0011, 0b0110, 0b1100, 0b1001],
        [0b0111, 0b1011, 0b1101, 0b1110],
    ],
    np.int64,
)
#: How many ways of turning a shape open to one at least of a set of sides.
HITS = np.array(
    [[sum((ways & sides) != 0 for ways in turned) for sides in range(16)] for turned in OPENINGS.tolist()], np.int64
)
#: The shape that has these openings, by the set of them; -1 if none has.
SHAPE_OF = np.array([-1, -1, -1, 1, -1, 0, 1, 2, -1, 1, 0, 2, 1, 2, 2, -1], np.int64)


@compiled
def path_card(colour: Any, openings: Any) -> Any:
    """What lies on a cell with that card on top."""
    return PATH + COLOUR_STEP * colour + openings


@compiled
def is_path(top: Any) -> Any:
    """Whether a path card lies on top."""
    return PATH <= top < START


@compiled
def is_start(top: Any) -> Any:
    """Whether a start card lies on top."""
    return START <= top < PEBBLES


@compiled
def are_pebbles(top: Any) -> Any:
    """Whether pebbles lie on top."""
    return PEBBLES <= top < PEBBLES_END


@compiled
def colour_of(top: Any) -> Any:
    """The colour of a path card or start card."""
    return (top - PATH if top < START else top - START) // COLOUR_STEP


@compiled
def owner_of(top: Any) -> Any:
    """The seat that laid these pebbles."""
    return (top - PEBBLES) // SIDES


@compiled
def way_of(top: Any) -> Any:
    """The way that these pebbles lead."""
    return (top - PEBBLES) % SIDES


@compiled
def openings_of(top: Any) -> Any:
    """The openings of a path card or start card."""
    return top & NIBBLE


@compiled
def opposite(sides: Any) -> Any:
    """The sides across from a set of sides; of a way to walk, the side that one comes in by."""
    return (sides << 2 | sides >> 2) & NIBBLE


@compiled
def a_play(kind: Any, turned: Any, cell: Any) -> Any:
    """The move that lays a card."""
    return np.int32(LAY << DO_SHIFT | kind << KIND_SHIFT | turned << TURN_SHIFT | cell)


@compiled
def lying(seat: Any, kind: Any, turned: Any) -> Any:
    """What lies on a cell once a seat has laid this card there."""
    if kind < PATH_KINDS:
        return path_card(kind // SHAPES, turned)
    if kind == SOME_PEBBLES:
        way = 0
        while turned >> way & 1 == 0:
            way += 1
        return PEBBLES + SIDES * seat + way
    if kind == SOME_BOOTS:
        return np.int64(BOOTS)
    return WOLF + kind - A_WOLF
