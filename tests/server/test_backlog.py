"""Who asks for one review does not wait for those who ask for thirty."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import escale
from tests.server.backlog import crowd_out_reviews
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere this machine has one address")


def test_a_newcomers_review_is_made_next(tmp_path: Path) -> None:
    counts = crowd_out_reviews(tmp_path, newcomers=2, seed=1, program=with_fault("eager_reviews"))
    assert counts["reviews of newcomers"] == 2
    assert all(counts[f"reviews of {game}"] > 0 for game in escale.games())
    assert counts["made before a newcomer's"] <= 2


def test_the_harness_finds_a_server_where_newcomers_wait_behind_all_others(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"refused|were made before"):
        crowd_out_reviews(tmp_path, newcomers=1, seed=1, program=with_fault("first_come_first_served"))
