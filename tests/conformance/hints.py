"""Checks of hints: they can be said, don't tell the move they lead to, and come of what the seat may know alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

from escale import Game, Position
from escale.rules.position import plain
from escale.rules.texts import LANGUAGES
from tests.conformance.plain import check_plain
from tests.conformance.tables import Table, is_hinted, sample
from tests.conformance.words import sentence_of

WORLDS = (31, 32, 33)  # seeds
SOMEBODY = "\N{WHITE SQUARE}"  # a name that no sentence has by itself
POINTS = (0.0, 1.0, 2.0, 7.0)

#: The words of hints, for the seat to move, by the name of the function.
HINTS: dict[str, Callable[[Position], list[Any]]] = {
    "idea": lambda position: [
        plain(position.game.advice.idea(position.state, move, position.turn)) for move in position.moves()
    ],
    "place": lambda position: [plain(position.game.advice.place(position.state, move)) for move in position.moves()],
    "deed": lambda position: [plain(position.game.advice.deed(position.state, move)) for move in position.moves()],
    "asides": lambda position: plain(list(position.game.advice.asides(position.state, position.turn))),
}
LEADING = ("idea", "place")  # what is said before the move is


def hints_have_words(game: Game, at: Table) -> None:
    """Every hint is a text in every language with all values; what leads to a move doesn't name it, and what tells it does.

    The reader is spoken to, not told of: no hint names who plays.
    """
    _check_offered(game, at)
    for position in sample(game, at)[:-1] if is_hinted(game.info, at) else []:
        world = position.determinized(position.turn, WORLDS[0])
        for name, ask in HINTS.items():
            told = [_sentences(game, text, f"{at}: {name}") for text in ask(world)]
            if name in LEADING:
                for move, sentences in zip(world.names(), told, strict=True):
                    _check_secretive(move, sentences, f"{at}: {name}")
            if name == "deed":
                _check_distinct(world.names(), told, f"{at}: {name}")


def _check_offered(game: Game, at: Table) -> None:
    if at.players == 1:
        assert hasattr(game.advice, "outlook"), f"{at}: advice.py has no outlook(best, usual), for who plays alone"
        for best, usual in product(POINTS, repeat=2):
            _sentences(game, plain(game.advice.outlook(best, usual)), f"{at}: outlook({best}, {usual})")


def _sentences(game: Game, text: Any, told: str) -> list[str]:
    _check_text(told.rpartition(" ")[2], text, told)
    for language in LANGUAGES:
        named = sentence_of(game, language, {**text, "values": {"who": SOMEBODY, **text["values"]}}, told)
        assert SOMEBODY not in named, f"{told} speaks of somebody, not to the reader: {text['key']} ({language})"
    return [sentence_of(game, language, text, told) for language in LANGUAGES]


def _check_distinct(moves: list[str], told: list[list[str]], where: str) -> None:
    """Of two moves two things are said."""
    first: dict[tuple[str, ...], str] = {}
    for move, sentences in zip(moves, told, strict=True):
        other = first.setdefault(tuple(sentences), move)
        assert other == move, f"{where} says the same of the moves {other!r} and {move!r}: {sentences[0]!r}"


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
    for position in sample(game, at)[:-1] if is_hinted(game.info, at) else []:
        one, *others = (position.determinized(position.turn, seed) for seed in WORLDS)
        for name, ask in HINTS.items():
            told = f"{at}: two worlds that seat {position.turn} can't tell apart give it another {name}"
            for other in [world for world in others if world != one]:
                assert ask(one) == ask(other), f"{told}\n{one}\n{other}"
