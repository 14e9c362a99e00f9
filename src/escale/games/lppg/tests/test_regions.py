"""White cells: regions, open and closed, and what is outside (LPPG.D1, LPPG.D2, LPPG.M5)."""

from __future__ import annotations

import pytest

from escale.games.lppg.tests.tables import after, at, closed, owned, regions

CORNERS = "outside_corners=on"


def test_joined_by_sides() -> None:
    """LPPG.D2: cells that share a side are one region, at a corner they are two."""
    pos = at("rrrrrrrr", "rwwrrwrr", "rrwrwrwr", "rrrrrwrr", "rrrrrrrr")
    assert regions(pos) == {"22,22": (3, True), "25,21": (1, True), "24,22": (1, True), "26,22": (1, True), "25,23": (1, True)}


def test_named_by_the_lowest_then_leftmost_cell() -> None:
    """LPPG.D2: a region is named by its lowest cell, the leftmost of several."""
    pos = at("rrrrrrr", "rwrwwwr", "rwwwrwr", "rrrwwwr", "rrrrrrr")
    assert regions(pos) == {"23,21": (11, True)}
    assert pos.view(None)["regions"][0]["at"] == [23, 21]


@pytest.mark.parametrize(
    ("rows", "is_closed"),
    [
        (("rrr", "rwr", "rrr"), True),
        (("rwr", "rwr", "rrr"), False),  # above
        (("rrr", "rwr", "rwr"), False),  # below
        (("rrr", "wwr", "rrr"), False),  # left
        (("rrr", "rww", "rrr"), False),  # right
        ((".rr", "rwr", "rrr"), True),  # only a corner of it
        (("..r", ".wr", "rrr"), False),
        ((".r.", "rwr", ".r."), True),
    ],
)
def test_open_or_closed(rows: tuple[str, ...], is_closed: bool) -> None:
    """LPPG.D2: open if one cell touches the outside by a side, else closed."""
    assert [shut for _, shut in regions(at(*rows)).values()] == [is_closed]


@pytest.mark.parametrize(
    ("rows", "is_closed"),
    [
        (("rrr", "rwr", "rrr"), True),
        ((".rr", "rwr", "rrr"), False),
        (("rr.", "rwr", "rrr"), False),
        (("rrr", "rwr", ".rr"), False),
        (("rrr", "rwr", "rr."), False),
        ((".rrr", "rrwr", "rrrr"), True),  # the corner of a coloured cell
        (("rrr", "rww", "rrr"), False),
    ],
)
def test_corners_of_the_outside(rows: tuple[str, ...], is_closed: bool) -> None:
    """LPPG.D2: with `outside_corners` the outside is touched by corners too; whites still join by sides only."""
    assert [shut for _, shut in regions(at(*rows, said=CORNERS)).values()] == [is_closed]


def test_corners_do_not_join_whites() -> None:
    """LPPG.D2: with that option too, two white cells at a corner are two regions."""
    assert closed(at("rrrr", "rwrr", "rrwr", "rrrr", said=CORNERS)) == {"21,22": 1, "22,21": 1}


@pytest.mark.parametrize(
    ("rows", "is_closed"),
    [
        (("rrrrr", "rw.rr", "rrrrr"), False),
        (("rrrrr", "rrw.r", "rrrrr"), False),
        (("rrrr", "rrwr", "rr.r", "rrrr"), False),
        (("rrrr", "rwrr", "rr.r", "rrrr"), True),  # the hole is at its corner
    ],
)
def test_holes_are_outside(rows: tuple[str, ...], is_closed: bool) -> None:
    """LPPG.D1: a hole is outside, though cards lie all around it."""
    assert [shut for _, shut in regions(at(*rows)).values()] == [is_closed]


def test_holes_at_a_corner() -> None:
    """LPPG.D1, LPPG.D2: a hole at the corner counts with the option only."""
    rows = ("rrrr", "rwrr", "rr.r", "rrrr")
    assert closed(at(*rows)) == {"21,22": 1}
    assert closed(at(*rows, said=CORNERS)) == {}


def test_filling_a_hole_closes() -> None:
    """LPPG.D1, LPPG.C4: once a card fills the hole, the region beside it is closed, and somebody's."""
    pos = at("rrrrr", "rw.rr", "rrrrr", hands=("r1 r2", "b1 b2"))
    assert regions(pos) == {"21,21": (1, False)}
    pos.play("22,21:2x3:r1")
    assert closed(pos) == {"21,21": 1}
    assert after(pos, "o@21,21").view(None)["territories"][0]["cells"] == [[21, 21]]


@pytest.mark.parametrize(("place", "is_closed"), [((45, 20), False), ((44, 20), True)])
@pytest.mark.parametrize("said", ["", CORNERS])
def test_beyond_the_table_is_outside(place: tuple[int, int], is_closed: bool, said: str) -> None:
    """LPPG.M5: a region at the edge of the table is open, though no card can ever lie beyond; next to it, closed."""
    pos = at("rrrr"[: 48 - place[0]], "rrwr"[: 48 - place[0]], "rrrr"[: 48 - place[0]], place=place, said=said)
    assert [shut for _, shut in regions(pos).values()] == [is_closed]


@pytest.mark.parametrize(("place", "cell"), [((0, 20), "0,21"), ((20, 0), "21,0")])
def test_beyond_the_lower_edges_too(place: tuple[int, int], cell: str) -> None:
    """LPPG.M5: at x = 0 and y = 0 as well."""
    rows = ("rrr", "wrr", "rrr") if place[0] == 0 else ("rrr", "rrr", "rwr")
    assert regions(at(*rows, place=place)) == {cell: (1, False)}


def test_territories_are_no_regions() -> None:
    """LPPG.D2: a closed region with a marker is a territory; the others are regions still."""
    pos = at("rrrrrrr", "rwrwwrw", "rrrrrrr", own="1 p 23,21")
    assert regions(pos) == {"21,21": (1, True), "26,21": (1, False)}
    assert owned(pos) == {"1 p 23,21": 2}


def test_what_lies_on_top_counts() -> None:
    """LPPG.D2, LPPG.P3: a card that covers a part of a region cuts it, or makes it smaller."""
    rows = ("rrrrrrrr", "rwwwwwwr", "rrrrrrrr")
    pos = at(*rows, hands=("r1 r2", "b1 b2"), own="")
    cut = after(pos, "23,21:2x3:r1")
    assert closed(cut) == {"21,21": 2, "25,21": 2}
    assert cut.view(None)["terrain"]["rows"][2] == "rwwrrwwr"
    assert regions(after(at(*rows, hands=("r1 r2", "b1 b2")), "25,21:2x3:r6"))["21,21"] == (4, True)
