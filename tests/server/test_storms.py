"""Nobody is charged for time in which they could not move."""

from __future__ import annotations

from pathlib import Path

import pytest

import escale
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault
from tests.server.storms import FULL, ON_POSTGRES, ON_SQLITE, STEPS, raise_storms


def test_clocks_of_a_file_weather_everything(tmp_path: Path) -> None:
    counts = raise_storms(tmp_path, faults=len(ON_SQLITE), seed=1)
    assert all(counts[f"{kind} at {game}"] == 1 for kind in ON_SQLITE for game in escale.games())


def test_clocks_of_a_database_weather_everything(tmp_path: Path, database: str) -> None:
    counts = raise_storms(tmp_path, faults=len(ON_POSTGRES), seed=1, database=database)
    assert all(counts[f"{kind} at {game}"] == 1 for kind in ON_POSTGRES for game in escale.games())


def test_the_harness_finds_a_server_that_charges_by_the_wall_clock(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"wall clock set forward|is over"):
        raise_storms(tmp_path, 1, seed=1, program=with_fault("charges_by_the_wall_clock"), kinds=STEPS[:1])


@pytest.mark.parametrize("kind", ["locked", *FULL, "gone", "stopped"])
def test_the_harness_finds_a_server_that_charges_for_outages_of_a_file(tmp_path: Path, kind: str) -> None:
    with pytest.raises(Broken, match=kind):
        raise_storms(tmp_path, 1, seed=1, program=with_fault("charges_for_outages"), kinds=(kind,))


def test_the_harness_finds_a_server_that_charges_for_outages_of_a_database(tmp_path: Path, database: str) -> None:
    with pytest.raises(Broken, match="cut off"):
        raise_storms(tmp_path, 1, seed=1, program=with_fault("charges_for_outages"), database=database, kinds=("cut off",))
