"""The check of numbers finds those that nothing guards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conformance.library import GAMES, new_library, run

pytestmark = pytest.mark.xdist_group("guards")  # so that one process makes the library
NAME = "first_of_many"
CHECK = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance/test_numbers.py")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with one new game."""
    folder = tmp_path_factory.mktemp("guards")
    new_library(folder)
    run(folder, "-m", "escale.lab.new_game", NAME).check_returncode()
    return folder


def test_all_numbers_of_a_new_game_are_guarded(library: Path) -> None:
    done = run(library, *CHECK, ESCALE_THOROUGH="1")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("state.py", "MAX_MOVES = 3\n", "MAX_MOVES = 3\nLIMIT = 12\n", "state.LIMIT is guarded by no journal"),
        ("state.py", "MAX_MOVES = 3\n", "MAX_MOVES = 3\nLIMITS = (7, 12)\n", "state.LIMITS[1] is guarded by no journal"),
        ("tests/numbers.toml", "[no_rule]\n", '[no_rule]\n"state.GONE" = "it is gone"\n', "there is no state.GONE"),
        ("state.py", "BONUS = 5", "BONUS = 5 - 0 * 1", ""),
        ("rules.py", "+= BONUS", "+= 5", "number='state.BONUS'"),
    ],
)
def test_a_number_that_nothing_guards_is_found(file: str, old: str, new: str, says: str, library: Path) -> None:
    path = library / GAMES / NAME / file
    source = path.read_text("utf-8")
    assert source.count(old) == 1
    path.write_text(source.replace(old, new), "utf-8")
    try:
        done = run(library, *CHECK, ESCALE_THOROUGH="1")
    finally:
        path.write_text(source, "utf-8")
    assert says in done.stdout
    assert (done.returncode == 0) == (not says), done.stdout


def test_a_journal_that_never_opens_guards_nothing(library: Path) -> None:
    path = library / GAMES / NAME / "tests" / "journals" / "v1" / "cards-8.jsonl"
    source = path.read_text("utf-8")
    expected, *events = source.splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(expected), "status": "lost"}), *events]), "utf-8")
    try:
        done = run(library, *CHECK, ESCALE_THOROUGH="1")
    finally:
        path.write_text(source, "utf-8")
    assert "number='', change='', journal='cards-8'" in done.stdout
