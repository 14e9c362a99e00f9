"""How each card lies when it is turned, worked out from the patterns."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.deck import LEFT_OUT, STANDARD
from escale.games.lppg.state import (
    AT_MASK,
    CARD_MASK,
    CARD_SHIFT,
    CELL_BITS,
    CELL_MASK,
    COLOURS,
    DO_SHIFT,
    PATTERNS,
    PLACE,
    STANDARD_PATTERNS,
    TURN_MASK,
    TURN_SHIFT,
    TURNS,
)
from escale.rules.compile import compiled

NAMES = (*STANDARD, *LEFT_OUT)  # by pattern
LETTERS = "rygb"  # by colour
SIZES = ((2, 3), (3, 2), (2, 3), (3, 2))  # width and height by turn
QUARTER = {1: 3, 2: 6, 3: 2, 4: 5, 5: 1, 6: 4}  # a cell of an upright card, and its number once turned to the right
CARD_HEIGHT = 3  # at most

WIDTHS = np.array([width for width, _ in SIZES], np.int64)
HEIGHTS = np.array([height for _, height in SIZES], np.int64)


def turned(name: str, turn: int) -> tuple[int, ...]:
    """The white cells of a pattern as it lies, counted in reading order."""
    cells = [int(digit) for digit in name]
    if turn % 2:
        cells = [QUARTER[cell] for cell in cells]
    return tuple(sorted(7 - cell if turn >= 2 else cell for cell in cells))


def ways(name: str) -> int:
    """How many of the turns look different: a pattern that a half-turn leaves as it is has two (LPPG.P1)."""
    return 2 if turned(name, 0) == turned(name, 2) else TURNS


def _rows(name: str, turn: int) -> list[int]:
    """The white cells of each row from the lowest, as bits."""
    width, height = SIZES[turn]
    rows = [0] * CARD_HEIGHT
    for cell in turned(name, turn):
        down, right = divmod(cell - 1, width)
        rows[height - 1 - down] |= 1 << right
    return rows


WHITES = {(pattern, turn): turned(name, turn) for pattern, name in enumerate(NAMES) for turn in range(TURNS)}
WAYS = np.array([ways(name) for name in NAMES], np.int64)
WHITE_ROWS = np.array([[_rows(name, turn) for turn in range(TURNS)] for name in NAMES], np.uint64)  # by pattern, turn, row


@compiled
def card_of(colour: Any, pattern: Any) -> Any:
    """A card's number."""
    return colour * PATTERNS + pattern


@compiled
def colour_of(card: Any) -> Any:
    """A card's colour."""
    return np.int64(card) // PATTERNS


@compiled
def pattern_of(card: Any) -> Any:
    """A card's pattern."""
    return np.int64(card) % PATTERNS


@compiled
def patterns_in(deck: Any) -> Any:
    """How many patterns a deck has: the first so many."""
    return PATTERNS if deck != 0 else STANDARD_PATTERNS


@compiled
def placement(card: Any, turn: Any, column: Any, y: Any) -> Any:
    """The move that lays a card with its lower left cell there."""
    return np.int32(PLACE << DO_SHIFT | np.int64(card) << CARD_SHIFT | turn << TURN_SHIFT | y << CELL_BITS | column)


@compiled
def lying(move: Any) -> Any:
    """The card of a placement, how it is turned, and the column and row (y) of its lower left cell."""
    number = np.int64(move)
    at = number & AT_MASK
    return number >> CARD_SHIFT & CARD_MASK, number >> TURN_SHIFT & TURN_MASK, at & CELL_MASK, at >> CELL_BITS


def name_of(card: int) -> str:
    """A card as it is written: its colour's letter and its pattern."""
    return LETTERS[card // PATTERNS] + NAMES[card % PATTERNS]


CARD_NAMES = {name_of(card): card for card in range(COLOURS * PATTERNS)}
