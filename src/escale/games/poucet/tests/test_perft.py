"""The counts of perft.txt, counted again by the slow model as far as that is soon done. (A suite for all games counts them
with the engine.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.games.poucet.tests.model_notation import read
from escale.games.poucet.tests.model_table import Table
from escale.games.poucet.tests.slow_model import moves, played
from escale.games.poucet.tests.tables import GAME
from escale.rules.compile import interpreted

FILE = Path(__file__).with_name("perft.txt")
MOST = 300  # lists of moves that the model makes for one count


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
    names = moves(table)
    return len(names) if depth == 1 else sum(count(played(table, move), depth - 1) for move in names)


@pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine")
@pytest.mark.parametrize("number", range(len(positions())))
def test_counts(number: int) -> None:
    """POU.S2 POU.T0 POU.T1 POU.T2 POU.T3 POU.T4 POU.T5 POU.T6 POU.X1 POU.B2 POU.E1 POU.E2: games of one move and more."""
    position, counts = positions()[number]
    few = [counted for before, counted in zip([1, *counts], counts, strict=False) if before <= MOST]
    assert [count(read(position), depth) for depth in range(1, len(few) + 1)] == few


def test_positions_are_written_in_full() -> None:
    """POU.S1: so that a reader in another language needs no short forms."""
    for position, _ in positions():
        assert GAME.parse(position).text() == position


def test_there_is_much_to_count() -> None:
    """POU.T1: tens of thousands of positions, of all numbers of players and options."""
    assert sum(sum(counts) for _, counts in positions()) > 50_000
    said = " ".join(position.splitlines()[0] for position, _ in positions())
    assert all(f"players={players}" in said for players in range(2, 7))
    assert all(word in said for word in ("crossing=off", "favour=free", "size=9", "step=choose", "step=start"))
