"""What a hint says of a move, as plain names and numbers."""

from __future__ import annotations

from typing import Any

from escale import Position
from escale.games.lppg.tests.sentences import Text
from escale.games.lppg.tests.tables import GAME


def parts(told: Text) -> list[Text]:
    """The sentences of a hint, with short names."""
    key, values = told
    if key == "hint.both":
        return [*parts(values["first"]), *parts(values["second"])]
    return [(key.removeprefix("hint."), {name: short(value) for name, value in values.items()})]


def short(value: Any) -> Any:
    """A text within a text: the number that it tells, else the end of its name: whose.opponent, colour.r."""
    if not isinstance(value, tuple):
        return value
    return value[1]["n"] if value[0].startswith("count.") else value[0].rpartition(".")[2]


def idea(pos: Position, move: str) -> list[Text]:
    """Why a move is good for the seat to move."""
    return parts(GAME.advice.idea(pos.state, pos.read_move(pos.name(move)), pos.turn))


def place(pos: Position, move: str) -> list[Text]:
    """Where to look for a move."""
    return parts(GAME.advice.place(pos.state, pos.read_move(pos.name(move))))


def asides(pos: Position) -> list[Text]:
    """What else the seat to move is told."""
    return [part for told in GAME.advice.asides(pos.state, pos.turn) for part in parts(told)]
