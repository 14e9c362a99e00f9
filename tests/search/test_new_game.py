"""Searches and bots in a game fresh from the template, which says nothing of what a seat knows: all holds there too."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conformance.library import ROOT, new_library, run

NAME = "fresh"
#: What is tried there, and what of it is not: it makes a library of its own, or is measured in the games of this one.
FILES = ("test_bots.py", "test_honest.py", "test_mcts.py")
NOT_THERE = "not seats_apart and not beliefs_matter"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with one new game, and with the tests of bots and searches."""
    folder = tmp_path_factory.mktemp("library")
    new_library(folder)
    for name in ("search", "architecture"):
        shutil.copytree(ROOT / "tests" / name, folder / "tests" / name, ignore=shutil.ignore_patterns("__pycache__"))
    made = run(folder, "-m", "escale.lab.new_game", NAME)
    assert made.returncode == 0, made.stderr
    return folder


def test_all_that_is_true_of_bots_is_true_there(library: Path) -> None:
    files = [str(Path("tests") / "search" / name) for name in FILES]
    done = run(library, "-m", "pytest", "-q", "--durations=8", "-k", NOT_THERE, *files, NUMBA_DISABLE_JIT="0")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
