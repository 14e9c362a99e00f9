"""The best line of moves for one player, as far as a budget goes."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from escale.rules.chance import derived_seed
from escale.rules.compile import entry
from escale.rules.errors import BadOption, EscaleError
from escale.rules.info import checked_seed
from escale.rules.position import Position
from escale.search.budget import AS_IT_LIKES, Budget, whole_number_within
from escale.search.solo_kernel import search
from escale.search.solo_room import EVER, LONGEST, STATES, new_room

PERFECT = 1.0  # the payoff of a game won
USUAL = Budget(seconds=5.0)
FIRST_SLICE = 16  # games before the first look at the clock
SLICE_SECONDS = 0.02  # between two looks, more or less
MOST_THREADS = 1024


class Solved(NamedTuple):
    """The best line that was found."""

    moves: tuple[int, ...]  # from the position asked about to the end of the game
    score: float  # what it gives
    iterations: int  # games played to find it, by all threads


def solve(
    position: Position,
    budget: Budget = AS_IT_LIKES,
    seed: int | None = None,
    *,
    threads: int = 1,
    stop: threading.Event | None = None,
    best: float = PERFECT,
) -> Solved:
    """The best line for the only player of a position; it ends at once with one that scores `best`.

    It looks at the whole state, what is hidden or still to be drawn included: to be honest, give it a determinized position.
    """
    if position.players != 1:
        raise BadOption(f"{position.players} players: a line can be found for 1 only")
    if position.over:
        return Solved((), position.scores[0], 0)
    states = position.game.blank(position.to_bytes())
    return solve_state(states, position.game.max_moves, budget, seed, threads=threads, stop=stop, best=best)


def solve_state(
    states: Any,
    max_moves: int,
    budget: Budget = AS_IT_LIKES,
    seed: int | None = None,
    *,
    threads: int = 1,
    stop: threading.Event | None = None,
    best: float = math.inf,
) -> Solved:
    """The same for an array of one state, of anything that has the verbs; `max_moves` is the longest list of legal moves.

    An iteration is one game. Each thread searches by itself, with a seed of its own and its part of the iterations, and the
    best line of all is taken. The same seed, threads and iterations give the same line, unless time or `stop` ends it before.
    """
    threads = whole_number_within("threads", threads, 1, MOST_THREADS)
    run_seed = np.uint64(checked_seed(seed))
    limits = USUAL if budget.unlimited else budget
    kernel = searcher(states.dtype, max_moves)
    rooms = [new_room(max_moves, int(derived_seed(run_seed, number))) for number in range(threads)]
    ends = time.perf_counter() + limits.seconds if limits.seconds is not None else math.inf
    halt = threading.Event()

    def halted() -> bool:
        return halt.is_set() or (stop is not None and stop.is_set()) or time.perf_counter() >= ends

    def one(number: int) -> Solved:
        search_on = partial(kernel, np.repeat(states[:1], STATES), rooms[number])
        room = rooms[number][0]
        played = _run(search_on, room, _part(limits.iterations, number, threads), best, halted)
        if room.score[EVER] >= best and limits.iterations is None:
            halt.set()  # with iterations to count, the others go on, so that chance has no say in who is first
        return Solved(tuple(room.move[EVER, : room.length[EVER]].tolist()), float(room.score[EVER]), played)

    found = _in_threads(one, threads, halt)
    result = max(found, key=lambda solved: solved.score)
    if result.score == -math.inf:
        raise EscaleError(f"no game ended within {LONGEST} moves")
    return result._replace(iterations=sum(solved.iterations for solved in found))


@cache
def searcher(dtype: np.dtype[Any], max_moves: int) -> Callable[..., Any]:
    """`search`, compiled for states of a dtype."""
    return entry(search, np.zeros(STATES, dtype), new_room(max_moves, 0), 0, 0.0)


def _run(search_on: Callable[..., Any], room: Any, iterations: float, best: float, halted: Callable[[], bool]) -> int:
    """Search in slices until one of the limits is reached, for one slice at least; returns the games played."""
    played = 0
    slice_size = FIRST_SLICE
    while played < iterations:
        begun = time.perf_counter()
        played += search_on(int(min(slice_size, iterations - played)), best)
        if room.score[EVER] >= best or halted():
            break
        took = max(time.perf_counter() - begun, 1e-6)
        slice_size = max(1, min(2 * slice_size, int(slice_size * SLICE_SECONDS / took)))
    return played


def _part(iterations: int | None, number: int, threads: int) -> float:
    """What one thread has to do of the iterations."""
    if iterations is None:
        return math.inf
    return iterations // threads + (number < iterations % threads)


def _in_threads(work: Callable[[int], Solved], threads: int, halt: threading.Event) -> list[Solved]:
    if threads == 1:
        return [work(0)]
    with ThreadPoolExecutor(threads) as pool:
        try:
            return [future.result() for future in [pool.submit(work, number) for number in range(threads)]]
        except BaseException:
            halt.set()  # or the end of a program would wait for all the seconds that are left
            raise
