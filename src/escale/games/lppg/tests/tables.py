"""What the tests of the rules share: tables drawn as text, and what can be read off a position from outside."""

from __future__ import annotations

from typing import Any

import pytest

import escale
from escale import Position, Refusal

Cell = tuple[int, int]

GAME = escale.load("lppg")
LANGUAGES = ("en", "fr")
SIDE = 48  # of the table
PLACE: Cell = (20, 20)  # of the lower left cell, where a test says nothing else
HANDS = ("r12 r24", "b1 b2")
PILES = ("b3 y3", "y1 g1")

CORNERED = (  # in the corner of the table is the only place for a card that isn't red
    ".rrrrrrrrrrr",
    ".rrrrrrrrrrr",
    ".rrwrwwrwwrr",
    ".rrrrrrrrrrr",
    ".rrrrrrrrrrr",
    ".r..........",
    "wr..........",
)


def parsed(text: str) -> Position:
    """The position that some lines say, drawn by hand or taken from another one's text; the line that ends them is put last."""
    return GAME.parse("\n".join([*(line for line in text.splitlines() if line.strip() != "end"), "end"]))


def at(
    *rows: str,
    own: str = "",
    hands: tuple[str, ...] = HANDS,
    piles: tuple[str, str] | None = PILES,
    discard: str = "",
    said: str = "",
    place: Cell = PLACE,
) -> Position:
    """A position from the rows of its terrain, the top one first.

    `own`: the territories, `"0 o 21,21, 1 p 24,21"`; `said`: what the first line says of the table.
    """
    lines = [f"lppg {said}", f"terrain {place[0]},{place[1]}", *(f"  {row}" for row in rows)]
    lines += [f"territory {territory.strip()}" for territory in own.split(", ") if own]
    lines += [f"hand {seat} {cards}" for seat, cards in enumerate(hands)]
    lines += [f"pile {number} {cards}" for number, cards in enumerate(piles, 1)] if piles else []
    lines += [f"discard {discard}"] if discard else []
    return parsed("\n".join(lines) + "\n")


def drawn(pos: Position) -> list[str]:
    """The rows of the terrain, the top one first."""
    rows: list[str] = pos.view(None)["terrain"]["rows"]
    return rows


def owned(pos: Position) -> dict[str, int]:
    """The territories as `at` takes them, and their sizes."""
    kinds = {"ordinary": "o", "permanent": "p", "both": "op"}
    return {
        f"{lies['seat']} {kinds[lies['kind']]} {lies['at'][0]},{lies['at'][1]}": len(lies["cells"])
        for lies in pos.view(None)["territories"]
    }


def regions(pos: Position) -> dict[str, tuple[int, bool]]:
    """The regions by their names, with their sizes and whether they are closed."""
    return {
        f"{region['at'][0]},{region['at'][1]}": (len(region["cells"]), region["closed"]) for region in pos.view(None)["regions"]
    }


def closed(pos: Position) -> dict[str, int]:
    """The closed regions by their names, with their sizes."""
    return {name: size for name, (size, is_closed) in regions(pos).items() if is_closed}


def line_of(pos: Position, *words: str) -> list[str]:
    """What a line of the text says that begins with these words; nothing if there is none."""
    found = [line.split()[len(words) :] for line in pos.text().splitlines() if line.split()[: len(words)] == list(words)]
    return found[0] if found else []


def hand(pos: Position, seat: int) -> list[str]:
    """The cards that a seat holds."""
    return line_of(pos, "hand", str(seat))


def piles_of(pos: Position) -> list[list[str]]:
    """The two piles, from the bottom."""
    return [line_of(pos, "pile", number) for number in ("1", "2")]


def step(pos: Position) -> tuple[str, int | None]:
    """What has to be decided, and by which seat."""
    return pos.view(None)["step"], pos.turn


def described(pos: Position, move: str) -> dict[str, Any]:
    """A legal move as the view describes it to the seat to move."""
    found: dict[str, Any] = next(entry for entry in pos.view(pos.turn)["moves"] if entry["text"] == move)
    return found


def placements(pos: Position) -> list[str]:
    """The legal placements."""
    return [name for name in pos.names() if ":" in name]


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


def against(pos: Position, move: str) -> tuple[str, str]:
    """The name of the refusal of a move, and its rule without the game's name."""
    refusal = refused(pos, move)
    return refusal.name, refusal.rule.removeprefix("LPPG.")


def after(pos: Position, *moves: int | str) -> Position:
    """The position after these moves; `pos` stays as it is."""
    later = pos.copy()
    for move in moves:
        later.play(move)
    return later


def cells_of(move: str) -> dict[Cell, str]:
    """What a placement shows at each cell, read off its text."""
    place, size, card = move.split(":")
    left, low = map(int, place.split(","))
    width, height = map(int, size.split("x"))
    reading = [(left + right, low + height - 1 - down) for down in range(height) for right in range(width)]
    return {cell: "w" if str(number) in card[1:] else card[0] for number, cell in enumerate(reading, 1)}


def strip(own: str, free: str = "", **others: Any) -> Position:
    """Territories and closed regions side by side, in a terrain three high that is red else.

    `own`: seat, kind and size of each territory, `"0o2 1p3"`; `free`: the sizes of regions, `"1 4"`. Both from the left.
    """
    sizes = [*(int(word[2:]) for word in own.split()), *map(int, free.split())]
    middle = "r" + "".join("w" * size + "r" for size in sizes) + "rrr"
    left = max(0, min(PLACE[0], SIDE - 3 - len(middle)))  # long ones begin further left
    starts = [left + 1 + sum(sizes[:number]) + number for number in range(len(sizes))]
    lines = [f"{word[0]} {word[1]} {start},{PLACE[1] + 1}" for word, start in zip(own.split(), starts, strict=False)]
    rows = ("r" * len(middle), middle, "r" * len(middle))
    return at(*rows, own=", ".join(lines), place=(left, PLACE[1]), **others)


def away(pos: Position, card: str = "r12") -> str:
    """The placement of a card at the right end of a strip, its white cells outside: it touches nothing white."""
    right = pos.view(None)["terrain"]
    return f"{right['at'][0] + len(right['rows'][0]) - 1},21:2x3:{card}"


def frozen(own: str, players: int = 2, said: str = "passes=11") -> Position:
    """A strip on which no card goes: no hand or pile has red, and every white cell is in a territory."""
    hands = ("y1 g1", "b1 b2", "g2 y2", "b12 y12")[:players]
    return strip(own, hands=hands, piles=("b3 y3 g3 b13", "y13 g13 b23 g23"), said=f"players={players} {said}")
