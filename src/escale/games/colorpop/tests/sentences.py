"""What is said of a position, as its reader hears it."""

from __future__ import annotations

from typing import Any

from escale.games.colorpop.tests.tables import GAME, LANGUAGES
from escale.rules.position import plain
from escale.terminal.language import said

Text = tuple[str, dict[str, Any]]  # the name of a text, and its values


def words(told: Text) -> list[str]:
    """A text in every language."""
    return [said(plain(told), GAME.texts[language]) for language in LANGUAGES]
