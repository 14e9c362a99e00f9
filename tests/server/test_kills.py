"""Acknowledged means committed, whatever happens to the process."""

from __future__ import annotations

from pathlib import Path

import pytest

import escale
from tests.server.kills import kill_at_random
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault
from tests.store.places import KINDS


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest) -> str | None:
    """The address of a database, or None for a file."""
    return None if request.param == "sqlite" else str(request.getfixturevalue("database"))


def test_what_was_acknowledged_survives_kills_at_random_moments(tmp_path: Path, place: str | None) -> None:
    counts = kill_at_random(tmp_path, kills=3, seed=1, database=place)
    assert counts["moves acknowledged"] > 20
    assert all(counts[f"moves of {game}"] > 0 for game in escale.games())
    assert counts["connections lost"] > 0


def test_the_harness_finds_a_server_that_acknowledges_before_it_commits(tmp_path: Path, place: str | None) -> None:
    with pytest.raises(Broken, match=r"was acknowledged|was done at|saw the end|was refused"):
        kill_at_random(tmp_path, kills=3, seed=1, program=with_fault("acknowledges_too_early"), database=place)
