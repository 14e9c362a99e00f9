"""How a game ends and who has won (BLOQ.E1, BLOQ.E2)."""

from __future__ import annotations

from random import Random

import pytest

from escale import Position
from escale.games.bloq.tests.tables import (
    FORBIDDEN_HOLE,
    GAME,
    LAST_MOVE,
    ONE_HOLE,
    PASS,
    after,
    at,
    drawn,
    refused,
    square,
)

LONELY = ("7 .....44", "6 .....44", "5 .....u4")
NEXT = "7,5:2x4x3"  # beside it, and isolates nothing


def reason(pos: Position) -> str:
    """Why a game ended."""
    told = pos.view(None)["closing"]
    assert told["rule"] == "BLOQ.E1"
    return str(told["reason"]["key"])


def test_the_last_block() -> None:
    """BLOQ.E1: the game ends when the last block of the stock is placed, though there is room for more."""
    pos = square(*LONELY, options="stock=1")
    assert not pos.over
    pos.play(NEXT)
    assert pos.over
    assert pos.turn is None
    assert pos.moves() == []
    assert pos.view(None)["stock"] == 0
    assert reason(pos) == "closing.stock"
    assert (refused(pos, "9,5:2x3x4").name, refused(pos, "9,5:2x3x4").rule) == ("no_block_left", "BLOQ.E1")
    assert refused(pos, PASS).rule == "BLOQ.E1"


def test_one_block_more() -> None:
    """BLOQ.E1: with two blocks left the next player still has a turn."""
    pos = after(square(*LONELY, options="stock=2"), NEXT)
    assert not pos.over
    assert pos.turn == 1


def test_the_last_block_scores() -> None:
    """BLOQ.E1, BLOQ.S1: what the last block isolates counts."""
    pos = after(square("2 .44", "1 .44", "0 .u4", options="stock=1 turn=1", points="2 0"), "0,3:3x2x4")
    assert pos.points == (2.0, 3.0)
    assert pos.winners == (1,)


def test_no_stock_in_a_position_set_up() -> None:
    """BLOQ.E1: a position without stock is over, even before the first block."""
    assert reason(square(*LONELY, options="stock=0")) == "closing.stock"
    pos = at("small", options="stock=0")
    assert reason(pos) == "closing.stock"
    assert pos.winners == (0, 1)


def test_no_room_left() -> None:
    """BLOQ.E1: the game ends when no block can be placed, whoever would be next, with blocks left in the stock."""
    pos = at("small", *ONE_HOLE, options="turn=1")
    assert not pos.over
    pos.play("-4,-1:2x3x4")
    assert pos.over
    assert pos.turn is None
    assert pos.view(None)["stock"] == 27
    assert reason(pos) == "closing.room"
    assert (refused(pos, "0,0:2x3x4").name, refused(pos, "0,0:2x3x4").rule) == ("no_room_left", "BLOQ.E1")
    assert refused(pos, PASS).name == "no_room_left"


def test_room_that_heights_forbid() -> None:
    """BLOQ.E1, BLOQ.H1: room where only heights forbid a block doesn't keep the game going, and stays unscored."""
    pos = at("small", *FORBIDDEN_HOLE, options="turn=1")
    assert not pos.over
    assert refused(pos, "2,0:3x2x4").rule == "BLOQ.H1"
    points = pos.points
    pos.play(LAST_MOVE)
    assert pos.over
    assert reason(pos) == "closing.room"
    assert pos.points == (points[0], points[1] + 9)
    assert drawn(pos)[1] == "a2222bb444...2222"
    cells = "".join(line.split()[1] for line in pos.text().splitlines()[2:-1])
    assert cells.count(".") == 6


def test_no_room_in_a_position_set_up() -> None:
    """BLOQ.E1: a position without a legal placement is over at once."""
    filled = [row.replace("..", cells) for row, cells in zip(ONE_HOLE[8:11], ("44", "44", "u4"), strict=True)]
    pos = at("small", *ONE_HOLE[:8], *filled, *ONE_HOLE[11:])
    assert reason(pos) == "closing.room"


def test_both_at_once() -> None:
    """BLOQ.E1: with neither block nor room it is the stock that is named."""
    pos = after(at("small", *ONE_HOLE, options="stock=1"), "-4,-1:2x3x4")
    assert reason(pos) == "closing.stock"


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_end_so(seed: int) -> None:
    """BLOQ.E1: a game lasts until the stock is empty or nothing can be placed, never longer, never shorter."""
    pos = GAME.new(players=4, seed=seed, board="small" if seed % 2 else "square20")
    rng = Random(seed)
    moves = 0
    while pos.turn is not None:
        assert pos.view(None)["stock"] == 40 - moves > 0
        pos.play(rng.choice(pos.moves()))
        moves += 1
    assert reason(pos) == ("closing.stock" if moves == 40 else "closing.room")
    assert GAME.parse(pos.text()).over


@pytest.mark.parametrize(
    ("points", "winners", "scores"),
    [
        ("5 3", (0,), (1.0, 0.0)),
        ("3 5", (1,), (0.0, 1.0)),
        ("4 4", (0, 1), (0.5, 0.5)),
        ("0 0", (0, 1), (0.5, 0.5)),
        ("0 1", (1,), (0.0, 1.0)),
        ("421 420", (0,), (1.0, 0.0)),
        ("1 2 3", (2,), (0.0, 0.0, 1.0)),
        ("7 2 7", (0, 2), (0.5, 0.0, 0.5)),
        ("9 9 9", (0, 1, 2), (1 / 3, 1 / 3, 1 / 3)),
        ("8 3 3 3", (0,), (1.0, 0.0, 0.0, 0.0)),
        ("3 8 8 3", (1, 2), (0.0, 0.5, 0.5, 0.0)),
        ("6 6 6 6", (0, 1, 2, 3), (0.25, 0.25, 0.25, 0.25)),
    ],
)
def test_the_most_points_win(points: str, winners: tuple[int, ...], scores: tuple[float, ...]) -> None:
    """BLOQ.E2: the highest score wins; those who are equal share the victory, and the seat counts for nothing."""
    players = len(points.split())
    for turn in range(players):
        pos = square(*LONELY, options=f"players={players} turn={turn} stock=1", points=points)
        pos.play(NEXT)
        assert pos.winners == winners
        assert pos.scores == pytest.approx(scores)


def test_no_winner_before_the_end() -> None:
    """BLOQ.E2: while the game lasts nobody has won, however far ahead."""
    pos = square(*LONELY, options="stock=2", points="99 0")
    assert pos.winners == ()
    assert pos.scores == (0.0, 0.0)
    assert pos.view(0)["winners"] == []
