"""What lies on a cell, as plain data."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from escale.games.poucet.cards import LETTERS, SHAPE_LETTERS, SHAPE_OF, SIDE_LETTERS
from escale.games.poucet.state import (
    BOOTS,
    COLOUR_STEP,
    EMPTY,
    FLOWER,
    FOREST,
    NIBBLE,
    OGRE,
    PATH,
    PEBBLES,
    RIVER,
    SIDES,
    START,
    WOLF,
)

MARKS = {EMPTY: ".", FLOWER: "*", WOLF: "W", OGRE: "O", FOREST: "F", RIVER: "V", BOOTS: "B"}
PLAIN = {WOLF: "wolf", OGRE: "ogre", FOREST: "forest", RIVER: "river", BOOTS: "boots"}
MARK_OF = {name: MARKS[top] for top, name in PLAIN.items()}
OBSTACLES = ("wolf", "ogre", "forest", "river")


class Lying(NamedTuple):
    """A card that lies on the board."""

    kind: str  # path, start, wolf, ogre, forest, river, pebbles or boots
    colour: str = ""  # r, g or y: of a path or start card
    sides: str = ""  # to which it opens
    seat: int = -1  # that laid these pebbles
    way: str = ""  # that they lead

    @property
    def card(self) -> str:
        """The name of such a card in a hand; of a start card there is none."""
        if self.kind == "path":
            return self.colour + SHAPE_LETTERS[SHAPE_OF[sum(1 << SIDE_LETTERS.index(side) for side in self.sides)]]
        return self.kind

    @property
    def token(self) -> str:
        """How it is written on the board."""
        if self.kind == "path":
            return self.colour + self.sides
        if self.kind == "start":
            return self.colour.upper()
        return f"{self.seat}{self.way}" if self.kind == "pebbles" else MARK_OF[self.kind]


def sides_of(sides: int) -> str:
    """A set of sides by their letters."""
    return "".join(letter for side, letter in enumerate(SIDE_LETTERS) if sides >> side & 1)


@cache
def lying_of(top: int) -> Lying | None:
    """What lies on a cell; None if nothing does, or the flower."""
    if PATH <= top < START:
        return Lying("path", LETTERS[(top - PATH) // COLOUR_STEP], sides_of(top & NIBBLE))
    if START <= top < PEBBLES:
        return Lying("start", LETTERS[(top - START) // COLOUR_STEP], sides_of(top & NIBBLE))
    if top >= PEBBLES:
        return Lying("pebbles", seat=(top - PEBBLES) // SIDES, way=SIDE_LETTERS[top % SIDES])
    return Lying(PLAIN[top]) if top in PLAIN else None


def token(top: int) -> str:
    """What is on a cell, as it is written on the board."""
    lies = lying_of(top)
    return lies.token if lies else MARKS[top]
