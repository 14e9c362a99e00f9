"""The board drawn in a terminal."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.colorpop.tests.tables import GAME, LANGUAGES, at

SHAPES = "●▲■♥◆★"  # of YGOPB*


def sketch(pos: Position, language: str) -> list[list[tuple[str, str]]]:
    """The board as a watcher's terminal shows it."""
    lines: list[list[tuple[str, str]]] = GAME.view.sketch(pos.view(None), GAME.texts[language])
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_and_slides_are_where_they_are_named(language: str) -> None:
    """Ten rows, the highest first, and the slides' letters below; each token where its cell is."""
    lines = sketch(at("Y", "GO", "PB*", secrets="Y G"), language)
    assert [line[0][0] for line in lines[:10]] == [f"{row:>2} " for row in range(10, 0, -1)]
    assert "".join(text for text, _ in lines[10]).split() == list("abcdefghij")
    drawn = [[text.strip()[0] for text, _ in line[1:]] for line in lines[:10]]
    assert drawn[9] == list("♥◆★·······")
    assert drawn[8] == list("▲■········")
    assert drawn[7] == list("●·········")
    assert drawn[:7] == [["·"] * 10] * 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_colour_is_never_the_only_signal(language: str) -> None:
    """Every token has a shape and a letter of its own colour, and each colour a style of its own."""
    tokens = {piece for line in sketch(GAME.new(players=2, seed=1), language)[:10] for piece in line[1:]}
    shapes, letters = zip(*(text.strip() for text, _ in tokens), strict=True)
    assert sorted(shapes) == sorted(SHAPES)
    assert len(set(letters)) == len(SHAPES)
    assert len({style for _, style in tokens}) == len(SHAPES)
    assert len({len(text) for text, _ in tokens}) == 1
