"""The counts of perft.txt, counted again by the slow model. (A suite for all games counts them with the engine.)"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from escale.games.colorpop.tests.slow_model import Table
from escale.games.colorpop.tests.tables import GAME
from escale.games.colorpop.tests.test_against_slow_model import table_of

FILE = Path(__file__).with_name("perft.txt")


def blocks() -> list[tuple[str, list[int]]]:
    """Every position of the file with its counts."""
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = []
    for block in "\n".join(lines).strip().split("\n\n"):
        *position, counts = block.strip().splitlines()
        word, *numbers = counts.split()
        assert word == "perft"
        found.append(("\n".join(position) + "\n", [int(number) for number in numbers]))
    return found


def count(table: Table, depth: int, known: dict[tuple[int, tuple[str, ...]], int]) -> int:
    """How many games of `depth` moves begin here. Boards met before, by moves in another order, are `known`."""
    key = (depth, tuple(table.columns))
    if key not in known:
        moves = table.moves()
        known[key] = len(moves)
        if depth > 1:
            known[key] = sum(count(played(table, cells), depth - 1, known) for cells in moves)
    return known[key]


def played(table: Table, cells: frozenset[tuple[int, int]]) -> Table:
    """The table after a move; the one given stays as it is."""
    later = deepcopy(table)
    later.play(cells)
    return later


@pytest.mark.parametrize("number", range(len(blocks())))
def test_counts(number: int) -> None:
    """POP.T1 POP.T2 POP.T4 POP.E1 POP.E2: the numbers of games of one, two and three moves."""
    position, counts = blocks()[number]
    table = table_of(GAME.parse(position))
    known: dict[tuple[int, tuple[str, ...]], int] = {}
    assert [count(table, depth, known) for depth in range(1, len(counts) + 1)] == counts


def test_positions_are_written_in_full() -> None:
    """So that a reader in another language needs no short forms."""
    for position, counts in blocks():
        assert GAME.parse(position).text() == position
        assert len(counts) == 3
