"""A game fresh from the template passes everything, without a change anywhere else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from escale.lab.new_game import main
from escale.rules.texts import load_texts
from tests.architecture.mentions import mentions, naming
from tests.conformance.library import GAMES, ROOT, new_library, run, verdicts
from tests.conformance.verdicts import LOADING

pytestmark = pytest.mark.xdist_group("new game")  # so that one process makes the library
NAME = "first_of_many"
NODE = str(Path(sys.executable).with_name("node"))
#: The one README makes. It isn't written here, as no game may be named here.
(EXAMPLE,) = set(re.findall(r"\./run new-game ([a-z]\w*)", (ROOT / "README.md").read_text("utf-8")))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with one new game, made as one makes it."""
    folder = tmp_path_factory.mktemp("library")
    new_library(folder)
    made = run(folder, "-m", "escale.lab.new_game", NAME)
    assert made.returncode == 0, made.stderr
    assert str(folder / GAMES / NAME) in made.stdout
    return folder


def test_the_whole_suite_passes(library: Path) -> None:
    done = run(library, "-m", "pytest", "-q", "tests/conformance/test_games.py", str(GAMES))
    assert done.returncode == 0, done.stdout
    assert NAME in run(library, "-m", "pytest", "-q", "--collect-only", "tests/conformance/test_games.py").stdout


def test_the_tests_of_its_board_pass(library: Path) -> None:
    """Also the one that looks at every board with secrets."""
    written = shutil.ignore_patterns(".vite*")  # by vitest: what is linked must stay as it is
    shutil.copytree(ROOT / "web", library / "web", copy_function=_link, symlinks=True, ignore=written)
    vitest = [NODE, "node_modules/vitest/vitest.mjs", "run", "--config", "vite.config.ts", NAME, "discreet"]
    done = subprocess.run(vitest, cwd=library / "web", capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    ran = [line for line in done.stdout.splitlines() if "✓" in line]
    assert all(any(name in line for line in ran) for name in (f"{NAME}/ui/board.test.ts", "discreet.test.ts")), done.stdout


def _link(source: str, target: str) -> None:
    """Thousands of files are there at once; the modules can't be links, as Node would look for more beside the real ones."""
    try:
        os.link(source, target)
    except OSError:  # another disk
        shutil.copy2(source, target)


def test_linters_have_nothing_to_say(library: Path) -> None:
    for linter in ("ruff check --no-cache", "ruff format --check --no-cache", "mypy --follow-imports=silent"):
        done = run(library, "-m", *linter.split(), str(GAMES / NAME))
        assert done.returncode == 0, done.stdout


def test_a_second_game_stands_beside_the_first(library: Path) -> None:
    assert main([EXAMPLE, "--into", str(library / GAMES)]) == 0
    checks = [LOADING, "nothing_is_missing", "perft_is_right"]
    assert verdicts(library, {NAME: checks, EXAMPLE: checks}) == dict.fromkeys((NAME, EXAMPLE), dict.fromkeys(checks, ""))


def test_nothing_names_a_new_game(tmp_path: Path) -> None:
    assert main([EXAMPLE, "--into", str(tmp_path)]) == 0
    assert mentions(ROOT, {EXAMPLE: naming(EXAMPLE, load_texts(tmp_path / EXAMPLE / "texts"))}) == []


@pytest.mark.parametrize("name", ["", "Upper", "a-b", "1st", "class", "é", "../up", "a b"])
def test_a_bad_name_is_refused_in_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--into", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert repr(name) in said
    assert not list(tmp_path.iterdir())


def test_a_taken_name_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / NAME).mkdir()
    assert main([NAME, "--into", str(tmp_path)]) == 2
    assert NAME in capsys.readouterr().err
    assert not list((tmp_path / NAME).iterdir())


def test_no_folder_to_put_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main([NAME, "--into", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_template_is_no_game_itself() -> None:
    assert not list((ROOT / "src" / "escale" / "lab" / "template").rglob("*.py"))
