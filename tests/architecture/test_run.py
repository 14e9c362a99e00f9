"""`./run` starts on a fresh clone: by nothing but the standard library, from any folder, through links."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.imports import imported

ROOT = Path(__file__).resolve().parents[2]


def not_standard(path: Path, root: Path) -> list[str]:
    """What a file imports that neither Python nor `setup/` brings along."""
    names = (name for _, name in imported(path, root))
    return [name for name in names if name.partition(".")[0] not in {*sys.stdlib_module_names, "setup"}]


@pytest.mark.parametrize("path", [ROOT / "run", *sorted((ROOT / "setup").glob("*.py"))], ids=lambda path: path.name)
def test_it_needs_the_standard_library_alone(path: Path) -> None:
    assert not_standard(path, ROOT) == []


def test_a_package_that_must_be_installed_is_found(tmp_path: Path) -> None:
    """Planted."""
    (tmp_path / "run").write_text("import os, rich\nfrom setup.pages import npm\nfrom escale import games\n", "utf-8")
    assert not_standard(tmp_path / "run", tmp_path) == ["rich", "escale.games"]


def test_it_starts_from_anywhere(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(ROOT / "run")
    (tmp_path / "twice").symlink_to(link)
    (tmp_path / "setup").mkdir()  # of somebody else, where it is called from
    (tmp_path / "setup" / "__init__.py").write_text("raise SystemExit(9)", "utf-8")
    for settings in ({}, {"PYTHONSAFEPATH": "1"}, {"PYTHONPATH": str(tmp_path)}):
        done = subprocess.run(
            [sys.executable, tmp_path / "twice", "no-such-task"],
            cwd=tmp_path,
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("escale: no task 'no-such-task'; there are play, ")
