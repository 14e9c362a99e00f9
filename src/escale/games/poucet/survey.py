"""The ends of all paths and how far each seat is from the flower, as plain data."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from escale.games.poucet.cards import SIDE_LETTERS
from escale.games.poucet.ends import DEAD, NO_WAY, OBSTRUCTED, OPEN, surveyed
from escale.games.poucet.notation import Cell, cell_at
from escale.games.poucet.state import LARGEST, MAX_SEATS, SIDES, STATE

STATES = {OPEN: "open", OBSTRUCTED: "obstructed", DEAD: "dead"}
MOST_ENDS = MAX_SEATS * SIDES * LARGEST * LARGEST


class End(NamedTuple):
    """An end of a path (POU.D2)."""

    seat: int
    cell: Cell
    way: str  # in which one walks onto the cell
    state: str  # open, obstructed or dead (POU.B1)


class Survey(NamedTuple):
    """What can be seen of the paths of a table."""

    ends: list[End]  # by seat, cell and way
    distances: list[int | None]  # cards still missing to the flower, by seat; None: no way
    blocked: list[bool]  # by seat


def survey(state: Any) -> Survey:
    """Look at a table."""
    ends, seats = np.zeros((MOST_ENDS, 4), np.int64), np.zeros((MAX_SEATS, 2), np.int64)
    count = surveyed(np.frombuffer(bytearray(state.tobytes()), STATE), ends, seats)
    rows = seats[: int(state["players"])].tolist()
    return Survey(
        [End(seat, cell_at(cell), SIDE_LETTERS[way], STATES[kind]) for seat, cell, way, kind in ends[:count].tolist()],
        [None if far == NO_WAY else far for far, _ in rows],
        [bool(blocked) for _, blocked in rows],
    )
