"""The board drawn in a terminal, and what is told beside it."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.bloq.tests.tables import BOARDS, GAME, LANGUAGES, Cell, after, at, cells_of, square

OWNED = ("4 3333", "3 E333", "2 a44-44", "1 a44-44", "0 au4-u4")
SHAPES = ("8 ..........222", "7 ..........222", "6 ....3333..222", "5 ....E333..f22", "2 44", "1 44", "0 u4")


def sketch(pos: Position, language: str) -> list[list[tuple[str, str]]]:
    """The board as a watcher's terminal shows it."""
    lines: list[list[tuple[str, str]]] = GAME.view.sketch(pos.view(None), GAME.texts[language])
    return lines


def cells_drawn(pos: Position, language: str) -> dict[Cell, tuple[str, str]]:
    """What is drawn in each cell, with its style, by where it stands in the terminal: two characters a column."""
    *rows, scale = ["".join(text for text, _ in line) for line in sketch(pos, language)]
    marks = {}
    zero = scale.index(" 0") if " 0" in scale else scale.index("0") - 1
    for line in sketch(pos, language)[:-1]:
        (label, _), *pieces = line
        column = len(label)
        for text, style in pieces:
            marks[(column - zero) // 2, int(label)] = (text, style)
            column += len(text)
    assert len(rows) == len(pos.view(None)["rows"])
    return marks


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", BOARDS)
def test_every_cell_is_drawn_in_its_place(board: str, language: str) -> None:
    """BLOQ.M2: one line a row, the top row first, each with its number; below them the scale of x."""
    pos = GAME.new(seed=1, board=board)
    lines = sketch(pos, language)
    assert [int(line[0][0]) for line in lines[:-1]] == [y for y, _, _ in reversed(pos.view(None)["rows"])]
    assert set(cells_drawn(pos, language)) == cells_of(pos)
    assert "".join(text for text, _ in lines[-1]).split() == [
        str(x) for x in range(min(x for x, _ in cells_of(pos)), max(x for x, _ in cells_of(pos)) + 1) if x % 5 == 0
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_where(language: str) -> None:
    """BLOQ.M1, BLOQ.S1: blocks are drawn by their height, isolated cells by who isolated them, others as empty."""
    for rows in (OWNED, SHAPES):
        pos = square(*rows)
        drawn = cells_drawn(pos, language)
        lines = {int(row.split()[0]): row.split()[1] for row in rows}
        for (x, y), (text, _) in drawn.items():
            mark = lines.get(y, "").ljust(20, ".")[x]
            assert text[-1] == {".": "·"}.get(mark, {"u": "4", "E": "3", "f": "2"}.get(mark, mark))


@pytest.mark.parametrize("language", LANGUAGES)
def test_blocks_side_by_side_are_told_apart(language: str) -> None:
    """BLOQ.M1: where a block begins from the left there is a line, so that two of one height don't run together."""
    drawn = cells_drawn(square("2 444444", "1 444444", "0 u4u4u4"), language)
    assert [drawn[x, 1][0][0] == drawn[0, 1][0][0] for x in range(6)] == [True, False] * 3
    assert drawn[0, 1][0][0] != " "


@pytest.mark.parametrize("language", LANGUAGES)
def test_colour_is_never_the_only_signal(language: str) -> None:
    """BLOQ.M1, BLOQ.S1: what differs in colour differs in its sign too, and everything is equally wide."""
    drawn = {**cells_drawn(square(*SHAPES), language), **cells_drawn(square(*OWNED), language)}
    signs = {(text[-1], style) for text, style in drawn.values()}
    assert len({sign for sign, _ in signs}) == len(signs)
    assert {len(text) for text, _ in drawn.values()} == {2}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_beside_the_board(language: str, players: int) -> None:
    """BLOQ.M3, BLOQ.S1: the stock, then the points of each seat, seats being counted from 1."""
    pos = at("small", options=f"players={players} stock=17", points=" ".join(map(str, range(31, 31 + players))))
    stock, *seats = ["".join(text for text, _ in line) for line in GAME.view.knows(pos.view(None), GAME.texts[language])]
    assert "17" in stock
    assert len(seats) == players
    assert all(str(seat + 1) in line and str(31 + seat) in line for seat, line in enumerate(seats))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_can_be_drawn(language: str) -> None:
    """BLOQ.M2: every position of a game, isolated groups of every seat included."""
    pos = GAME.new(players=4, seed=3, board="small")
    while not pos.over:
        pos = after(pos, pos.moves()[len(pos.moves()) // 2])
        assert len(cells_drawn(pos, language)) == 181
