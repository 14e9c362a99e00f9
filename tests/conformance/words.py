"""A text of a game in words, as whoever reads it gets it."""

from __future__ import annotations

from typing import Any

from escale import Game
from escale.terminal.language import said


def sentence_of(game: Game, language: str, text: dict[str, Any], told: str) -> str:
    """A text in words; AssertionError if it isn't there, or lacks a value."""
    try:
        sentence = said(text, game.texts[language])
    except KeyError as missing:
        raise AssertionError(f"{told}: the text {text['key']} ({language}) can't be said, {missing} is missing") from None
    assert sentence.strip(), f"{told}: the text {text['key']} ({language}) is empty"
    return sentence
