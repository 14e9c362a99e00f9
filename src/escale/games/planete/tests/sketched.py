"""What a terminal shows of a table, read back: the planets drawn, and the lines beside them."""

from __future__ import annotations

import re

from escale import Position
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import GAME, at, tiles

Reader = int | str | None
Line = list[tuple[str, str]]
Drawn = dict[int, dict[int, tuple[str, str]]]  # by seat and cell: what is there, and its style

ROWS = 4
FACTS = re.compile(r"\d+|\([\w*]+\)")  # numbers, and tiles as one types them
#: Everything there may be on a planet: gaps, tiles face down, one of each stack.
FIRST = "(bWWB) (bFWW) / (bsG) vslFG / br* / drunkard lamplighter"
SECOND = "W vS / sE v** / lcc / geographer king"
#: Two players; what the leader has hidden is of a kind that lies nowhere else.
HIDDEN = SITUATIONS["a hidden baobab"]
#: Every seat, a watcher, and who looks back at the game.
READERS: list[Reader] = [None, 0, 1, "back"]


def seen(pos: Position, reader: Reader) -> dict[str, object]:
    """What a reader sees."""
    return pos.view(None, revealed=True) if reader == "back" else pos.view(reader if isinstance(reader, int) else None)


def sketch(pos: Position, reader: Reader, language: str) -> list[Line]:
    """The planets as a reader's terminal shows them."""
    lines: list[Line] = GAME.view.sketch(seen(pos, reader), GAME.texts[language])
    return lines


def knows(pos: Position, reader: Reader, language: str) -> list[str]:
    """What is told beside them."""
    lines = GAME.view.knows(seen(pos, reader), GAME.texts[language])
    return ["".join(text for text, _ in line) for line in lines]


def planets_drawn(pos: Position, reader: Reader = None, language: str = "en") -> Drawn:
    """What is drawn in each cell of each planet, with its style, by the seat that the line above it names; in their order."""
    lines = sketch(pos, reader, language)
    found: Drawn = {}
    for top in range(0, len(lines), ROWS + 1):
        ((title, _),) = lines[top]
        number = re.search(r"\d+", title)
        assert number is not None
        pieces = [piece for row in lines[top + 1 : top + 1 + ROWS] for piece in row]
        found[int(number[0]) - 1] = {cell: (text.strip(), style) for cell, (text, style) in enumerate(pieces)}
    return found


def misdrawn(pos: Position, drawn: Drawn) -> set[tuple[int, int]]:
    """The seats and cells that aren't drawn as the text of the position has them."""
    wrong = set()
    for seat in set(range(pos.players)) | set(drawn):
        lying = dict(tile.split(":") for tile in tiles(pos, seat).split())
        wanted = {cell: lying.get(str(cell), f"·{cell}") for cell in range(ROWS * ROWS)} if seat < pos.players else {}
        marks = {cell: mark for cell, (mark, _) in drawn.get(seat, {}).items()}
        wrong |= {(seat, cell) for cell in wanted.keys() | marks.keys() if wanted.get(cell) != marks.get(cell)}
    return wrong


def offer_told(pos: Position, reader: Reader, language: str = "en") -> str:
    """The line that tells what is on the table: it follows those of the round and of the four stacks."""
    return knows(pos, reader, language)[5]


def codes(line: str) -> list[str]:
    """The tiles of a line, as one types them."""
    return re.findall(r"\(([\w*]+)\)", line)


def full() -> Position:
    """The planets with everything, while two players choose by the sheet's own way."""
    return at(FIRST, SECOND, said="two_player=plain", more="offer falling bsS sE")


# The planets
