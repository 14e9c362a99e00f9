"""Where tiles go on a planet, and what baobabs do to it (PLAN.R4, PLAN.B1)."""

from __future__ import annotations

from random import Random

import pytest

from escale import Position
from escale.games.planete.tests.tables import after, against, at, described, effect, kinds, new, planet_of, tiles

PLACES = {"core": [5, 6, 9, 10], "rising": [1, 7, 8, 14], "falling": [2, 4, 11, 13], "character": [0, 3, 12, 15]}
FIRST = {"core": "W", "rising": "sE", "falling": "sF", "character": "king"}


def offered(stack: str, *some: str, own: str = "", other: str = "", first: str = "") -> Position:
    """Two players of the sheet; seat 0 takes one of these tiles."""
    return at(own, other, said=f"two_player=plain {first}", more=f"offer {stack} {' '.join(some)}")


# Places


@pytest.mark.parametrize("stack", PLACES)
def test_the_places(stack: str) -> None:
    """PLAN.R4: four for each kind of tile, the corners for characters, the middle for cores."""
    tile, other = FIRST[stack], {"core": "E", "rising": "sF", "falling": "sE", "character": "vain"}[stack]
    pos = offered(stack, tile, other)
    places = [described(pos, name)["at"] for name in pos.names() if name.split()[1] == tile]
    assert places == PLACES[stack]
    for place in PLACES[stack]:
        later = after(pos, f"take {tile} {place}")
        assert tiles(later, 0) == f"{place}:{tile}"
        assert planet_of(later, 0)["tiles"] == [{"at": place, "stack": stack, "tile": tile, "down": False}]
    for place in {*range(16), 16, 99} - set(PLACES[stack]):
        assert against(pos, f"take {tile} {place}") == ("no_such_place", "R4")


def test_every_side_rises_and_falls() -> None:
    """PLAN.R4: clockwise from a corner, every side has a rising edge and then a falling one."""
    for corner, rising, falling, next_corner in ((0, 1, 2, 3), (3, 7, 11, 15), (15, 14, 13, 12), (12, 8, 4, 0)):
        assert rising in PLACES["rising"]
        assert falling in PLACES["falling"]
        assert {corner, next_corner} <= set(PLACES["character"])
        for stack, place in (("rising", rising), ("falling", falling)):
            assert tiles(after(offered(stack, "lcc", "sE"), f"take lcc {place}"), 0) == f"{place}:lcc"


def test_the_lowest_free_place() -> None:
    """PLAN.R4: where a tile goes if nothing is said; holes may be left and filled later."""
    pos = after(offered("core", "W", "E", own="cG / sE / / ", other="cW / sF / / "), "take W")
    assert tiles(pos, 0) == "1:sE 5:cG 6:W"
    holes = at("/ / / ", "/ / / ", said="two_player=plain", more="offer core W E; planet 0 10:cG 6:cW; planet 1 5:rll 9:llc")
    assert holes.names()[:2] == ["take W", "take W 9"]
    assert tiles(after(holes, "take W"), 0) == "5:W 6:cW 10:cG"
    assert after(holes, "take W 5") == after(holes, "take W")
    assert holes.name("take W 5") == "take W"


def test_a_place_is_for_one_tile() -> None:
    """PLAN.R4: nothing is laid on another tile, face up or down."""
    pos = offered("core", "W", "E", own="(bWWB) (bFWW) (bGG) / / / ", other="cW cG rll / / / ")
    assert against(pos, "take W 5") == against(pos, "take W 9") == ("place_taken", "R4")
    assert pos.names() == ["take W", "take E"]
    assert against(pos, "take W 1") == ("no_such_place", "R4")
    seen = offered("core", "W", "E", own="cW / / / ", other="cG / / / ")
    assert against(seen, "take W 5") == ("place_taken", "R4")


def test_the_place_of_a_hidden_tile() -> None:
    """PLAN.R4, PLAN.R3: it is known which kind it is, and so where it may go."""
    pos = at("", "", said="turn=1", more="offer falling sE sF; hidden lcc")
    assert [name for name in pos.names() if "hidden" in name] == [
        "take hidden",
        "take hidden 4",
        "take hidden 11",
        "take hidden 13",
    ]
    assert against(pos, "take hidden 5") == ("no_such_place", "R4")
    assert tiles(after(pos, "take hidden 11"), 1) == "11:lcc"


def test_where_a_tile_lies_does_not_count() -> None:
    """PLAN.R4: the points are the same wherever tiles are put."""
    rng = Random(4)
    for seed in range(3):
        one = new(3, seed)
        other = one.copy()
        while not one.over:
            move = rng.choice(one.names())
            one.play(move)
            words = move.split()
            if words[0] != "take":
                other.play(move)
            else:
                same = [name for name in other.names() if name.split()[1] == words[1]]
                other.play(rng.choice(same))
            assert one.points == other.points
        assert one.text() != other.text()


# Baobabs


def test_the_third_baobab() -> None:
    """PLAN.B1: the three tiles that bear one are turned at once, wherever they lie; nothing on them counts."""
    pos = offered("falling", "bsS", "sE", own="bGG / br* / / king beige", other="W / sE / / vain turk")
    before = planet_of(pos, 0)
    assert (before["counts"]["b"], before["face_down"], before["points"]) == (2, 0, 14 + 3 * 2)
    later = after(pos, "take bsS 4")
    assert tiles(later, 0) == "0:king 1:(br*) 3:beige 4:(bsS) 5:(bGG)"
    seen = planet_of(later, 0)
    assert (seen["face_down"], seen["points"]) == (3, 0)
    assert {element: many for element, many in seen["counts"].items() if many} == {"*": 3}  # those of king and businessman
    assert [tile["down"] for tile in seen["tiles"]] == [False, True, False, True, True]
    assert described(pos, "take bsS 4")["turns"] == [1, 4, 5]
    assert described(pos, "take bsS 4")["points"] == -20
    assert kinds(pos, "take bsS 4") == ["take", "baobabs"]
    assert effect(pos, "take bsS 4", "baobabs") == {"seat": 0, "at": [1, 4, 5]}


def test_two_are_no_harm() -> None:
    """PLAN.B1: nor is a tile without one that comes third."""
    pos = offered("rising", "br*", "sF", own="bGG / / / ", other="W / / / ")
    assert planet_of(after(pos, "take br*"), 0)["face_down"] == 0
    assert described(pos, "take br*")["turns"] == []
    third = offered("rising", "sE", "sF", own="bGG bWWB / / / ", other="W E / / / ")
    assert planet_of(after(third, "take sE"), 0)["face_down"] == 0


def test_everybody_has_their_own_baobabs() -> None:
    """PLAN.B1: those of others don't count."""
    pos = offered("rising", "bsE", "sF", own="bGG / / / ", other="bWWB / / / ")
    later = after(pos, "take bsE")
    assert [planet_of(later, seat)["face_down"] for seat in (0, 1)] == [0, 0]


def test_the_count_starts_again() -> None:
    """PLAN.B1: those face down aren't counted again; the sixth baobab turns three more, the ninth as well."""
    three = "(bWWB) (bFWW) (bGG) vS / bsG / b*B sF / "
    pos = offered("rising", "br*", "bGB", own=three, other="W E cG cW / sE / lcc cW / ")
    assert planet_of(pos, 0)["counts"]["b"] == 2
    six = after(pos, "take br* 14")
    assert tiles(six, 0) == "1:(bsG) 2:(b*B) 4:sF 5:(bWWB) 6:(bFWW) 9:(bGG) 10:vS 14:(br*)"
    assert described(pos, "take br* 14")["turns"] == [1, 2, 14]
    own = "(bWWB) (bFWW) (bGG) vS / (bsG) (br*) (bGB) sF / bsS br* / "
    nine = offered("falling", "bGB", "sF", own=own, other="W E cG cW / sE lcc cW v** / lcc cW / ")
    assert described(nine, "take bGB 13")["turns"] == [2, 4, 13]
    assert planet_of(after(nine, "take bGB 13"), 0)["face_down"] == 9


def test_a_fourth_baobab_is_the_first_again() -> None:
    """PLAN.B1: after three were turned one or two more stay face up."""
    pos = offered("rising", "bsE", "sE", own="(bWWB) (bFWW) (bGG) / / / ", other="W E cG / / / ")
    later = after(pos, "take bsE")
    assert (planet_of(later, 0)["face_down"], planet_of(later, 0)["counts"]["b"]) == (3, 1)


def test_a_hidden_tile_may_be_the_third() -> None:
    """PLAN.B1, PLAN.R3: whoever takes it unseen sees it turned; who knows it is warned."""
    out = "out core E; out core cG; out rising lcc"
    own, other = "bWWB bFWW / sllF / / ", "bGG W / br* / / "
    pos = at(own, other, said="turn=1", more=f"offer rising sE sF; hidden bsE; {out}")
    assert described(pos, "take hidden")["turns"] == []
    assert effect(pos, "take hidden", "baobabs", 1) == {"seat": 1, "at": [1, 5, 7]}
    assert planet_of(after(pos, "take hidden"), 1)["face_down"] == 3
    leader = after(pos, "take sE")
    assert described(leader, "take hidden")["turns"] == [5, 6, 7]


def test_what_is_face_down_is_still_known() -> None:
    """PLAN.B1: everybody saw it before it was turned."""
    pos = after(offered("core", "bGG", "W", own="bWWB bFWW / / / ", other="E cG / / / "), "take bGG")
    for reader in (None, 0, 1):
        down = [tile["tile"] for tile in pos.view(reader)["planets"][0]["tiles"] if tile["down"]]
        assert down == ["bWWB", "bFWW", "bGG"]
        assert pos.view(reader)["unseen"]["core"].get("bGG", 0) == 0


def test_characters_are_never_turned() -> None:
    """PLAN.B1: they bear no baobab, whatever their names are."""
    pos = offered("character", "brown", "vain", own="bGG / bsE / / beige gardener", other="W / sE / / turk turk")
    assert planet_of(after(pos, "take brown"), 0)["face_down"] == 0
