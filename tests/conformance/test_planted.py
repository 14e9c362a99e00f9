"""Each check finds the bug it is there for."""

from __future__ import annotations

from pathlib import Path

import pytest

from escale.lab.new_game import new_game
from tests.conformance.checks import GAME_CHECKS, TABLE_CHECKS
from tests.conformance.library import GAMES, Verdicts, new_library, verdicts
from tests.conformance.plant import Plant
from tests.conformance.plants_in_files import FILES, LOADED
from tests.conformance.plants_in_insights import INSIGHTS
from tests.conformance.plants_in_journals import JOURNALS
from tests.conformance.plants_in_rules import (
    ENDINGS,
    HIDDEN,
    LISTS_TOO_MANY,
    MIXES_SIGNS,
    MOVES,
    READS_BEYOND,
    READS_WHAT_IS_CUT,
    SAVING,
)
from tests.conformance.plants_in_telling import TELLING
from tests.conformance.verdicts import LOADING

INTERPRETED = (*MOVES, *SAVING, *ENDINGS, *HIDDEN, *TELLING, *INSIGHTS, *FILES, *JOURNALS, *LOADED)
ALONE = (READS_WHAT_IS_CUT, READS_BEYOND, MIXES_SIGNS)  # each in processes of its own
pytestmark = pytest.mark.xdist_group("planted")  # so that one process makes the library and asks of all
SOUND = "sound"  # a game without any bug; loaded first


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of one sound game and one with each bug."""
    folder = tmp_path_factory.mktemp("planted")
    shelf = new_library(folder)
    new_game(SOUND, shelf)
    for plant in (*INTERPRETED, *ALONE):
        plant.apply(new_game(plant.bug, shelf))
    return folder


@pytest.fixture(scope="module")
def found(library: Path) -> Verdicts:
    """What each bug's check says of it, and of the sound game: one process for all."""
    checks = [check.__name__ for check in (*TABLE_CHECKS, *GAME_CHECKS) if check.__name__ != MIXES_SIGNS.check]
    return verdicts(library, {SOUND: [LOADING, *checks], **{plant.bug: [plant.check] for plant in INTERPRETED}})


@pytest.mark.parametrize("plant", INTERPRETED, ids=lambda plant: plant.bug)
def test_the_bug_is_found(plant: Plant, found: Verdicts) -> None:
    assert plant.filled(plant.says) in found[plant.bug][plant.check]


def test_nothing_is_found_where_nothing_is(found: Verdicts) -> None:
    assert found[SOUND] == dict.fromkeys(found[SOUND], "")


def test_every_check_has_a_bug_to_find() -> None:
    proven = {plant.check for plant in (*INTERPRETED, *ALONE)}
    assert proven == {check.__name__ for check in (*TABLE_CHECKS, *GAME_CHECKS)} | {LOADING}


def test_a_text_that_is_read_though_it_is_cut_is_found(library: Path) -> None:
    message = verdicts(library, {READS_WHAT_IS_CUT.bug: [READS_WHAT_IS_CUT.check]})
    assert READS_WHAT_IS_CUT.says in message[READS_WHAT_IS_CUT.bug][READS_WHAT_IS_CUT.check]


def test_a_read_beyond_an_array_is_found_with_bounds_checks_only(library: Path) -> None:
    asked = {READS_BEYOND.bug: [READS_BEYOND.check]}
    silent = verdicts(library, asked, NUMBA_DISABLE_JIT="0")
    checked = verdicts(library, asked, NUMBA_DISABLE_JIT="0", NUMBA_BOUNDSCHECK="1")
    assert silent[READS_BEYOND.bug][READS_BEYOND.check] == ""
    assert READS_BEYOND.says in checked[READS_BEYOND.bug][READS_BEYOND.check]


def test_a_list_that_is_too_long_is_found_in_compiled_code_too(library: Path) -> None:
    compiled = verdicts(library, {LISTS_TOO_MANY.bug: [LISTS_TOO_MANY.check]}, NUMBA_DISABLE_JIT="0")
    assert LISTS_TOO_MANY.says in compiled[LISTS_TOO_MANY.bug][LISTS_TOO_MANY.check]


def test_code_that_computes_otherwise_when_compiled_is_found(library: Path) -> None:
    message = verdicts(library, {MIXES_SIGNS.bug: [MIXES_SIGNS.check]})[MIXES_SIGNS.bug][MIXES_SIGNS.check]
    assert MIXES_SIGNS.says in message
    assert "deal" in message


def test_a_bug_without_a_place_is_noticed(library: Path) -> None:
    """A plant that changes nothing would prove nothing."""
    with pytest.raises(AssertionError, match=r"0 places in rules\.py"):
        Plant("nowhere", "rules.py", "no such line", "", LOADING, "").apply(library / GAMES / SOUND)
