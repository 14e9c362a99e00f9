"""A connection may be cut anywhere, and nothing is lost or doubled."""

from __future__ import annotations

from pathlib import Path

import pytest

import escale
from tests.server.cuts import cut_at_random
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault


def test_a_game_goes_on_through_connections_cut_at_random_bytes(tmp_path: Path) -> None:
    counts = cut_at_random(tmp_path, games=len(escale.games()), seed=2)
    assert all(counts[f"games of {game}"] == 1 for game in escale.games())
    assert counts["cuts"] > 10
    assert counts["commands sent again"] > 2


def test_the_harness_finds_a_server_that_ignores_command_ids(tmp_path: Path) -> None:
    with pytest.raises(Broken):
        cut_at_random(tmp_path, games=3, seed=2, program=with_fault("ignores_command_ids"))
