"""What is said of a position or a move, as its reader hears it."""

from __future__ import annotations

from typing import Any

from escale import Position
from escale.games.lppg.tests.tables import GAME, LANGUAGES
from escale.rules.position import plain
from escale.terminal.language import said

Text = tuple[str, dict[str, Any]]  # the name of a text, and its values


def words(told: Text) -> list[str]:
    """A text in every language."""
    return [said(plain(told), GAME.texts[language]) for language in LANGUAGES]


def names(told: Any) -> list[str]:
    """The names of a text and of all texts within it, as a view has them, in order."""
    if isinstance(told, dict) and "key" in told:
        return [told["key"], *(name for value in told["values"].values() for name in names(value))]
    return []


def logged(pos: Position, move: str) -> list[str]:
    """The names of the texts that tell a move."""
    return names(pos.said(move))
