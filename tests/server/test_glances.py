"""Many moments of every game, looked at in two worlds."""

from __future__ import annotations

import zlib
from typing import Any

import pytest

import escale
from escale.rules.position import Position
from tests.server.glances import compare_glances
from tests.server.patient import Broken

FEW = 300
FOUND = {"view": "is shown", "told": "is told of", "effects": "is told of", "said": "is told of"}


def leaky(honest: Any) -> Any:
    """The same, but that its last thing is told twice in half of the worlds."""

    def tell(position: Position, *others: Any, **named: Any) -> Any:
        told = honest(position, *others, **named)
        odd = zlib.crc32(position.to_bytes()) & 1
        if isinstance(told, dict):
            return {**told, "odd": odd}
        return told + ("!" * odd if isinstance(told, str) else [{}] * odd)

    return tell


def partial_to_seats(honest: Any) -> Any:
    """The same, but that seats are shown or told something more than watchers are."""

    def tell(position: Position, *others: Any, **named: Any) -> Any:
        told = honest(position, *others, **named)
        if not others or others[-1] is None:
            return told
        if isinstance(told, dict):
            return {**told, "odd": 1}
        return told + ("!" if isinstance(told, str) else [{}])

    return tell


@pytest.mark.parametrize("game", escale.games())
def test_two_worlds_look_the_same_at_every_moment(game: str) -> None:
    counts = compare_glances(game, FEW, seed=1)
    assert counts[f"comparisons at {game}"] == FEW
    assert counts[f"moves told at {game}"] > FEW / 20


@pytest.mark.parametrize(
    ("game", "part"),
    # A sentence is the same for all seats: where nothing is hidden it can't be said differently.
    [(game, part) for game, info in escale.games().items() for part in FOUND if info.secrets or part != "said"],
)
def test_the_harness_finds_a_leak(game: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = escale.games()[game].secrets
    monkeypatch.setattr(Position, part, (leaky if hidden else partial_to_seats)(getattr(Position, part)))
    with pytest.raises(Broken, match=FOUND[part]):
        compare_glances(game, FEW, seed=1)


@pytest.mark.parametrize("game", [game for game, info in escale.games().items() if info.secrets])
def test_the_harness_finds_a_move_that_shows_something_and_says_it_does_not(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "reveals", lambda position, move: False)
    with pytest.raises(Broken, match="which says it isn't"):
        compare_glances(game, FEW, seed=1)
