"""The option isolating=cutting_off: a block of the same height is allowed if the move cuts an area off (BLOQ.H1)."""

from __future__ import annotations

import pytest

from escale.games.bloq.tests.tables import after, gain, isolated, refused, square

CUTTING = "isolating=cutting_off"
BOTH = ["", CUTTING]
# A corner of 2x4 cells beside blocks of height 4, open above: the lid cuts it off, and a block still fits in it.
CORNER = ("3 ..444", "2 ..U44", "1 ..444", "0 ..U44")
# The same corner one cell wide: the lid leaves no room for a block.
NARROW = ("3 .444", "2 .U44", "1 .444", "0 .U44")
LID = "0,4:3x2x4"
# A chamber of 2x9 cells, cut off already, beside three blocks of height 4 and under one of height 3.
CHAMBER = ("10 3333", "9 E333", *(f"{y} ..{'u4' if y % 3 == 0 else '44'}" for y in range(8, -1, -1)))


def test_the_usual_table() -> None:
    """BLOQ.H1: only a move that scores is an exception, unless the table has chosen otherwise."""
    assert square(*CORNER).options["isolating"] == "scoring"
    assert refused(square(*CORNER), LID).name == "same_height"
    assert square(*CORNER, options=CUTTING).options["isolating"] == "cutting_off"


def test_an_area_where_a_block_still_fits() -> None:
    """BLOQ.H1, BLOQ.S2: may be cut off by a block of the same height; it scores when it is closed, for whoever does that."""
    pos = square(*CORNER, options=CUTTING)
    assert pos.why_not(LID) is None
    assert (gain(pos, LID), isolated(pos, LID)) == (0, [])
    later = after(pos, LID)
    assert later.turn == 1
    assert gain(later, "0,0:2x3x4") == 2


@pytest.mark.parametrize("options", BOTH)
def test_a_move_that_scores(options: str) -> None:
    """BLOQ.H1, BLOQ.S1: is an exception either way, and scores the same."""
    assert gain(square(*NARROW, options=options), LID) == 4
    assert gain(square(*CHAMBER, options=options), "0,1:2x3x4") == 2  # the cells below; above, a block still fits


@pytest.mark.parametrize(("options", "allowed"), [("", False), (CUTTING, True)])
def test_an_area_cut_in_two(options: str, allowed: bool) -> None:
    """BLOQ.H1: an area that was cut off already is cut again, into two in which a block still fits."""
    pos = square(*CHAMBER, options=options)
    assert (pos.why_not("0,3:2x3x4") is None) == allowed
    assert not allowed or gain(pos, "0,3:2x3x4") == 0


@pytest.mark.parametrize(("options", "name"), [("", "same_height"), (CUTTING, "same_height_uncut")])
def test_what_cuts_nothing_off(options: str, name: str) -> None:
    """BLOQ.H1: in the open, at the end of an area cut off before, and where a hole is filled exactly: no exception."""
    opened = square("7 .....44", "6 .....44", "5 .....u4", options=options)
    for move in ("7,5:2x3x4", "4,8:3x2x4", "3,5:2x3x4"):
        assert (refused(opened, move).name, refused(opened, move).rule) == (name, "BLOQ.H1")
    assert refused(square(*CHAMBER, options=options), "0,0:2x3x4").name == name
    hole = square("4 3333", "3 E333", "2 ..44", "1 ..44", "0 ..u4", options=options)
    assert refused(hole, "0,0:2x3x4").name == name


def test_the_first_block() -> None:
    """BLOQ.P2: is placed as at any table."""
    assert square(options=CUTTING).names() == square().names()
