"""Whatever comes at once, a person elsewhere notices nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import escale
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault
from tests.server.rush import FEW_DESCRIPTORS, stand_the_rush

GENEROUS = 15.0  # seconds for an easy bot, on a machine that has other things to do
NOISE = 5.0  # seconds: what other tests on the same cores may take from a single move; the planted fault takes twice that
MOVES = len(escale.games())  # `./run soak` times hundreds, and takes nothing for noise
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere this machine has one address")


def rush(data: Path, program: tuple[str, ...]) -> None:
    counts = stand_the_rush(data, 120, 5, len(escale.games()), MOVES, 1, program, enough=MOVES, slowest=GENEROUS, noise=NOISE)
    assert counts["moves before"] >= MOVES
    assert counts["moves in the rush"] >= MOVES
    assert counts["slow connections"] >= 120
    assert counts["tables shown"] > 0
    assert counts["tables from records"] > 0
    assert counts["answers to /api/games"] > 0
    assert all(counts[f"reviews wanted of {game}"] == 1 for game in escale.games())


def test_a_person_notices_nothing_of_a_rush(tmp_path: Path) -> None:
    rush(tmp_path, FEW_DESCRIPTORS)


def test_the_harness_finds_a_server_whose_door_waits_when_crowded(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="is acknowledged after"):
        rush(tmp_path, with_fault("waits_when_crowded"))
