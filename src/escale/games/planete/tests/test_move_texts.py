"""Moves as text: what is written, what is understood, and what is said of mistakes."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from escale import BadNotation
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import after, at, new, parsed, tiles
from escale.rules.compile import interpreted

MOVES = re.compile(r"stack (core|rising|falling|character)|hide \S+|take \S+( \d+)?|name [0-4]")


@pytest.mark.parametrize(("players", "plain"), [(2, False), (2, True), (3, False), (5, False)])
def test_every_move_round_trips(players: int, plain: bool) -> None:
    """PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4: the text of a legal move is read as that move, with more spaces too."""
    pos = new(players, 9, plain)
    rng = Random(players)
    while not pos.over:
        names, moves = pos.names(), pos.moves()
        assert len(set(names)) == len(names) == len(set(moves))
        assert all(MOVES.fullmatch(text) for text in names)
        assert [pos.read_move(text) for text in names] == moves
        assert [pos.read_move(f"  {text.replace(' ', '   ')} ") for text in names] == moves
        assert [pos.name(move) for move in moves] == names
        for _ in range(8 if interpreted else 1):
            if not pos.over:
                pos.play(rng.choice(pos.names()))


@pytest.mark.parametrize(
    ("situation", "other", "usual"),
    [
        ("three begin", "pioche coeur", "stack core"),
        ("three begin", "pioche montante", "stack rising"),
        ("three begin", "pioche descendante", "stack falling"),
        ("three begin", "pioche personnage", "stack character"),
        ("three begin", "pioche core", "stack core"),
        ("three begin", "pioche character", "stack character"),
        ("to hide one of two alike", "cache vlG", "hide vlG"),
        ("two tiles alike", "prends vlG", "take vlG"),
        ("two tiles alike", "prendre vlG 9", "take vlG 9"),
        ("two tiles alike", "take vlG 5", "take vlG"),
        ("one like the hidden one", "prends cachée", "take hidden"),
        ("one like the hidden one", "prends cachee 6", "take hidden 6"),
        ("one like the hidden one", "prendre cachée 10", "take hidden 10"),
        ("one like the hidden one", "take hidden 5", "take hidden"),
        ("to name the last", "nomme 2", "name 2"),
    ],
)
def test_other_words(situation: str, other: str, usual: str) -> None:
    """PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4: what may be typed too."""
    pos = parsed(SITUATIONS[situation])
    assert pos.read_move(other) == pos.read_move(usual)
    assert pos.name(other) == usual
    assert after(pos, other) == after(pos, usual)


@pytest.mark.parametrize(
    ("one", "another"), [("take vS", "take vs"), ("take W", "take w"), ("take E", "take e"), ("take cG", "take cg")]
)
def test_capitals_are_other_elements(one: str, another: str) -> None:
    """PLAN.R2: a snake isn't a sunset, nor is anything else written in another way."""
    pos = at("", "", "", more=f"offer core vlG {one.split()[1]} rll")
    assert one in pos.names()
    with pytest.raises(BadNotation):
        pos.read_move(another)


def test_the_same_name_in_two_stacks() -> None:
    """PLAN.R2: a box and a white sheep are on a core and on both edges; the stack that is offered tells which is meant."""
    for stack_name, place in (("core", 5), ("rising", 1), ("falling", 2)):
        pos = at("", "", said="two_player=plain", more=f"offer {stack_name} cW {'E' if stack_name == 'core' else 'sE'}")
        assert tiles(after(pos, "take cW"), 0) == f"{place}:cW"


#: What is no move, by the rule of what was tried: to choose a stack, to take or hide, where to lay, to name; "": who knows.
MISTAKES = {
    "R1": "stack|stack moon|stack core rising|pioche|pioche lune",
    "take": "take|take xyz|take 5|prends|prendre xyz 5|take vl\u0047\u0301|hide|hide xyz|hide hidden|hide vlG 5|cache",
    "R4": "take vlG x|take vlG -1|take vlG 5 6|take hidden x|take vlG W|take vlG \u0665|take vlG 5.0|prends vlG ici",
    "R2": "name|name x|name -1|name 1 2|name two|nomme|name \u0661",
    "": "|  |core|hidden|vlG|5|-1|play vlG",
}
#: By situation: the rule of taking and hiding there, and of what is to be done.
RULES_THERE = {
    "three begin": ("R2", "R1"),
    "two tiles alike": ("R2", "R2"),
    "a place between": ("R2", "R2"),
    "two begin": ("R3", "R1"),
    "to hide one of two alike": ("R3", "R3"),
    "one like the hidden one": ("R3", "R3"),
    "to name the last": ("R2", "R2"),
    "over, shared": ("R2", "E0"),
}


@pytest.mark.parametrize(("tried", "text"), [(tried, text) for tried, texts in MISTAKES.items() for text in texts.split("|")])
def test_mistakes_in_a_move(tried: str, text: str) -> None:
    """PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4 PLAN.E0: a text that is no move is told how moves are written; nothing happens."""
    for situation, (taking, now) in RULES_THERE.items():
        rule = {"take": taking, "": now}.get(tried, tried)
        pos = parsed(SITUATIONS[situation])
        before = pos.to_bytes()
        for verb in (pos.read_move, pos.why_not, pos.play):
            with pytest.raises(BadNotation, match=rf"is no move: .*\(PLAN\.{rule}\)\Z"):
                verb(text)
        assert pos.to_bytes() == before


@pytest.mark.parametrize("move", [None, 1.0, b"name 1", [1], object()])
def test_a_move_is_a_text_or_a_number(move: Any) -> None:
    """PLAN.R1: anything else is refused as no move; nothing happens."""
    pos = parsed(SITUATIONS["one like the hidden one"])
    before = pos.to_bytes()
    for verb in (pos.read_move, pos.why_not, pos.play):
        with pytest.raises(BadNotation, match="a move is a text or a whole number, not"):
            verb(move)
    assert pos.to_bytes() == before


@pytest.mark.parametrize("move", [1 << 31, -(1 << 31) - 1, 1 << 63, 1 << 64, 10**30, -(10**30)])
def test_a_move_has_32_bits(move: int) -> None:
    """PLAN.R1: larger numbers are refused as no move; none is cut down to a legal one."""
    pos = parsed(SITUATIONS["one like the hidden one"])
    legal = pos.moves()[0]
    for verb in (pos.read_move, pos.why_not, pos.play):
        for number in (move, legal + (1 << 32), legal - (1 << 32)):
            with pytest.raises(BadNotation, match="32 bits"):
                verb(number)
