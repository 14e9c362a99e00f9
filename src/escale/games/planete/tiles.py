"""The tiles, from tiles.toml: their kinds in the order of the deck, what each bears, how many there are."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import numpy as np

STACKS = ("core", "rising", "falling", "character")
CORE, RISING, FALLING, CHARACTER = range(4)
STACK_SIZE = 20

#: What a tile may bear, by the letters of the notation.
ELEMENTS = "bvsrlc*FESWGB"
(
    BAOBAB,
    VOLCANO,
    SUNSET,
    ROSE,
    LAMPPOST,
    BOX,
    STAR,
    FOX,
    ELEPHANT,
    SNAKE,
    WHITE_SHEEP,
    BEIGE_SHEEP,
    BROWN_SHEEP,
) = range(13)

_data = tomllib.loads(files(__package__).joinpath("tiles.toml").read_text("utf-8"))

#: The names of all kinds of tiles: what they bear, or whom they show. A name may be there twice, in two stacks.
NAMES: tuple[str, ...] = tuple(tile.get("name", tile["bears"]) for stack in STACKS for tile in _data[stack])
KINDS = len(NAMES)
#: By kind: its stack, how many there are, and how often it bears each element.
STACK_OF = np.array([number for number, stack in enumerate(STACKS) for _ in _data[stack]], np.int64)
COPIES = np.array([tile.get("copies", 1) for stack in STACKS for tile in _data[stack]], np.int64)
BEARS = np.array([[tile["bears"].count(letter) for letter in ELEMENTS] for stack in STACKS for tile in _data[stack]], np.int64)
#: The kinds of each stack are those from FIRST[stack] up to, but not including, FIRST[stack + 1].
FIRST = np.cumsum([0, *(len(_data[stack]) for stack in STACKS)])
#: Every tile of each stack, as its kind, in the order of the deck.
TILES = np.repeat(np.arange(KINDS, dtype=np.uint8), COPIES).reshape(len(STACKS), STACK_SIZE)

FIRST_CHARACTER = int(FIRST[CHARACTER])
(
    VAIN,
    GEOGRAPHER,
    ASTRONOMER,
    KING,
    LAMPLIGHTER,
    HUNTER,
    DRUNKARD,
    WHITE,
    BEIGE,
    BROWN,
    GARDENER,
    TURK,
    PRINCE,
) = range(FIRST_CHARACTER, KINDS)


def kind_named(stack: int, name: str) -> int | None:
    """The kind of a stack that has a name; None if none has."""
    return next((kind for kind in range(FIRST[stack], FIRST[stack + 1]) if NAMES[kind] == name), None)
