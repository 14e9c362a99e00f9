"""What belongs to a path, and where it ends (POU.D1, POU.D2)."""

from __future__ import annotations

from itertools import permutations

import pytest

from escale.games.poucet.tests.tables import FACING, after, at, distance, ends, path

GREEN = "i5 G1"

PATHS = {
    "the start alone": ("a5 R0", "a5", "a4 s, b5 e, a6 n"),
    "a straight": ("a5 R0, b5 rew", "a5 b5", "a4 s, c5 e, a6 n"),
    "a straight across doesn't open back": ("a5 R0, b5 rns", "a5", "a4 s, b5 e dead, a6 n"),
    "a bend": ("a5 R0, b5 rnw", "a5 b5", "a4 s, a6 n, b6 n"),
    "a fork": ("a5 R0, b5 resw", "a5 b5", "a4 s, b4 s, c5 e, a6 n"),
    "a fork that turns its back": ("a5 R0, b5 rnes", "a5", "a4 s, b5 e dead, a6 n"),
    "another's colour": ("a5 R0, b5 gew", "a5", "a4 s, b5 e, a6 n"),
    "openings that don't meet": ("a5 R0, b5 rew, c5 rnes", "a5 b5", "a4 s, c5 e dead, a6 n"),
    "a ring": (
        "a5 R0, b5 resw, c5 rsw, c4 rnw, b4 rne",
        "b4 c4 a5 b5 c5",
        "a4 s, a6 n",
    ),
    "towards the border": ("a5 R0, a6 rns, a7 rns, a8 rns, a9 rns", "a5 a6 a7 a8 a9", "a4 s, b5 e"),
    "a card that isn't joined": ("a5 R0, c5 rew", "a5", "a4 s, b5 e, a6 n"),
    "side by side without openings": ("a5 R0, b5 rnw, b4 rns", "a5 b5", "a4 s, a6 n, b6 n"),
    "a wolf": ("a5 R0, b5 W", "a5", "a4 s, b5 e obstructed, a6 n"),
    "a forest": ("a5 R0, b5 F", "a5", "a4 s, b5 e obstructed, a6 n"),
    "a river": ("a5 R0, b5 V", "a5", "a4 s, b5 e obstructed, a6 n"),
    "a wolf in a river": ("a5 R0, b5 W V", "a5", "a4 s, b5 e obstructed, a6 n"),
    "an ogre": ("a5 R0, b5 O", "a5", "a4 s, b5 e dead, a6 n"),
    "covered by another": ("a5 R0, b5 rew gns, c5 rew", "a5", "a4 s, b5 e, a6 n"),
    "covered again": ("a5 R0, b5 rew gns res, c5 rew", "a5", "a4 s, b5 e dead, a6 n"),
    "repaired": ("a5 R0, b5 rew gns rnw, c5 rew", "a5 b5", "a4 s, a6 n, b6 n"),
    "another start of the colour": ("a5 R0, a6 R", "a5 a6", "a4 s, b5 e, b6 e, a7 n"),
    "another's start of another colour": ("a5 R0, a6 Y", "a5", "a4 s, b5 e, a6 n dead"),
    "boots": ("a5 R0, b5 F B", "a5 b5", "b4 s, a4 s, c5 e, a6 n, b6 n"),
    "boots and on": ("a5 R0, b5 V B, b6 rns, c5 rns", "a5 b5 b6", "b4 s, a4 s, c5 e dead, a6 n, b7 n"),
    "boots and boots": ("a5 R0, b5 F B, c5 W V B", "a5 b5 c5", "b4 s, c4 s, a4 s, d5 e, a6 n, b6 n, c6 n"),
    "boots that nobody reaches": ("a5 R0, c5 F B", "a5", "a4 s, b5 e, a6 n"),
    "boots between colours": ("a5 R0, b5 F B, c5 gew, d5 rew", "a5 b5", "b4 s, a4 s, c5 e, a6 n, b6 n"),
    "own pebbles": ("a5 R0, b5 F 0e", "a5 b5", "a4 s, c5 e, a6 n"),
    "own pebbles and on": ("a5 R0, b5 F 0e, c5 rnw", "a5 b5 c5", "a4 s, a6 n, c6 n"),
    "own pebbles, no way back": ("a5 R0, b5 F 0w", "a5", "a4 s, b5 e, a6 n"),
    "own pebbles across": ("a5 R0, b5 F 0n", "a5", "a4 s, b5 e, a6 n"),
    "another's pebbles": ("a5 R0, b5 F 1e, c5 rew", "a5", "a4 s, b5 e, a6 n"),
    "pebbles and a card that turns its back": ("a5 R0, b5 F 0e, c5 rns", "a5 b5", "a4 s, c5 e dead, a6 n"),
    "pebbles in a row": ("a5 R0, b5 F 0e, c5 F 0e", "a5 b5 c5", "a4 s, d5 e, a6 n"),
    "pebbles to boots": ("a5 R0, b5 F 0e, c5 V B", "a5 b5 c5", "c4 s, a4 s, d5 e, a6 n, c6 n"),
    "pebbles towards the border": ("a5 R0, a6 F 0n, a7 F 0n, a8 F 0n, a9 F 0n", "a5 a6 a7 a8 a9", "a4 s, b5 e"),
    # An opening towards the front of pebbles that are in the path: joined already. From the side, it is an end.
    "round to the front of pebbles": (
        "a5 R0, a6 rns, a7 res, b7 rew, c7 rsw, c6 rns, c5 rnw, b5 F 0e",
        "a5 b5 c5 a6 c6 a7 b7 c7",
        "a4 s",
    ),
    "round to the side of pebbles": (
        "a5 R0, a6 rns, a7 res, b7 rsw, b6 rns, b5 F 0e",
        "a5 b5 a6 b6 a7 b7",
        "a4 s, b5 s dead, c5 e",
    ),
    "to the front of pebbles that aren't reached": (
        "a4 R0, a5 rns, a6 res, b6 rew, c6 rsw, c5 rnw, b5 F 0e",
        "a4 a5 c5 a6 b6 c6",
        "a3 s, b4 e, b5 w",
    ),
    "pebbles face to face": ("a5 R0, b5 F 0e, c5 F 0w", "a5 b5", "a4 s, c5 e, a6 n"),
    "pebbles face to face, both reached": (
        "a5 R0, b5 F 0e, c5 F 0w, a6 rns, a7 res, b7 rew, c7 rew, d7 rsw, d6 rns, d5 rnw",
        "a5 b5 c5 d5 a6 d6 a7 b7 c7 d7",
        "a4 s",
    ),
}


def listed(said: str) -> dict[str, str]:
    """Ends as they are written above: open unless another state is said."""
    words = [end.split() for end in said.split(",") if end.strip()]
    return {" ".join(end[:2]): end[2] if len(end) > 2 else "open" for end in words}


@pytest.mark.parametrize("name", PATHS)
def test_a_path_and_its_ends(name: str) -> None:
    """POU.D1, POU.D2: what is reached through openings that meet, over visible cards; and all openings that lead nowhere."""
    cards, cells, expected = PATHS[name]
    pos = at(f"{cards}, {GREEN}")
    assert set(path(pos, 0).split()) == set(cells.split())
    assert ends(pos, 0) == listed(expected)
    assert path(pos, 1) == "i5"


def test_the_order_of_ends() -> None:
    """POU.D2: by seat, then cell, row by row from row 1, then way."""
    pos = at("a5 R0, b5 rew, c5 resw, c4 rnes, d6 W, d5 rnsw, i5 G1")
    found = [(end["seat"], end["at"][1], end["at"][0], "nesw".index(end["way"])) for end in pos.view(None)["ends"]]
    assert found == sorted(found)
    assert len(found) > 6


def test_one_cell_at_several_ends() -> None:
    """POU.D2: of one path and of several."""
    pos = at("a5 R0, b5 resw, b4 rnes, b3 rne, c3 rnw, d1 G1, d2 gns, d3 gns, d4 gnsw")
    assert {end for end in ends(pos, 0) if end.startswith("c4")} == {"c4 e", "c4 n"}
    assert {end for end in ends(pos, 1) if end.startswith("c4")} == {"c4 w"}


def test_no_end_is_the_flower() -> None:
    """POU.D2, POU.E1: an opening into it ends the game."""
    pos = after(at("a5 R0, b5 rew, c5 rew, i5 G1", "rt"), "d5:rnew")
    assert pos.over
    assert {"d6 n"} == {end for end in ends(pos, 0) if end.startswith(("d", "e"))}


# Who has which path


def test_cards_are_whose_colour_they_have() -> None:
    """POU.D1: whoever laid them."""
    pos = after(at(FACING, "gi", "pebbles"), "g5:gew")  # forced
    assert path(pos, 1) == "g5 h5 i5"
    assert path(pos, 0) == "a5 b5"


def test_two_of_one_colour_share_what_meets() -> None:
    """POU.D1: both paths hold it all, and both have all ends; an opponent of another colour has nothing of it."""
    cards = "a5 R0, b5 rew, a7 R1, b7 rsw, b6 rns, c5 rew, i5 G2"
    apart = at(cards, said="players=3")
    assert (path(apart, 0), path(apart, 1)) == ("a5 b5 c5", "b6 a7 b7")
    assert ends(apart, 1)["b5 s"] == "dead"
    joined = at(cards.replace("b5 rew", "b5 rnew"), said="players=3")
    assert path(joined, 0) == path(joined, 1) == "a5 b5 c5 b6 a7 b7"
    assert ends(joined, 0) == ends(joined, 1)
    assert path(joined, 2) == "i5"
    assert distance(joined, 0) == distance(joined, 1) == 1


def test_pebbles_are_not_shared() -> None:
    """POU.D1, POU.W1: of two players of one colour only who laid them passes; the other's path ends there."""
    pos = at("a5 R0, b5 rew, a6 R1, c5 F 0e, d5 rns, i5 G2", said="players=3")
    assert (path(pos, 0), path(pos, 1)) == ("a5 b5 c5 a6", "a5 b5 a6")
    assert "c5 e" not in ends(pos, 0)
    assert ends(pos, 1)["c5 e"] == "open"


def test_who_gave_up_has_no_path() -> None:
    """POU.D1: nor any end; the cards stay, and are in whose path they are joined to."""
    cards = "a5 R0, b5 rew, a7 R1, i5 G2"
    pos = at(cards, said="players=3 turn=1", more="out 0")
    assert (path(pos, 0), ends(pos, 0), distance(pos, 0)) == ("", {}, None)
    joined = at(f"{cards}, a6 rns", said="players=3 turn=1", more="out 0")
    assert path(joined, 1) == "a5 b5 a6 a7"


def test_an_abandoned_start_has_no_path() -> None:
    """POU.D1, POU.B2: only the latest counts; but it is a card of its colour that a path may reach."""
    pos = at("a5 R, b5 rew, a9 R0, i5 G1")
    assert path(pos, 0) == "a9"
    again = at("a5 R, b5 rew, a8 rns, a7 rns, a6 rns, a9 R0, i5 G1")
    assert path(again, 0) == "a5 b5 a6 a7 a8 a9"
    other = at("a5 R, b5 rew, a6 G0, i5 G1")
    assert path(other, 0) == "a6"
    assert ends(other, 0)["a5 s"] == "dead"


@pytest.mark.parametrize("seats", list(permutations(range(3))))
def test_seats_are_alike(seats: tuple[int, int, int]) -> None:
    """POU.D1: whichever seat has which path."""
    red, green, yellow = seats
    pos = at(f"a5 R{red}, b5 F {red}e, i5 G{green}, h5 gew, e9 Y{yellow}, e8 F {yellow}n", said="players=3")
    assert (path(pos, red), path(pos, green), path(pos, yellow)) == ("a5 b5", "h5 i5", "e9")


# How far it is


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("a5 R0", 3),
        ("a1 R0", 7),
        ("a5 R0, b5 rew", 2),
        ("a5 R0, b5 rew, c5 rew", 1),
        ("a5 R0, b5 rew, d5 rew", 1),  # a card that lies there already
        ("a5 R0, b5 rew, d5 rns", 4),  # one that turns its back can't be covered: round it, by c6 d6 e6
        ("a5 R0, b5 rew, c5 rew, d5 rns", 5),  # from the start again
        ("a5 R0, b5 rew, c5 rew, d5 gns", 1),  # covered
        ("a5 R0, b5 rew, c5 rew, d5 F", 1),
        ("a5 R0, b5 rew, c5 rew, d5 V", 1),
        ("a5 R0, b5 rew, c5 rew, d5 W V", 1),
        ("a5 R0, b5 rew, c5 rew, d5 W", 2),
        ("a5 R0, b5 rew, c5 rew, d5 1w", 1),
        ("a5 R0, b5 rew, d5 F 0e", 1),
        ("a5 R0, b5 rew, d5 F 0w", 2),
        ("a4 R0, b4 rew, c4 rew, e4 F 0e", 2),
        ("a4 R0, b4 rew, c4 rew, e4 F 0e, d5 W", 3),  # pebbles come to from behind are in the path, and not covered
        ("a4 R0, b4 rew, c4 rew, e4 F 0w, d5 W", 2),  # from the front they are
        ("a5 R0, b5 rew, d5 F B", 1),
        ("a5 R0, b5 rew, c6 F B, d6 F B, d5 rne", 1),
        ("a5 R0, b5 rew, c5 O", 5),  # from the start again
        ("a5 R0, b5 O, a6 O, a4 O", None),
        ("a5 R0, b5 O, a6 O, a4 W", 6),
        ("a1 R0, a2 O, b1 Y", None),
    ],
)
def test_distance(cards: str, expected: int | None) -> None:
    """POU.E1, POU.B1: the fewest cards that lead there from what lies now; a wolf takes two, some things nobody passes."""
    cards = cards.replace("d5 1w", "d5 F 1w")
    assert distance(at(f"{cards}, i5 G1"), 0) == expected


def test_distance_without_crossing() -> None:
    """POU.X1, POU.E1: what is in a path has to be gone round; what is in none may be covered."""
    cards = "a5 R0, b5 rew, c5 rew, d9 G1, d8 gns, d7 gns, d6 gns, d5 gns"
    assert distance(at(cards), 0) == 1
    assert distance(at(cards, said="crossing=off"), 0) != 1
    assert distance(at(cards.replace("d8 gns", "d8 gew"), said="crossing=off"), 0) == 1


def test_distance_of_others() -> None:
    """POU.E1: everybody's can be seen; 0 for who has arrived."""
    pos = after(at("a5 R0, b5 rew, c5 rew, i5 G1, h5 gew", "ri"), "d5:rew")
    assert (distance(pos, 0), distance(pos, 1)) == (0, 2)
