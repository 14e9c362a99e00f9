"""The state of a table, field by field, and the numbers that have names."""

from __future__ import annotations

import numpy as np

MAX_SEATS = 5
SIDE = 10  # slides, and tokens a slide
CELLS = SIDE * SIDE

# Tokens. A cell's code is spread over three bit planes; the joker is the only one with both upper bits set.
COLOURS = 5
JOKER = COLOURS  # its place in the lists by colour; its code is one more, like a colour's
EMPTY = 0  # code of an empty cell; a token's is 1 + its place in the lists
PLANES = 3
TOKENS_OF_A_COLOUR = 19
MAX_JOKERS = 5
GROUP_AT_START = 5  # POP.S1: no larger connected group of one colour
FAIR_SPREAD = 2  # option fair_start: how far the numbers of isolated tokens may differ

# A plane is two words of five slides. A slide takes ten bits, lowest token first, and one that stays zero: a guard, so
# that no shift carries a token from one slide into the next.
WORDS = 2
SLIDES_A_WORD = 5
SLIDE_BITS = SIDE + 1

# A move: the cell that names the group (its lowest of the colour; 64 times the word plus the bit), and from CELL_BITS on
# a mask of the jokers it takes in, counted from the lowest cell up.
CELL_BITS = 7
CELL_MASK = (1 << CELL_BITS) - 1
PASS = -1  # never legal; has a number because players ask for it
TWO_GROUPS = -2  # never legal either: what a text means that names cells of two groups
MAX_MOVES = 256  # 50 groups, 155 of a colour with jokers, 26 of jokers alone can't be exceeded

STANDARD, DUEL, TEAMS, SOLITAIRE = range(4)
JOKERS_OPTIONAL, JOKERS_GREEDY = range(2)
PLAYING, COLOUR_GONE, NO_GROUP = range(3)

# Where `setup` finds each thing in the options it is given: the number of players, then the options in the order of INFO.
OPTION_PLAYERS, OPTION_MODE, OPTION_COLOURS, OPTION_JOKERS, OPTION_JOKER_ONLY, OPTION_JOKER_COUNT, OPTION_FAIR = range(7)

STATE = np.dtype(
    (
        np.record,
        [
            ("plane", np.uint64, (PLANES, WORDS)),  # bit planes of the cells' codes; fallen and closed up, always
            ("left", np.uint8, (COLOURS + 1,)),  # tokens on the board by colour, jokers last: 0..100
            ("taken", np.uint8, (MAX_SEATS, COLOURS + 1)),  # tokens removed, by seat and colour (POP.T5)
            ("secret", np.uint8, (MAX_SEATS,)),  # a seat's own secret colours, one bit each; 0 for seats not taken
            ("players", np.uint8),  # 1..5
            ("seat", np.uint8),  # the seat to move; once over, the one whose turn it would be
            ("end", np.uint8),  # PLAYING, COLOUR_GONE (POP.E1) or NO_GROUP (POP.E2)
            ("mode", np.uint8),  # STANDARD, DUEL, TEAMS, SOLITAIRE
            ("jokers", np.uint8),  # JOKERS_OPTIONAL or JOKERS_GREEDY
            ("joker_only", np.uint8),  # 1: a set of jokers alone may be removed
            ("joker_count", np.uint8),  # 0..5 jokers at the start
            ("fair", np.uint8),  # 1: dealt with option fair_start
        ],
    )
)
