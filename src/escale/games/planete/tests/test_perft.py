"""The counts of perft.txt, counted again by the slow model as far as that is soon done. (A suite for all games counts them
with the engine.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.games.planete.tests.model_notation import read, written
from escale.games.planete.tests.model_table import Table
from escale.games.planete.tests.slow_model import after_legal, moves
from escale.rules.compile import interpreted

pytestmark = pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine")

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
    return len(names) if depth == 1 else sum(count(after_legal(table, move), depth - 1) for move in names)


@pytest.mark.parametrize("number", range(len(positions())))
def test_counts(number: int) -> None:
    """PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4 PLAN.B1 PLAN.E0: games of one move and more."""
    position, counts = positions()[number]
    few = [counted for before, counted in zip([1, *counts], counts, strict=False) if before <= MOST]
    assert [count(read(position), depth) for depth in range(1, len(few) + 1)] == few


def test_positions_are_written_in_full() -> None:
    """PLAN.S1: so that a reader in another language needs no short forms."""
    for position, _ in positions():
        assert written(read(position)) == position


def test_there_is_much_to_count() -> None:
    """PLAN.R1: tens of thousands of positions, of all numbers of players, steps and options."""
    assert sum(sum(counts) for _, counts in positions()) > 50_000
    said = " ".join(position.splitlines()[0] for position, _ in positions())
    assert all(f"players={players}" in said for players in range(2, 6))
    assert all(f"step={step}" in said for step in ("stack", "hide", "take", "name"))
    assert "two_player=offer" in said
    assert any("two_player" not in position for position, _ in positions() if "players=2" in position)
