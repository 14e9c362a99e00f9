"""The search for one player, in every game of the library that one can play alone, and on the lab's board."""

from __future__ import annotations

import functools
import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import escale
from escale.lab.samegame import MAX_MOVES
from escale.lab.samegame_boards import random_board
from escale.rules.position import Position
from escale.search import solo
from escale.search.budget import Budget
from escale.search.solo import Solved, searcher, solve, solve_state
from escale.search.solo_room import EVER, LINES, STATES, new_room

GAMES = [game_id for game_id, info in escale.games().items() if 1 in info.players]
BOARD = random_board(15, 15, 5, 1)
MEGABYTE = 1 << 20
NEVER = math.inf


def deals(game_id: str) -> Iterator[Position]:
    """A deal for one player with each value of the options that can be had."""
    game = escale.load(game_id)
    yield game.new(1, seed=1)
    for option in game.info.options:
        for value in option.values:
            try:
                yield game.new(1, 2, **{option.name: value})
            except escale.BadOption:
                continue


def check_line(position: Position, solved: Solved) -> None:
    """Every move is legal, the last ends the game, and it gives the score that was said."""
    end = position.copy()
    for move in solved.moves:
        end.play(move)
    assert end.over
    assert end.scores == (solved.score,)


def on_board(budget: Budget, seed: int = 1, **more: Any) -> Solved:
    return solve_state(BOARD, MAX_MOVES, budget, seed, **more)


def test_a_game_for_one_is_there() -> None:
    assert GAMES


@pytest.mark.parametrize("game_id", GAMES)
def test_lines_are_legal_and_give_what_is_said(game_id: str) -> None:
    for position in deals(game_id):
        check_line(position, solve(position, Budget(iterations=50), 1))
        check_line(position, solve(position, Budget(iterations=400), 1, best=NEVER, threads=2))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_line_goes_on_from_the_middle_of_a_game(game_id: str) -> None:
    position = next(deals(game_id))
    position.play(position.moves()[-1])
    check_line(position, solve(position, Budget(iterations=200), 3))
    end = position.copy()
    while not end.over:
        end.play(end.moves()[0])
    assert solve(end, Budget(iterations=200), 3) == Solved((), end.scores[0], 0)


def worsened(solved: Solved) -> Iterator[Solved]:
    yield solved._replace(score=solved.score + 0.5)
    yield solved._replace(moves=solved.moves[:-1])
    yield solved._replace(moves=solved.moves[:1] + solved.moves)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_wrong_line_is_caught(game_id: str) -> None:
    """Planted."""
    position = next(deals(game_id))
    for wrong in worsened(solve(position, Budget(iterations=50), 1)):
        with pytest.raises((AssertionError, escale.EscaleError)):
            check_line(position, wrong)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_seed_and_iterations_decide_the_line(game_id: str) -> None:
    for position in deals(game_id):
        first = solve(position, Budget(iterations=300), 5, best=NEVER)
        assert first == solve(position.copy(), Budget(iterations=300), 5, best=NEVER)
        assert first.iterations == 300


@pytest.mark.parametrize("threads", [1, 3])
def test_a_seed_and_iterations_decide_the_line_whatever_the_threads_do(threads: int) -> None:
    runs = {on_board(Budget(iterations=1000), threads=threads, best=1500.0) for _ in range(4)}
    assert len(runs) == 1
    assert on_board(Budget(iterations=1000), 2, threads=threads) not in runs


def kernel_on(rooms: Any, count: int) -> int:
    return int(searcher(BOARD.dtype, MAX_MOVES)(np.repeat(BOARD, STATES), rooms, count, NEVER))


def test_slices_change_nothing() -> None:
    whole, cut = (new_room(MAX_MOVES, 9) for _ in range(2))
    assert kernel_on(whole, 3001) == 3001
    done = 0
    while done < 3001:
        done += kernel_on(cut, min(7, 3001 - done))
    assert whole.tobytes() == cut.tobytes()


def test_iterations_are_kept_to() -> None:
    for iterations in (1, 3, 777):
        for threads in (1, 2, 4):
            assert on_board(Budget(iterations=iterations), threads=threads).iterations == iterations


def test_seconds_are_kept_to() -> None:
    on_board(Budget(iterations=1))
    for budget in (Budget(seconds=0.2), Budget(seconds=0.2, iterations=10**9)):
        begun = time.perf_counter()
        assert on_board(budget, threads=2).iterations > 100
        assert 0.2 <= time.perf_counter() - begun < 1.0


def test_more_search_is_never_worse() -> None:
    scores = [on_board(Budget(iterations=iterations)).score for iterations in (1, 10, 100, 1000, 5000)]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


def test_it_stops_when_told() -> None:
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    begun = time.perf_counter()
    solved = on_board(Budget(seconds=60.0), threads=2, stop=stop)
    assert time.perf_counter() - begun < 5.0
    assert solved.moves
    assert on_board(Budget(seconds=60.0), stop=stop).moves, "told to stop before it began, it still has a line"


def test_a_perfect_line_ends_it_at_once() -> None:
    assert on_board(Budget(seconds=60.0), best=0.0).iterations == 1
    begun = time.perf_counter()
    assert on_board(Budget(seconds=60.0), best=500.0, threads=2).score >= 500.0
    assert time.perf_counter() - begun < 5.0


def test_the_best_of_all_threads_is_taken() -> None:
    seeds: list[float] = []

    def spied(kernel: Callable[..., Any], room: Any, *rest: Any) -> int:
        played = run(kernel, room, *rest)
        seeds.append(float(room.score[EVER]))
        return played

    run = solo._run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solo, "_run", spied)
        solved = on_board(Budget(iterations=800), threads=4)
    assert len(seeds) == 4
    assert len(set(seeds)) > 1
    assert solved.score == max(seeds)


def test_memory_is_laid_out_once_and_small() -> None:
    assert new_room(MAX_MOVES, 1).nbytes < 8 * MEGABYTE
    assert new_room(5000, 1).nbytes < 64 * MEGABYTE


def test_a_full_policy_takes_no_more() -> None:
    rooms = new_room(MAX_MOVES, 1, full=48)
    assert kernel_on(rooms, 3000) == 3000
    room = rooms[0]
    assert room.used.max() == 48
    assert ((room.key != 0).sum(axis=1) == room.used).all()
    assert np.isfinite(room.weight).all()
    assert (room.weight[1:] > 0).all()


def test_a_game_that_outgrows_the_room_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = new_room(MAX_MOVES, 1, longest=10)
    assert kernel_on(rooms, 50) == 50
    assert rooms[0].playouts == 50
    assert rooms[0].score.tolist() == [-math.inf] * LINES
    monkeypatch.setattr(solo, "new_room", functools.partial(new_room, longest=10))
    with pytest.raises(escale.EscaleError, match="no game ended"):
        on_board(Budget(iterations=50))


def test_it_is_for_one_player() -> None:
    game = escale.load(GAMES[0])
    more = next(players for players in game.info.players if players > 1)
    with pytest.raises(escale.BadOption, match=f"{more} players"):
        solve(game.new(more, 1), Budget(iterations=1))
    for threads in (0, 100_000):
        with pytest.raises(escale.BadOption, match="threads"):
            solve(game.new(1, 1), Budget(iterations=1), threads=threads)
    with pytest.raises(escale.BadOption, match="seed"):
        solve(game.new(1, 1), Budget(iterations=1), -1)
