"""No game is named outside its own folder: a new one needs no change anywhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

import escale
from escale.rules.shelf import words_of
from escale.rules.texts import Texts
from tests.architecture.mentions import mentions, naming

ROOT = Path(__file__).resolve().parents[2]
TEXTS = {
    "en": Texts("en", {"game.name": "Blue Moon", "rule.MOON.T1.title": "..."}),
    "fr": Texts("fr", {"game.name": "Lune Bleue", "rule.MOON.T1.title": "..."}),
}


def test_no_game_is_named_elsewhere() -> None:
    assert mentions(ROOT, {game_id: naming(game_id, words_of(game_id)) for game_id in escale.games()}) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("src/escale/rules/game.py", 'if game_id == "bluemoon":'),
        ("src/escale/lab/template/rules.py.txt", "# as in Blue Moon"),
        ("src/escale/games/other/rules.py", "from escale.games.bluemoon import INFO"),
        ("src/escale/games/__init__.py", "GAMES = ['bluemoon']"),
        ("tests/search/test_bots.py", "test_bluemoon_is_won()"),
        ("bench/run.py", "BLUE_MOON = 3"),
        ("pyproject.toml", "exclude = ['lune-bleue']"),
        ("run", "# MOON.T1 says so"),
        ("setup/pages.py", "BOARDS = {'bluemoon'}"),
    ],
)
def test_a_name_elsewhere_is_found(file: str, line: str, tmp_path: Path) -> None:
    """Planted."""
    _write(tmp_path / file, f"one\n{line}\n")
    (only,) = mentions(tmp_path, {"bluemoon": naming("bluemoon", TEXTS)})
    assert only == f"{file}:2 names bluemoon: {line}"


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("src/escale/games/bluemoon/rules.py", 'NAME = "bluemoon"'),
        ("docs/python.md", "escale.load('bluemoon')"),
        ("tests/search/test_bots.py", "bluemoons, blue, moon, once in a blue month, MOON.T"),
        ("src/escale/__pycache__/game.py", "bluemoon"),
    ],
)
def test_its_own_folder_and_the_documents_may_name_it(file: str, line: str, tmp_path: Path) -> None:
    _write(tmp_path / file, line)
    assert mentions(tmp_path, {"bluemoon": naming("bluemoon", TEXTS)}) == []


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
