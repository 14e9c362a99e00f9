"""Obstacles: wolf, ogre, forest, river, and path cards of another colour (POU.T3, POU.T4, POU.O1)."""

from __future__ import annotations

import pytest

from escale.games.poucet.tests.tables import FACING, after, against, at, described, ends, laid, path, pile, plays

OBSTACLES = ("wolf", "ogre", "forest", "river")


@pytest.mark.parametrize("card", OBSTACLES)
def test_where_an_obstacle_goes(card: str) -> None:
    """POU.T3: on the empty cells where an opponent's path ends, start cards' ends too."""
    pos = at(FACING, card)
    assert pos.names() == [f"{cell}:{card}" for cell in ("i4", "g5", "i6")]
    assert {described(pos, move)["role"] for move in pos.names()} == {"obstacle"}


@pytest.mark.parametrize("card", OBSTACLES)
def test_what_an_obstacle_does(card: str) -> None:
    """POU.T3, POU.T5, POU.B1: the end is obstructed until it is passed; by an ogre for ever."""
    pos = after(at(FACING, card), f"g5:{card}")
    assert ends(pos, 1)["g5 w"] == ("dead" if card == "ogre" else "obstructed")
    assert path(pos, 1) == "h5 i5"


@pytest.mark.parametrize(
    ("cards", "cell"),
    [
        ("a5 R0, i5 G1, h5 gne", "h6"),  # after a path card
        ("a5 R0, i5 G1", "h5"),  # a start
        ("a5 R0, i5 G1, h5 F 1w", "g5"),  # pebbles
        ("a5 R0, i5 G1, h5 V B", "h6"),  # boots
    ],
)
@pytest.mark.parametrize("card", OBSTACLES)
def test_after_any_card(cards: str, cell: str, card: str) -> None:
    """POU.T3: be it after a path card, a start, pebbles or boots."""
    pos = at(cards, card)
    assert f"{cell}:{card}" in pos.names()
    assert pile(after(pos, f"{cell}:{card}"), cell) == [{"wolf": "W", "ogre": "O", "forest": "F", "river": "V"}[card]]


@pytest.mark.parametrize("lies", ["gns", "yns", "F", "V", "O", "F 0n", "F 1n"])
@pytest.mark.parametrize("card", OBSTACLES)
def test_only_on_an_empty_cell(card: str, lies: str) -> None:
    """POU.T3: no obstacle covers anything."""
    pos = at(f"{FACING}, g5 {lies}", f"{card} ri")
    assert against(pos, f"g5:{card}") == ("not_empty", "T3")


@pytest.mark.parametrize("card", ["wolf", "ogre", "forest"])
def test_nothing_but_a_river_on_a_wolf(card: str) -> None:
    """POU.T3, POU.T5: which is a passage; see test_passages.py."""
    assert against(at(f"{FACING}, g5 W", f"{card} ri"), f"g5:{card}") == ("not_empty", "T3")
    assert against(at(f"{FACING}, g5 W V", f"{card} river"), "g5:river") == ("not_empty", "T3")


@pytest.mark.parametrize("card", OBSTACLES)
def test_a_cell_at_both_ends_counts_as_the_opponent_s(card: str) -> None:
    """POU.T3: though one's own path ends there too."""
    pos = at("a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns", card)
    assert pos.names() == [f"{cell}:{card}" for cell in ("c5", "b9", "d9")]


@pytest.mark.parametrize("card", OBSTACLES)
def test_against_anybody(card: str) -> None:
    """POU.T3, POU.T1: any opponent, also one of the same colour."""
    pos = at("a5 R0, i5 R1, e9 G2", card, said="players=3")
    assert set(laid(pos, card).split()) == {"i4", "h5", "i6", "d9", "f9", "e8"}


# An ogre's place


AROUND = ("d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6")


@pytest.mark.parametrize("cell", AROUND)
def test_no_ogre_around_the_flower(cell: str) -> None:
    """POU.O1: the eight cells of Croquis 1, wherever a path comes from; all other obstacles may lie there."""
    column, row = cell[0], int(cell[1])
    if column == "e" and row > 5:
        way = "e9 G1, e8 gns, e7 gns"
    elif column == "e":
        way = "e1 G1, e2 gns, e3 gns"
    elif column == "d":
        way = f"a{row} G1, b{row} gew, c{row} gew"
    else:
        way = f"i{row} G1, h{row} gew, g{row} gew"
    pos = at(f"a1 R0, {way}", "wolf ogre forest river")
    assert against(pos, f"{cell}:ogre") == ("ogre_near", "O1")
    assert {f"{cell}:wolf", f"{cell}:forest", f"{cell}:river"} <= set(pos.names())


@pytest.mark.parametrize(("size", "near", "far"), [("9", "f5", "g5"), ("11", "g6", "h6"), ("13", "h7", "i7")])
def test_an_ogre_two_cells_away(size: str, near: str, far: str) -> None:
    """POU.O1, POU.M1: from there on it may lie anywhere, on every board."""
    border = {"9": "i5", "11": "k6", "13": "m7"}[size]
    row = border[1:]
    between = [letter for letter in "abcdefghijklm" if far[0] < letter < border[0]]
    way = ", ".join([f"{border} G1", *(f"{letter}{row} gew" for letter in between)])
    pos = at(f"a1 R0, {way}", "ogre", size=size)
    assert f"{far}:ogre" in pos.names()
    assert f"{near}:ogre" not in pos.names()
    assert against(at(f"a1 R0, {way}, {far} gew", "ogre", size=size), f"{near}:ogre") == ("ogre_near", "O1")


def test_the_eight_cells_and_no_others() -> None:
    """POU.O1: of all cells that a crossroads of boots opens, those not beside the flower may have one."""
    boots = "c3 F B, c5 F B, c7 F B, g3 F B, g7 F B"
    pos = at(f"a9 R0, c1 G1, c2 gns, c4 gns, c6 gns, d7 gew, e7 gew, f7 gew, d3 gew, e3 gew, f3 gew, {boots}", "ogre wolf")
    wolves, ogres = set(laid(pos, "wolf").split()), set(laid(pos, "ogre").split())
    assert wolves - ogres == {"d5"}
    assert wolves & set(AROUND) == {"d5"}


# Path cards of another colour


def test_a_path_card_as_an_obstacle() -> None:
    """POU.T4: at an opponent's end, any way round; it is passed by covering it."""
    pos = at(FACING, "yi yl yt")
    ways = ("ns", "ew", "ne", "es", "sw", "nw", "nes", "new", "nsw", "esw")
    assert plays(pos, "g5:") == [f"g5:y{way}" for way in ways]
    assert described(pos, "g5:yew")["role"] == "obstacle"
    pos.play("g5:yns")
    assert ends(pos, 1)["g5 w"] == "open"
    covering = at(f"{FACING}, g5 yns", "gi", "gi gl", said="turn=1")
    assert plays(covering, "g5:") == ["g5:gew", "g5:gne", "g5:ges"]


def test_one_s_own_colour_as_an_obstacle() -> None:
    """POU.T4: at an opponent's end of another colour; it isn't in one's own path."""
    pos = after(at(FACING, "ri"), "g5:rew")
    assert path(pos, 0) == "a5 b5"


def test_not_where_a_path_of_its_colour_ends() -> None:
    """POU.T4, POU.T2: there the card has to meet it, be it one's own or another's."""
    both = "a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns"
    assert plays(at(both, "ri"), "c5:") == ["c5:rew"]
    assert plays(at(both, "yi"), "c5:") == ["c5:yns", "c5:yew"]
    assert against(at(both, "ri"), "c5:rns") == ("does_not_meet", "T2")
    assert against(at(both, "ri gi"), "c5:gns") == ("favour", "T1")  # it would serve green
    assert against(at(both, "ri gi"), "c5:gew") == ("does_not_meet", "T2")


def test_where_a_third_player_s_path_ends() -> None:
    """POU.T4, POU.T2: a path of the card's colour that ends there makes it a path card, whoever else is hindered."""
    cards = "a5 R0, i5 G1, h5 gew, g9 Y2, g8 yns, g7 yns, g6 yns"
    pos = at(cards, "ri yi", said="players=3")
    assert against(pos, "g5:yns") == ("favour", "T1")
    assert against(pos, "g5:yew") == ("does_not_meet", "T2")
    assert plays(pos, "g5:") == ["g5:rns", "g5:rew"]


def test_both_at_one_s_own_and_another_s_end() -> None:
    """POU.T4, POU.T1: a card of a third colour hinders the opponent, though one's own path ends there as well."""
    both = "a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns"
    assert "c5:yew" in at(both, "yi ri").names()
    assert against(at(both, "yi ri"), "a6:yew") == ("hinders_self", "T1")


@pytest.mark.parametrize("lies", ["gns", "F", "W", "O", "F 0n"])
def test_not_on_a_card(lies: str) -> None:
    """POU.T4: only on an empty cell; on others it would be a crossing, which needs an end of its colour."""
    pos = at(f"{FACING}, g5 {lies}", "yi ri")
    assert not plays(pos, "g5:")
