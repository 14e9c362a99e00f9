"""A watcher of whole real games never receives a secret."""

from __future__ import annotations

from pathlib import Path

import pytest

import escale
from tests.server.leaks import watch_whole_games
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault


@pytest.mark.parametrize("game", escale.games())
def test_a_watcher_never_receives_a_secret(game: str, tmp_path: Path) -> None:
    assert watch_whole_games(tmp_path, games=1, seed=6, game=game)["frames"] > 20


@pytest.mark.parametrize(("plant", "found"), [("shows_watchers_a_seat", "was shown"), ("tells_the_salt", "was told")])
def test_the_harness_finds_a_leak(tmp_path: Path, plant: str, found: str) -> None:
    with pytest.raises(Broken, match=found):
        watch_whole_games(tmp_path, games=1, seed=6, program=with_fault(plant))
