"""What bots know of Le Bloq."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.bloq.isolating import columns, forget, isolated
from escale.games.bloq.placing import ONE_BIT, block_of, count_places, drawn, move_of, nth_place
from escale.games.bloq.state import DEPTHS, ROWS, SHAPES, WIDTHS
from escale.games.bloq.survey import BOTTOM, DOUBT, FOUND, MIGHT, NONE, ONE, PLAIN, TOP, new_work, survey
from escale.rules.bits import lowest
from escale.rules.chance import rng_below
from escale.rules.compile import compiled
from escale.rules.hashing import mixed

PAYOFF_A_POINT = 0.1  # how much a point of lead is worth while the game is even
A_POINT_LEFT = 0.001  # of a point taken: what one counts that can be taken next
CLEARLY = 10.0  # points by which a game is half as clearly won as can be
A_POINT_CATCHES = 0.7  # how much a move catches the eye for each point it makes
MOST_POINTS = 12  # beyond which it catches the eye no more
GLANCES = 6  # places that somebody in a hurry looks at


@compiled
def lead(state: Any, seat: Any) -> Any:
    """By how many points a seat is ahead of the best of the others."""
    best = np.int64(0)
    for other in range(np.int64(state.players)):
        if other != seat:
            best = max(best, np.int64(state.points[other]))
    return np.int64(state.points[seat]) - best


@compiled
def evaluate(state: Any, seat: Any) -> Any:
    """The lead, and among equal leads what the seat to move can take: good for that seat, bad for the others."""
    work = new_work()
    survey(state, work)
    keep_promising(work)
    next_gain = best_gain(work) if seat == np.int64(state.seat) else -best_gain(work)
    ahead = PAYOFF_A_POINT * (lead(state, seat) + A_POINT_LEFT * next_gain)
    return 0.5 + 0.5 * ahead / (1.0 + abs(ahead))


@compiled
def keep_promising(work: Any) -> None:
    """Let MIGHT be only where a block may be placed, for sure or if it isolates something.

    What it isolates is asked by geometry alone here, with closed=legal too: what is closed so is closed in either way.
    """
    for shape in range(SHAPES):
        for row in range(BOTTOM, TOP):
            work[MIGHT + shape, row] &= work[PLAIN + shape, row] | work[DOUBT + shape, row]


@compiled
def gain(work: Any, shape: Any, column: Any, row: Any) -> Any:
    """How many cells a block would isolate."""
    count = isolated(work, shape, column, row)
    forget(work, count)
    return count


@compiled
def best_gain(work: Any) -> Any:
    """The most cells that one of the promising moves isolates."""
    best = np.int64(0)
    for shape in range(SHAPES):
        for row in range(BOTTOM, TOP):
            places = np.uint64(work[MIGHT + shape, row])
            while places != np.uint64(0):
                best = max(best, gain(work, shape, lowest(places), row))
                places &= places - ONE_BIT
    return best


@compiled
def priors(state: Any, moves: Any, count: Any, out: Any) -> None:
    """The more points a move makes, and the fewer the next player can make elsewhere then, the more it catches the eye.

    What can be isolated elsewhere is what can be isolated now by another move that shares no cell with this one: an area that
    would close on the next move is closed at once, or spoiled. What the move itself prepares for others is left to the search.
    """
    work = new_work()
    survey(state, work)
    made = np.zeros(count, np.int64)
    areas = np.zeros((count, ROWS), np.uint32)  # the cells that each move takes: under the block, and isolated
    for i in range(count):
        shape, column, row = block_of(moves[i])
        if work[MIGHT + shape, row] >> np.uint32(column) & ONE != NONE:
            made[i] = isolated(work, shape, column, row)
            if made[i] > 0:
                for at in range(BOTTOM, TOP):
                    areas[i, at] = work[FOUND, at]
                forget(work, made[i])
        for at in range(row, row + DEPTHS[shape]):
            areas[i, at] |= columns(column, WIDTHS[shape])
    best_first = np.argsort(-made, kind="mergesort")
    for i in range(count):
        balance = min(made[i], MOST_POINTS) - min(left_elsewhere(made, areas, best_first, i), MOST_POINTS)
        out[i] = np.exp(A_POINT_CATCHES * balance)


@compiled
def left_elsewhere(made: Any, areas: Any, best_first: Any, i: Any) -> Any:
    """The points of the best move that shares no cell with the i-th."""
    for other in best_first:
        if made[other] == 0:
            break
        apart = True
        for at in range(BOTTOM, TOP):
            if areas[i, at] & areas[other, at] != NONE:
                apart = False
                break
        if apart:
            return made[other]
    return np.int64(0)


@compiled
def habit(state: Any, moves: Any, rng: Any) -> Any:
    """Of a few places where a block might isolate something, the one where it isolates most; if it does nowhere, any."""
    work = new_work()
    survey(state, work)
    keep_promising(work)
    promising = count_places(work, MIGHT, SHAPES)
    best = np.int64(0)
    chosen = np.int32(0)
    if promising > 0:
        for _ in range(GLANCES):
            shape, column, row = nth_place(work, MIGHT, rng_below(rng, promising))
            made = gain(work, shape, column, row)
            if made > best:
                best = made
                chosen = move_of(shape, column, row)
    return chosen if best > 0 else drawn(state, work, rng)


@compiled
def knowledge(state: Any, seat: Any) -> Any:
    """The board by heights, the stock and the points: who isolated what doesn't matter any more."""
    number = np.uint64(state.seat) | (np.uint64(state.stock) << np.uint64(8))
    for row in range(BOTTOM, TOP):
        number = mixed(number, np.uint64(state.room[row]) | (np.uint64(state.under[0, row]) << np.uint64(32)))
        number = mixed(number, np.uint64(state.under[1, row]))
    for other in range(np.int64(state.players)):
        number = mixed(number, np.uint64(state.points[other]))
    return number | np.uint64(1)


@compiled
def margin(state: Any, seat: Any) -> Any:
    """By how many points more than the best of the others, or fewer."""
    ahead = lead(state, seat) / CLEARLY
    return 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
