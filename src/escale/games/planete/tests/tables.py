"""What the tests of the rules share: positions from text, and what can be read off a position from outside."""

from __future__ import annotations

from typing import Any

import pytest

import escale
from escale import Position, Refusal
from escale.games.planete.tests.drawing import drawn, ended

GAME = escale.load("planete")
LANGUAGES = ("en", "fr")
STACKS = ("core", "rising", "falling", "character")


def parsed(text: str) -> Position:
    """The position that some lines say, drawn by hand or taken from another one's text; the line that ends them is put last."""
    return GAME.parse("\n".join([*(line for line in text.splitlines() if line.strip() != "end"), "end"]))


def at(*planets: str, said: str = "", more: str = "") -> Position:
    """The position that `drawn` writes."""
    return parsed(drawn(*planets, said=said, more=more))


def over(*planets: str) -> Position:
    """The position that `ended` writes."""
    return parsed(ended(*planets))


def new(players: int, seed: int, plain: bool = False) -> Position:
    """A fresh deal; two play with a hidden tile, or by the sheet (`plain`)."""
    return GAME.new(players=players, seed=seed, **({"two_player": "plain" if plain else "offer"} if players == 2 else {}))


def lines_of(pos: Position, *words: str) -> list[list[str]]:
    """What the lines of the text say that begin with these words."""
    found = [line.split() for line in pos.text().splitlines()]
    return [line[len(words) :] for line in found if line[: len(words)] == list(words)]


def line_of(pos: Position, *words: str) -> list[str]:
    """What the line of the text says that begins with these words; nothing if there is none."""
    found = lines_of(pos, *words)
    return found[0] if found else []


def stack(pos: Position, name: str) -> list[str]:
    """The tiles of a stack; the last is turned up next."""
    return line_of(pos, "stack", name)


def aside(pos: Position, name: str) -> list[str]:
    """The tiles of a stack that were set aside."""
    return line_of(pos, "aside", name)


def offer(pos: Position) -> list[str]:
    """The tiles on the table, but for the hidden one."""
    return line_of(pos, "offer")[1:]


def tiles(pos: Position, seat: int) -> str:
    """A planet as it is written."""
    return " ".join(line_of(pos, "planet", str(seat)))


def planet_of(pos: Position, seat: int) -> dict[str, Any]:
    """What everybody sees of a planet."""
    found: dict[str, Any] = pos.view(None)["planets"][seat]
    return found


def characters(pos: Position, seat: int = 0) -> list[int]:
    """What each character of a planet gives, by cell."""
    return [entry["points"] for entry in planet_of(pos, seat)["characters"]]


def step(pos: Position) -> tuple[str, int]:
    """What is to be done, and by whom."""
    seen = pos.view(None)
    return seen["step"], seen["mover"]


def described(pos: Position, move: str) -> dict[str, Any]:
    """A legal move as the view describes it to the seat to move, without its number and text."""
    found = next(entry for entry in pos.view(pos.turn)["moves"] if entry["text"] == move)
    return {name: value for name, value in found.items() if name not in ("move", "text")}


def kinds(pos: Position, move: str, reader: int | None = None) -> list[str]:
    """What happens by a move, as a reader sees it: the kinds of effects."""
    return [effect["kind"] for effect in pos.effects(move, reader)]


def effect(pos: Position, move: str, kind: str, reader: int | None = None) -> dict[str, Any]:
    """One of the effects of a move, without its kind."""
    (found,) = (effect for effect in pos.effects(move, reader) if effect["kind"] == kind)
    return {name: value for name, value in found.items() if name != "kind"}


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


def against(pos: Position, move: int | str) -> tuple[str, str]:
    """The name of the refusal of a move, and its rule without the game's name."""
    refusal = refused(pos, move)
    return refusal.name, refusal.rule.removeprefix("PLAN.")


def after(pos: Position, *moves: int | str) -> Position:
    """The position after these moves; `pos` stays as it is."""
    later = pos.copy()
    for move in moves:
        later.play(move)
    return later
