"""Covering path cards and pebbles (POU.X1, POU.X2, POU.X3)."""

from __future__ import annotations

import pytest

from escale.games.poucet.tests.tables import FACING, GAME, after, against, at, card_of, described, ends, path, pile, plays

#: Green comes down the column c and crosses the way of red, which has come along row 5.
CROSSED = "a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 gns, c4 gns"


def test_a_path_card_is_covered() -> None:
    """POU.X1: at an end of one's path, a card of another colour, turned so that it meets the end."""
    pos = at(CROSSED, "ri rl rt")
    assert plays(pos, "c5:") == [f"c5:r{way}" for way in ("ew", "sw", "nw", "new", "nsw", "esw")]
    assert described(pos, "c5:rew")["role"] == "crossing"
    assert against(pos, "c5:rns") == against(pos, "c5:rne") == ("does_not_meet", "T2")


def test_what_is_covered_is_cut() -> None:
    """POU.X1, POU.D1: the other's path ends before it; what lies beyond isn't in it any more."""
    pos = at(CROSSED, "ri")
    assert path(pos, 1) == "c4 c5 c6 c7 c8 c9"
    pos.play("c5:rew")
    assert pile(pos, "c5") == ["gns", "rew"]
    assert path(pos, 0) == "a5 b5 c5"
    assert path(pos, 1) == "c6 c7 c8 c9"
    assert ends(pos, 1)["c5 s"] == "open"


def test_croquis_3() -> None:
    """POU.X1, POU.D1: B has to cover two cards of the path of A to go on; then A covers both in turn and has the path again.

    Cards that lie on each other needn't point the same way.
    """
    way_of_a = "a6 R0, b6 rew, c6 rsw, c5 rns, c4 rne, d4 rew"
    pos = at(f"{way_of_a}, b9 G1, b8 gns, b7 gne, c7 gsw", "rl rl rl", "gi gl gi", said="turn=1")
    assert path(pos, 0) == "c4 d4 c5 a6 b6 c6"
    assert ends(pos, 1)["c6 s"] == "open"
    pos.play("c6:gns")
    assert path(pos, 0) == "a6 b6"
    assert path(pos, 1) == "c6 b7 c7 b8 b9"
    pos.play("a7:res")  # A goes on elsewhere
    pos.play("c5:gne")
    assert (pile(pos, "c6"), pile(pos, "c5")) == (["rsw", "gns"], ["rns", "gne"])
    assert path(pos, 1) == "c5 c6 b7 c7 b8 b9"
    assert path(pos, 0) == "a6 b6 a7"
    pos.play("c6:rsw")
    assert pile(pos, "c6") == ["rsw", "gns", "rsw"]
    assert path(pos, 0) == "a6 b6 c6 a7"
    assert path(pos, 1) == "b7 c7 b8 b9"
    pos.play("a9:gew")  # and B too
    pos.play("c5:rne")
    assert pile(pos, "c5") == ["rns", "gne", "rne"]
    assert path(pos, 0) == "c5 a6 b6 c6 a7"
    straight = at(f"{way_of_a.replace('c5 rns', 'c5 rns gne')}, b9 G1", "ri")
    assert path(after(straight, "c5:rns"), 0) == "c4 d4 c5 a6 b6 c6"  # turned as it was, all of it is joined again


def test_piles_may_grow() -> None:
    """POU.X1: as often as somebody comes by, each colour on another."""
    pos = at("a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 rew gns rns yew gns", "ri")
    pos.play("c5:rew")
    assert pile(pos, "c5") == ["rew", "gns", "rns", "yew", "gns", "rew"]
    assert path(pos, 0) == "a5 b5 c5"
    below = next(card["below"] for card in pos.view(None)["cells"] if card["at"] == [2, 4])
    assert [card["colour"] + card["open"] for card in below] == ["rew", "gns", "rns", "yew", "gns"]


def test_a_tall_pile() -> None:
    """POU.X1: there is no limit but the cards."""
    tall = " ".join(["rns", "gns", "yns"] * 15 + ["rne", "gne", "yne"] * 8)
    pos = at(f"a5 R0, i5 G1, b5 {tall}", "rt rt")
    assert ends(pos, 0)["b5 e"] == "open"
    pos.play("b5:rnsw")
    assert len(pile(pos, "b5")) == 70
    assert GAME.parse(pos.text()) == pos


def test_a_card_in_nobody_s_path_is_covered() -> None:
    """POU.X1, POU.T4: as an obstacle that was laid, or what is left of a path."""
    pos = at(f"{FACING}, c5 yns", "ri")
    assert plays(pos, "c5:") == ["c5:rew"]
    assert path(after(pos, "c5:rew"), 0) == "a5 b5 c5"


@pytest.mark.parametrize("pebbles", ["0n", "1w", "1e", "1n"])
def test_pebbles_are_covered(pebbles: str) -> None:
    """POU.X1, POU.W1: another's, or one's own that aren't in the path."""
    pos = at(f"{FACING}, c5 F {pebbles}", "ri")
    assert plays(pos, "c5:") == ["c5:rew"]
    pos.play("c5:rew")
    assert pile(pos, "c5") == ["F", pebbles, "rew"]
    assert path(pos, 0) == "a5 b5 c5"


def test_covering_pebbles_cuts_their_owner() -> None:
    """POU.X1: whose path led over them."""
    pos = at("a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 F 1s, c4 gns", "ri")
    assert path(pos, 1) == "c4 c5 c6 c7 c8 c9"
    pos.play("c5:rew")
    assert path(pos, 1) == "c6 c7 c8 c9"


def test_a_crossing_needs_an_end_of_its_colour() -> None:
    """POU.X1, POU.T2: not at another's end alone."""
    pos = at(CROSSED, "yi ri")
    assert against(pos, "c5:yew") == ("no_end_of_colour", "T2")


def test_a_crossing_for_another_is_forced() -> None:
    """POU.X1, POU.T1: covering a card at another's end serves the other."""
    pos = at(f"{FACING}, g5 yns", "gi ri")
    assert against(pos, "g5:gew") == ("favour", "T1")
    forced = at(f"{FACING}, g5 yns", "gi")
    assert described(forced, "g5:gew")["role"] == "crossing"


# Without crossing


def test_crossing_off() -> None:
    """POU.X1: what is in a path isn't covered; its end is dead."""
    pos = at(CROSSED, "ri", said="crossing=off")
    assert against(pos, "c5:rew") == ("crossing_off", "X1")
    assert ends(pos, 0)["c5 e"] == "dead"


def test_crossing_off_pebbles() -> None:
    """POU.X1: pebbles in a path neither."""
    pos = at("a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 F 1s, c4 gns", "ri", said="crossing=off")
    assert against(pos, "c5:rew") == ("crossing_off", "X1")
    assert ends(pos, 0)["c5 e"] == "dead"


@pytest.mark.parametrize("lies", ["yns", "F 1n", "F 0n"])
def test_crossing_off_and_in_no_path(lies: str) -> None:
    """POU.X1: an obstacle of another colour, or pebbles that nobody uses, may still be covered."""
    pos = at(f"{FACING}, c5 {lies}", "ri", said="crossing=off")
    assert ends(pos, 0)["c5 e"] == "open"
    assert plays(pos, "c5:") == ["c5:rew"]


def test_crossing_off_what_was_given_up() -> None:
    """POU.X1, POU.D1: who gave up has no path, so it may be covered."""
    pos = at(f"{CROSSED}, i5 Y2", "ri", said="players=3 crossing=off", more="out 1")
    assert plays(pos, "c5:") == ["c5:rew"]


# Never one's own colour


@pytest.mark.parametrize(
    ("lies", "cards"),
    [
        ("rns", "ri rl rt"),  # one's own
        ("gew rns", "ri rl rt"),  # whatever lies below
    ],
)
def test_same_colour(lies: str, cards: str) -> None:
    """POU.X2: nor another player's who has the same colour."""
    pos = at(f"{FACING}, c5 {lies}", cards)
    assert ends(pos, 0)["c5 e"] == "dead"
    assert against(pos, "c5:rew") == ("same_colour", "X2")
    other = at(f"a5 R0, b5 rew, c9 R1, c8 rns, c7 rns, c6 rns, c5 {lies}", cards)
    assert against(other, "c5:rew") == ("same_colour", "X2")


def test_the_colour_below_does_not_matter() -> None:
    """POU.X2: only the visible card counts."""
    assert plays(at(f"{FACING}, c5 rns gns", "ri"), "c5:") == ["c5:rew"]


ROUND = "a5 R0, a6 rns, a7 res, b7 rsw, b6 rns, b5 F 0e, i5 G1"


def test_pebbles_of_the_path_itself() -> None:
    """POU.X2: a path doesn't cover pebbles that it leads over."""
    pos = at(ROUND, "ri rl")
    assert ends(pos, 0)["b5 s"] == "dead"
    assert against(pos, "b5:rns") == ("own_pebbles", "X2")


def test_pebbles_of_the_path_for_another() -> None:
    """POU.X2: somebody else of that colour may, whose path doesn't lead over them; the owner only to serve them."""
    cards = "a5 R0, b5 F 0e, a8 R1, b8 rsw, b7 rns, b6 rns, i5 G2"
    pos = at(cards, "rl", "ri rl", said="players=3 turn=1")
    assert plays(pos, "b5:") == ["b5:rns", "b5:rne", "b5:rnw"]
    assert path(after(pos, "b5:rns"), 0) == "a5"
    owner = at(cards, "ri wolf", said="players=3")
    assert against(owner, "b5:rns") == ("favour", "T1")
    assert against(owner, "b5:rew") == ("does_not_meet", "T2")


# Never a start, nor the flower


@pytest.mark.parametrize("move", ["rew", "gew", "wolf", "ogre", "forest", "river", "pebbles-n", "boots"])
def test_start_cards_are_never_covered(move: str) -> None:
    """POU.X3: one's own, another's or an abandoned one, by whatever card."""
    pos = at("a5 R0, a6 G1, a4 Y", f"rl {card_of(move)}")
    assert ends(pos, 0)["a6 n"] == ends(pos, 0)["a4 s"] == "dead"
    for place in ("a4", "a5", "a6"):
        assert against(pos, f"{place}:{move}") == ("on_start", "X3")


@pytest.mark.parametrize("move", ["rew", "gew", "wolf", "ogre", "forest", "river", "pebbles-e", "boots"])
def test_the_flower_is_never_covered(move: str) -> None:
    """POU.X3: by whatever card."""
    assert against(at(FACING, f"rl {card_of(move)}"), f"e5:{move}") == ("on_flower", "X3")
