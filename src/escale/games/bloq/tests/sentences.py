"""What is said of a move: as its reader hears it, and as plain names and numbers."""

from __future__ import annotations

from typing import Any

from escale import Position
from escale.games.bloq.tests.tables import GAME, LANGUAGES
from escale.rules.position import plain
from escale.terminal.language import said

Text = tuple[str, dict[str, Any]]  # the name of a text, and its values


def words(told: Text) -> list[str]:
    """A text in every language."""
    return [said(plain(told), GAME.texts[language]) for language in LANGUAGES]


def parts(told: Text) -> list[Text]:
    """The sentences of an idea, with short names."""
    key, values = told
    if key == "hint.both":
        return [*parts(values["first"]), *parts(values["second"])]
    return [(key.removeprefix("hint."), {name: number(value) for name, value in values.items()})]


def number(value: Any) -> Any:
    """How many cells a text within a text tells of, and in how many groups if there are several."""
    if not isinstance(value, tuple):
        return value
    return (value[1]["groups"], value[1]["n"]) if value[0] == "hint.groups" else value[1]["n"]


def idea(pos: Position, move: str) -> list[Text]:
    """Why a move is good for the seat to move."""
    return parts(GAME.advice.idea(pos.state, pos.read_move(pos.name(move)), pos.turn))
