"""What a move does, for boards to animate, and whether it shows something; that this is what happens, through whole games."""

from __future__ import annotations

from itertools import cycle
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.poucet.tests.happened import differ, wrong
from escale.games.poucet.tests.tables import FACING, GAME, after, at, card_of, described, last_cards
from escale.rules.compile import interpreted

Effects = list[dict[str, Any]]
#: Red comes along row 5, green down the column d: they meet at d5, before the flower. Yellow is in its corner.
THREE = "a5 R0, b5 rew, c5 rew, d9 G1, d8 gns, d7 gns, d6 gns, i1 Y2"
CROSSED = "a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 gns, c4 gns"
SHUT_IN = "a9 R0, a8 O, b9 O, i5 G1"
#: One colour, two seats: the pebbles of seat 0 are in its path; that of seat 1 comes to their side.
PEBBLES = "a5 R0, b5 rew, c5 F 0e, d5 rnw, c9 R1, c8 rns, c7 rns, c6 rns, i5 G2"


def told(pos: Position, move: str) -> Effects:
    """What happens, as the mover sees it; the others see the same, but for the card that is drawn."""
    found = pos.effects(move, pos.turn)
    hidden = [{**step, "card": None} if step["kind"] == "draw" else step for step in found]
    others = [None, *(seat for seat in range(pos.players) if seat != pos.turn)]
    assert all(pos.effects(move, reader) == hidden for reader in others)
    assert pos.effects(move, revealed=True) == found
    return found


def lay(card: str, place: list[int], role: str, seat: int = 0, **turned: str) -> dict[str, Any]:
    """A card that is laid."""
    return {"kind": "lay", "seat": seat, "card": card, "at": place, **turned, "role": role}


def join(seat: int, *cells: list[int]) -> dict[str, Any]:
    """Cells that a path gains."""
    return {"kind": "join", "seat": seat, "cells": list(cells)}


def cut(seat: int, *cells: list[int]) -> dict[str, Any]:
    """Cells that a path loses."""
    return {"kind": "cut", "seat": seat, "cells": list(cells)}


def draw(card: str, seat: int = 0) -> dict[str, Any]:
    """A card that is drawn."""
    return {"kind": "draw", "seat": seat, "card": card}


# One card


def test_only_who_draws_sees_the_card() -> None:
    """POU.T0: the others, and watchers, see that one is drawn; after a discard too."""
    for pos, move in ((at(FACING, "ri", "gi"), "c5:rew"), (at(FACING, "boots", "gi"), "discard boots")):
        drawn = {reader: pos.effects(move, reader)[-1] for reader in (None, 0, 1)}
        assert drawn == {reader: {"kind": "draw", "seat": 0, "card": "boots" if reader == 0 else None} for reader in drawn}
        assert pos.effects(move, revealed=True)[-1] == drawn[0]


CARDS: dict[str, tuple[str, str, Effects]] = {
    "a path": (FACING, "c5:rew", [lay("ri", [2, 4], "path", open="ew"), join(0, [2, 4])]),
    "more is joined": (
        "a5 R0, c5 rsw, c4 rns, i5 G1",
        "b5:rew",
        [lay("ri", [1, 4], "path", open="ew"), join(0, [2, 3], [1, 4], [2, 4])],
    ),
    "an obstacle": (FACING, "g5:ogre", [lay("ogre", [6, 4], "obstacle")]),
    "a path card as obstacle": (FACING, "g5:rne", [lay("rl", [6, 4], "obstacle", open="ne")]),
    "a crossing": (
        CROSSED,
        "c5:rew",
        [lay("ri", [2, 4], "crossing", open="ew"), join(0, [2, 4]), cut(1, [2, 3], [2, 4])],
    ),
    "what was cut off is joined again": (
        CROSSED.replace("c5 gns", "c5 rns gew").replace("c4 gns", "c4 rns"),
        "c5:rsw",
        [lay("rl", [2, 4], "crossing", open="sw"), join(0, [2, 3], [2, 4])],
    ),
    "pebbles": ("a5 R0, b5 F, i5 G1", "b5:pebbles-e", [lay("pebbles", [1, 4], "passage", way="e"), join(0, [1, 4])]),
    "boots for two": (
        "a5 R0, b5 F, b9 G1, b8 gns, b7 gns, b6 gns, c5 gew",
        "b5:boots",
        [lay("boots", [1, 4], "passage"), join(0, [1, 4]), join(1, [1, 4], [2, 4])],
    ),
    "a river on a wolf": ("a5 R0, b5 W, i5 G1", "b5:river", [lay("river", [1, 4], "passage")]),
    "two of one colour": (
        "a5 R0, a7 R1, b7 rsw, b6 rns, i5 G2",
        "b5:rnw",
        [
            lay("rl", [1, 4], "path", open="nw"),
            join(0, [1, 4], [1, 5], [0, 6], [1, 6]),
            join(1, [0, 4], [1, 4]),
        ],
    ),
}


@pytest.mark.parametrize("name", CARDS)
def test_a_card_is_laid(name: str) -> None:
    """POU.T0, POU.T2, POU.T3, POU.T4, POU.T5, POU.X1: the card, what each path loses and gains by it, and the next card."""
    cards, move, steps = CARDS[name]
    players = 3 if cards.endswith("2") else 2
    pos = at(cards, f"{card_of(move.partition(':')[2])} wolf", said=f"players={players}")
    assert told(pos, move) == [*steps, draw("boots")]


def test_a_path_is_cut_and_joined_at_once() -> None:
    """POU.X1, POU.W1: what lay behind the pebbles is lost, what the card leads to is won; the cell itself stays in the path."""
    steps = told(at(PEBBLES, "ri", "rl", said="players=3 turn=1"), "c5:rnw")
    assert steps == [
        lay("rl", [2, 4], "crossing", seat=1, open="nw"),
        cut(0, [3, 4]),
        join(0, [2, 5], [2, 6], [2, 7], [2, 8]),
        join(1, [0, 4], [1, 4], [2, 4]),
        draw("boots", seat=1),
    ]


def test_another_s_path_goes_on() -> None:
    """POU.T1: who must lead another's path on."""
    steps = told(at("a5 R0, b5 rew, i5 G1", "wolf", "ri", said="turn=1"), "c5:rew")
    assert steps == [lay("ri", [2, 4], "path", seat=1, open="ew"), join(0, [2, 4]), draw("boots", seat=1)]


def test_nothing_is_drawn_from_an_empty_stock() -> None:
    """POU.T0: then the card is all."""
    assert told(last_cards(FACING, "wolf ri", "gi"), "g5:wolf") == [lay("wolf", [6, 4], "obstacle")]


def test_a_discard() -> None:
    """POU.T6: the card, then another."""
    assert told(at(FACING, "boots pebbles"), "discard pebbles") == [
        {"kind": "discard", "seat": 0, "card": "pebbles"},
        draw("boots"),
    ]


# Start cards


def test_start_cards() -> None:
    """POU.S2: who takes which, and where it is put; it is all of a path at first, or joins what lies beside it."""
    pos = GAME.new(seed=1, size="9")
    first = pos.view(None)["first"]
    assert told(pos, "take g") == [{"kind": "take", "seat": first, "colour": "g"}]
    pos = after(pos, "take g", "take g")
    assert told(pos, "start a5") == [{"kind": "start", "seat": first, "colour": "g", "at": [0, 4]}, join(first, [0, 4])]
    pos.play("start a5")
    second = 1 - first
    assert told(pos, "start a6") == [
        {"kind": "start", "seat": second, "colour": "g", "at": [0, 5]},
        *(join(seat, [0, 5] if seat == first else [0, 4], *([[0, 5]] if seat == second else [])) for seat in (0, 1)),
    ]


def test_a_new_start() -> None:
    """POU.B2: the old path is lost, the new one is what the start card leads to; no card is drawn."""
    pos = at(SHUT_IN + ", a5 rns, a4 rnes", "ri")
    steps = told(pos, "restart r a3")
    assert steps == [
        {"kind": "restart", "seat": 0, "colour": "r", "at": [0, 2]},
        cut(0, [0, 8]),
        join(0, [0, 2], [0, 3], [0, 4]),
    ]


# Who is blocked, gives up or wins


@pytest.mark.parametrize(
    ("pos", "move", "seat"),
    [
        (at("a5 R0, b5 rew, i9 G1, i8 O", "ogre"), "h9:ogre", 1),  # a dead end
        (at("a5 R0, b5 rew, i9 G1, i8 F, h9 W", "ri", more="waits 1 5"), "c5:rew", 1),  # the sixth turn
        (at("a5 R0, b5 rew, i9 G1, i8 F, h9 W", "ri", more="waits 1 4"), "c5:rew", None),
        (at(SHUT_IN, "gi", "gi", said="turn=1", more="waits 0 1"), "h5:gew", 0),  # still
        (at(SHUT_IN + ", e1 Y2", "ri", "gi", "yi", said="players=3 turn=1"), "h5:gew", None),  # not the next one
        (at(SHUT_IN + ", e1 Y2", "ri", "gi", "yi", said="players=3 turn=2"), "e2:yns", 0),
        (at("a9 R0, a8 O, b9 O, i9 G1, i8 O, h9 O, e1 Y2", said="players=3"), "give up", 1),
    ],
)
def test_the_next_one_is_blocked(pos: Position, move: str, seat: int | None) -> None:
    """POU.B1: told when their turn begins, last of all."""
    steps = told(pos, move)
    assert [step["seat"] for step in steps if step["kind"] == "blocked"] == ([] if seat is None else [seat])
    assert seat is None or steps[-1] == {"kind": "blocked", "seat": seat}


def test_the_first_one_begins_blocked() -> None:
    """POU.S2, POU.B1: start cards of others may shut one in before the first turn."""
    pos = at("a1 R0, a2 G1", said="players=3 turn=2 step=start", more="chose 2 y")
    assert told(pos, "start b1")[-1] == {"kind": "blocked", "seat": 0}
    assert told(pos, "start c1")[-1] == join(2, [2, 0])


def test_giving_up() -> None:
    """POU.B2, POU.E2: that is all; with two it decides the game, and it may end it for all."""
    gives_up = {"kind": "give_up", "seat": 0}
    assert told(at(SHUT_IN + ", e1 Y2", said="players=3"), "give up") == [gives_up]
    assert told(at(SHUT_IN), "give up") == [gives_up, {"kind": "win", "seat": 1}]
    assert told(last_cards(SHUT_IN + ", e1 Y2", "wolf", "", "", said="players=3"), "give up") == [gives_up, {"kind": "over"}]


@pytest.mark.parametrize(
    ("pos", "move", "winner"),
    [
        (at(THREE, "ri", said="players=3"), "d5:rew", 0),
        (at("a5 R0, b5 rew, c5 rew, i5 G1", "wolf", "ri", said="turn=1"), "d5:rew", 0),
        (at("a9 R0, a8 O, b9 O, i5 G1, b5 rew, c5 rew, d5 rew"), "restart r a5", 0),
    ],
)
def test_a_path_arrives(pos: Position, move: str, winner: int) -> None:
    """POU.E1: told last, after the card that is drawn; nobody is blocked any more."""
    *steps, last = told(pos, move)
    assert last == {"kind": "win", "seat": winner}
    assert [step["kind"] for step in steps][:2] in (["lay", "join"], ["restart", "cut"])
    assert ("draw" in {step["kind"] for step in steps}) == (steps[0]["kind"] == "lay")


def test_no_cards_are_left() -> None:
    """POU.E2: it is over, and nobody wins."""
    assert told(last_cards(FACING, "wolf", ""), "g5:wolf") == [lay("wolf", [6, 4], "obstacle"), {"kind": "over"}]
    assert told(last_cards(FACING, "boots", ""), "discard boots")[1:] == [{"kind": "over"}]


@pytest.mark.parametrize(
    ("pos", "move", "reveals"),
    [
        (GAME.new(seed=1), "take r", False),
        (after(GAME.new(seed=1), "take r", "take r"), "start a5", False),
        (at(FACING, "ri"), "c5:rew", True),
        (at(FACING, "boots"), "discard boots", True),
        (last_cards(FACING, "ri wolf", "gi"), "c5:rew", True),  # nothing is drawn, but the card was hidden
        (at(SHUT_IN), "restart r a5", False),
        (at(SHUT_IN + ", b5 rew, c5 rew, d5 rew"), "restart r a5", True),  # all hands are shown
        (at(SHUT_IN + ", e1 Y2", said="players=3"), "give up", False),
        (at(SHUT_IN), "give up", True),
    ],
)
def test_what_a_move_shows(pos: Position, move: str, reveals: bool) -> None:
    """POU.T0, POU.E1, POU.E2: a card that is played or drawn, and at the end all hands; other moves show nothing."""
    assert pos.reveals(move) is reveals


def test_asking_changes_nothing() -> None:
    """POU.T0: what a move would do can be asked without doing it, again and again."""
    pos = at(FACING)
    before = pos.to_bytes()
    assert pos.effects("c5:rew", 0) == pos.effects("c5:rew", 0)
    assert pos.to_bytes() == before


# Against the views before and after


GAMES: list[dict[str, Any]] = [
    {"players": 2, "seed": 19, "size": "9"},  # the flower is reached
    {"players": 2, "seed": 1, "size": "9"},  # somebody gives up
    {"players": 2, "seed": 30, "size": "9"},  # and starts again
    {"players": 6, "seed": 2, "size": "9", "crossing": "off"},
    {"players": 4, "seed": 3, "size": "9", "favour": "free"},
    {"players": 4, "seed": 0},  # no cards are left
]


@pytest.mark.parametrize("options", GAMES[: 2 if interpreted else None], ids=str)
def test_effects_lead_to_the_next_table(options: dict[str, Any]) -> None:
    """POU.T0 POU.D1 POU.X1 POU.B2 POU.E1 POU.E2: through whole games, what anybody is told gives the table they see next."""
    rng = Random(options["seed"])
    pos = GAME.new(**options)
    readers = cycle([None, *range(pos.players)])
    while not pos.over:
        reader, move, text = next(readers), rng.choice(pos.moves()), pos.text()
        before, steps = pos.view(reader), pos.effects(move, reader)
        pos.play(move)
        assert not differ(before, steps, pos.view(reader)), (steps, text)


TURNS = {
    "a path": (at(FACING, "ri"), "c5:rew"),
    "a crossing": (at(CROSSED, "ri"), "c5:rew"),
    "a discard": (at(FACING, "boots"), "discard boots"),
    "a victory": (at(THREE, "ri", said="players=3"), "d5:rew"),
    "no cards": (last_cards(FACING, "ri", ""), "c5:rew"),
    "a new start": (at(SHUT_IN), "restart y a5"),
    "giving up": (at("a9 R0, a8 O, b9 O, i9 G1, i8 O, h9 O, e1 Y2", said="players=3"), "give up"),
    "taking": (GAME.new(seed=1), "take r"),
    "starting": (after(GAME.new(seed=1), "take r", "take r"), "start a5"),
}


@pytest.mark.parametrize("name", TURNS)
def test_wrong_effects_are_found(name: str) -> None:
    """POU.T0, POU.D1: one that is left out, or told of another seat, or too openly, is found."""
    pos, move = TURNS[name]
    mover = pos.turn
    before, steps, later = pos.view(mover), pos.effects(move, mover), after(pos, move).view(mover)
    assert not differ(before, steps, later)
    for number, step in enumerate(steps):
        others = [*steps[:number], *steps[number + 1 :]]
        assert differ(before, others, later), step
        if "cells" in step:
            assert differ(before, [*others, {**step, "cells": [*step["cells"], [7, 7]]}], later) == {"paths"}
        if "seat" in step and step["kind"] not in ("lay", "discard"):
            assert differ(before, [*others, {**step, "seat": (step["seat"] + 1) % 2}], later)
    if any(step["kind"] == "draw" for step in steps):
        assert "hands" in differ(pos.view(None), steps, after(pos, move).view(None))


# What moves are said to do beforehand, against what has happened


def tried(seed: int, most: int) -> list[tuple[Position, dict[str, Any]]]:
    """Moves of a game played at random, a few at each turn: the position, and what is told of the move."""
    rng = Random(seed)
    options = [{"crossing": "on"}, {"crossing": "off"}, {"favour": "free"}][seed % 3]
    pos = GAME.new(players=2 + seed % 5, seed=seed, size="9", **options)
    found: list[tuple[Position, dict[str, Any]]] = []
    while not pos.over and len(found) < most:
        laying = [move for move in pos.view(pos.turn)["moves"] if move["do"] == "lay"]
        found += [(pos.copy(), told) for told in rng.sample(laying, min(4, len(laying)))]
        pos.play(rng.choice(pos.moves()))
    return found


@pytest.mark.parametrize("seed", range(2 if interpreted else 12))
def test_moves_do_what_they_say(seed: int) -> None:
    """POU.T2 POU.T3 POU.T4 POU.T5 POU.X1 POU.E1: what a card is said to do is what has happened afterwards."""
    found = tried(seed, 40 if interpreted else 1000)
    assert len(found) >= 40
    for pos, told in found:
        assert not wrong(pos.view(None), told, after(pos, told["move"]).view(None)), f"{told}\n{pos}"


LIES = {"text": "d5:rns", "card": "ogre", "open": "ns", "way": "e", "role": "crossing", "helps": [2], "hinders": [2], "wins": 2}


@pytest.mark.parametrize("move", ["d5:rew", "d5:wolf"])
def test_what_is_said_wrongly_is_found(move: str) -> None:
    """POU.T2, POU.T3: a description that differs in one thing is seen to be wrong in that thing."""
    pos = at(THREE, "ri wolf", said="players=3")
    before, told, later = pos.view(0), described(pos, move), after(pos, move).view(None)
    assert not wrong(before, told, later)
    for name, lie in LIES.items():
        assert wrong(before, {**told, name: lie}, later) == {name}
