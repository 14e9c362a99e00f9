"""The checks of numbers and of broken rules find those that nothing guards."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.conformance.library import GAMES, new_library, run

pytestmark = pytest.mark.xdist_group("guards")  # so that one process makes the library
NAME = "first_of_many"
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
CHECK = (*PYTEST, "tests/conformance/test_numbers.py")
CHECK_RULES = (*PYTEST, "tests/conformance/test_changes.py")
CHANGES = "tests/changes.toml"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with one new game."""
    folder = tmp_path_factory.mktemp("guards")
    new_library(folder)
    run(folder, "-m", "escale.lab.new_game", NAME).check_returncode()
    return folder


def test_all_numbers_of_a_new_game_are_guarded(library: Path) -> None:
    done = run(library, *CHECK, CHECK_RULES[-1], ESCALE_THOROUGH="1")
    assert (done.returncode, "4 passed" in done.stdout) == (0, True), done.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("state.py", "MAX_MOVES = 3\n", "MAX_MOVES = 3\nLIMIT = 12\n", "state.LIMIT is guarded by no journal"),
        ("state.py", "MAX_MOVES = 3\n", "MAX_MOVES = 3\nLIMITS = (7, 12)\n", "state.LIMITS[1] is guarded by no journal"),
        ("tests/numbers.toml", "[no_rule]\n", '[no_rule]\n"state.GONE" = "it is gone"\n', "there is no state.GONE"),
        ("tests/numbers.toml", '[1]" = { more = "out_of_time"', '[1]" = { more = "gone"', "journals/v1 has no gone"),
        ("state.py", "BONUS = 5", "BONUS = 5 - 0 * 1", ""),
        ("rules.py", "+= BONUS", "+= 5", "what='state.BONUS, one"),
    ],
)
def test_a_number_that_nothing_guards_is_found(file: str, old: str, new: str, says: str, library: Path) -> None:
    done = run_changed(library, file, old, new, *CHECK)
    assert says in done.stdout
    assert (done.returncode == 0) == (not says), done.stdout


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (CHANGES, "state.both[state.seat] = 1", "state.both[state.seat] = 0 * 1", "what='FIRSTOFMANY.T2: both ends can be"),
        (CHANGES, "state.both[state.seat] = 1", "state.both[state.seat] = (", "rules.py can't be read with"),
        (CHANGES, 'journal = "cards-8"', 'journal = "gone"', "there is no journal gone; keep a game that notices that both"),
        (CHANGES, ".T2", ".T9", "FIRSTOFMANY.T9: there is no such rule"),
        ("rules.py", "        state.both[state.seat] = 0\n", "        state.both[state.seat] *= 0\n", "0 places in rules.py"),
    ],
)
def test_a_broken_rule_that_nothing_notices_is_found(file: str, old: str, new: str, says: str, library: Path) -> None:
    done = run_changed(library, file, old, new, *CHECK_RULES)
    assert says in done.stdout.replace("\\'", "'")
    assert done.returncode != 0


def run_changed(library: Path, file: str, old: str, new: str, *command: str) -> CompletedProcess[str]:
    """Run Python in the library while one place of the game is changed."""
    path = library / GAMES / NAME / file
    source = path.read_text("utf-8")
    assert source.count(old) == 1
    path.write_text(source.replace(old, new), "utf-8")
    try:
        return run(library, *command, ESCALE_THOROUGH="1")
    finally:
        path.write_text(source, "utf-8")


def test_a_journal_that_never_opens_guards_nothing(library: Path) -> None:
    path = library / GAMES / NAME / "tests" / "journals" / "v1" / "cards-8.jsonl"
    source = path.read_text("utf-8")
    expected, *events = source.splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(expected), "status": "lost"}), *events]), "utf-8")
    try:
        done = run(library, *CHECK, ESCALE_THOROUGH="1")
    finally:
        path.write_text(source, "utf-8")
    assert "what='nothing', module='', at=0, old='', new='', journal='cards-8'" in done.stdout
