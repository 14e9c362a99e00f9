"""What the tests of the rules share: tables drawn as text, and what can be read off a position from outside."""

from __future__ import annotations

from typing import Any

import pytest

import escale
from escale import Position, Refusal

GAME = escale.load("colorpop")
LANGUAGES = ("en", "fr")


def parsed(text: str) -> Position:
    """The position that some lines say, drawn by hand or taken from another one's text; the line that ends them is put last."""
    return GAME.parse("\n".join([*(line for line in text.splitlines() if line.strip() != "end"), "end"]))


def at(*rows: str, secrets: str, options: str = "", taken: str = "") -> Position:
    """A position from its rows, the top one first."""
    lines = [f"colorpop {options}", f"secrets {secrets}", f"taken {taken}" if taken else "", *rows]
    return parsed("\n".join(line for line in lines if line))


def rows(pos: Position) -> list[str]:
    """The board as `at` takes it: the top row first, no empty rows, no empty ends of rows."""
    trimmed = [line.rstrip(".") for line in pos.text().splitlines()[3:-1]]
    return [line for line in trimmed if line]


def removable(pos: Position) -> set[str]:
    """What each legal move removes, as the names of its cells: `"a1 a2 b1"`. No two moves remove the same."""
    listed = [" ".join(sorted(move["cells"], key=place)) for move in described(pos)]
    assert len(set(listed)) == len(listed), f"a group is listed twice: {listed}"
    return set(listed)


def described(pos: Position) -> list[dict[str, Any]]:
    """The legal moves as the view describes them to the seat to move."""
    moves: list[dict[str, Any]] = pos.view(pos.turn)["moves"]
    return moves


def place(cell: str) -> tuple[str, int]:
    """Orders cells slide by slide, each from the bottom."""
    return cell[0], int(cell[1:])


def refused(pos: Position, move: int | str) -> Refusal:
    """Why a move is refused, having seen that playing it says the same and changes nothing."""
    refusal = pos.why_not(move)
    assert refusal is not None, f"{move} is legal in\n{pos}"
    before = pos.to_bytes()
    with pytest.raises(escale.IllegalMove) as caught:
        pos.play(move)
    assert caught.value.refusal == refusal
    assert pos.to_bytes() == before
    return refusal


def after(pos: Position, *moves: int | str) -> Position:
    """The position after these moves; `pos` stays as it is."""
    later = pos.copy()
    for move in moves:
        later.play(move)
    return later
