"""How the simplest bots choose, compiled, so that thousands of their games a second can be simulated."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.chance import rng_below
from escale.rules.compile import compiled
from escale.rules.verbs import OVER, determinize, draw, evaluate, legal, play, score, turn

RANDOM, GREEDY = range(2)
POLICIES = {"random": RANDOM, "greedy": GREEDY}

# The states a policy works with: the one it is asked about, the world it imagines, and that one a move later.
ASKED, IMAGINED, TRIED, WORLDS = range(4)


@compiled
def choose(policy: Any, states: Any, moves: Any, payoffs: Any, rng: Any) -> Any:
    """The move a policy plays in states[ASKED]. The other states, `moves` and `payoffs` are room to work in.

    Which moves are legal the seat to move knows; of the rest it imagines what it can't know, and looks only at that.
    """
    if policy == RANDOM:
        return np.int64(draw(states[ASKED], moves, rng))
    states[IMAGINED] = states[ASKED]
    determinize(states[IMAGINED], turn(states[ASKED]), new_seed(rng))
    return greedy(states, moves, payoffs, rng)


@compiled
def greedy(states: Any, moves: Any, payoffs: Any, rng: Any) -> Any:
    """The move after which states[IMAGINED] looks best to the seat to move; among equals, any."""
    seat = turn(states[IMAGINED])
    best = -np.inf
    equals = 0
    choice = np.int64(0)
    for i in range(legal(states[IMAGINED], moves)):
        states[TRIED] = states[IMAGINED]
        play(states[TRIED], moves[i])
        value = worth(states[TRIED], seat, payoffs)
        if value > best:
            best = value
            equals = 0
        if value == best:
            equals += 1
            if rng_below(rng, equals) == 0:
                choice = np.int64(moves[i])
    return choice


@compiled
def worth(state: Any, seat: Any, payoffs: Any) -> Any:
    """The payoff of a seat: the real one once the game is over, an estimate before."""
    if turn(state) == OVER:
        score(state, payoffs)
        return payoffs[seat]
    return evaluate(state, seat)


@compiled
def new_seed(rng: Any) -> Any:
    """A seed drawn from an rng."""
    high = np.uint64(rng_below(rng, 1 << 31))
    return (high << np.uint64(31)) | np.uint64(rng_below(rng, 1 << 31))
