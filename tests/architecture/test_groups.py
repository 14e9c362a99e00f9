"""Tests of one group run in one process, so that what is dear is made once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GROUPED = """
import os
import pathlib

import pytest


@pytest.mark.parametrize("number", range(8))
{mark}def test_of_a_group(number):
    (pathlib.Path(__file__).parent / f"{{os.environ['PYTEST_XDIST_WORKER']}} ran {{number}}").touch()
"""


@pytest.mark.parametrize(("mark", "most"), [('@pytest.mark.xdist_group("some")\n', 1), ("", 2)])
def test_a_group_is_run_by_one_process(mark: str, most: int, tmp_path: Path) -> None:
    """Where there is no group, by both: so this would be seen."""
    (tmp_path / "test_grouped.py").write_text(GROUPED.format(mark=mark), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "--dist", "loadgroup", "test_grouped.py"],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    ran = [path.name.split(" ran ") for path in tmp_path.glob("gw* ran *")]
    assert len(ran) == 8
    assert len({worker for worker, _ in ran}) == most
