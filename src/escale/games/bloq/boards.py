"""The three boards as sets of cells (BLOQ.M2)."""

from __future__ import annotations

import numpy as np

from escale.games.bloq.state import MARGIN, ROWS

#: By board: the least coordinate, of columns and of rows alike, and how many of each there are.
FIRST = (-14, 0, -9)
SIZES = (29, 20, 19)


def _cells(board: int) -> list[tuple[int, int]]:
    """The cells of a board by column and row."""
    size = SIZES[board]
    every = [(column, row) for row in range(size) for column in range(size)]
    if FIRST[board] == 0:
        return every
    radius = -FIRST[board]
    return [(column, row) for column, row in every if abs(column - radius) + abs(row - radius) <= radius]


def _set_of(cells: set[tuple[int, int]]) -> list[int]:
    rows = [0] * ROWS
    for column, row in cells:
        rows[row + MARGIN] |= 1 << column
    return rows


def _inner(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The cells that lack none of their eight neighbours (BLOQ.P2)."""
    around = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1)]
    return {cell for cell in cells if all((cell[0] + right, cell[1] + up) in cells for right, up in around)}


CELLS = [set(_cells(board)) for board in range(len(SIZES))]
BOARD = np.array([_set_of(cells) for cells in CELLS], np.uint32)
INNER = np.array([_set_of(_inner(cells)) for cells in CELLS], np.uint32)
