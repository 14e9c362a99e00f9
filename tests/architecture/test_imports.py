"""Rules and games import numbers, the compiler and themselves; no game knows another, no version of one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.imports import forbidden_imports

ROOT = Path(__file__).resolve().parents[2]


def test_imports_go_nowhere_else() -> None:
    assert forbidden_imports(ROOT / "src") == []


@pytest.mark.parametrize(
    ("file", "source", "found"),
    [
        ("rules/a.py", "import rich", "rich"),
        ("rules/a.py", "import escale", "escale"),
        ("rules/a.py", "from escale import games", "escale.games"),
        ("rules/a.py", "def f():\n    from escale.search import bots", "escale.search.bots"),
        ("rules/a.py", "from ..search import bots", "escale.search.bots"),
        ("games/one/rules.py", "import sqlalchemy.orm", "sqlalchemy.orm"),
        ("games/one/rules.py", "from escale.games.two.state import STATE", "escale.games.two.state.STATE"),
        ("games/one/rules.py", "from ..two import state", "escale.games.two.state"),
        ("games/one/rules.py", "import escale.lab", "escale.lab"),
        ("games/one/tests/test_a.py", "from escale.games.two import INFO", "escale.games.two.INFO"),
        ("games/one/tests/test_a.py", "import requests", "requests"),
        ("games/__init__.py", "from escale.games.one import INFO", "escale.games.one.INFO"),
        ("games/one/kept/v1/rules.py", "from escale.games.one.state import STATE", "escale.games.one.state.STATE"),
        ("games/one/kept/v2/rules.py", "from escale.games.one.kept.v1 import INFO", "escale.games.one.kept.v1.INFO"),
        ("games/one/rules.py", "from escale.games.one.kept.v1.rules import legal", "escale.games.one.kept.v1.rules.legal"),
    ],
)
def test_a_forbidden_import_is_found(file: str, source: str, found: str, tmp_path: Path) -> None:
    """Planted."""
    _write(tmp_path, file, source)
    (only,) = forbidden_imports(tmp_path)
    assert only.startswith(f"escale/{file}:")
    assert only.endswith(f" imports {found}")


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("rules/a.py", "import json, numpy as np\nfrom escale.rules import verbs\nfrom . import bits\nimport numba.extending"),
        (
            "games/one/rules.py",
            "from escale.games.one.state import STATE\nfrom . import view\nfrom escale.rules.chance import shuffle",
        ),
        (
            "games/one/kept/v1/rules.py",
            "from escale.games.one.kept.v1.state import STATE\nfrom . import view\nfrom escale.rules.kept import kept_dtype",
        ),
        (
            "games/one/tests/test_a.py",
            "import pytest, escale\nfrom escale.search import bots\nfrom escale.games.one import INFO",
        ),
    ],
)
def test_other_imports_are_allowed(file: str, source: str, tmp_path: Path) -> None:
    _write(tmp_path, file, source)
    assert forbidden_imports(tmp_path) == []


def _write(sources: Path, file: str, source: str) -> None:
    path = sources / "escale" / file
    path.parent.mkdir(parents=True)
    path.write_text(source, "utf-8")
