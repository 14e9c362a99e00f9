"""Hints: why a move is good, and what else is good to know."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.poucet.tests.hinted import Text, asides, choosing, idea, starting
from escale.games.poucet.tests.tables import ALONE, FACING, at

CORNER = "a9 R0, a8 F, b9 F"  # obstructed, but not blocked
SHUT = "i5 G1, h5 gew, i4 O, i6 O"  # one end only
DEAD = "a9 R0, a8 O, b9 O"
AROUND = "a5 R0, b5 rsw, b4 rne, c4 rew, d4 rew, e4 rew, f4 rnw"  # leads under the flower to f5
GREENS = "i5 G1, e9 G2, e8 gns, e7 gns"  # one is near the flower
THREE = "i5 G1, h5 gew, e9 Y2, e8 yns"
NEARER: Text = ("own.nearer", {"n": 1, "from": 2})
OPPONENT = {"whose": "opponent"}


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (at(f"{FACING}, c5 rew", "ri"), "d5:rew", [("end.wins", {})]),
        (at(f"{CORNER}, {SHUT}, g5 gew", "gi"), "f5:gew", [("only", {}), ("end.lost_all", {})]),
        (at(f"{CORNER}, i5 G1, h5 gew, g5 gew", "gi"), "f5:gew", [("end.lost", OPPONENT)]),
        (at(f"{DEAD}, i5 G1", "gi"), "give up", [("leave.wins", OPPONENT)]),
        (at(f"{DEAD}, {THREE}", "gi", said="players=3"), "give up", [("leave.others", {"n": 2})]),
    ],
)
def test_the_game_ends(pos: Position, move: str, told: list[Text]) -> None:
    """POU.E1, POU.E2: who arrives, and whether there was another move; who leaves."""
    assert idea(pos, move) == told


@pytest.mark.parametrize(
    ("cards", "hand", "move", "told"),
    [
        ("", "ri", "c5:rew", [NEARER]),
        ("", "rt", "c5:rnew", [("own.ends", {"n": 4, "from": 3}), NEARER]),
        ("c6 F B", "rt", "c5:rnew", [("own.boots", {}), NEARER]),
        ("c6 rns, c7 rns", "rt", "c5:rnew", [("own.joins", {"n": 2}), NEARER]),
        ("c5 F", "pebbles ri", "c5:pebbles-e", [("own.passes", {"obstacle": "forest"}), NEARER]),
        ("c5 F", "pebbles boots", "c5:pebbles-e", [("own.keeps_boots", {}), NEARER]),
        ("c5 F", "pebbles boots", "c5:boots", [("own.passes", {"obstacle": "forest"}), NEARER]),
        ("c5 V", "boots ri", "c5:boots", [("own.passes", {"obstacle": "river"}), NEARER]),
        ("c5 W", "river", "c5:river", [("own.drowns", {}), ("own.nearer", {"n": 2, "from": 3})]),
        ("c5 W", "river boots", "c5:river", [("own.drowns_boots", {}), ("own.nearer", {"n": 2, "from": 3})]),
        ("c5 gns", "ri", "c5:rew", [("own.clears", {"covered": "gi"}), NEARER]),
        ("", "rl", "c5:rnw", [("careful.farther", {"n": 3, "from": 2})]),
        ("", "ri", "a6:rns", [("quiet", {})]),
    ],
)
def test_one_s_own_path(cards: str, hand: str, move: str, told: list[Text]) -> None:
    """POU.T2, POU.T5, POU.W2, POU.X1: by what it gets nearer, if by more than a card on an empty cell."""
    assert idea(at(f"{FACING}, {cards}", hand), move) == told


def test_a_way_is_opened() -> None:
    """POU.T1, POU.X2: a red card that doesn't open to the red path is covered with a green one."""
    pos = at("a5 R0, b5 rew, c5 rns, a6 O, a4 O, c6 gns, c7 gns, c8 gns, c9 G1", "gi", said="favour=free")
    assert idea(pos, "c5:gns") == [("own.way", {"n": 2}), ("other.leader", {**OPPONENT, "n": 3, "from": 2})]


FEWER = {"n": 2, "from": 3}


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (
            at(f"{FACING}, g5 gew", "wolf"),
            "f5:wolf",
            [("other.threat", {**OPPONENT, "n": 2}), ("stops.wolf", {})],
        ),
        (
            at(f"{AROUND}, {SHUT}, g5 gew", "ri", said="crossing=off"),
            "f5:rns",
            [("other.threat_ended", OPPONENT), ("careful.farther", {"n": 2, "from": 1})],
        ),
        (
            at(f"a5 R0, b5 rew, {SHUT}", "ogre"),
            "g5:ogre",
            [("only", {}), ("other.blocks", OPPONENT)],
        ),
        (
            at(f"a5 R0, b5 rew, {SHUT}", "ogre wolf"),
            "g5:ogre",
            [("other.blocks", OPPONENT), ("other.no_way", {**OPPONENT, "n": 2})],
        ),
        (
            at(f"a5 R0, b5 rew, {SHUT}", "ogre wolf"),
            "g5:wolf",
            [("other.no_end", OPPONENT), ("other.longer", {**OPPONENT, "n": 3, "from": 2})],
        ),
        (
            at(f"a5 R0, {THREE}", "wolf", said="players=3"),
            "g5:wolf",
            [("other.longer", {"whose": 2, "n": 3, "from": 2}), ("stops.wolf", {})],
        ),
        (
            at(f"a5 R0, {THREE}, g5 yns", "wolf", said="players=3"),
            "e7:wolf",
            [("other.longer", {"whose": 3, "n": 3, "from": 2}), ("stops.wolf", {})],
        ),
        (
            at("a5 R0, i5 G1, h5 gew, e9 Y2", "wolf", said="players=3"),
            "g5:wolf",
            [("other.leader", {"whose": 2, "n": 3, "from": 2}), ("stops.wolf", {})],
        ),
        (
            at("h1 R0, h2 rns, h3 rns, h4 res, i5 G1, h5 gew, i4 gns, i3 gns", "ri"),
            "i4:rew",
            [("other.cuts", {**OPPONENT, "n": 2})],
        ),
        (at(FACING, "forest ri"), "g5:forest", [("other.ends", OPPONENT | FEWER), ("stops.forest", {})]),
    ],
)
def test_others_paths(pos: Position, move: str, told: list[Text]) -> None:
    """POU.T3, POU.X1, POU.B1: who is held back most; who is nearest to the flower is told apart."""
    assert idea(pos, move) == told


def test_what_weighs_most_comes_first() -> None:
    """POU.E1, POU.X1: one's own step, unless more is done to another, or that one could arrive at once."""
    far = at("h1 R0, h2 rns, h3 rns, h4 rns, i5 G1, h5 gew", "rl")
    assert idea(far, "h5:rsw") == [("own.nearer", {"n": 2, "from": 3}), ("other.leader", {**OPPONENT, "n": 3, "from": 2})]
    near = at("g1 R0, g2 rns, g3 rns, g4 rns, i5 G1, h5 gew, g5 gew", "rl")
    assert idea(near, "g5:rsw") == [("other.threat", {**OPPONENT, "n": 2}), NEARER]


def test_others_come_nearer_too() -> None:
    """POU.D1, POU.X1: who shares the path, and who gets a way where there was none."""
    shared = at("a5 R0, b5 rew, a4 R1", "ri")
    assert idea(shared, "c5:rew") == [NEARER, ("careful.helps", {**OPPONENT, "n": 1, "from": 2})]
    freed = at("h1 R0, h2 rns, h3 rns, h4 rns, i5 G1, i4 O, i6 O, h5 gns", "ri")
    assert idea(freed, "h5:rns")[-1] == ("careful.way", {**OPPONENT, "n": 3})
    away = at("a5 R0, b5 rew, a4 O, a6 O, c6 O, i5 G1, h5 gew", "rl")
    assert idea(away, "c5:rnw") == [("careful.no_way", {"n": 2})]


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (at(ALONE, "gi wolf"), "c5:gns", [("must.hinder", {}), ("must.harmless", {})]),
        (at(ALONE, "gi wolf"), "c5:wolf", [("must.hinder", {}), ("careful.farther", {"n": 3, "from": 2})]),
        (at(f"{CORNER}, {GREENS}", "gi", said="players=3"), "i4:gns", [("must.favour", {}), ("must.harmless", {})]),
        (
            at(f"{CORNER}, {GREENS}", "gi", said="players=3"),
            "h5:gew",
            [("must.favour", {}), ("must.farthest", {"whose": 2, "n": 2})],
        ),
        (
            at(f"{CORNER}, i5 G1, h5 gew, e9 G2, e8 gns, e7 gns", "gi", said="players=3"),
            "g5:gew",
            [("must.favour", {}), ("careful.helps", {"whose": 2, "n": 1, "from": 2})],
        ),
    ],
)
def test_cards_that_one_must_lay(pos: Position, move: str, told: list[Text]) -> None:
    """POU.T1: for another's path or in one's own way; how little harm that does."""
    assert idea(pos, move) == told


def test_a_spare_card() -> None:
    """POU.T4: of another colour than one's own; the cards of one's own are kept."""
    assert idea(at(FACING, "yi ri rl"), "g5:yns") == [("spare", {}), ("keeps", {"n": 2})]
    assert idea(at(FACING, "yi ri rl"), "g5:rns") == [("quiet", {})]


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("ri", [("discard.any", {})]),
        ("gi", [("discard.colour", {}), ("keeps", {"n": 1})]),
        ("wolf", [("discard.alike", {"n": 2}), ("keeps", {"n": 1})]),
        ("ogre", [("discard.any", {}), ("keeps", {"n": 1})]),
    ],
)
def test_an_exchange(card: str, told: list[Text]) -> None:
    """POU.T6: what is of no use, or what one has twice."""
    pos = at(f"{CORNER}, i9 G1, h9 O, i8 O", "ri gi wolf wolf ogre")
    assert idea(pos, f"discard {card}") == told


@pytest.mark.parametrize(
    ("pos", "colour", "told"),
    [
        (choosing(hand="ri ri gi wolf"), "r", [("take.most", {"n": 2}), ("take.free", {})]),
        (choosing(hand="ri ri gi wolf"), "g", [("take.few", {"n": 1}), ("take.free", {})]),
        (choosing("r", hand="ri gl wolf"), "r", [("take.equal", {"n": 1}), ("take.shared", {"whose": 1})]),
        (choosing("r", "r", hand="ri ri gi"), "g", [("take.most", {"n": 1}), ("take.free", {})]),
    ],
)
def test_a_colour_is_chosen(pos: Position, colour: str, told: list[Text]) -> None:
    """POU.S2: of those that are left, by the hand, and by who has it already."""
    assert idea(pos, f"take {colour}") == told


@pytest.mark.parametrize(
    ("pos", "cell", "told"),
    [
        (starting(), "a5", [("start.nearest", {"n": 3})]),
        (starting(), "a1", [("start.far", {"n": 7})]),
        (starting("a5"), "e1", [("start.nearest", {"n": 3}), ("start.side", {})]),
        (starting("a5"), "a2", [("start.far", {"n": 6}), ("start.apart", {"n": 3})]),
    ],
)
def test_a_start_is_chosen(pos: Position, cell: str, told: list[Text]) -> None:
    """POU.S2: by how far it is to the flower and to others."""
    assert idea(pos, f"start {cell}") == told


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (at(f"{DEAD}, i5 G1", "ri rl"), "r a5", [("restart.way", {"n": 3}), ("restart.held", {"n": 2})]),
        (at(f"{DEAD}, a2 G1, b1 O", "wolf"), "r a1", [("restart.no_way", {}), ("restart.held", {"n": 0})]),
        (
            at(f"{CORNER}, i5 G1", "ri", more="waits 0 6"),
            "g a5",
            [("restart.shorter", {"n": 3, "from": 7}), ("restart.held", {"n": 0})],
        ),
        (
            at(f"{CORNER}, i5 G1", "ri", more="waits 0 6"),
            "r a1",
            [("restart.blocked", {"n": 7, "from": 7}), ("restart.held", {"n": 1})],
        ),
    ],
)
def test_a_new_start(pos: Position, move: str, told: list[Text]) -> None:
    """POU.B2: by how far it is from there, and on the path that is left."""
    assert idea(pos, f"restart {move}") == told


@pytest.mark.parametrize(
    ("pos", "told"),
    [
        (at(FACING, "ri"), [("aside.close_2", OPPONENT), ("aside.ahead", {"n": 2})]),
        (at(f"{FACING}, g5 gew", "ri"), [("aside.close_1", OPPONENT), ("aside.behind", {"n": 2, "other": 1})]),
        (
            at(f"a5 R0, {THREE}", "ri", said="players=3"),
            [("aside.several_2", {"n": 2}), ("aside.behind", {"n": 3, "other": 2})],
        ),
        (at("a5 R0, i5 G1", "ri"), [("aside.ahead", {"n": 3})]),
        (at("a5 R0, i5 R1", "ri"), [("aside.ahead", {"n": 3}), ("aside.same_colour", OPPONENT)]),
        (at(f"{CORNER}, i5 G1", "ri", more="waits 0 3"), [("aside.waits", {"n": 3}), ("aside.behind", {"n": 7, "other": 3})]),
        (at(f"{DEAD}, i5 G1", "ri"), [("aside.blocked", {"n": 4}), ("aside.no_way", {})]),
        (
            at(f"{DEAD}, a5 R1, a1 G2, e1 G3, i1 Y4, i5 Y5", "ri", said="players=6"),
            [("aside.blocked_last", {}), ("aside.no_way", {})],
        ),
        (starting(), []),
    ],
)
def test_what_else_is_told(pos: Position, told: list[Text]) -> None:
    """POU.B1, POU.B2, POU.D1, POU.E1: at most two things, the most urgent ones."""
    assert asides(pos) == told
