"""How the end of a game is told: why it ended, and how far everybody was from the flower."""

from __future__ import annotations

from typing import Any

import pytest

from escale import Position
from escale.games.poucet.tests.tables import FACING, GAME, LANGUAGES, after, at, distance, last_cards
from escale.rules.position import plain
from escale.terminal.language import said

SHUT_IN = "a9 R0, a8 O, b9 O, i5 G1"


def closing(pos: Position) -> dict[str, Any]:
    """How a game ended, as everybody sees it."""
    told: dict[str, Any] = pos.view(None)["closing"]
    assert [pos.view(seat)["closing"] for seat in range(pos.players)] == [told] * pos.players
    return told


def by_flower() -> Position:
    """A game that red won: yellow gave up before, green is shut in, the other green is two cards away."""
    cards = "a5 R0, b5 rew, c5 rew, i9 G1, i8 O, h9 O, e1 Y2, i5 G3, h5 gew"
    return after(at(cards, "ri", said="players=4", more="out 2"), "d5:rew")


def by_rest(players: int = 2) -> Position:
    """A game in which everybody but the last seat gave up."""
    cards = "a9 R0, a8 O, b9 O, i5 G1" if players == 2 else "a9 R0, a8 O, b9 O, i9 G1, i8 O, h9 O, e1 Y2"
    return after(at(cards, said=f"players={players}"), *["give up"] * (players - 1))


def by_cards() -> Position:
    """A game that nobody won."""
    return after(last_cards(FACING, "ri", ""), "a4:rns")


@pytest.mark.parametrize(
    ("pos", "reason", "rule"),
    [
        (by_flower(), {"key": "closing.flower", "values": {"seat": 1}}, "POU.E1"),
        (by_rest(), {"key": "closing.alone", "values": {"seat": 2}}, "POU.E2"),
        (by_rest(3), {"key": "closing.alone", "values": {"seat": 3}}, "POU.E2"),
        (by_cards(), {"key": "closing.cards", "values": {}}, "POU.E2"),
    ],
)
def test_why_it_ended(pos: Position, reason: dict[str, Any], rule: str) -> None:
    """POU.E1, POU.E2: what ended it and who won, in words of both languages."""
    told = closing(pos)
    assert (told["reason"], told["rule"]) == (reason, rule)
    sentences = [said(told["reason"], GAME.texts[language]) for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    assert all("{" not in sentence for sentence in sentences)
    assert all(str(seat) in sentence for seat in reason["values"].values() for sentence in sentences)


def test_another_won_by_the_mover_s_card() -> None:
    """POU.E1: the reason tells whose path arrived, whoever laid the card."""
    pos = after(at("a5 R0, b5 rew, c5 rew, i5 G1", "wolf", "ri", said="turn=1"), "d5:rew")
    assert (closing(pos)["reason"]["values"], closing(pos)["ranks"]) == ({"seat": 1}, [1, 2])


@pytest.mark.parametrize(
    ("pos", "rows"),
    [
        (by_flower(), ["closing.arrived", "closing.none", "closing.out", 2]),
        (by_rest(), ["closing.out", 3]),
        (by_rest(3), ["closing.out", "closing.out", 3]),
        (by_cards(), [2, 2]),
        (after(last_cards(SHUT_IN, "gi", ""), "h5:gew"), ["closing.none", 2]),
    ],
)
def test_how_far_everybody_was(pos: Position, rows: list[str | int]) -> None:
    """POU.E2: the cards still missing, seat by seat; or that they arrived, gave up, or had no way left."""
    told = closing(pos)
    assert told["items"] == ["closing.distance"]
    assert told["rows"] == [[row if isinstance(row, int) else plain((row, {}))] for row in rows]
    shown = {"closing.arrived": 0, "closing.none": None, "closing.out": None}
    assert [distance(pos, seat) for seat in range(pos.players)] == [shown[row] if isinstance(row, str) else row for row in rows]


def test_two_arrive_by_one_card() -> None:
    """POU.E1: both are told to have arrived; one has won."""
    cards = "a5 R0, b5 rew, c5 rew, d9 G1, d8 gns, d7 gns, d6 gns, d5 F"
    told = closing(after(at(cards, "boots", "boots", said="turn=1"), "d5:boots"))
    assert told["rows"] == [[plain(("closing.arrived", {}))]] * 2
    assert told["ranks"] == [2, 1]


@pytest.mark.parametrize(
    ("pos", "ranks"),
    [(by_flower(), [1, 2, 2, 2]), (by_rest(), [2, 1]), (by_rest(3), [2, 2, 1])],
)
def test_ranks(pos: Position, ranks: list[int]) -> None:
    """POU.E1, POU.E2: the winner is first, and all others alike, however near they were."""
    assert closing(pos)["ranks"] == ranks
    assert pos.winners == (ranks.index(1),)


@pytest.mark.parametrize("pos", [by_cards(), after(last_cards(SHUT_IN, "gi", ""), "h5:gew")])
def test_nobody_wins_alike(pos: Position) -> None:
    """POU.E2: without a winner all are equal, near or far: distances are information."""
    assert len(set(closing(pos)["ranks"])) == 1
    assert pos.winners == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words(language: str) -> None:
    """POU.E2: what is counted has a name, and each thing said instead of a number is said in other words."""
    told = closing(by_flower())
    words = [GAME.texts[language].say(item) for item in told["items"]]
    words += [said(cell, GAME.texts[language]) for (cell,) in told["rows"] if not isinstance(cell, int)]
    assert len(set(words)) == len(words) == 4
    assert all(words)


def test_nothing_is_told_before_the_end() -> None:
    """POU.E1: while the game lasts there is no closing."""
    for pos in (GAME.new(seed=1), at(FACING), at(SHUT_IN)):
        assert all(pos.view(seat)["closing"] is None for seat in (None, 0, 1))
