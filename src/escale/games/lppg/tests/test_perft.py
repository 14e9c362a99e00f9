"""The counts of perft.txt, counted again by the slow model as far as that is soon done. (A suite for all games counts them
with the engine.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.games.lppg.tests.model_notation import read
from escale.games.lppg.tests.slow_model import Table
from escale.games.lppg.tests.tables import GAME
from escale.rules.compile import interpreted

FILE = Path(__file__).with_name("perft.txt")
MOST = 7_000  # lists of moves that the model makes for one count, times the cells of the terrain


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


def count(table: Table, depth: int) -> int:
    """How many games of `depth` moves begin here."""
    moves = table.moves()
    return len(moves) if depth == 1 else sum(count(played(table, move), depth - 1) for move in moves)


def played(table: Table, move: str) -> Table:
    """The table after a move; the one given stays as it is."""
    later = table.copy()
    later.play(move)
    return later


@pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine")
@pytest.mark.parametrize("number", range(len(positions())))
def test_counts(number: int) -> None:
    """LPPG.P1 LPPG.P2 LPPG.P3 LPPG.P4 LPPG.P5 LPPG.P6 LPPG.C2 LPPG.C4 LPPG.T1 LPPG.T3 LPPG.E3: games of one move and more."""
    position, counts = positions()[number]
    table = read(position)
    few = [counted for before, counted in zip([1, *counts], counts, strict=False) if before * len(table.cells) <= MOST]
    assert [count(table, depth) for depth in range(1, len(few) + 1)] == few


def test_positions_are_written_in_full() -> None:
    """So that a reader in another language needs no short forms."""
    for position, _ in positions():
        assert GAME.parse(position).text() == position
