"""The box, the boards, the stock and who begins (BLOQ.M1, BLOQ.M2, BLOQ.M3). Bounds of statistics are generous."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import sqrt

import pytest

from escale import BadOption
from escale.games.bloq.tests.tables import BOARDS, GAME, SHAPES, after, at, cells_of, covered_by, drawn, refused, square

SEEDS = range(300)


def share_is_near(count: int, of: int, share: float) -> bool:
    """Whether a count is within five standard deviations of what is expected."""
    return abs(count - of * share) < 5 * sqrt(of * share * (1 - share))


@pytest.mark.parametrize("board", BOARDS)
def test_six_ways_to_place_a_block(board: str) -> None:
    """BLOQ.M1: upright, on its edge or flat, each turned both ways: six shapes, and no other."""
    names = GAME.new(seed=1, board=board).names()
    assert {name.split(":")[1] for name in names} == SHAPES
    assert {"x".join(map(str, size)) for size in permutations((2, 3, 4))} == SHAPES


@pytest.mark.parametrize(
    ("size", "rows", "count"),
    [
        ("2x3x4", {0: "u4", 1: "44", 2: "44"}, 6),
        ("3x2x4", {0: "U44", 1: "444"}, 6),
        ("2x4x3", {0: "e3", 1: "33", 2: "33", 3: "33"}, 8),
        ("4x2x3", {0: "E333", 1: "3333"}, 8),
        ("3x4x2", {0: "f22", 1: "222", 2: "222", 3: "222"}, 12),
        ("4x3x2", {0: "F222", 1: "2222", 2: "2222"}, 12),
    ],
)
def test_what_each_shape_covers(size: str, rows: dict[int, str], count: int) -> None:
    """BLOQ.M1, BLOQ.M2: 6 cells upright, 8 on its edge, 12 flat; named by its lower left cell, width, depth and height."""
    name = f"5,7:{size}"
    pos = after(GAME.new(seed=1, board="square20"), name)
    assert drawn(pos) == {7 + up: "....." + cells for up, cells in rows.items()}
    assert len(covered_by(name)) == count
    assert pos.view(None)["blocks"] == [{"at": [5, 7], "size": [int(side) for side in size.split("x")]}]


@pytest.mark.parametrize("first", [True, False])
def test_no_other_block(first: bool) -> None:
    """BLOQ.M1: whatever isn't 2x3x4 in some way is refused, for the first block and later."""
    pos = GAME.new(seed=1, board="square20") if first else square("7 .....44", "6 .....44", "5 .....u4")
    for size in product(range(7), repeat=3):
        name = f"7,6:{'x'.join(map(str, size))}"
        if sorted(size) == [2, 3, 4]:
            assert getattr(pos.why_not(name), "rule", None) != "BLOQ.M1"
        else:
            assert (refused(pos, name).name, refused(pos, name).rule) == ("no_such_block", "BLOQ.M1")


@pytest.mark.parametrize("size", ["2x2", "3x3", "4x4", "1x6", "6x1", "2x5", "0x0", "12x2", "99x99"])
def test_no_other_footprint(size: str) -> None:
    """BLOQ.M1: nor is there a footprint but 2x3, 2x4 and 3x4."""
    assert refused(GAME.new(seed=1), f"0,0:{size}").rule == "BLOQ.M1"


@pytest.mark.parametrize("size", sorted(SHAPES))
def test_the_height_follows_from_the_footprint(size: str) -> None:
    """BLOQ.M1: width and depth say how high a block is."""
    pos = GAME.new(seed=1)
    assert pos.read_move(f"0,0:{size[:3]}") == pos.read_move(f"0,0:{size}")


def test_forty_blocks_of_one_stock() -> None:
    """BLOQ.M1, BLOQ.M3: forty blocks; each move takes one from the stock, whoever makes it."""
    pos = GAME.new(players=3, seed=2)
    assert pos.view(None)["stock"] == 40
    seats = set()
    for placed in range(12):
        seats.add(pos.turn)
        assert (pos.view(None)["stock"], len(pos.view(None)["blocks"])) == (40 - placed, placed)
        pos.play(pos.moves()[len(pos.moves()) // 2])
    assert seats == {0, 1, 2}


@pytest.mark.parametrize(("board", "radius", "count"), [("diamond421", 14, 421), ("small", 9, 181)])
def test_diamonds(board: str, radius: int, count: int) -> None:
    """BLOQ.M2: a diamond has the cells with |x| + |y| up to its radius, (0,0) in the middle."""
    cells = cells_of(GAME.new(seed=1, board=board))
    assert len(cells) == count
    reach = range(-radius - 1, radius + 2)
    assert cells == {(x, y) for x in reach for y in reach if abs(x) + abs(y) <= radius}


def test_the_square() -> None:
    """BLOQ.M2: twenty by twenty cells, (0,0) in the lower left corner."""
    assert cells_of(GAME.new(seed=1, board="square20")) == set(product(range(20), repeat=2))


def test_the_usual_table() -> None:
    """BLOQ.M2, BLOQ.M3, BLOQ.S1: without options two play on the large diamond, and groups close by geometry."""
    pos = GAME.new(seed=1)
    assert pos.players == 2
    assert pos.options == {"board": "diamond421", "closed": "geometry", "isolating": "scoring"}
    assert pos.points == (0.0, 0.0)


@pytest.mark.parametrize(
    ("board", "rows", "place"),
    [
        ("diamond421", ["1 ....44", "0 .....44", "-1 ....u4"], [-9, -1]),
        ("diamond421", ["13 44", "12 .44", "11 ..u4"], [-1, 11]),
        ("diamond421", ["-11 ...44", "-12 ..44", "-13 .u4"], [0, -13]),
        ("small", ["1 ....44", "0 .....44", "-1 ....u4"], [-4, -1]),
        ("small", ["8 44", "7 .44", "6 ..u4"], [-1, 6]),
        ("square20", ["2 44", "1 44", "0 u4"], [0, 0]),
        ("square20", ["19 ..................44", "18 ..................44", "17 ..................u4"], [18, 17]),
    ],
)
def test_rows_are_drawn_where_they_are(board: str, rows: list[str], place: list[int]) -> None:
    """BLOQ.M2: x grows to the right and y upwards; what is drawn first in a row is at the row's least x."""
    assert at(board, *rows).view(None)["blocks"] == [{"at": place, "size": [2, 3, 4]}]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_play(players: int) -> None:
    """BLOQ.M3: two to four players, who all begin without points."""
    pos = GAME.new(players=players, seed=1)
    assert pos.players == players
    assert pos.points == (0.0,) * players


@pytest.mark.parametrize("players", [0, 1, 5, -2])
def test_not_fewer_nor_more(players: int) -> None:
    """BLOQ.M3: other numbers of players are refused."""
    with pytest.raises(BadOption, match="2, 3, 4"):
        GAME.new(players=players)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"board": "large"}, "diamond421, square20, small"),
        ({"closed": "maybe"}, "geometry, legal"),
        ({"isolating": "cutting"}, "scoring, cutting_off"),
        ({"size": 3}, "board, closed, isolating"),
    ],
)
def test_no_other_options(options: dict[str, str | int], allowed: str) -> None:
    """BLOQ.M2, BLOQ.S1: an option that isn't there is answered by what there is."""
    with pytest.raises(BadOption, match=allowed):
        GAME.new(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn(players: int) -> None:
    """BLOQ.M3: chance decides who begins, each as likely; the same seed gives the same table."""
    first = Counter(GAME.new(players=players, seed=seed, board="small").turn for seed in SEEDS)
    assert all(share_is_near(first[seat], len(SEEDS), 1 / players) for seat in range(players)), first
    assert GAME.new(players=players, seed=5) == GAME.new(players=players, seed=5)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_turns_go_round(players: int, seed: int) -> None:
    """BLOQ.M3: seat after seat, whoever began, and whether a move scores or not."""
    pos = GAME.new(players=players, seed=seed, board="small")
    scored = Counter[bool]()
    while pos.turn is not None:
        seat, points = pos.turn, sum(pos.points)
        moves = pos.moves()
        pos.play(moves[7 * seed % len(moves)])
        scored[sum(pos.points) > points] += 1
        assert pos.turn in ((seat + 1) % players, None)
    assert min(scored[True], scored[False]) > 0
