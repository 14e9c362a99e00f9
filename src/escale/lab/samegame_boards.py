"""SameGame boards and moves as text."""

from __future__ import annotations

from pathlib import Path
from string import ascii_lowercase
from typing import Any

import numpy as np

from escale.lab.samegame import COLOURS, SIDE, STATE, find_groups
from escale.rules.chance import deal_below, new_deal
from escale.rules.errors import BadNotation, shown
from escale.rules.info import checked_seed

LARGEST_FILE = 1 << 16  # characters; a board has some hundreds


def read_file(file: Path) -> Any:
    """The board in a file; BadNotation says what is wrong with it."""
    try:
        with file.open(encoding="utf-8-sig") as lines:
            text = lines.read(LARGEST_FILE)
    except OSError as error:
        raise BadNotation(f"{shown(file.name)}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadNotation(f"{shown(file.name)}: no text") from None
    try:
        return read_board(text)
    except BadNotation as error:
        raise BadNotation(f"{shown(file.name)}: {error}") from None


def read_board(text: str) -> Any:
    """An array of one state: a line a row, the highest first, a digit or letter a token, with spaces between them or not.

    Any character stands for a colour of its own, but small and capital letters are the same.
    """
    rows = ["".join(line.split()).lower() for line in text.splitlines()]
    rows = [row for row in rows if row]
    if not rows:
        raise BadNotation("there is no board: write a line a row, a digit or letter a token, each a colour of its own")
    for number, row in enumerate(rows, 1):
        for token in row:
            if not (token.isascii() and token.isalnum()):
                raise BadNotation(f"row {number} has {shown(token)!r}: a token is a digit or a letter from a to z, its colour")
        if len(row) != len(rows[0]):
            raise BadNotation(f"row {number} has {len(row)} tokens, row 1 has {len(rows[0])}: all must have as many")
    if len(rows) > SIDE or len(rows[0]) > SIDE:
        shape = f"{len(rows)} row{'s' * (len(rows) > 1)} of {len(rows[0])} token{'s' * (len(rows[0]) > 1)}"
        raise BadNotation(f"{shape}: at most {SIDE} of {SIDE} are allowed")
    colours = sorted({token for row in rows for token in row})
    if len(colours) > COLOURS:
        raise BadNotation(f"{len(colours)} colours ({' '.join(colours)}): at most {COLOURS} are allowed, the usual board has 5")
    columns = zip(*reversed(rows), strict=True)
    return new_board([[1 + colours.index(token) for token in column] for column in columns])


def new_board(columns: list[list[int]]) -> Any:
    """An array of one state, of columns from the left, each of colours, counted from 1, from the bottom."""
    states = np.zeros(1, STATE)
    state = states[0]
    for place, column in enumerate(columns):
        state.height[place] = len(column)
        state.colour[place * SIDE : place * SIDE + len(column)] = column
    state.columns = len(columns)
    state.shunned = np.argmax(np.bincount(np.concatenate(columns)))
    find_groups(state)
    return states


def size(states: Any) -> dict[str, int]:
    """How many columns and rows a board has, and how many colours there are on it."""
    state = states[0]
    heights = state.height[: state.columns].tolist()
    used = {int(colour) for column, tall in enumerate(heights) for colour in state.colour[column * SIDE :][:tall]}
    return {"columns": len(heights), "rows": max(heights, default=0), "colours": len(used)}


def random_board(columns: int, rows: int, colours: int, seed: int | None = None) -> Any:
    """A board with every token's colour drawn by itself."""
    deal = new_deal(np.uint64(checked_seed(seed)), np.uint64(0))
    return new_board([[1 + int(deal_below(deal, colours)) for _ in range(rows)] for _ in range(columns)])


def move_text(move: int) -> str:
    """The first cell of the group a move takes: the column as a letter, from the left, the row as a number, from the bottom."""
    return f"{ascii_lowercase[move // SIDE]}{move % SIDE + 1}"
