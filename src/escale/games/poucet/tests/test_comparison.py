"""The comparison with the slow model finds mistakes: of every planted one it says that the two differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from escale.games.poucet.tests import slow_model
from escale.games.poucet.tests.crowded import SITUATIONS, crowded
from escale.games.poucet.tests.model_notation import read, written
from escale.games.poucet.tests.model_table import Laid, Table
from escale.games.poucet.tests.model_view import seen
from escale.games.poucet.tests.planted import PLANTED
from escale.games.poucet.tests.tables import after, parsed
from escale.games.poucet.tests.test_against_slow_model import compare, eager
from escale.rules.compile import interpreted

pytestmark = [
    pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine"),
    pytest.mark.xdist_group("planted in poucet's model"),  # so that one process plays the games
]

MOVES = 3  # that are played from each position


@dataclass(frozen=True)
class Example:
    """What the engine says of a position, and of what some moves make of it."""

    text: str
    names: list[str]
    view: dict[str, Any]
    later: dict[str, str]  # by move


@cache
def examples() -> list[Example]:
    """Positions with moves from each: some made for something, some by chance."""
    rng = Random("planted")
    found = []
    tables = ["2 on forced", "3 off forced", "4 on free", "6 on forced", "2 off free", "5 on forced"] * 2
    by_chance = [crowded(rng, int(players), "9", crossing, favour) for players, crossing, favour in map(str.split, tables)]
    for text in [*SITUATIONS.values(), *by_chance]:
        pos = parsed(text)
        for _ in range(MOVES):
            names = pos.names()
            moves = [] if pos.over else [names[0], names[-1], eager(rng, names)]
            found.append(Example(pos.text(), names, pos.view(None), {move: after(pos, move).text() for move in moves}))
            if pos.over:
                break
            pos.play(moves[-1])
    return found


def differ(example: Example) -> bool:
    """Whether the model as it is now says anything else."""
    try:
        table = read(example.text)
        if slow_model.moves(table) != example.names:
            return True
        if any(example.view[name] != said for name, said in seen(table, None).items()):
            return True
        return any(written(slow_model.played(table, move)) != later for move, later in example.later.items())
    except (AssertionError, ValueError, LookupError, StopIteration, RuntimeError):
        return True


def test_the_comparison_finds_nothing_where_nothing_is_planted() -> None:
    """POU.D1 POU.T1 POU.E1: so it is the mistake that is found in the next test."""
    assert not any(differ(example) for example in examples())


@pytest.mark.parametrize("planted", PLANTED)
def test_the_comparison_finds_wrong_rules(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """POU.D1 POU.D2 POU.T0 POU.T1 POU.T2 POU.T3 POU.T4 POU.T5 POU.T6 POU.O1 POU.W1 POU.W2 POU.X1 POU.X2 POU.X3 POU.B1 POU.B2
    POU.E1 POU.E2: a model that reads one rule otherwise differs from the engine in some of these positions.
    """
    every = examples()
    monkeypatch.setattr(*PLANTED[planted])
    assert any(differ(example) for example in every)


WRONG: dict[str, tuple[str, Any]] = {
    "a card": ("piles", {(2, 4): [Laid("forest")]}),
    "a start": ("starts", {0: (0, 4), 1: (0, 4)}),
    "a hand": ("hands", [["ri", "wolf"], ["gi"]]),
    "the stock": ("stock", ["ri"]),
    "the discard": ("discard", ["wolf"]),
    "whose turn it is": ("turn", 1),
    "who began": ("first", 1),
    "what is done": ("step", "over"),
    "a count": ("waits", [0, 2]),
    "who is out": ("out", {1}),
    "what is known": ("known", [[{"boots"}, set(), set()], [set()] * 6]),
    "crossing": ("crossing", False),
    "favour": ("free", True),
    "the board's size": ("size", "11"),
    "the end": ("end", "cards"),
    "a winner": ("winner", 1),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_the_comparison_finds_wrong_tables(wrong: str) -> None:
    """POU.S1: one thing changed in the model's table, and they differ."""
    text = SITUATIONS["face to face"]
    pos, table = parsed(text), read(text)
    compare(pos, table)
    name, value = WRONG[wrong]
    value = {**table.piles, **value} if name == "piles" else value
    assert getattr(table, name) != value
    changed: Table = table.copy()
    setattr(changed, name, value)
    with pytest.raises((AssertionError, LookupError)):
        compare(pos, changed)
