"""What a move isolates and who scores it (BLOQ.S1, BLOQ.S2), with groups closed by geometry."""

from __future__ import annotations

import pytest

from escale.games.bloq.tests.tables import GAME, after, at, column, drawn, gain, isolated, square

# Blocks of height 4 at the lower edge, the leftmost a column away from the left edge.
ROW = ("2 .44.44", "1 .44.44", "0 .u4.u4")
# Room for three columns in a corner, to be closed by a block above.
CORNER = ("2 ...44", "1 ...44", "0 ...u4")
CUT_OFF = "0,3:4x2x3"


def test_at_an_edge() -> None:
    """BLOQ.S1: cells shut in between blocks and the edge score a point each, at once, for who shut them in."""
    pos = after(square(*ROW, options="turn=1"), "0,3:3x2x4")
    assert pos.points == (0.0, 3.0)
    assert drawn(pos) == {4: "444", 3: "U44", 2: "b44.44", 1: "b44.44", 0: "bu4.u4"}


@pytest.mark.parametrize("move", ["3,3:4x2x3", "4,3:3x2x4", "3,2:4x3x2"])
def test_in_the_middle(move: str) -> None:
    """BLOQ.S1: cells surrounded by blocks alone score as well."""
    pos = square("8 .....444", "7 ...44U44", "6 ...44..44", "5 ...u4..44", "4 .......u4")
    assert isolated(pos, move) == [[(5, 5), (6, 5), (5, 6), (6, 6)]]
    assert gain(pos, move) == 4


def test_in_a_tip() -> None:
    """BLOQ.S1: a block across a tip of the diamond isolates the cells beyond it."""
    pos = at("small", "4 ....44", "3 .....44", "2 ......u4")
    assert isolated(pos, "-2,5:4x3x2") == [[(-1, 8), (0, 8), (1, 8), (0, 9)]]
    assert gain(pos, "-2,5:4x3x2") == 4


def test_several_groups_at_once() -> None:
    """BLOQ.S1: one move may isolate several groups; all of them score."""
    pos = square(*ROW)
    assert isolated(pos, CUT_OFF) == [column(0, 0, 1, 2), column(3, 0, 1, 2)]
    assert gain(pos, CUT_OFF) == 6


def test_one_group_scores_and_another_does_not() -> None:
    """BLOQ.S1, BLOQ.S2: of two groups cut off by one move, only that one scores into which no block fits."""
    pos = square("5 .44", "4 .44", "3 .u4", "2 44..44.44", "1 44..44.44", "0 u4..u4.u4")
    assert isolated(pos, "3,3:4x2x3") == [column(6, 0, 1, 2)]
    assert drawn(after(pos, "3,3:4x2x3"))[1] == "44..44a44"


@pytest.mark.parametrize(
    ("rows", "move", "score"),
    [
        (("1 ..444", "0 ..U44"), "0,2:3x4x2", 4),  # 2x2
        (("1 ...444", "0 ...U44"), "0,2:4x3x2", 0),  # 3x2: a block fits
        (("2 ..44", "1 ..44", "0 ..u4"), "0,3:4x2x3", 0),  # 2x3: a block fits
        (("3 .33", "2 .33", "1 .33", "0 .e3"), "0,4:3x2x4", 4),  # 1x4
        (("1 ...3333", "0 ...E333"), "0,1:3x4x2", 3),  # 3x1: the lowest row
        (("1 ....3333", "0 ....E333"), "0,1:4x3x2", 4),  # 4x1
        (("2 ..44", "1 ..44", "0 ..u4"), "0,1:2x3x4", 2),  # 2x1, against a block of the same height
        (("2 ..44", "1 ..44", "0 ..u4"), "0,2:2x4x3", 4),  # 2x2
        (("4 .44", "3 .44", "2 .u4", "1 ..444", "0 ..U44"), "0,5:3x4x2", 7),  # a column of five, and two beside it
    ],
)
def test_only_what_no_block_fits_into(rows: tuple[str, ...], move: str, score: int) -> None:
    """BLOQ.S1: a group scores when no footprint fits into it, that is: no 2x3 or 3x2."""
    assert gain(square(*rows), move) == score


def test_the_height_of_the_walls_does_not_matter() -> None:
    """BLOQ.S1: by geometry a hole of 2x3 is open, even where a block of its height is the wall and none may go in."""
    pos = after(square("2 ..44", "1 ..44", "0 ..u4"), CUT_OFF)
    assert pos.points == (0.0, 0.0)
    assert pos.view(None)["groups"] == []
    why = pos.why_not("0,0:2x3x4")
    assert why is not None
    assert why.rule == "BLOQ.H1"


def test_corners_do_not_join_cells() -> None:
    """BLOQ.S1: empty cells that only meet at a corner are two groups."""
    rows = ("7 ...444", "6 ...U44", "5 ....44", "4 ....44", "3 ....u4", "2 44.44", "1 44.44", "0 u4.u4")
    assert isolated(square(*rows), "1,3:2x3x4") == [column(2, 0, 1, 2), column(3, 3, 4, 5)]


def test_cut_off_with_room_scores_nothing_yet() -> None:
    """BLOQ.S2: a group cut off that can still take a block scores nothing and is nobody's."""
    pos = after(square(*CORNER), CUT_OFF)
    assert pos.points == (0.0, 0.0)
    assert pos.view(None)["groups"] == []
    assert drawn(pos)[0] == "...u4"


@pytest.mark.parametrize(
    ("inside", "left"),
    [
        ("0,0:2x3x4", column(2, 0, 1, 2)),
        ("1,0:2x3x4", column(0, 0, 1, 2)),  # beside a block of its height: it scores
        ("0,0:3x2x4", [(0, 2), (1, 2), (2, 2)]),
        ("0,1:3x2x4", [(0, 0), (1, 0), (2, 0)]),
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_who_fills_it_scores_what_is_left(inside: str, left: list[tuple[int, int]], players: int) -> None:
    """BLOQ.S2: whoever makes a group that was cut off unfillable scores what is left of it."""
    pos = after(square(*CORNER, options=f"players={players}"), CUT_OFF)
    assert pos.turn == 1
    assert isolated(pos, inside) == [left]
    assert after(pos, inside).points == (0.0, 3.0, 0.0)[:players]


def test_the_same_player_may_score_it_later() -> None:
    """BLOQ.S2: it may be who cut it off, a turn later."""
    pos = after(square(*CORNER), CUT_OFF, "5,0:2x4x3", "0,0:2x3x4")
    assert pos.points == (3.0, 0.0)


def test_filled_to_the_last_cell() -> None:
    """BLOQ.S1, BLOQ.S2: a block that takes all that is left of a group scores nothing."""
    pos = square("5 444", "4 U44", "3 ...33", "2 ...33", "1 ...33", "0 ...e3")
    assert gain(pos, "0,0:3x4x2") == 0
    assert after(pos, "0,0:3x4x2").view(None)["groups"] == []
    assert gain(pos, "0,0:2x4x3") == 4


def test_what_counts_is_counted_once() -> None:
    """BLOQ.S1: a group once isolated isn't scored again by later moves beside it."""
    pos = after(square(*ROW), "0,3:3x2x4", "3,3:4x2x3")
    assert pos.points == (3.0, 3.0)
    assert gain(pos, "0,5:4x3x2") == 0
    assert [(group["seat"], len(group["cells"])) for group in pos.view(None)["groups"]] == [(0, 3), (1, 3)]


def test_points_add_up() -> None:
    """BLOQ.S1: in whole games everybody's points are the cells of the groups they isolated, and those never change."""
    pos = GAME.new(players=3, seed=4, board="small")
    before: list[dict[str, object]] = []
    while not pos.over:
        moves = pos.moves()
        pos.play(moves[len(moves) // 3])
        seen = pos.view(None)
        own = [sum(len(group["cells"]) for group in seen["groups"] if group["seat"] == seat) for seat in range(3)]
        assert list(pos.points) == own
        assert all(group in seen["groups"] for group in before)
        before = seen["groups"]
    assert sum(pos.points) > 0


def test_closed_in_a_position_set_up() -> None:
    """BLOQ.S1: in a position set up by hand a group closed already counts as scored: it is nobody's, and brings nothing."""
    pos = square("4 3333", "3 E333", *ROW)
    assert drawn(pos)[0] == "-u4-u4"
    assert pos.points == (0.0, 0.0)
    assert [group["seat"] for group in pos.view(None)["groups"]] == [None, None]
    assert gain(pos, "4,3:4x3x2") == 0


def test_isolated_in_a_position_set_up() -> None:
    """BLOQ.S1: whose they are may be said: a point a cell, unless the points are given."""
    rows = ("4 3333", "3 E333", "2 a44b44", "1 a44b44", "0 au4bu4")
    assert square(*rows).points == (3.0, 3.0)
    assert square(*rows, points="10 2").points == (10.0, 2.0)


def test_a_tip_in_a_position_set_up() -> None:
    """BLOQ.S1: so do cells between a first block set up at the edge and the edge."""
    pos = at("small", "7 2222", "6 .2222", "5 ..F222")
    assert drawn(pos)[8] == "---"
    assert drawn(pos)[9] == "-"
