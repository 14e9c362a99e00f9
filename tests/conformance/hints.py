"""Checks of hints: they can be said, don't tell the move they lead to, and come of what the seat may know alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from escale import Game, Position
from escale.rules.position import plain
from escale.rules.texts import LANGUAGES
from tests.conformance.plain import check_plain
from tests.conformance.tables import Table, sample
from tests.conformance.words import sentence_of

WORLDS = (31, 32, 33)  # seeds

#: The words of hints, for the seat to move, by the name of the function.
HINTS: dict[str, Callable[[Position], list[Any]]] = {
    "idea": lambda position: [
        plain(position.game.advice.idea(position.state, move, position.turn)) for move in position.moves()
    ],
    "place": lambda position: [plain(position.game.advice.place(position.state, move)) for move in position.moves()],
    "asides": lambda position: plain(list(position.game.advice.asides(position.state, position.turn))),
}


def hints_have_words(game: Game, at: Table) -> None:
    """Ideas, places and asides are texts in every language with all values; what leads to a move doesn't name it."""
    for position in sample(game, at)[:-1]:
        world = position.determinized(position.turn, WORLDS[0])
        for name, ask in HINTS.items():
            told = ask(world)
            for number, text in enumerate(told):
                _check_text(name, text, f"{at}: {name}")
                sentences = [sentence_of(game, language, text, f"{at}: {name}") for language in LANGUAGES]
                if name != "asides":
                    _check_secretive(world.name(world.moves()[number]), sentences, f"{at}: {name}")


def _check_text(name: str, text: Any, told: str) -> None:
    check_plain(name, text, told)
    form = isinstance(text, dict) and sorted(text) == ["key", "values"]
    assert form, f"{told} gives {text!r}, not the name of a text and its values"


def _check_secretive(move: str, sentences: list[str], told: str) -> None:
    named = re.compile(rf"(?<!\w){re.escape(move)}(?!\w)", re.IGNORECASE)
    for sentence in sentences:
        assert not named.search(sentence), f"{told} tells the move {move!r}: {sentence!r}"


def hints_tell_nothing_hidden(game: Game, at: Table) -> None:
    """Worlds that the seat to move can't tell apart give the same hints."""
    for position in sample(game, at)[:-1]:
        one, *others = (position.determinized(position.turn, seed) for seed in WORLDS)
        for name, ask in HINTS.items():
            told = f"{at}: two worlds that seat {position.turn} can't tell apart give it another {name}"
            for other in others:
                assert ask(one) == ask(other), f"{told}\n{one}\n{other}"
