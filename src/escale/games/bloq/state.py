"""The state of a table, field by field, and the numbers that have names."""

from __future__ import annotations

import numpy as np

MAX_SEATS = 4
BLOCKS = 40  # BLOQ.M1
MAX_MOVES = 6 * 421  # every shape on every cell of the largest board

# A set of cells is one word a row, the leftmost cell lowest. Rows without cells lie around the board, as far as any of the
# loops looks beyond it.
SIDE = 29  # rows and columns of the largest board
MARGIN = 4  # empty rows below the lowest
ROWS = 40  # with as many above

# The six shapes of a block: width and depth in cells, and its height, counted from the lowest (BLOQ.M1).
SHAPES = 6
WIDTHS = np.array([2, 3, 2, 4, 3, 4], np.int64)
DEPTHS = np.array([3, 2, 4, 2, 4, 3], np.int64)
LEVELS = np.array([2, 2, 1, 1, 0, 0], np.int64)
HEIGHTS = 3
LOWEST_HEIGHT = 2

# A move: the shape, and the column and row of its lower left cell, each counted from the board's lowest.
PLACE_BITS = 6
PLACE_MASK = (1 << PLACE_BITS) - 1
NOWHERE = PLACE_MASK  # a column or row beyond every board
SHAPE_SHIFT = 2 * PLACE_BITS
NO_SHAPE = SHAPES  # the shape of a block that the box doesn't have
PASS = -1  # never legal; has a number because players ask for it
NO_BLOCK = 0xFFFF  # in the list of blocks: none

# Whose an isolated cell is: 1 + the seat, spread over three planes.
OPEN = 0
NOBODYS = MAX_SEATS + 1  # closed already when the position was set up (BLOQ.S1)
OWNER_PLANES = 3

DIAMOND, SQUARE, SMALL = range(3)
BY_GEOMETRY, BY_LAW = range(2)
BY_SCORING, BY_CUTTING = range(2)
PLAYING, NO_BLOCKS, NO_ROOM = range(3)

# Where `setup` finds each thing in the options it is given: the number of players, then the options in the order of INFO.
OPTION_PLAYERS, OPTION_BOARD, OPTION_CLOSED, OPTION_ISOLATING = range(4)

STATE = np.dtype(
    (
        np.record,
        [
            ("room", np.uint32, (ROWS,)),  # cells without a block, isolated ones included
            ("under", np.uint32, (HEIGHTS, ROWS)),  # cells under blocks, by their height
            ("owner", np.uint32, (OWNER_PLANES, ROWS)),  # bit planes: OPEN, 1 + the seat that isolated the cell, or NOBODYS
            ("blocks", np.uint16, (BLOCKS,)),  # the moves that placed them, in rising order, then NO_BLOCK
            ("placed", np.uint8),  # how many: 0..40
            ("stock", np.uint8),  # blocks left to place: 0..40
            ("points", np.uint16, (MAX_SEATS,)),  # cells isolated by each seat: 0..421; more if set up so
            ("players", np.uint8),  # 2..4
            ("seat", np.uint8),  # the seat to move; once over, the one whose turn it would be
            ("end", np.uint8),  # PLAYING, NO_BLOCKS or NO_ROOM (BLOQ.E1)
            ("board", np.uint8),  # DIAMOND, SQUARE or SMALL
            ("closed", np.uint8),  # BY_GEOMETRY or BY_LAW (BLOQ.S1)
            ("isolating", np.uint8),  # BY_SCORING or BY_CUTTING (BLOQ.H1)
        ],
    )
)
