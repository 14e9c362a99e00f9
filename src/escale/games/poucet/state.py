"""The state of a table, field by field, and the numbers that have names."""

from __future__ import annotations

import numpy as np

MAX_SEATS = 6
COLOURS = 3
NO_COLOUR = 255

# A side, and a way to walk: 0 north, 1 east, 2 south, 3 west. A set of sides has a bit for each.
SIDES = 4
ALL_SIDES = 15
HALF_TURN = 2

# A cell: rows of 16, with a margin of one cell around the board, so that all neighbours of its cells are in the array.
ROW = 16
CELLS = ROW * ROW
WORD_BITS = 64
WORDS = CELLS // WORD_BITS  # a set of cells
FIRST_CELL = ROW + 1  # a1
LARGEST = 13
NOWHERE = 0

# What lies on a cell, on top. A path card: PATH plus 16 for each colour, plus its openings; a start card likewise, from START;
# pebbles: PEBBLES plus 4 for each seat, plus the way they lead.
EMPTY, BEYOND, FLOWER, WOLF, OGRE, FOREST, RIVER, BOOTS = range(8)
PATH = 16
START = 64
PEBBLES = 128
COLOUR_STEP = 16
PEBBLES_END = PEBBLES + SIDES * MAX_SEATS

# The kinds of cards (POU.M3, POU.M4), in the order of the deck: three shapes in each colour, then the others.
SHAPES = 3  # straight, bend, fork
PATH_KINDS = COLOURS * SHAPES
A_WOLF, AN_OGRE, A_FOREST, A_RIVER, SOME_PEBBLES, SOME_BOOTS = range(PATH_KINDS, PATH_KINDS + 6)
KINDS = PATH_KINDS + 6
NO_CARD = 255
COPIES = np.array([15, 8, 10] * COLOURS + [4, 4, 10, 6, 7, 5], np.uint8)
CARDS = 135
STARTS = 2  # start cards of each colour (POU.M2)
HAND = 6  # POU.S1
MOST_LAID = CARDS + COLOURS * STARTS

# A move: what is done; then of a card laid its kind, how it is turned (openings, or the side pebbles lead to) and the cell;
# of a start card the colour and the cell; of a discard the kind.
DO_SHIFT = 16
TAKE, BEGIN, LAY, DISCARD, RESTART, GIVE_UP = range(6)
KIND_SHIFT = 12
TURN_SHIFT = 8
NIBBLE = 15
CELL_MASK = 255
BORDER = 4 * (LARGEST - 1)
MAX_MOVES = HAND * SIDES * LARGEST * LARGEST + COLOURS * BORDER + 1  # every card everywhere: no list can be longer

# What is to be decided.
CHOOSING, STARTING, PLAYING, OVER = range(4)
RUNNING, BY_FLOWER, BY_REST, BY_CARDS = range(4)
MOST_WAITS = 6  # POU.B1: five turns and the one that begins
NOBODY = 255

# Where `setup` finds each thing in the options it is given: the number of players, then the options in the order of INFO.
OPTION_PLAYERS, OPTION_SIZE, OPTION_CROSSING, OPTION_FAVOUR = range(4)
SMALL_TABLE = 4  # as many players at most have the larger board (POU.M1)
USUAL_SIZES = (13, 11)
SIZES = (9, 11, 13)

STATE = np.dtype(
    (
        np.record,
        [
            ("brink", np.uint64, (WORDS,)),  # cells to which any path leads and isn't joined: a bit for each cell
            ("exits", np.uint32, (CELLS,)),  # the ways by which paths lead to a cell and aren't joined there: 4 bits a seat
            ("under", np.uint16, (MOST_LAID,)),  # covered cards, by cell, oldest first: 256 times the cell plus what lies; 0
            ("barred", np.uint16, (MAX_SEATS, HAND)),  # kinds that the cards of a hand can't be, as all know; most first
            ("top", np.uint8, (CELLS,)),  # what lies on each cell, on top
            ("reach", np.uint8, (CELLS,)),  # a bit for each seat whose path holds the top card
            ("hand", np.uint8, (MAX_SEATS, HAND)),  # kinds in the order of the deck, then NO_CARD
            ("stock", np.uint8, (CARDS,)),  # kinds from the bottom, then NO_CARD
            ("discard", np.uint8, (CARDS,)),  # kinds, the latest last, then NO_CARD
            ("colour", np.uint8, (MAX_SEATS,)),  # of each seat's path; NO_COLOUR
            ("start", np.uint8, (MAX_SEATS,)),  # the cell of its latest start card; NOWHERE
            ("waits", np.uint8, (MAX_SEATS,)),  # turns in a row, the present included, that began with no open end: 0..6
            ("out", np.uint8, (MAX_SEATS,)),  # 1: gave up
            ("starts", np.uint8, (COLOURS,)),  # start cards that nobody has taken
            ("under_count", np.uint8),
            ("stock_count", np.uint8),
            ("discard_count", np.uint8),
            ("players", np.uint8),  # 2..6
            ("side", np.uint8),  # cells along the board: 9, 11 or 13
            ("seat", np.uint8),  # whose turn it is; once over, whose it was
            ("step", np.uint8),  # CHOOSING, STARTING, PLAYING or OVER
            ("first", np.uint8),  # the seat that begins every phase
            ("end", np.uint8),  # RUNNING, BY_FLOWER, BY_REST or BY_CARDS
            ("winner", np.uint8),  # a seat, or NOBODY
            ("board", np.uint8),  # the option size
            ("crossing", np.uint8),  # 0: paths may be crossed; 1: not
            ("favour", np.uint8),  # 0: others are favoured if one must; 1: at will
        ],
    )
)
