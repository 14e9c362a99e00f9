"""The counts of perft.txt, counted again by the slow model. (A suite for all games counts them with the engine.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.games.bloq.tests.slow_model import Move, Table
from escale.games.bloq.tests.tables import GAME
from escale.games.bloq.tests.test_against_slow_model import table_of

FILE = Path(__file__).with_name("perft.txt")
Known = dict[tuple[int, frozenset[Move]], int]


def positions() -> list[tuple[str, list[int]]]:
    """Every position of the file with its counts."""
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = []
    for block in "\n".join(lines).strip("\n").split("\n\n"):
        *position, counts = block.strip("\n").splitlines()
        word, *numbers = counts.split()
        assert word == "perft"
        found.append(("\n".join(position) + "\n", [int(number) for number in numbers]))
    return found


def count(table: Table, depth: int, known: Known) -> int:
    """How many games of `depth` moves begin here. Boards met before, by moves in another order, are `known`."""
    key = (depth, frozenset(table.blocks))
    if key not in known:
        moves = table.moves()
        known[key] = len(moves) if depth == 1 else sum(count(played(table, move), depth - 1, known) for move in moves)
    return known[key]


def played(table: Table, move: Move) -> Table:
    """The table after a move; the one given stays as it is."""
    later = table.copy()
    later.play(move)
    return later


@pytest.mark.parametrize("number", range(len(positions())))
def test_counts(number: int) -> None:
    """BLOQ.P1 BLOQ.P2 BLOQ.P3 BLOQ.H1 BLOQ.S1 BLOQ.E1: the numbers of games of one, two and three moves."""
    position, counts = positions()[number]
    table = table_of(GAME.parse(position))
    known: Known = {}
    assert [count(table, depth, known) for depth in range(1, len(counts) + 1)] == counts


def test_positions_are_written_in_full() -> None:
    """So that a reader in another language needs no short forms."""
    for position, _ in positions():
        assert GAME.parse(position).text() == position
