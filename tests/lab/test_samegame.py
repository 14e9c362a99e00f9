"""The lab's SameGame against a slow model written from its rules, and what the search finds against the true optimum."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from escale.lab.samegame import MAX_MOVES, SIDE, legal, play, priors, score, trait, turn
from escale.lab.samegame_boards import move_text, random_board, read_board, read_file
from escale.lab.solve import solve_board
from escale.rules.errors import BadNotation
from escale.rules.verbs import OVER
from escale.search.budget import Budget
from escale.search.solo import solve_state

Columns = tuple[tuple[int, ...], ...]  # from the left, each from the bottom; none empty
Cell = tuple[int, int]

#: Boards whose best total is seen by hand.
KNOWN = {
    "11": 1000,
    "12": 0,
    "111 222": 1002,
    "212 212": 1004,  # the middle column first, then four at once
    "1111 1111 1111": 1100,
    "121 121": 1004,
    "123 123 123": 1003,
    "112 332": 1000,
    "1 2 1": 0,
}


def drawn(rows: str) -> str:
    return "\n".join(rows.split())


def slow_groups(columns: Columns) -> Iterator[frozenset[Cell]]:
    """Every group of two or more, in no order that matters."""
    colour = {(x, y): token for x, column in enumerate(columns) for y, token in enumerate(column)}
    seen: set[Cell] = set()
    for cell in colour:
        if cell in seen:
            continue
        group, edge = {cell}, [cell]
        while edge:
            x, y = edge.pop()
            for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if other not in group and colour.get(other) == colour[cell]:
                    group.add(other)
                    edge.append(other)
        seen |= group
        if len(group) > 1:
            yield frozenset(group)


def slow_without(columns: Columns, group: frozenset[Cell]) -> Columns:
    fallen = (tuple(t for y, t in enumerate(column) if (x, y) not in group) for x, column in enumerate(columns))
    return tuple(column for column in fallen if column)


def slow_best(columns: Columns, points: Callable[[int], int]) -> int:
    """The most points that can be had, by trying everything."""

    @cache
    def most(left: Columns) -> int:
        if not left:
            return 1000
        return max((points(len(group)) + most(slow_without(left, group)) for group in slow_groups(left)), default=0)

    return most(columns)


def group_points(size: int) -> int:
    return (size - 2) ** 2


def columns_of(state: Any) -> Columns:
    return tuple(tuple(int(state.colour[SIDE * x + y]) for y in range(state.height[x])) for x in range(state.columns))


def check_known(best_of: Callable[[str], int]) -> None:
    for rows, total in KNOWN.items():
        assert best_of(drawn(rows)) == total, rows


def found(text: str) -> int:
    return int(solve_board(read_board(text), Budget(iterations=300), seed=1)["total"])


def test_known_boards() -> None:
    check_known(found)


def test_the_slow_model_agrees_with_the_known_boards() -> None:
    check_known(lambda text: slow_best(columns_of(read_board(text)[0]), group_points))


@pytest.mark.parametrize(
    "wrong", [lambda size: size**2, lambda size: (size - 1) ** 2, lambda size: 0], ids=["n^2", "(n-1)^2", "nothing"]
)
def test_a_wrong_scorer_is_caught(wrong: Callable[[int], int]) -> None:
    """Planted."""
    with pytest.raises(AssertionError):
        check_known(lambda text: slow_best(columns_of(read_board(text)[0]), wrong))


@pytest.mark.parametrize("seed", range(6))
def test_small_boards_are_solved_to_the_optimum(seed: int) -> None:
    states = random_board(5, 4, 3, seed)
    best = slow_best(columns_of(states[0]), group_points)
    assert solve_state(states, MAX_MOVES, Budget(iterations=5000), seed).score == best


@pytest.mark.parametrize(("columns", "rows", "colours"), [(15, 15, 5), (20, 20, 9), (20, 3, 2), (1, 20, 2), (7, 12, 1)])
def test_every_position_is_that_of_the_slow_model(columns: int, rows: int, colours: int) -> None:
    chance = random.Random(colours)
    state = random_board(columns, rows, colours, columns)[0]
    moves, payoff, weights = np.zeros(MAX_MOVES, np.int32), np.zeros(1), np.zeros(MAX_MOVES)
    total = 0
    shapes: dict[int, tuple[int, frozenset[Cell]]] = {}
    while turn(state) != OVER:
        board = columns_of(state)
        groups = {min(group): group for group in slow_groups(board)}
        count = legal(state, moves)
        cells = [divmod(int(move), SIDE) for move in moves[:count]]
        assert cells == sorted(groups)
        priors(state, moves, count, weights)
        assert (weights[:count] > 0).all()
        for cell, move in zip(cells, moves[:count], strict=True):
            what = board[cell[0]][cell[1]], groups[cell]
            assert shapes.setdefault(int(trait(state, move)), what) == what
        chosen = chance.randrange(count)
        after = slow_without(board, groups[cells[chosen]])
        total += group_points(len(groups[cells[chosen]])) + (0 if after else 1000)
        play(state, moves[chosen])
        score(state, payoff)
        assert (columns_of(state), payoff[0]) == (after, total)
    assert len(set(shapes.values())) == len(shapes)
    assert not list(slow_groups(columns_of(state)))


def test_the_line_found_gives_the_total_said() -> None:
    states = random_board(15, 15, 5, 1)
    result = solve_board(states, Budget(iterations=2000), seed=4)
    assert result == {**solve_board(states, Budget(iterations=2000), seed=4), **timing(result)}
    board, total = columns_of(states[0]), 0
    for name in result["moves"]:
        (group,) = (g for g in slow_groups(board) if spelled(min(g)) == name)
        total += group_points(len(group))
        board = slow_without(board, group)
    assert not list(slow_groups(board))
    assert result["total"] == total + (0 if board else 1000)
    assert result["cleared"] == (not board)
    assert result["left"] == sum(map(len, board))


def timing(result: dict[str, Any]) -> dict[str, Any]:
    return {name: result[name] for name in ("seconds", "iterations_per_s")}


def spelled(cell: Cell) -> str:
    return f"{'abcdefghijklmnopqrst'[cell[0]]}{cell[1] + 1}"


def test_moves_are_named_by_column_and_row() -> None:
    assert [move_text(SIDE * x + y) for x, y in ((0, 0), (2, 14), (19, 19))] == ["a1", "c15", "t20"]


def test_the_search_learns() -> None:
    """Far more than the best of as many games at random, which is some 800."""
    totals = [solve_state(random_board(15, 15, 5, seed), MAX_MOVES, Budget(iterations=5000), 1).score for seed in range(3)]
    assert sum(totals) / 3 > 2200


def test_a_board_is_read_in_any_usual_form() -> None:
    boards = ["12\n31\n", "1 2\n3 1", "\n\nA b\n\tC  a\r\n\n", "02\n90", "xy\nzx"]
    assert len({read_board(text).tobytes() for text in boards}) == 1
    assert columns_of(read_board(boards[0])[0]) == ((3, 1), (1, 2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no board"),
        (" \n\n\t\n", "no board"),
        ("123\n12\n123", "row 2 has 2 tokens, row 1 has 3"),
        ("12\n1.", "row 2 has '.'"),
        ("12\n1é", "row 2 has 'é'"),
        ("1\x1b2", "row 1 has '?'"),
        ("1" * 21, "1 row of 21 tokens: at most 20 of 20"),
        ("1\n" * 21, "21 rows of 1 token: at most 20 of 20"),
        ("1234567890", "10 colours (0 1 2 3 4 5 6 7 8 9): at most 9"),
    ],
)
def test_a_malformed_board_is_refused(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadNotation, match=re.escape(said)):
        read_board(text)
    file = tmp_path / "board.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(BadNotation, match=r"board\.txt: "):
        read_file(file)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes(b"12\n\xff\xfe")
    for path, said in ((file, "no text"), (tmp_path / "none.txt", "No such file"), (tmp_path, "directory")):
        with pytest.raises(BadNotation, match=said):
            read_file(path)
