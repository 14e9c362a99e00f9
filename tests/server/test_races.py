"""Races of several processes for one move, and proof that the harness would see one that two win."""

from __future__ import annotations

from pathlib import Path

import pytest

import escale
from tests.server.racer import KEYLESS, UNCHECKED
from tests.server.races import Broken, race
from tests.store.places import KINDS, Place


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return Place(data=tmp_path)
    return Place(database=request.getfixturevalue("database"))


def test_of_six_processes_that_play_at_once_exactly_one_does(place: Place) -> None:
    counts = race(place, 25, processes=6)
    assert counts["rounds"] == 25
    assert all(counts[f"games of {game}"] == 1 for game in escale.games())
    assert counts["stale"] + counts["over"] == 5 * 25


def test_a_store_that_does_not_look_at_the_place_is_caught(place: Place) -> None:
    with pytest.raises(Broken, match=r"[23] won in round|gaps or doubles"):
        race(place, 100, processes=3, store=UNCHECKED)


def test_a_store_that_looks_at_the_place_but_has_no_key_is_caught(database: str) -> None:
    with pytest.raises(Broken, match=r"2 won in round|gaps or doubles"):
        race(Place(database=database), 200, processes=2, store=KEYLESS)
