"""How the end of a game is told: why it ended, and what counted for each seat."""

from __future__ import annotations

from typing import Any

import pytest

from escale import Position
from escale.games.colorpop.tests.tables import GAME, LANGUAGES, after, at

SECRET, LEFT, OWN = range(3)  # the columns


def closing(pos: Position) -> dict[str, Any]:
    """How a game ended, as everybody sees it."""
    told: dict[str, Any] = pos.view(None)["closing"]
    assert [pos.view(seat)["closing"] for seat in range(pos.players)] == [told] * pos.players
    return told


def column(pos: Position, place: int) -> list[Any]:
    """What counted, seat by seat."""
    return [row[place] for row in closing(pos)["rows"]]


@pytest.mark.parametrize(
    ("board", "secrets", "mode", "taken", "left", "own", "ranks"),
    [
        ("PPYGYG", "Y G", "standard", "Y5 G4", [2, 2], [5, 4], [2, 1]),
        ("PPYGYG", "Y G", "standard", "Y4 G4", [2, 2], [4, 4], [1, 1]),
        ("PPYGY", "Y G", "standard", "Y5 G6", [2, 1], [5, 6], [2, 1]),
        ("YYGPGP", "G Y P", "standard", "G5 Y3 P4", [2, 0, 2], [5, 3, 4], [2, 1, 2]),  # a colour is gone: nothing else counts
        ("PPYOGB", "YG OB", "duel", "Y3G5 O2B5", [2, 2], [8, 7], [2, 1]),
        ("PPYOGBO", "YG OB", "duel", "Y3G5 O2B5", [2, 3], [8, 7], [1, 2]),
        ("PPYOGB", "Y O G B", "teams", "Y3 O4 G3 B3", [2, 2, 2, 2], [6, 7, 6, 7], [1, 2, 1, 2]),  # partners are one side
        ("PPGYGYGO", "YB", "solitaire", "Y2", [2], [2], [1]),
    ],
)
def test_what_counted_is_told_seat_by_seat(
    board: str, secrets: str, mode: str, taken: str, left: list[int], own: list[int], ranks: list[int]
) -> None:
    """POP.E2, POP.E3, POP.E4: the tokens left of one's colours, those removed by oneself, and the ranks they give."""
    pos = after(at(board, secrets=secrets, options=mode, taken=taken), "a1")
    assert closing(pos)["items"] == ["closing.secret", "closing.left", "closing.own"]
    assert column(pos, LEFT) == left
    assert column(pos, OWN) == own
    assert closing(pos)["ranks"] == ranks


@pytest.mark.parametrize(
    ("board", "secrets", "mode", "rule", "gone"),
    [
        ("YYGGPPOB", "Y G", "standard", "POP.E1", ["yellow", "jaune"]),
        ("GGYYPPOB", "Y G", "standard", "POP.E1", ["green", "vert"]),
        ("YYPPOO", "YB GO", "duel", "POP.E1", ["yellow, blue", "jaune, bleu"]),
        ("YYPPGO", "Y G B O", "teams", "POP.E1", ["yellow, blue", "jaune, bleu"]),
        ("PPYGYG", "Y G", "standard", "POP.E2", None),
    ],
)
def test_why_it_ended(board: str, secrets: str, mode: str, rule: str, gone: list[str] | None) -> None:
    """POP.E1, POP.E2: which secret is gone as a whole, or that no group is left."""
    told = closing(after(at(board, secrets=secrets, options=mode), "a1"))
    assert told["rule"] == rule
    said = [GAME.texts[language].say(told["reason"]["key"], **_values(told["reason"])) for language in LANGUAGES]
    assert len(set(said)) == 2
    assert all(sentence.endswith(f"({name}).") for sentence, name in zip(said, gone or (), strict=gone is not None))


def _values(text: dict[str, Any]) -> dict[str, Any]:
    """The values of a text, as `say` takes them: texts among them as pairs."""
    values = text["values"].items()
    return {name: (value["key"], _values(value)) if isinstance(value, dict) else value for name, value in values}


def test_all_secrets_are_named() -> None:
    """POP.E2: at the end everybody's colours are shown, several of them joined."""
    pos = after(at("PPGYGYGO", secrets="YGO", options="solitaire"), "a1")
    names = [{"key": f"colour.{letter}", "values": {"n": 1}} for letter in "YGO"]
    first = {"key": "closing.and", "values": {"first": names[0], "second": names[1]}}
    assert column(pos, SECRET) == [{"key": "closing.and", "values": {"first": first, "second": names[2]}}]
    pos = after(at("YYGGPPOB", secrets="Y B"), "a1")
    assert [cell["key"] for cell in column(pos, SECRET)] == ["colour.Y", "colour.B"]


def test_nothing_is_told_before_the_end() -> None:
    """POP.E2: while the game lasts there is no closing, and somebody must remove a group."""
    pos = at("YYGGPPOB", secrets="Y G B")
    assert all(pos.view(seat)["closing"] is None for seat in (None, 0, 1, 2))
    assert pos.view(None)["task"] == "remove"
    assert after(pos, "a1").view(None)["task"] is None
