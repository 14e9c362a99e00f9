"""What moves would do, and what planets are worth, for what is shown and told."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from escale.games.planete.counting import character_points, totals, worth_of
from escale.games.planete.state import (
    CELLS,
    DO_SHIFT,
    MAX_SEATS,
    NO_TILE,
    OF_A_KIND,
    PLACES,
    STATE,
    TAKE,
)
from escale.games.planete.tiles import CHARACTER, VOLCANO
from escale.games.planete.turns import carry_out
from escale.rules.compile import compiled_brief

GAIN, TURNED, VOLCANOES, OUTCOMES = range(4)
ALL_CHARACTERS, TOTAL = CELLS, CELLS + 1


class Outcome(NamedTuple):
    """What a take does to the mover's planet."""

    points: int  # more or fewer for its characters
    turns: list[int]  # the cells whose tiles are turned face down
    volcanoes: int  # on the tile


@compiled_brief
def judged(states: Any, moves: Any) -> Any:
    """For legal moves in the first of two states, with the second to try them in: what each take does."""
    found = np.zeros((len(moves), OUTCOMES), np.int64)
    seat = np.int64(states[0].seat)
    for number in range(len(moves)):
        if np.int64(moves[number]) >> DO_SHIFT != TAKE:
            continue
        states[1] = states[0]
        carry_out(states[1], moves[number])
        found[number, GAIN] = character_points(states[1], seat) - character_points(states[0], seat)
        found[number, TURNED] = np.int64(states[1].down[seat]) & ~np.int64(states[0].down[seat])
        found[number, VOLCANOES] = np.int64(states[1].bears[seat, VOLCANO]) - np.int64(states[0].bears[seat, VOLCANO])
    return found


@compiled_brief
def valued(states: Any) -> Any:
    """For each seat of a state: what each character gives by its cell, what all do, and what is left of it now."""
    state = states[0]
    found = np.zeros((MAX_SEATS, CELLS + 2), np.int64)
    left = np.zeros(MAX_SEATS, np.float64)
    totals(state, left)
    for seat in range(np.int64(state.players)):
        for place in range(OF_A_KIND):
            cell = PLACES[CHARACTER, place]
            character = np.int64(state.planet[seat, cell])
            if character != NO_TILE:
                found[seat, cell] = worth_of(state, np.int64(seat), character)
        found[seat, ALL_CHARACTERS] = character_points(state, np.int64(seat))
        found[seat, TOTAL] = np.int64(left[seat])
    return found


@compiled_brief
def played(states: Any, move: Any) -> None:
    """Play a legal move in the first state of an array."""
    carry_out(states[0], move)


def _copies(state: Any, count: int) -> Any:
    return np.frombuffer(bytearray(state.tobytes() * count), STATE)


def outcomes(state: Any, moves: list[int]) -> list[Outcome]:
    """What each of several legal moves does to the mover's planet."""
    found = judged(_copies(state, 2), np.array(moves, np.int32)).tolist() if moves else []
    return [Outcome(gain, _cells(turned), volcanoes) for gain, turned, volcanoes in found]


def _cells(bits: int) -> list[int]:
    return [cell for cell in range(CELLS) if bits >> cell & 1]


def values(state: Any) -> Any:
    """What `valued` finds."""
    return valued(_copies(state, 1))


def after(state: Any, move: int) -> Any:
    """The state after a legal move."""
    later = _copies(state, 1)
    played(later, np.int32(move))
    return later[0]
