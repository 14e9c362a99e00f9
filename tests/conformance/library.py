"""A library with generated games only, in a folder of its own: for tests that must not touch the real one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = Path("src") / "escale" / "games"
SWITCHES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")

Verdicts = dict[str, dict[str, str]]  # by game and check: what is wrong; empty if nothing is


def new_library(folder: Path) -> Path:
    """Copy the checkout to `folder`, without its games; returns where games go."""
    shutil.copytree(ROOT / "src" / "escale", folder / "src" / "escale", ignore=_games_and_caches)
    shutil.copytree(ROOT / "tests" / "conformance", folder / "tests" / "conformance", ignore=_games_and_caches)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder / GAMES


def _games_and_caches(folder: str, names: list[str]) -> list[str]:
    in_games = Path(folder) == ROOT / GAMES
    return [name for name in names if name == "__pycache__" or (in_games and (Path(folder) / name).is_dir())]


def run(folder: Path, *command: str, asked: str = "", **switches: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a library; not compiled unless the switches say so."""
    inherited = {name: value for name, value in os.environ.items() if name not in SWITCHES and not name.startswith("PYTEST")}
    own = {
        "NUMBA_DISABLE_JIT": "1",
        "ESCALE_CACHE": str(folder / "cache"),
        "PYTHONPATH": str(folder / "src"),
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
    }
    return subprocess.run(
        [sys.executable, "-W", "error", *command],
        input=asked,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**inherited, **own, **switches},
    )


def verdicts(folder: Path, asked: Mapping[str, Sequence[str]], **switches: str) -> Verdicts:
    """What the named checks say of the named games of a library."""
    done = run(folder, "-m", "tests.conformance.verdicts", asked=json.dumps(asked), **switches)
    assert done.returncode == 0, done.stderr
    answer: Verdicts = json.loads(done.stdout)
    return answer
