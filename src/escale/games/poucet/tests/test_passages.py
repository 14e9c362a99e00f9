"""Passages: pebbles, boots, and a river for the wolf (POU.T5, POU.W1, POU.W2)."""

from __future__ import annotations

import pytest

from escale.games.poucet.tests.tables import FACING, after, against, at, card_of, described, ends, path, pile, plays

ALL = "ri river pebbles boots"


@pytest.mark.parametrize(
    ("lies", "legal", "refusals"),
    [
        ("F", ["pebbles-e", "boots"], {"river": "not_empty", "rew": "needs_passage"}),
        ("V", ["boots"], {"river": "not_empty", "pebbles-e": "wrong_passage", "rew": "needs_passage"}),
        ("W", ["river"], {"pebbles-e": "wrong_passage", "boots": "drown_first", "rew": "needs_passage"}),
        ("W V", ["boots"], {"river": "not_empty", "pebbles-e": "wrong_passage", "rew": "needs_passage"}),
        ("O", [], {"river": "not_empty", "pebbles-e": "ogre_stays", "boots": "ogre_stays", "rew": "ogre_stays"}),
    ],
)
def test_what_passes_what(lies: str, legal: list[str], refusals: dict[str, str]) -> None:
    """POU.T5: pebbles and boots a forest, boots a river, first a river and then boots a wolf; nothing an ogre."""
    pos = at(f"{FACING}, c5 {lies}", ALL)
    assert plays(pos, "c5:") == sorted((f"c5:{card}" for card in legal), key=lambda move: "rpb".index(move[3]))
    for card, name in refusals.items():
        assert against(pos, f"c5:{card}") == (name, "T3" if name == "not_empty" else "T5")
    assert {described(pos, f"c5:{card}")["role"] for card in legal} <= {"passage"}


@pytest.mark.parametrize("lies", ["", "gns", "F 1n"])
@pytest.mark.parametrize("card", ["pebbles-e", "boots"])
def test_only_on_an_obstacle(card: str, lies: str) -> None:
    """POU.T5: not on an empty cell, nor on a path card or pebbles."""
    pos = at(FACING + (f", c5 {lies}" if lies else ""), ALL)
    assert against(pos, f"c5:{card}") == ("wrong_passage", "T5")


def test_only_at_an_end() -> None:
    """POU.T5, POU.T1: an obstacle that no path ends at isn't passed."""
    pos = at(f"{FACING}, c7 F", ALL)
    assert against(pos, "c7:boots") == against(pos, "c7:pebbles-e") == ("no_end", "T1")


def test_a_wolf_takes_two_cards() -> None:
    """POU.T5: drowned, it is a river for whoever comes next; boots on that, and the way is free."""
    pos = after(at(f"{FACING}, c5 W", "river boots", "gi gi"), "c5:river")
    assert (pile(pos, "c5"), ends(pos, 0)["c5 e"]) == (["W", "V"], "obstructed")
    pos = after(pos, "g5:gew", "c5:boots")
    assert pile(pos, "c5") == ["W", "V", "B"]
    assert path(pos, 0) == "a5 b5 c5"


def test_a_river_on_a_wolf_is_a_passage() -> None:
    """POU.T5, POU.T1: on one's own path of choice, on another's forced; on an empty cell it is an obstacle."""
    pos = at(f"{FACING}, c5 W, g5 W", "river ri")
    assert described(pos, "c5:river")["role"] == "passage"
    assert described(pos, "i4:river")["role"] == "obstacle"
    assert against(pos, "g5:river") == ("favour", "T1")
    assert against(pos, "a4:river") == ("hinders_self", "T1")


def test_any_end_at_the_cell_will_do() -> None:
    """POU.T5: boots of choice where one's own path ends, though another's ends there too."""
    both = "a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 F"
    pos = at(both, "boots pebbles ri")
    assert plays(pos, "c5:") == ["c5:pebbles-e", "c5:boots"]
    assert against(pos, "c5:pebbles-s") == ("favour", "T1")


# Pebbles


@pytest.mark.parametrize("way", "nsw")
def test_pebbles_lead_straight_on(way: str) -> None:
    """POU.W1: away from the end they are laid at, no other way."""
    assert against(at(f"{FACING}, c5 F", ALL), f"c5:pebbles-{way}") == ("wrong_way", "W1")


@pytest.mark.parametrize(
    ("cards", "cell", "way", "beyond"),
    [
        ("a5 R0, b5 rew, c5 F", "c5", "e", "d5"),
        ("a5 R0, a6 F", "a6", "n", "a7"),
        ("a5 R0, a4 F", "a4", "s", "a3"),
        ("e9 R0, d9 F", "d9", "w", "c9"),
    ],
)
def test_where_pebbles_lead(cards: str, cell: str, way: str, beyond: str) -> None:
    """POU.W1, POU.D1: the path goes on to the next cell, and to that one only."""
    pos = after(at(f"{cards}, i5 G1", "pebbles"), f"{cell}:pebbles-{way}")
    assert pile(pos, cell) == ["F", f"0{way}"]
    assert f"{beyond} {way}" in ends(pos, 0)
    assert [end for end in ends(pos, 0) if end.startswith(cell)] == []
    assert cell in path(pos, 0)


def test_pebbles_from_two_sides() -> None:
    """POU.W1: of a path that ends there twice either way may be chosen."""
    pos = at("a5 R0, b5 resw, b4 rnes, b3 rne, c3 rnw, c4 F, i5 G1", "pebbles")
    assert plays(pos, "c4:") == ["c4:pebbles-n", "c4:pebbles-e"]
    later = after(pos, "c4:pebbles-n")
    assert "c5 n" in ends(later, 0)
    assert ends(later, 0)["c4 e"] == "dead"  # from the side, in the same path


def test_pebbles_are_the_layer_s() -> None:
    """POU.W1: laid at another's end, perforce, they serve nobody: not the other, and not who laid them."""
    pos = after(at(f"{FACING}, g5 F", "pebbles"), "g5:pebbles-w")
    assert pile(pos, "g5") == ["F", "0w"]
    assert path(pos, 1) == "h5 i5"
    assert ends(pos, 1)["g5 w"] == "open"  # green may cover them
    assert path(pos, 0) == "a5 b5"


def test_pebbles_one_way_only() -> None:
    """POU.W1, POU.D1: who comes from the front doesn't pass."""
    pos = at("a5 R0, b5 rew, c5 F 0w, d5 rns, i5 G1")
    assert path(pos, 0) == "a5 b5"
    assert ends(pos, 0)["c5 e"] == "open"


# Boots


def test_boots_are_a_crossroads() -> None:
    """POU.W2: open on all four sides."""
    pos = after(at(f"{FACING}, c5 F", "boots"), "c5:boots")
    assert path(pos, 0) == "a5 b5 c5"
    assert {"c4 s", "d5 e", "c6 n"} <= set(ends(pos, 0))


def test_croquis_2() -> None:
    """POU.W2: boots laid by player A are a crossroads for player B as well, who goes on from them in any direction."""
    pos = at("a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 F", "boots", "gi gl")
    pos.play("c5:boots")
    assert path(pos, 0) == "a5 b5 c5"
    assert path(pos, 1) == "c5 c6 c7 c8 c9"
    assert {"c4 s", "b5 w", "d5 e"} <= set(ends(pos, 1))
    assert ends(pos, 1)["b5 w"] == "open"  # a red card lies there, which green may cover
    assert {"c4:gns", "d5:gew", "d5:gsw", "b5:gew"} <= set(plays(pos))
    pos.play("c4:gns")
    assert path(pos, 1) == "c4 c5 c6 c7 c8 c9"
    assert path(pos, 0) == "a5 b5 c5"


def test_boots_join_from_every_side() -> None:
    """POU.W2, POU.D2: no end ever leads to them."""
    pos = at("a5 R0, b5 rew, c5 F B, c9 G1, c8 gns, c7 gns, c6 gns, c1 Y2, c2 yns, c3 yns, c4 yns", said="players=3")
    for seat in range(3):
        assert "c5" in path(pos, seat).split()
        assert not [end for end in ends(pos, seat) if end.startswith("c5")]


@pytest.mark.parametrize("move", ["rew", "gew", "wolf", "ogre", "forest", "river", "pebbles-e", "boots"])
def test_boots_are_never_covered(move: str) -> None:
    """POU.W2: by nothing."""
    pos = at(f"{FACING}, c5 F B", f"rl {card_of(move)}")
    assert against(pos, f"c5:{move}") == ("on_boots", "W2")
