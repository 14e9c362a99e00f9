"""The comparison with the slow model finds mistakes: of every planted one it says that the two differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.planete.tests import model_scoring, slow_model
from escale.games.planete.tests.model_notation import read, written
from escale.games.planete.tests.model_refusals import refusal_of
from escale.games.planete.tests.model_table import Gone, Lying
from escale.games.planete.tests.model_view import seen
from escale.games.planete.tests.planted import PLANTED
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import after, parsed
from escale.games.planete.tests.test_against_slow_model import compare, compare_views, eager, strangers
from escale.rules.compile import interpreted

pytestmark = [
    pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine"),
    pytest.mark.xdist_group("planted in planete's model"),  # so that one process plays the games
]

MOVES = 4  # that are played from each position


@dataclass(frozen=True)
class Example:
    """What the engine says of a position, and of what some moves make of it."""

    text: str
    names: list[str]
    views: dict[int | None, dict[str, Any]]  # by reader
    points: tuple[float, ...]
    ranks: list[int] | None
    refusals: dict[str, tuple[str, str] | None]  # by move
    later: dict[str, str]  # by move


def reason(pos: Position, move: str) -> tuple[str, str] | None:
    """The name of a refusal and its rule; None if the move is legal."""
    why = pos.why_not(move)
    return (why.name, why.rule.removeprefix("PLAN.")) if why else None


@cache
def examples() -> list[Example]:
    """Positions made for something, and what follows some moves from each."""
    rng = Random("planted")
    found = []
    for text in SITUATIONS.values():
        pos = parsed(text)
        for _ in range(MOVES):
            names, closing = pos.names(), pos.view(None)["closing"]
            table = read(pos.text())
            moves = [] if pos.over else [names[0], names[-1], eager(rng, table, names)]
            asked = [*strangers(rng, table), "take vS 1", "take vlG 1", "name 0", "name 1", "stack core"]
            found.append(
                Example(
                    text=pos.text(),
                    names=names,
                    views={reader: pos.view(reader) for reader in (None, *range(pos.players))},
                    points=pos.points,
                    ranks=closing and closing["ranks"],
                    refusals={move: reason(pos, move) for move in asked},
                    later={move: after(pos, move).text() for move in moves},
                )
            )
            if pos.over:
                break
            pos.play(moves[-1])
    return found


def differ(example: Example) -> bool:
    """Whether the model as it is now says anything else."""
    try:
        table = read(example.text)
        if slow_model.moves(table) != example.names or tuple(model_scoring.totals(table)) != example.points:
            return True
        if example.ranks is not None and model_scoring.ranks(table) != example.ranks:
            return True
        for reader, view in example.views.items():
            compare_views(view, seen(table, reader))
        if any(refusal_of(table, move) != why for move, why in example.refusals.items()):
            return True
        return any(written(slow_model.played(table, move)) != later for move, later in example.later.items())
    except (AssertionError, ValueError, LookupError, StopIteration, TypeError):
        return True


def test_the_comparison_finds_nothing_where_nothing_is_planted() -> None:
    """PLAN.R1 PLAN.B1 PLAN.E1: so it is the mistake that is found in the next test."""
    assert not any(differ(example) for example in examples())


def test_enough_is_planted() -> None:
    """PLAN.R1: wrong rules of all sorts, each other than the right one."""
    assert len(PLANTED) > 50
    assert all(getattr(module, name) is not wrong for module, name, wrong in PLANTED.values())


@pytest.mark.parametrize("planted", PLANTED)
def test_the_comparison_finds_wrong_rules(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4 PLAN.B1 PLAN.E0 PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9
    PLAN.C10 PLAN.C11 PLAN.E1 PLAN.E2: a model that reads one rule otherwise differs from the engine in some of these positions.
    """
    every = examples()
    monkeypatch.setattr(*PLANTED[planted])
    assert any(differ(example) for example in every)


WRONG: dict[str, tuple[str, Any]] = {
    "a stack": ("stacks", {"core": ["W"], "rising": [], "falling": [], "character": []}),
    "what is set aside": ("aside", {"core": [], "rising": [], "falling": [], "character": []}),
    "the stack that is offered": ("offered", "falling"),
    "what is offered": ("offer", ["sE", "lcc"]),
    "the hidden tile": ("hidden", "bsG"),
    "a planet": ("planets", [{5: Lying("bGG")}, {5: Lying("W")}]),
    "what is out": ("out", [Gone("core", "E")]),
    "whose turn it is": ("turn", 0),
    "who leads": ("first", 1),
    "what is done": ("step", "name"),
    "by which rule": ("plain", True),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_the_comparison_finds_wrong_tables(wrong: str) -> None:
    """PLAN.S1: one thing changed in the model's table, and they differ."""
    text = SITUATIONS["a hidden baobab"]
    pos, table = parsed(text), read(text)
    compare(pos, table)
    name, value = WRONG[wrong]
    assert getattr(table, name) != value
    changed = table.copy()
    setattr(changed, name, value)
    with pytest.raises((AssertionError, LookupError, ValueError)):
        compare(pos, changed)
