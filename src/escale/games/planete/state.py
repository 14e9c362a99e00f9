"""The state of a table, field by field, and the numbers that have names."""

from __future__ import annotations

import numpy as np

from escale.games.planete.tiles import ELEMENTS, KINDS, STACK_SIZE, STACKS

MAX_SEATS = 5
CELLS = 16
KIND_COUNT = len(STACKS)  # kinds of tiles as the rules say it: stacks
OF_A_KIND = 4  # tiles of a stack on a planet, and times that a stack is chosen (PLAN.R1)
ROUNDS = KIND_COUNT * OF_A_KIND
IN_OFFER = 3  # tiles of the two-player offer (PLAN.R3)
TOO_MANY = 3  # baobabs (PLAN.B1)

#: The places of each stack's tiles on a planet, and the stack of each place (PLAN.R4).
PLACES = np.array([[5, 6, 9, 10], [1, 7, 8, 14], [2, 4, 11, 13], [0, 3, 12, 15]], np.int64)
KIND_OF_PLACE = np.array(
    [kind for cell in range(CELLS) for kind, places in enumerate(PLACES.tolist()) if cell in places], np.int64
)

#: Tiles of each stack that are set aside, by the number of players (PLAN.S1).
SET_ASIDE = np.array([0, 0, 8, 8, 4, 0], np.int64)
MOST_ASIDE = 8

NO_TILE = 255
NOT_CHOSEN = 255
EVERYBODY = 0  # has seen a tile that is out of the game; else the seat that alone has, plus 1

# A move: what is done, and in the lowest bits a stack, a tile, a seat, or of a take the cell below the tile.
DO_SHIFT = 16
STACK, HIDE, TAKE, NAME = range(4)
CELL_BITS = 5
CELL_MASK = (1 << CELL_BITS) - 1
NO_CELL = CELL_MASK
TILE_MASK = 127
THE_HIDDEN = 127  # in the place of a tile: the one that lies face down
NO_SUCH_TILE = 126
NO_SUCH_SEAT = 127
MAX_MOVES = MAX_SEATS * OF_A_KIND

# What is to be decided: the same numbers as what a move does.
OVER = 4

# Where `setup` finds each thing in the options it is given.
OPTION_PLAYERS, OPTION_TWO_PLAYER = range(2)
PLAIN = 1

STATE = np.dtype(
    (
        np.record,
        [
            ("stack", np.uint8, (KIND_COUNT, STACK_SIZE)),  # tiles from the bottom, then NO_TILE
            ("aside", np.uint8, (KIND_COUNT, MOST_ASIDE)),  # in the order of the deck, then NO_TILE
            ("table", np.uint8, (MAX_SEATS,)),  # face up, or still in the leader's hand, in the order of the deck; NO_TILE
            ("planet", np.uint8, (MAX_SEATS, CELLS)),  # tiles by cell, or NO_TILE
            ("down", np.uint16, (MAX_SEATS,)),  # cells whose tiles are face down, as a set
            ("bears", np.uint8, (MAX_SEATS, len(ELEMENTS))),  # how often each element is seen on a planet
            ("out", np.uint8, (ROUNDS,)),  # tiles out of the game, in the order of the deck, then NO_TILE (PLAN.R3)
            ("seen_by", np.uint8, (ROUNDS,)),  # of each of them: EVERYBODY, or the seat that alone has seen it plus 1
            ("chosen", np.uint8, (KIND_COUNT,)),  # how often each stack was chosen
            ("stack_count", np.uint8, (KIND_COUNT,)),
            ("table_count", np.uint8),
            ("out_count", np.uint8),
            ("hidden", np.uint8),  # the tile that lies face down, or NO_TILE
            ("offered", np.uint8),  # the stack chosen this round, or NOT_CHOSEN
            ("served", np.uint8),  # seats that have a tile this round, as a set
            ("players", np.uint8),
            ("seat", np.uint8),  # whose turn it is; once over, whose it was
            ("step", np.uint8),  # what is to be decided: STACK, HIDE, TAKE, NAME or OVER
            ("first", np.uint8),  # who chooses the stack this round
            ("two_player", np.uint8),  # PLAIN, or 0: with two players, an offer of three tiles
        ],
    )
)
assert KINDS < NO_SUCH_TILE
