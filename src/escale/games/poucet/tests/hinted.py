"""What a hint says of a move, as plain names and numbers, and in words."""

from __future__ import annotations

from typing import Any

from escale import Position
from escale.games.poucet.tests.tables import GAME, LANGUAGES, after, parsed
from escale.rules.position import plain
from escale.terminal.language import said

Text = tuple[str, dict[str, Any]]  # the name of a text, and its values


def words(told: Text) -> list[str]:
    """A text in every language, with ~ for the spaces at which no line ends."""
    return [said(plain(told), GAME.texts[language]).replace("\N{NO-BREAK SPACE}", "~") for language in LANGUAGES]


def parts(told: Text) -> list[Text]:
    """The sentences of a hint, with short names."""
    key, values = told
    if key == "hint.both":
        return [*parts(values["first"]), *parts(values["second"])]
    return [(key.removeprefix("hint."), {name: short(value) for name, value in values.items()})]


def short(value: Any) -> Any:
    """A text within a text: the number of the player that it tells, else the end of its name: a_card.rl, hint.part.ne."""
    if not isinstance(value, tuple):
        return value
    return value[1]["seat"] if "seat" in value[1] else value[0].rpartition(".")[2]


def idea(pos: Position, move: str) -> list[Text]:
    """Why a move is good for the seat to move."""
    return parts(GAME.advice.idea(pos.state, pos.read_move(pos.name(move)), pos.turn))


def place(pos: Position, move: str) -> list[Text]:
    """Where to look for a move."""
    return parts(GAME.advice.place(pos.state, pos.read_move(pos.name(move))))


def deed(pos: Position, move: str) -> list[str]:
    """The move itself, in every language."""
    return words(GAME.advice.deed(pos.state, pos.read_move(pos.name(move))))


def asides(pos: Position) -> list[Text]:
    """What else the seat to move is told."""
    return [part for told in GAME.advice.asides(pos.state, pos.turn) for part in parts(told)]


def choosing(*taken: str, hand: str) -> Position:
    """A table of three at which some have taken a start card, and the next one holds these cards."""
    chose = [f"chose {seat} {colour}" for seat, colour in enumerate(taken)]
    turn = len(taken)
    return parsed("\n".join([f"poucet players=3 turn={turn} step=choose", *chose, f"hand {turn} {hand}"]) + "\n")


def starting(*starts: str) -> Position:
    """A table of two with a small board, red begins, and then green."""
    pos = parsed("poucet players=2 turn=0 step=choose size=9\n")
    return after(pos, "take r", "take g", *(f"start {cell}" for cell in starts))
