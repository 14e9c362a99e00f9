"""All the memory that a search for one player works in: one record, laid out once, which never grows."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from escale.rules.chance import new_rng

# Levels of the search: the lowest plays games, each above learns from the best of the one below.
LEVELS = 4
# Lines of moves that are kept: the game just played, the best of each level's run (under the level's number), the best ever.
PLAYED = 0
EVER = LEVELS + 1
LINES = LEVELS + 2

SLOTS = 1 << 15  # of a level's policy; a power of two
FULL = SLOTS * 3 // 4  # as many are used at most: what comes later stays as it is
LONGEST = 1024  # moves a game may take; a longer one is given up
CHOICES = 1 << 15  # moves that a line may have chosen among, all steps together, ...
CHOICES_A_MOVE = 128  # ... or so many times what one list may hold, if that is more

START, NOW, STATES = range(3)  # the states beside the record: where the search starts, the game being played


@cache
def room_dtype(max_moves: int) -> np.dtype[Any]:
    """The record for a game whose lists of legal moves have at most `max_moves`."""
    choices = max(CHOICES, CHOICES_A_MOVE * max_moves)
    return np.dtype(
        (
            np.record,
            [
                ("playouts", np.int64),  # so far
                ("restarts", np.int64),  # runs of the highest level done
                ("longest", np.int64),  # moves a game may take: LONGEST
                ("full", np.int64),  # slots a policy may use: FULL
                ("rng", np.uint64, (1,)),
                ("payoff", np.float64, (1,)),  # what a game gave
                ("moves", np.int32, (max_moves,)),  # the legal ones
                ("priors", np.float64, (max_moves,)),  # of each
                ("sums", np.float64, (max_moves,)),  # what they weigh, added up
                # Each level's run and policy, a table by traits, searched from a trait's own slot on. Row 0 isn't used.
                ("steps", np.int64, (LEVELS + 1,)),  # how often the run has learnt
                ("again", np.int64, (LEVELS + 1,)),  # how often it has found the very line it has
                ("used", np.int64, (LEVELS + 1,)),  # slots taken
                ("key", np.uint64, (LEVELS + 1, SLOTS)),  # the trait that has the slot, salted; 0: none
                ("weight", np.float32, (LEVELS + 1, SLOTS)),  # how much likelier it makes a move; 1 where there is none
                # Lines, with all that their moves were chosen among, so that learning from one needs no playing it again.
                ("length", np.int64, (LINES,)),
                ("score", np.float64, (LINES,)),
                ("move", np.int32, (LINES, LONGEST)),
                ("chosen", np.int32, (LINES, LONGEST)),  # where among the line's choices the move is
                ("end", np.int32, (LINES, LONGEST)),  # where the choices of the step end
                ("trait", np.uint64, (LINES, choices)),  # of each choice
                ("prior", np.float32, (LINES, choices)),
                ("change", np.float64, (choices,)),  # what learning adds to the logarithm of each choice's weight
            ],
        )
    )


def new_room(max_moves: int, seed: int, longest: int = LONGEST, full: int = FULL) -> Any:
    """An array of one record, for a search that has yet to begin."""
    rooms = np.zeros(1, room_dtype(max_moves))
    rooms["longest"] = longest
    rooms["full"] = full
    rooms["rng"] = new_rng(np.uint64(seed))
    rooms["score"] = -np.inf
    return rooms
