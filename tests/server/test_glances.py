"""Many moments of every game, looked at in two worlds."""

from __future__ import annotations

import zlib
from typing import Any

import pytest

import escale
from escale.rules.position import Position
from tests.conformance import hidden
from tests.server.glances import ONLY_THE_STOCK, compare_glances, tables_by_secrets
from tests.server.patient import Broken

FEW = 300
MORE = 1000  # by which a rare kind of choice is met
HIDING_MOVES = [game for game in escale.games() if hasattr(escale.load(game).view, "told_move")]
ONLY_STOCKS = [game for game, info in escale.games().items() if ONLY_THE_STOCK in tables_by_secrets(info)]
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
    for kind in tables_by_secrets(escale.games()[game]):
        assert counts[f"comparisons where {kind} at {game}"] >= FEW // 3


@pytest.mark.parametrize(
    ("game", "part"),
    # A sentence is the same for all seats: where nothing is hidden it can't be said differently.
    [(game, part) for game, info in escale.games().items() for part in FOUND if info.secrets or part != "said"],
)
def test_the_harness_finds_a_leak(game: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = escale.games()[game].secrets
    monkeypatch.setattr(Position, part, (leaky if secrets else partial_to_seats)(getattr(Position, part)))
    with pytest.raises(Broken, match=FOUND[part]):
        compare_glances(game, FEW, seed=1)


@pytest.mark.parametrize("game", [game for game, info in escale.games().items() if info.secrets])
def test_the_harness_finds_a_move_that_shows_something_and_says_it_does_not(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "reveals", lambda position, move: False)
    with pytest.raises(Broken, match="which says it isn't"):
        compare_glances(game, FEW, seed=1)


@pytest.mark.parametrize("game", HIDING_MOVES)
def test_the_harness_finds_a_move_told_to_all_as_its_player_wrote_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hidden choice of a move, which went to everybody once."""
    assert compare_glances(game, MORE, seed=1)[f"secret choices at {game}"]
    for parts in ({"told": written}, {"effects": shown}, {"told": written, "effects": shown}):
        with monkeypatch.context() as planted:
            for part, leak in parts.items():
                planted.setattr(Position, part, leak)
            with pytest.raises(Broken, match="is told of a choice"):
                compare_glances(game, MORE, seed=1)


@pytest.mark.parametrize("game", escale.games())
def test_the_harness_finds_a_secret_choice_that_is_told_in_any_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nobody saw what others play: what is told must not say it, in its text or in its sentence, nor show it."""
    said = Position.said
    choose_in_secret(monkeypatch)
    assert compare_glances(game, MORE, seed=1)[f"secret choices at {game}"] > FEW
    for part, leak in (("told", written), ("said", said), ("effects", shown)):
        with monkeypatch.context() as planted:
            planted.setattr(Position, part, leak)
            with pytest.raises(Broken, match="is told of a choice"):
                compare_glances(game, MORE, seed=1)


def choose_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is played, nobody sees or hears more of it than whose turn comes."""
    monkeypatch.setattr(Position, "view", lambda position, *others, **named: {"turn": position.turn})
    monkeypatch.setattr(hidden, "known", lambda position, seat: hidden.seen(position, seat))
    monkeypatch.setattr(Position, "effects", lambda *anything, **named: [])
    monkeypatch.setattr(Position, "told", lambda *anything, **named: "?")
    monkeypatch.setattr(Position, "said", lambda *anything: {"key": "log.secret", "values": {}})


def written(position: Position, move: int, *others: Any, **named: Any) -> str:
    """The text of a move as its player wrote it."""
    return position.name(move)


def shown(position: Position, move: int, *others: Any, **named: Any) -> list[Any]:
    """What a move did, with how it was written in it."""
    return [{"text": position.name(move)}]


@pytest.mark.parametrize("part", FOUND)
@pytest.mark.parametrize("game", ONLY_STOCKS)
def test_the_harness_finds_a_leak_of_what_is_hidden_from_everybody(
    game: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At tables where all seats know the same, but there is a stock."""
    honest = getattr(Position, part)
    leaking = leaky(honest)

    def tell(position: Position, *others: Any, **named: Any) -> Any:
        seats_differ = position.game.info.has_secrets(position.players, position.options)
        return (honest if seats_differ else leaking)(position, *others, **named)

    monkeypatch.setattr(Position, part, tell)
    with pytest.raises(Broken, match=FOUND[part]):
        compare_glances(game, FEW, seed=1)
