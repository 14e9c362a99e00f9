"""Whatever others let bots think about, a person's easy bot answers; and nothing thinks for nobody."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.server.flood import ENOUGH, flood_with_experts
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault
from tests.server.running import GAME

GENEROUS = 6.0  # seconds, on a machine that has other things to do; served in the order they come, each would wait for twelve
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere this machine has one address")


def test_a_person_gets_answers_in_a_flood_of_experts(tmp_path: Path) -> None:
    counts = flood_with_experts(tmp_path, tables=36, moves=10, seed=1, slowest=GENEROUS)
    assert counts["answers"] >= 20
    assert counts["tables that slept"] == 12


@pytest.mark.parametrize(
    ("plant", "found"), [("bots_never_sleep", "where nobody is"), ("first_come_first_served", r"take longer|no answer")]
)
def test_the_harness_finds_a_server_that_serves_whoever_asks_for_most(tmp_path: Path, plant: str, found: str) -> None:
    with pytest.raises(Broken, match=found):
        flood_with_experts(tmp_path, tables=36, moves=2, seed=1, program=with_fault(plant), slowest=GENEROUS, games=[GAME])


def test_the_harness_finds_a_server_whose_replays_hold_up_moves(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="is acknowledged after"):
        flood_with_experts(tmp_path, tables=12, moves=ENOUGH, seed=1, program=with_fault("keeps_the_interpreter"))
