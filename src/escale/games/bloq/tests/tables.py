"""What the tests of the rules share: tables drawn as text, and what can be read off a position from outside."""

from __future__ import annotations

import pytest

import escale
from escale import Position, Refusal

Cell = tuple[int, int]

GAME = escale.load("bloq")
LANGUAGES = ("en", "fr")
BOARDS = ("diamond421", "square20", "small")
SHAPES = {"2x3x4", "3x2x4", "2x4x3", "4x2x3", "3x4x2", "4x3x2"}
PASS = -1  # the number of the move that is never legal

# The end of a game on the small board: a single hole is left, three rows of two cells, between blocks of heights 2 and 3.
ONE_HOLE = [
    "9 a",
    "8 aaa",
    "7 aa444",
    "6 aaaU44a",
    "5 33a443333",
    "4 a33a44E333a",
    "3 aa33au4aaaaaa",
    "2 aaae333aaa33aaa",
    "1 a222..3322233222a",
    "0 aa222..3322233222aa",
    "-1 a222..e3222e3222a",
    "-2 f22222bf22bbf22",
    "-3 aa222bbb3333b",
    "-4 a222222E333",
    "-5 f22222bbb",
    "-6 aa222bb",
    "-7 af22b",
    "-8 aaa",
    "-9 a",
]

# The same of another game: the lower left is open, and a hole of three columns of two cells that a block of height 4 touches.
LAST_MOVE, LAST_GROUPS = "-6,-3:3x2x4", (1, 8)
FORBIDDEN_HOLE = [
    "9 a",
    "8 aaa",
    "7 aa444",
    "6 aaaU44a",
    "5 aa222444a",
    "4 aaa222U44aa",
    "3 33332223333aa",
    "2 bE333f22E333aaa",
    "1 a2222bb444...2222",
    "0 aa2222bbU44...2222b",
    "-1 aF222222b3333F222",
    "-2 ....222bE333bbb",
    "-3 ...222bb3333b",
    "-4 ..f22bbE333",
    "-5 ...2222bb",
    "-6 ..2222b",
    "-7 .F222",
    "-8 aaa",
    "-9 a",
]


def square(*rows: str, options: str = "", points: str = "") -> Position:
    """A position on the square board, where every row begins at x = 0: `"0 ..u4"`; rows that are empty are left out."""
    return at("square20", *rows, options=options, points=points)


def parsed(text: str) -> Position:
    """The position that some lines say, drawn by hand or taken from another one's text; the line that ends them is put last."""
    return GAME.parse("\n".join([*(line for line in text.splitlines() if line.strip() != "end"), "end"]))


def at(board: str, *rows: str, options: str = "", points: str = "") -> Position:
    """A position from its rows, each with its number; on a diamond a row begins at its own leftmost cell."""
    lines = [f"bloq board={board} {options}", f"points {points}" if points else "", *rows]
    return parsed("\n".join(line for line in lines if line))


def drawn(pos: Position) -> dict[int, str]:
    """The rows that aren't empty by their numbers, without empty ends."""
    rows = {int(number): cells.rstrip(".") for number, cells in (line.split() for line in pos.text().splitlines()[2:-1])}
    return {number: cells for number, cells in rows.items() if cells}


def cells_of(pos: Position) -> set[Cell]:
    """All cells of the board, as the view tells them."""
    return {(x, y) for y, first, last in pos.view(None)["rows"] for x in range(first, last + 1)}


def covered_by(name: str) -> set[Cell]:
    """The cells that a block covers, on the board or not."""
    place, size = name.split(":")
    x, y = map(int, place.split(","))
    width, depth, _ = map(int, size.split("x"))
    return {(x + right, y + up) for right in range(width) for up in range(depth)}


def column(x: int, *ys: int) -> list[Cell]:
    """Cells one above the other."""
    return [(x, y) for y in ys]


def isolated(pos: Position, move: str) -> list[list[Cell]]:
    """The groups that a legal move isolates, each from its lowest row."""
    return [[(x, y) for x, y in step["cells"]] for step in pos.effects(move) if step["kind"] == "isolate"]


def gain(pos: Position, move: str) -> int:
    """How many points a legal move brings to who makes it, having seen that nobody else gets any."""
    seat = pos.turn
    assert seat is not None
    grown = [now - before for now, before in zip(after(pos, move).points, pos.points, strict=True)]
    assert all(other == 0 for place, other in enumerate(grown) if place != seat)
    return int(grown[seat])


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
