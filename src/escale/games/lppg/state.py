"""The state of a table, field by field, and the numbers that have names."""

from __future__ import annotations

import numpy as np

from escale.games.lppg.deck import LEFT_OUT, STANDARD

MAX_SEATS = 4
SIDES = 2  # players against each other, or teams (LPPG.S1)
COLOURS = 4

# A set of cells is one word a row, the leftmost cell lowest, with empty rows below the table and above it.
SIDE = 48  # LPPG.M5
MARGIN = 2  # rows below the table, and as many above
ROWS = SIDE + 2 * MARGIN
START_X, START_Y = 24, 22  # LPPG.M5: the terrain begins at START_X - players

# A card: its colour times PATTERNS, plus its pattern.
STANDARD_PATTERNS = len(STANDARD)
PATTERNS = STANDARD_PATTERNS + len(LEFT_OUT)
MAX_CARDS = COLOURS * PATTERNS
NO_CARD = 255
HAND = 2  # LPPG.S3
PILES = 2
PILE_ROOM = MAX_CARDS  # of either: one who writes a position may put all cards on one
CARD_WORDS = 2  # a set of cards, in words of 64

# The markers of a seat (LPPG.M4): two ordinary ones, then the permanent one.
MARKERS = 3
ORDINARY, PERMANENT = 0, 2
NOWHERE = 0xFFFF  # where a marker is that isn't on the terrain

# A cell is its row on the table (y) times 64, plus its column (x): the lowest, then leftmost of a region names it.
CELL_BITS = 6
CELL_MASK = (1 << CELL_BITS) - 1
OFF_TABLE = CELL_MASK  # a coordinate beyond the table

# A move: what is done, and then, from the lowest bits on: of a placement, the lower left cell, how the card is turned and the
# card; of a marker, the region's cell and the kind; of a merger the kind; of a draw the pile.
DO_SHIFT = 24
PLACE, MARK, KEEP, DRAW, PASS = range(5)
TURN_SHIFT = 12
TURN_MASK = 7
AT_MASK = (1 << TURN_SHIFT) - 1
TURNS = 4  # 0 upright, then by quarters to the right
NO_TURN = 4  # of a shape that no card has
CARD_SHIFT = 15
CARD_MASK = (1 << DO_SHIFT - CARD_SHIFT) - 1
NO_SUCH_CARD = 127  # of a pattern that no card has
KIND_SHIFT = 12
MAX_MOVES = 2 * TURNS * (SIDE - 1) * (SIDE - 2)  # both cards everywhere: no list can be longer

# What is to be decided: the same numbers as what a move does.
OVER = PASS
RUNNING, BY_MARKERS, BY_CARDS, BY_PASSES = range(4)
MOST_PASSES = 12  # LPPG.T3
MATCH_POINTS = 10  # LPPG.E4
NOT_LAST = 255  # turns left, as long as the last round hasn't begun

# Where `setup` finds each thing in the options it is given: the number of players, then the options in the order of INFO.
OPTION_PLAYERS, OPTION_DECK, OPTION_CORNERS, OPTION_MATCH = range(4)

STATE = np.dtype(
    (
        np.record,
        [
            ("white", np.uint64, (ROWS,)),  # white cells
            ("paint", np.uint64, (COLOURS, ROWS)),  # cells of each colour
            ("held", np.uint64, (ROWS,)),  # white cells of territories
            ("barred", np.uint64, (MAX_SEATS, HAND, CARD_WORDS)),  # cards that a card in a hand can't be: were discards since
            ("chance", np.uint64),  # the seed of the next shuffle
            ("laid", np.int32, (MAX_CARDS,)),  # the placements, oldest first, then -1; the cards of the start included
            (
                "mark",
                np.uint16,
                (MAX_SEATS, MARKERS),
            ),  # where each marker is: its territory's cell, or NOWHERE; in order
            ("extent", np.uint16, (MAX_SEATS, MARKERS)),  # the size of that territory; 0
            ("hand", np.uint8, (MAX_SEATS, HAND)),  # cards, then NO_CARD
            ("pile", np.uint8, (PILES, PILE_ROOM)),  # cards from the bottom, then NO_CARD
            ("discard", np.uint8, (MAX_CARDS,)),  # cards, the latest last, then NO_CARD
            ("laid_count", np.uint8),
            ("pile_count", np.uint8, (PILES,)),
            ("discard_count", np.uint8),
            ("low", np.uint8),  # the lowest row with a cell of the terrain, counted in words
            ("high", np.uint8),  # and the highest
            ("players", np.uint8),  # 2 or 4
            ("seat", np.uint8),  # whose turn it is; once over, whose it was
            ("step", np.uint8),  # what is to be decided: PLACE, MARK, KEEP, DRAW or OVER
            ("passes", np.uint8),  # in a row: 0..12
            ("last", np.uint8),  # turns left in the last round, the one under way included; NOT_LAST before it (LPPG.E3)
            ("end", np.uint8),  # RUNNING, BY_MARKERS, BY_CARDS or BY_PASSES
            ("first", np.uint8),  # the seat that began this round
            ("round_number", np.uint16),  # from 1
            ("points", np.uint16, (SIDES,)),  # in a match, by side (LPPG.E4)
            ("deck", np.uint8),  # 0: standard, 1: all22
            ("corners", np.uint8),  # 1: the outside is touched by corners too
            ("match", np.uint8),  # 1: rounds up to MATCH_POINTS
        ],
    )
)
