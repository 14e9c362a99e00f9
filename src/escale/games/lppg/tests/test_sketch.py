"""The board drawn in a terminal, and what is told beside it."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.lppg.tests.tables import GAME, LANGUAGES, Cell, after, at, away, strip

COLOURED = ("rygb", "yw.r", "rrrr")


def sketch(pos: Position, language: str) -> list[list[tuple[str, str]]]:
    """The board as a watcher's terminal shows it."""
    lines: list[list[tuple[str, str]]] = GAME.view.sketch(pos.view(None), GAME.texts[language])
    return lines


def knows(pos: Position, seat: int | None, language: str) -> list[str]:
    """What is told beside the board."""
    lines = GAME.view.knows(pos.view(seat), GAME.texts[language])
    return ["".join(text for text, _ in line) for line in lines]


def cells_drawn(pos: Position, language: str) -> dict[Cell, tuple[str, str]]:
    """What is drawn in each cell, with its style, by where it stands in the terminal: two characters a column."""
    *rows, _ = sketch(pos, language)
    left = pos.view(None)["terrain"]["at"][0]
    found: dict[Cell, tuple[str, str]] = {}
    for (label, _), *pieces in rows:
        assert all(len(text) == 2 for text, _ in pieces)
        found |= {(left + place, int(label)): piece for place, piece in enumerate(pieces)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_is_drawn_in_its_place(language: str) -> None:
    """LPPG.M5: one line a row, the top row first, each with its number; below them the scale of x."""
    pos = at(*COLOURED)
    lines = sketch(pos, language)
    assert [int(line[0][0]) for line in lines[:-1]] == [22, 21, 20]
    assert set(cells_drawn(pos, language)) == {(x, y) for x in range(20, 24) for y in range(20, 23)}
    scale = "".join(text for text, _ in lines[-1])
    assert scale.split()[0] == "20"
    assert scale.index("20") in (len(lines[0][0][0]), len(lines[0][0][0]) + 1, len(lines[0][0][0]) - 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_colour_is_never_the_only_signal(language: str) -> None:
    """LPPG.M1, LPPG.D1, LPPG.D2: four colours, white, no card: what differs in style differs in its sign too."""
    drawn = cells_drawn(at(*COLOURED), language)
    signs = set(drawn.values())
    assert len({text for text, _ in signs}) == len(signs) == 6
    for colour, place in (("r", (20, 22)), ("y", (21, 22)), ("g", (22, 22)), ("b", (23, 22))):
        assert drawn[place][0].strip() == colour


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_a_white_cell_is(language: str) -> None:
    """LPPG.D2, LPPG.C5: open and closed regions, each seat's territories, permanent ones: all told apart."""
    drawn = cells_drawn(at("rrrrrrrrr", "rwrwrwrwr", "rrrwrrrrr", own="0 o 21,21, 0 p 25,21, 1 o 27,21"), language)
    signs = [drawn[place][0] for place in ((21, 21), (23, 21), (25, 21), (27, 21))]
    assert len(set(signs)) == 4
    closed = cells_drawn(at("rrr", "rwr", "rrr"), language)[21, 21][0]
    assert closed not in signs
    assert drawn[23, 21] == drawn[23, 20]


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_the_board(language: str) -> None:
    """LPPG.M2, LPPG.M4, LPPG.E2: hands, piles, discards, markers, territories and who would win now."""
    pos = strip("0o1 0p2 1o2", "3", discard="g2 g3")
    told = knows(pos, 0, language)
    own, others = told[0], told[1]
    assert "r12" in own
    assert "r24" in own
    assert "b1" not in others
    assert sum("23,21" in line for line in told) == 1
    assert any(" 2 " in line and ("iscard" in line or "éfausse" in line) for line in told)
    assert "r12" not in "".join(knows(pos, None, language) + knows(pos, 1, language))
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_beside_the_board(language: str) -> None:
    """LPPG.E4: the round and everybody's points."""
    told = knows(strip("", said="match=on round=3 points=4,7"), 0, language)
    assert any("3" in line for line in told)
    assert [line for line in told if line.endswith(("4 points", "7 points"))] == told[-2:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_can_be_drawn(language: str) -> None:
    """LPPG.M5: every position of a game, its end included."""
    pos = GAME.new(players=4, seed=3)
    while not pos.over:
        pos = after(pos, pos.moves()[len(pos.moves()) // 2])
        rows = pos.view(None)["terrain"]["rows"]
        assert len(cells_drawn(pos, language)) == len(rows) * len(rows[0])
        assert all(knows(pos, seat, language) for seat in (None, 0, 3))


def test_the_last_round_is_drawn() -> None:
    """LPPG.E3: with empty piles and hands."""
    pos = strip("0o1", hands=("r12 r24", ""), piles=("", ""), said="last=1")
    assert all(knows(pos, seat, "en") for seat in (None, 0, 1))
    assert knows(after(pos, away(pos)), 1, "en")
