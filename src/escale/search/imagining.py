"""The worlds that a search imagines: what the seat to move can't tell from the real one, as often as each is likely."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.chance import rng_below
from escale.rules.compile import compiled
from escale.rules.verbs import OVER, determinize, knowledge, plausible, turn
from escale.search.policies import new_seed

#: What the others' moves tell: a seat, what it may know as a number, and how well that goes with its moves, at most 1.
SUSPECT = np.dtype([("seat", np.int64), ("key", np.uint64), ("factor", np.float64)])

AT_A_TIME = 64  # worlds

# The states a search works with: the one it begins at, the one it moves in, and that one a move later.
ROOT, HERE, LATER, STATES = range(4)


@compiled
def fill_worlds(belief: Any, states: Any, worlds: Any, weights: Any, suspects: Any, rng: Any) -> None:
    """Imagine the first worlds. Without `belief`, all are as likely."""
    seat = turn(states[ROOT])
    for number in range(len(worlds)):
        new_world(belief, states, worlds, weights, suspects, number, seat, rng)


@compiled
def new_world(belief: Any, states: Any, worlds: Any, weights: Any, suspects: Any, number: Any, seat: Any, rng: Any) -> None:
    """Imagine one world anew."""
    worlds[number] = states[ROOT]
    determinize(worlds[number], seat, new_seed(rng))
    weights[number] = plausible(worlds[number], seat) * suspicion(worlds[number], suspects) if belief else 1.0


@compiled
def suspicion(world: Any, suspects: Any) -> Any:
    """How well a world goes with what the others' moves tell. `suspects` of one seat stand together.

    What a seat may know that isn't among them goes no better than the least likely that is.
    """
    factor = 1.0
    seat = np.int64(OVER)
    known = np.uint64(0)
    of_seat = 1.0
    for number in range(len(suspects)):
        suspect = suspects[number]
        if suspect.seat != seat:
            factor *= of_seat
            seat = suspect.seat
            known = knowledge(world, seat)
            of_seat = least_of(suspects, number)
        if suspect.key == known:
            of_seat = suspect.factor
    return factor * of_seat


@compiled
def least_of(suspects: Any, first: Any) -> Any:
    """The least factor of a seat, whose suspects begin at `first`."""
    least = suspects[first].factor
    for number in range(first, len(suspects)):
        if suspects[number].seat != suspects[first].seat:
            break
        least = min(least, suspects[number].factor)
    return least


@compiled
def imagine(belief: Any, states: Any, worlds: Any, weights: Any, suspects: Any, seat: Any, rng: Any) -> None:
    """Put a world into states[HERE]: one of those imagined, by their weights; one of these is imagined anew each time."""
    new_world(belief, states, worlds, weights, suspects, rng_below(rng, len(worlds)), seat, rng)
    total = 0.0
    for number in range(len(worlds)):
        total += weights[number]
    ticket = total * rng_below(rng, 1 << 31) / (1 << 31)
    chosen = len(worlds) - 1
    for number in range(len(worlds)):
        ticket -= weights[number]
        if ticket < 0.0:
            chosen = number
            break
    states[HERE] = worlds[chosen]
