"""Finds lines for one player: on a SameGame board, in a deal of a game of the library, in many deals."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from escale.lab.interval import interval95
from escale.lab.samegame import MAX_MOVES, play
from escale.lab.samegame_boards import move_text, size
from escale.rules.chance import derived_seed
from escale.rules.cores import cores
from escale.rules.game import Game
from escale.rules.info import checked_seed
from escale.search.budget import Budget, whole_number_within
from escale.search.solo import PERFECT, Solved, searcher, solve, solve_state

NOTHING = Solved((), 0.0, 0)  # what is found where no move can be made


def solve_board(states: Any, budget: Budget, seed: int | None = None, threads: int = 1) -> dict[str, Any]:
    """The best total that is found on a SameGame board (an array of one state), and how."""
    run_seed = checked_seed(seed)
    nothing_to_find = states[0].groups == 0
    if not nothing_to_find:
        searcher(states.dtype, MAX_MOVES)
    begun = time.perf_counter()
    solved = NOTHING if nothing_to_find else solve_state(states, MAX_MOVES, budget, run_seed, threads=threads)
    seconds = time.perf_counter() - begun
    end = states.copy()
    for move in solved.moves:
        play(end[0], move)
    return {
        "game": "samegame",
        **size(states),
        "seed": run_seed,
        "threads": threads,
        "total": round(solved.score),
        "cleared": bool(end[0].columns == 0),
        "left": int(end[0].height[: end[0].columns].sum()),
        "moves": [move_text(move) for move in solved.moves],
        **_effort(solved.iterations, seconds),
    }


def solve_deal(
    game: Game,
    options: Mapping[str, Any],
    deal: int | None,
    budget: Budget,
    seed: int | None = None,
    threads: int = 1,
) -> dict[str, Any]:
    """The best line that is found in one deal of a game for one player."""
    deal_seed, run_seed = checked_seed(deal), checked_seed(seed)
    position = game.new(1, deal_seed, **options)
    chosen = position.options
    searcher(game.dtype, game.max_moves)
    begun = time.perf_counter()
    solved = solve(position, budget, run_seed, threads=threads)
    seconds = time.perf_counter() - begun
    names = []
    for move in solved.moves:
        names.append(position.name(move))
        position.play(move)
    return {
        "game": game.id,
        "options": chosen,
        "deal": deal_seed,
        "seed": run_seed,
        "threads": threads,
        "score": solved.score,
        "points": position.points[0],
        "won": solved.score >= PERFECT,
        "moves": names,
        **_effort(solved.iterations, seconds),
    }


def solve_deals(
    game: Game,
    options: Mapping[str, Any],
    deals: int,
    budget: Budget,
    seed: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """How many of so many deals can be won. The seed decides the deals; `progress` is told deals done and deals in all.

    As many deals at a time as there are threads (by default one per core), each with the whole budget.
    """
    deals = whole_number_within("deals", deals, 1)
    run_seed = checked_seed(seed)
    seeds = [int(derived_seed(np.uint64(run_seed), number)) for number in range(deals)]
    searcher(game.dtype, game.max_moves)
    begun = time.perf_counter()
    results = []
    for result in _solved(game, options, seeds, budget, threads if threads is not None else cores()):
        results.append(result)
        if progress is not None:
            progress(len(results), deals)
    won = sum(result["won"] for result in results)
    return {
        "game": game.id,
        "options": game.new(1, 0, **options).options,
        "seed": run_seed,
        "deals": deals,
        "won": won,
        "share": won / deals,
        "ci95": interval95([float(result["won"]) for result in results]),
        "mean_score": sum(result["score"] for result in results) / deals,
        "results": results,
        **_effort(sum(result["iterations"] for result in results), time.perf_counter() - begun),
    }


def _solved(
    game: Game, options: Mapping[str, Any], seeds: Sequence[int], budget: Budget, threads: int
) -> Iterator[dict[str, Any]]:
    """What was found in each deal, in their order."""
    stop = threading.Event()

    def one(deal: int) -> Solved | None:
        if stop.is_set():
            return None
        return solve(game.new(1, deal, **options), budget, int(derived_seed(np.uint64(deal), 1)), stop=stop)

    with ThreadPoolExecutor(threads) as pool:
        try:
            for deal, solved in zip(seeds, pool.map(one, seeds), strict=True):
                if solved is not None:
                    won = solved.score >= PERFECT
                    yield {
                        "deal": deal,
                        "won": won,
                        "score": solved.score,
                        "moves": len(solved.moves),
                        "iterations": solved.iterations,
                    }
        finally:
            stop.set()  # whoever asks for no more need not wait for what has begun


def _effort(iterations: int, seconds: float) -> dict[str, Any]:
    return {"iterations": iterations, "seconds": seconds, "iterations_per_s": iterations / max(seconds, 1e-9)}
