"""No block of the height of one it touches, unless the move isolates cells (BLOQ.H1)."""

from __future__ import annotations

import pytest

from escale.games.bloq.tests.tables import after, gain, isolated, refused, square

# x 5 and 6 height 4, x 9 to 12 height 2, two columns free between them; nothing is closed in.
TWO = ("7 .....44..2222", "6 .....44..2222", "5 .....u4..F222")
# Four columns of blocks of height 4, with gaps of one, two and three columns down to the edge.
GAPS = ("2 .44..44...44", "1 .44..44...44", "0 .u4..u4...u4")


@pytest.mark.parametrize(
    ("rows", "height"),
    [
        (("8 ......44", "7 ......44", "6 ......u4"), 4),
        (("7 ......444", "6 ......U44"), 4),
        (("9 ......33", "8 ......33", "7 ......33", "6 ......e3"), 3),
        (("7 ......3333", "6 ......E333"), 3),
        (("9 ......222", "8 ......222", "7 ......222", "6 ......f22"), 2),
        (("8 ......2222", "7 ......2222", "6 ......F222"), 2),
    ],
)
def test_one_neighbour(rows: tuple[str, ...], height: int) -> None:
    """BLOQ.H1: a block may touch those of the two other heights, and not one of its own, turned or not."""
    pos = square(*rows)
    for size, other in (("2x3", 4), ("3x2", 4), ("2x4", 3), ("4x2", 3), ("3x4", 2), ("4x3", 2)):
        left = f"{6 - int(size[0])},6:{size}"
        if other == height:
            assert (refused(pos, left).name, refused(pos, left).rule) == ("same_height", "BLOQ.H1")
        else:
            assert pos.why_not(left) is None


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("7,5:2x4x3", True),  # between heights 4 and 2
        ("7,5:2x3x4", False),  # the left one is of its height
        ("7,8:3x4x2", False),  # the right one is, and touched by a single cell; the left one only at a corner
        ("6,8:3x4x2", True),  # the left one is touched, the right one, of its height, only at a corner
        ("7,8:3x2x4", True),  # the other way round
        ("6,8:3x2x4", False),
        ("6,8:4x2x3", True),  # both are touched, and neither is of its height
        ("6,8:4x3x2", False),
    ],
)
def test_several_neighbours(name: str, allowed: bool) -> None:
    """BLOQ.H1: one neighbour of the same height among several is enough to forbid it; one across a corner is none."""
    pos = square(*TWO)
    if allowed:
        assert pos.why_not(name) is None
        assert gain(pos, name) == 0
    else:
        assert refused(pos, name).rule == "BLOQ.H1"


def test_between_all_heights() -> None:
    """BLOQ.H1: between blocks of all three heights there is room that no block may take."""
    pos = square(*TWO, "4 ......3333", "3 ......E333")
    assert refused(pos, "7,5:2x3x4").rule == "BLOQ.H1"
    assert refused(pos, "7,5:2x4x3").rule == "BLOQ.H1"
    assert pos.why_not("7,6:2x4x3") is None  # a row higher, out of touch with the lowest of them


def test_a_move_that_scores_may() -> None:
    """BLOQ.H1, BLOQ.S1: it closes the leftmost gap at the edge, and so may lie on a block of its own height."""
    pos = square(*GAPS)
    assert isolated(pos, "0,3:3x2x4") == [[(0, 0), (0, 1), (0, 2)]]
    assert gain(pos, "0,3:3x2x4") == 3


def test_the_same_block_elsewhere_may_not() -> None:
    """BLOQ.H1: a column to the right nothing is closed: the same block is refused there."""
    pos = square(*GAPS)
    assert refused(pos, "1,3:3x2x4").rule == "BLOQ.H1"
    assert pos.why_not("1,3:4x2x3") is None


@pytest.mark.parametrize(("name", "other_height"), [("4,3:2x3x4", "3,3:4x3x2"), ("8,3:3x2x4", "7,3:4x2x3")])
def test_a_gap_left_open_is_no_exception(name: str, other_height: str) -> None:
    """BLOQ.H1: nor does it help to narrow a gap that stays open at its other end."""
    pos = square(*GAPS)
    assert refused(pos, name).rule == "BLOQ.H1"
    assert pos.why_not(other_height) is None


def test_cutting_off_room_for_a_block_is_no_exception() -> None:
    """BLOQ.H1, BLOQ.S2: the second gap takes a block still when it is cut off: nothing is isolated, so heights count."""
    pos = square("2 ..44", "1 ..44", "0 ..u4")
    assert refused(pos, "0,3:3x2x4").rule == "BLOQ.H1"
    assert gain(pos, "0,3:4x2x3") == 0


def test_filling_a_group_exactly_is_no_exception() -> None:
    """BLOQ.H1, BLOQ.S1: a block that leaves no cell of the group isolates none."""
    pos = square("4 3333", "3 E333", "2 ..44", "1 ..44", "0 ..u4")
    assert refused(pos, "0,0:2x3x4").rule == "BLOQ.H1"
    other = square("4 3333", "3 E333", "2 ..2222", "1 ..2222", "0 ..F222")
    assert gain(other, "0,0:2x3x4") == 0
    assert after(other, "0,0:2x3x4").view(None)["groups"] == []


def test_several_neighbours_of_its_height() -> None:
    """BLOQ.H1, BLOQ.S1: a move that scores may touch any number of blocks of its own height: here two, for one cell."""
    pos = square("7 ...44444", "6 ...44U44", "5 ...u4.44", "4 ......44", "3 ......u4")
    assert isolated(pos, "3,3:3x2x4") == [[(5, 5)]]
    assert refused(pos, "2,3:3x2x4").rule == "BLOQ.H1"


def test_what_scores_may_be_elsewhere_than_where_heights_clash() -> None:
    """BLOQ.H1: the cells isolated needn't touch the neighbour of the same height."""
    pos = square("5 ...44", "4 ...44", "3 ...u4", "2 .2222", "1 .2222", "0 .F222")
    assert isolated(pos, "0,3:3x2x4") == [[(0, 0), (0, 1), (0, 2)]]


def test_cells_isolated_before_are_no_exception() -> None:
    """BLOQ.H1: cells that count already don't excuse a later block beside them."""
    pos = square("4 3333", "3 E333", "2 a44", "1 a44", "0 au4")
    assert refused(pos, "4,3:4x2x3").rule == "BLOQ.H1"
    assert refused(pos, "3,0:2x3x4").rule == "BLOQ.H1"


@pytest.mark.parametrize("name", ["0,3:3x2x4", "0,3:4x2x3", "0,3:4x3x2", "0,3:3x4x2"])
def test_other_heights_need_no_exception(name: str) -> None:
    """BLOQ.H1, BLOQ.S1: a move that scores is allowed with any height."""
    assert gain(square(*GAPS), name) == 3
