"""What moves would do, for what is shown and told: whose path goes on, whose is hindered or cut, who arrives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from escale.games.poucet.ends import OPEN, end_state
from escale.games.poucet.notation import Cell, cell_at, cells_of
from escale.games.poucet.paths import ways_to
from escale.games.poucet.plays import is_forced
from escale.games.poucet.state import (
    BY_FLOWER,
    CELL_MASK,
    CELLS,
    DO_SHIFT,
    LAY,
    MAX_SEATS,
    NOBODY,
    STATE,
)
from escale.games.poucet.turns import carry_out
from escale.rules.compile import compiled, compiled_brief

HELPED, HINDERED, WINNER, IS_FORCED = range(4)


@compiled_brief
def judged(states: Any, moves: Any) -> Any:
    """For legal moves in the first of two states, with the second to try them in: the seats whose paths go on by each, those
    whose open end it bars or whose path it cuts, as sets, the seat that wins by it, and whether it is forced.
    """
    state = states[0]
    found = np.zeros((len(moves), 4), np.int64)
    for number in range(len(moves)):
        move = np.int64(moves[number])
        states[1] = states[0]
        carry_out(states[1], moves[number])
        found[number, WINNER] = states[1].winner
        if move >> DO_SHIFT != LAY:
            continue
        found[number, IS_FORCED] = is_forced(state, np.int64(state.seat), moves[number])
        cell = move & CELL_MASK
        for seat in range(np.int64(state.players)):
            if np.int64(states[1].reach[cell]) >> seat & 1 != 0:
                found[number, HELPED] |= 1 << seat
            elif ways_to(state, seat, cell) != 0 and end_state(state, seat, cell) == OPEN:
                found[number, HINDERED] |= 1 << seat
            if np.int64(state.reach[cell]) >> seat & 1 != 0 and loses(states, seat):
                found[number, HINDERED] |= 1 << seat
    return found


@compiled
def loses(states: Any, seat: Any) -> Any:
    """Whether a seat's path holds less in the second of two states than in the first."""
    for cell in range(CELLS):
        if np.int64(states[0].reach[cell]) & ~np.int64(states[1].reach[cell]) & 1 << seat != 0:
            return True
    return False


@compiled_brief
def played(states: Any, move: Any) -> None:
    """Play a legal move in the first state of an array."""
    carry_out(states[0], move)


@dataclass(frozen=True)
class Judgement:
    """What a legal move does to paths."""

    helps: list[int]  # seats whose paths go on by the card
    hinders: list[int]  # seats whose open end it bars, or whose path it cuts
    forced: bool  # only those lay the card so who have no play of choice (POU.T1)
    wins: int | None  # the seat whose path arrives, or that is the last one left


def judgements(state: Any, moves: list[int]) -> list[Judgement]:
    """What each of several legal moves does."""
    if not moves:
        return []
    found = judged(np.frombuffer(bytearray(state.tobytes() * 2), STATE), np.array(moves, np.int32)).tolist()
    return [
        Judgement(seats_in(helped), seats_in(hindered), bool(forced), None if won == NOBODY else won)
        for helped, hindered, won, forced in found
    ]


def seats_in(seats: int) -> list[int]:
    """The seats of a set."""
    return [seat for seat in range(MAX_SEATS) if seats >> seat & 1]


def after(state: Any, move: int) -> Any:
    """The state after a legal move."""
    tables = np.frombuffer(bytearray(state.tobytes()), STATE)
    played(tables, np.int32(move))
    return tables[0]


def held_by(state: Any, seat: int) -> list[Cell]:
    """The cells whose top cards are in a seat's path."""
    reach = state["reach"].tolist()  # each look into a record takes as long as a hundred into a list
    return [cell_at(cell) for cell in cells_of(int(state["side"])) if reach[cell] >> seat & 1]


@dataclass(frozen=True)
class Change:
    """What becomes of a seat's path by a move."""

    seat: int
    lost: list[Cell]
    gained: list[Cell]


def changes(state: Any, later: Any) -> list[Change]:
    """What became of each path from one state to another; those that stay as they are, are left out."""
    found = []
    for seat in range(int(state["players"])):
        before, now = held_by(state, seat), held_by(later, seat)
        if before != now:
            found.append(
                Change(seat, [cell for cell in before if cell not in now], [cell for cell in now if cell not in before])
            )
    return found


def arrives(later: Any) -> int | None:
    """The seat whose path leads into the flower."""
    return int(later["winner"]) if later["end"] == BY_FLOWER else None
