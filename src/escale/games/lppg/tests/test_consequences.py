"""What a placement does to territories and regions (LPPG.C1, LPPG.C2, LPPG.C3, LPPG.C4, LPPG.C5, LPPG.M4)."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.lppg.tests.tables import Cell, after, against, at, closed, described, hand, line_of, owned, regions, step

STRIP = (  # two white cells, with two others between them
    "rrrrrrrrrr",
    "rwrrwrrrrr",
    "rrrrrrrrrr",
)
SPRUNG = (*STRIP[:2], "rrrwrrrrrr")  # and a third one, open below, that touches neither
JOIN = "22,21:2x3:r56"  # white between the two
GROW = "22,21:2x3:r5"  # white beside the first
OPEN = "21,22:2x3:r35"  # white from above the first to the outside
AWAY = "29,21:2x3:r12"  # at the right end, white outside: touches nothing
FOUR = ("r12 r24", "b1 b2", "g1 g2", "y1 y2")
PILES_OF_FOUR = ("b3 y3", "y12 g12")


def markers(pos: Position) -> list[list[int]]:
    """Ordinary and permanent markers left, by seat."""
    left: list[list[int]] = pos.view(None)["markers"]
    return left


@pytest.mark.parametrize("kind", ["o", "p"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_territory_grows(seat: int, kind: str) -> None:
    """LPPG.C1, LPPG.C5: it keeps its owner and its marker, whoever made it grow, and nothing else happens."""
    pos = at("rrrrrrrr", "rwrrrrrr", "rrrrrrrr", own=f"{seat} {kind} 21,21", hands=("r2 r24", "b1 b2"))
    grown = after(pos, GROW)
    assert owned(grown) == {f"{seat} {kind} 21,21": 2}
    assert markers(grown) == markers(pos)
    assert step(grown) == ("draw", 0)


def test_a_territory_swallows_a_region() -> None:
    """LPPG.C1: the final white group is judged: a closed region that is joined to it needs no marker any more."""
    pos = after(at(*STRIP, own="1 o 21,21"), JOIN)
    assert owned(pos) == {"1 o 21,21": 4}
    assert closed(pos) == {}
    assert step(pos) == ("draw", 0)


def test_a_territory_is_named_anew() -> None:
    """LPPG.C1: as it grows it is named by its lowest, then leftmost cell."""
    pos = at("rrrrr", "rrwrr", "rrrrr", own="0 o 22,21", hands=("r2 r1", "b1 b2"))
    assert owned(after(pos, "22,18:2x3:r1")) == {"0 o 22,20": 2}
    assert owned(after(pos, "20,21:2x3:r6")) == {"0 o 21,21": 2}
    assert owned(after(pos, "22,22:2x3:r5")) == {"0 o 22,21": 2}


@pytest.mark.parametrize("seat", [0, 1])
def test_equal_markers_of_a_merger(seat: int) -> None:
    """LPPG.C2: two ordinary territories of one player that join keep one marker, the other goes back; nothing is asked."""
    pos = after(at(*STRIP, own=f"{seat} o 21,21, {seat} o 24,21"), JOIN)
    assert owned(pos) == {f"{seat} o 21,21": 4}
    assert markers(pos)[seat] == [1, 1]
    assert step(pos) == ("draw", 0)


@pytest.mark.parametrize("own", ["{} o 21,21, {} p 24,21", "{} p 21,21, {} o 24,21"])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(("kept", "left"), [("o", [1, 1]), ("p", [2, 0])])
def test_the_owner_decides(own: str, seat: int, mover: int, kept: str, left: list[int]) -> None:
    """LPPG.C2: of two kinds the owner keeps which they like, in another's turn too; then the mover's turn goes on."""
    hands = ("r12 r24", "b1 b2") if mover == 0 else ("b1 b2", "r12 r24")
    pos = at(*STRIP, own=own.format(seat, seat), hands=hands, said=f"turn={mover}")
    pos.play(JOIN)
    assert step(pos) == ("keep", seat)
    assert pos.view(None)["mover"] == mover
    assert owned(pos) == {f"{seat} op 21,21": 4}
    assert markers(pos)[seat] == [1, 0]
    assert set(pos.names()) == {"keep o", "keep p"}
    for wrong in (GROW, "draw 1", "pass", "o@21,21", "p@21,21"):
        assert against(pos, wrong) == ("must_keep", "C2")
    pos.play(f"keep {kept}")
    assert owned(pos) == {f"{seat} {kept} 21,21": 4}
    assert markers(pos)[seat] == left
    assert step(pos) == ("draw", mover)
    assert pos.view(None)["discard"] == ["r24"]


def test_keeping_the_ordinary_one_ends_permanence() -> None:
    """LPPG.C2, LPPG.C5: afterwards it can be opened; with the permanent one it can't."""
    pos = at(*STRIP, own="0 o 21,21, 0 p 24,21", hands=("r12 r24", "r13 b2"))
    opening = "21,18:2x3:r13"  # white from below it to the outside
    for kept, reason in (("o", None), ("p", ("opens_permanent", "P5"))):
        later = after(pos, JOIN, f"keep {kept}", "draw 1", "draw 2")
        assert step(later) == ("place", 1)
        if reason:
            assert against(later, opening) == reason
        else:
            assert owned(after(later, opening)) == {}


def test_a_merger_that_opens_is_not_asked() -> None:
    """LPPG.C2, LPPG.C3: if what they became touches the outside, both markers go back."""
    pos = after(at(*SPRUNG, own="1 o 21,21, 1 o 24,21"), JOIN)
    assert owned(pos) == {}
    assert markers(pos) == [[2, 1], [2, 1]]
    assert regions(pos) == {"23,20": (5, False)}
    assert step(pos) == ("draw", 0)


def test_a_merger_then_a_marker() -> None:
    """LPPG.C2, LPPG.C4: mergers are decided first; the marker that came back can be set at once."""
    rows = ("rrrrrrrrrrrr", "rwrrwrrwrrrr", "rrrrrrrrrrrr")
    pos = after(at(*rows, own="0 o 21,21, 0 p 24,21"), JOIN)
    assert step(pos) == ("keep", 0)
    assert set(after(pos, "keep o").names()) == {"o@27,21", "p@27,21"}
    with_ordinary = after(pos, "keep p")
    assert step(with_ordinary) == ("draw", 0)  # two ordinary ones are left, so there is one answer
    assert owned(with_ordinary) == {"0 p 21,21": 4, "0 o 27,21": 1}


def test_another_s_merger_then_a_marker() -> None:
    """LPPG.C2, LPPG.C4: the owner decides, then the mover marks."""
    rows = ("rrrrrrrrrrrr", "rwrrwrrwrrrr", "rrrrrrrrrrrr")
    pos = after(at(*rows, own="1 o 21,21, 1 p 24,21"), JOIN)
    assert step(pos) == ("keep", 1)
    pos.play("keep p")
    assert step(pos) == ("mark", 0)
    assert set(pos.names()) == {"o@27,21", "p@27,21"}


MANY = (  # a hole, with two white cells of one player above it and two of another below
    "rrrrrrrrr",
    "rrrrwrrrr",
    "rrrwrrrrr",
    "rrrr.rrrr",
    "rrrrrrwrr",
    "rrrrrwrrr",
    "rrrrrrrrr",
)


@pytest.mark.parametrize(("mover", "order"), [(0, [1, 2]), (1, [1, 2]), (2, [2, 1]), (3, [1, 2])])
def test_several_mergers_at_once(mover: int, order: list[int]) -> None:
    """LPPG.C2: the mover decides first, then the others clockwise; each takes back the other marker."""
    hands = [f"{colour}1 {colour}2" for colour in "ygbb"]
    hands[3] = "b3 b12"
    hands[mover] = "r16 r1"
    pos = at(
        *MANY,
        own="2 o 24,25, 2 p 23,24, 1 p 26,22, 1 o 25,21",
        hands=tuple(hands),
        piles=("b13 y3", "y12 g12"),
        said=f"players=4 turn={mover}",
    )
    move = next(name for name in pos.names() if len(described(pos, name).get("joins", [])) == 2)
    pos.play(move)
    for seat in order:
        assert step(pos) == ("keep", seat)
        assert pos.view(None)["mover"] == mover
        pos.play("keep o")
    assert step(pos) == ("draw", mover)
    assert sorted(name[:3] for name in owned(pos)) == ["1 o", "2 o"]
    assert markers(pos) == [[2, 1], [1, 1], [1, 1], [2, 1]]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_territory_opens(seat: int) -> None:
    """LPPG.C3: touching the outside it is an open region again, and the marker goes back to its owner."""
    pos = after(at("rrrrrr", "rwrrrr", "rrrrrr", own=f"{seat} o 21,21"), OPEN)
    assert owned(pos) == {}
    assert regions(pos) == {"21,21": (3, False)}
    assert markers(pos) == [[2, 1], [2, 1]]
    assert step(pos) == ("draw", 0)


def test_an_opened_territory_joins_a_region() -> None:
    """LPPG.C3: also where it is an open region that it was joined to."""
    pos = after(at(*SPRUNG, own="0 o 21,21"), JOIN)
    assert owned(pos) == {}
    assert regions(pos) == {"23,20": (5, False)}


def test_a_marker_that_came_back_is_used_at_once() -> None:
    """LPPG.C3, LPPG.C4: returned markers are available in the same turn."""
    rows = ("rrrrrrrrrrrr", "rwrrwrrwrrrr", "rrrrrrrrrrrr")
    pos = at(*rows, own="0 o 21,21, 0 o 24,21")
    pos.play(OPEN)
    assert markers(pos)[0] == [1, 1]
    assert set(pos.names()) == {"o@27,21", "p@27,21"}
    pos.play("o@27,21")
    assert owned(pos) == {"0 o 24,21": 1, "0 o 27,21": 1}
    assert markers(pos)[0] == [0, 1]


def test_the_mover_marks_what_closes() -> None:
    """LPPG.C4, LPPG.C5, LPPG.M4: one marker of theirs, ordinary or permanent, on the region that has closed."""
    pos = at("rrrrr", "rwrrr", "rwrrr", hands=("r12 r1", "b1 b2"))
    assert regions(pos) == {"21,20": (2, False)}
    pos.play("21,18:2x3:r6")
    assert step(pos) == ("mark", 0)
    assert set(pos.names()) == {"o@21,21", "p@21,21"}
    ordinary, permanent = after(pos, "o@21,21"), after(pos, "p@21,21")
    assert (owned(ordinary), markers(ordinary)) == ({"0 o 21,21": 1}, [[1, 1], [2, 1]])
    assert (owned(permanent), markers(permanent)) == ({"0 p 21,21": 1}, [[2, 0], [2, 1]])


@pytest.mark.parametrize("said", ["", "turn=1"])
def test_old_regions_count_too(said: str) -> None:
    """LPPG.C4: a region that was closed before is marked by whoever plays next, wherever the card goes."""
    hands = ("r12 r24", "b1 b2") if not said else ("b1 b2", "r12 r24")
    pos = at("rrrrrrrrrr", "rwrrrrrrrr", "rrrrrrrrrr", said=said, hands=hands)
    seat = pos.turn
    pos.play(AWAY)
    assert step(pos) == ("mark", seat)
    assert set(pos.names()) == {"o@21,21", "p@21,21"}


def test_the_starting_terrain_counts_too() -> None:
    """LPPG.S2, LPPG.C4: a region that is closed from the beginning is marked in the first turn."""
    pos = at("rrrr", "rwrr", "rrrr", place=(22, 22), hands=("r1 r24", "b1 b2"))
    pos.play("25,24:2x3:r1")
    assert step(pos) == ("mark", 0)


def test_the_largest_is_marked() -> None:
    """LPPG.C4: of several closed regions the largest, and no other."""
    pos = after(at("rrrrrrrrrr", "rwrwwrwrrr", "rrrrrrrrrr"), AWAY)
    assert set(pos.names()) == {"o@23,21", "p@23,21"}
    assert against(pos, "o@21,21") == ("not_largest", "C4")
    assert against(pos, "p@26,21") == ("not_largest", "C4")
    for wrong in ("o@24,21", "o@20,20", "p@29,23", "o@47,47"):
        assert against(pos, wrong) == ("no_such_region", "C4")
    for wrong in (AWAY, "draw 1", "pass", "keep o"):
        assert against(pos, wrong) == ("must_mark", "C4")


def test_a_choice_among_equals() -> None:
    """LPPG.C4: of several that are largest any one."""
    pos = after(at("rrrrrrrrrr", "rwrwwrwwrr", "rrrrrrrrrr"), AWAY)
    assert set(pos.names()) == {"o@23,21", "p@23,21", "o@26,21", "p@26,21"}
    assert against(pos, "o@21,21") == ("not_largest", "C4")


def test_one_marker_a_turn() -> None:
    """LPPG.C4: the others stay closed and nobody's, until the next player has to mark one."""
    pos = after(at("rrrrrrrrrr", "rwrwwrwwrr", "rrrrrrrrrr", hands=("r12 r24", "r1 b2")), AWAY, "o@26,21")
    assert owned(pos) == {"0 o 26,21": 2}
    assert closed(pos) == {"21,21": 1, "23,21": 2}
    pos = after(pos, "draw 1", "draw 2", "20,22:2x3:r1")
    assert step(pos) == ("mark", 1)
    assert set(pos.names()) == {"o@23,21", "p@23,21"}


def test_the_largest_after_the_card() -> None:
    """LPPG.C4: sizes are those after the placement: a region that it makes larger, or smaller, counts as it is now."""
    rows = ("rrrrrrrrrr", "rwrrrrwwrr", "rrrrrrrrrr")
    pos = at(*rows, hands=("r12 r24", "b1 b2"))
    assert set(after(pos, JOIN).names()) == {"o@21,21", "p@21,21"}  # three cells now
    assert set(after(pos, "22,21:2x3:r35").names()) == {"o@21,21", "p@21,21"}
    assert set(after(pos, "27,21:2x3:r12").names()) == {"o@21,21", "p@21,21", "o@26,21", "p@26,21"}  # one cell each


def test_nothing_is_asked_if_there_is_one_answer() -> None:
    """LPPG.C4: a single region and a single kind of marker left: it is set at once."""
    pos = after(at("rrrrrrrrrrr", "rwrwwrwwwrr", "rrrrrrrrrrr", own="0 p 21,21"), "30,21:2x3:r12")
    assert step(pos) == ("draw", 0)
    assert owned(pos) == {"0 p 21,21": 1, "0 o 26,21": 3}
    assert closed(pos) == {"23,21": 2}


def test_regions_to_choose_with_one_kind_left() -> None:
    """LPPG.C4, LPPG.M4: which region is asked though there is only one kind of marker; the other kind is refused."""
    pos = after(at("rrrrrrrrrrr", "rwrwwrwwrrr", "rrrrrrrrrrr", own="0 p 21,21"), "30,21:2x3:r12")
    assert set(pos.names()) == {"o@23,21", "o@26,21"}
    assert against(pos, "p@23,21") == ("marker_gone", "C4")
    assert against(pos, "p@21,21") == ("no_such_region", "C4")


def test_no_marker_before_a_card() -> None:
    """LPPG.T1, LPPG.C4, LPPG.C2: a marker is set after a placement, on a closed region that was there before too."""
    pos = at("rrrrrrrrrr", "rwrrrrrrrr", "rrrrrrrrrr")
    assert against(pos, "o@21,21") == against(pos, "p@25,25") == ("must_place", "T1")
    assert "o@21,21" in after(pos, AWAY).names()
    assert against(at("rrrrrrrrrr", "rrrrrrrrrr", "rrrrrrrrrr"), "o@21,21") == ("nothing_to_mark", "C4")
    assert against(pos, "keep p") == ("nothing_to_keep", "C2")


def test_open_regions_are_not_marked() -> None:
    """LPPG.C4: only closed ones are."""
    pos = after(at("rrrrrrrrrr", "wrrrrrrrrr", "rrrwrrrrrr"), AWAY)
    assert step(pos) == ("draw", 0)
    assert markers(pos) == [[2, 1], [2, 1]]


def test_growth_and_a_new_region() -> None:
    """LPPG.C1, LPPG.C4: one card may make a territory grow and close a region; both happen."""
    pos = at("rrrrrrr", "rwrwrrr", "rrrwrrr", own="1 o 21,21", hands=("r2 r1", "b1 b2"))
    assert regions(pos) == {"23,20": (2, False)}
    pos.play("21,19:3x2:r1")  # white below the territory, red on the open end of the region
    assert owned(pos) == {"1 o 21,20": 2}
    assert closed(pos) == {"23,21": 1}
    assert step(pos) == ("mark", 0)


def test_the_mover_marks_what_another_closed_in_a_team() -> None:
    """LPPG.C4, LPPG.S1: partners have their own markers."""
    pos = at("rrrrrrrrrr", "rwrrrrrrrr", "rrrrrrrrrr", hands=FOUR, piles=PILES_OF_FOUR, said="players=4")
    pos = after(pos, AWAY, "p@21,21")
    assert markers(pos) == [[2, 0], [2, 1], [2, 1], [2, 1]]
    assert owned(pos) == {"0 p 21,21": 1}


def test_the_other_card_is_discarded_after_the_marker() -> None:
    """LPPG.T1, LPPG.C4: until the marker is set the other card stays in the hand."""
    pos = after(at("rrrrrrrrrr", "rwrrrrrrrr", "rrrrrrrrrr"), AWAY)
    assert hand(pos, 0) == ["r24"]
    assert line_of(pos, "discard") == []
    pos.play("o@21,21")
    assert hand(pos, 0) == []
    assert line_of(pos, "discard") == ["r24"]


def cells(pos: Position, name: str) -> list[Cell]:
    """The cells of a territory, by seat, kind and place."""
    seat, _, place = name.split()
    found = next(
        t for t in pos.view(None)["territories"] if t["seat"] == int(seat) and t["at"] == [*map(int, place.split(","))]
    )
    return [(x, y) for x, y in found["cells"]]


def test_a_permanent_territory_grows_and_joins() -> None:
    """LPPG.C5: it may grow and join another of its owner."""
    pos = after(at(*STRIP, own="1 p 21,21", hands=("r2 r24", "b1 b2")), GROW, "o@24,21")
    assert cells(pos, "1 p 21,21") == [(21, 21), (22, 21)]
    joined = after(at(*STRIP, own="1 p 21,21, 1 o 24,21"), JOIN, "keep p")
    assert cells(joined, "1 p 21,21") == [(21, 21), (22, 21), (23, 21), (24, 21)]
