"""A watcher of whole real games never receives a secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.tables import EVERY_GAME, WITH_SECRETS
from tests.server.leaks import watch_whole_games
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault


@EVERY_GAME
def test_a_watcher_never_receives_a_secret(game: str, tmp_path: Path) -> None:
    assert watch_whole_games(tmp_path, games=1, seed=6, game=game)["frames"] > 20


@WITH_SECRETS
def test_the_harness_finds_a_view_of_a_seat(game: str, tmp_path: Path) -> None:
    with pytest.raises(Broken, match="was shown"):
        watch_whole_games(tmp_path, games=1, seed=6, program=with_fault("shows_watchers_a_seat"), game=game)


@EVERY_GAME
def test_the_harness_finds_a_salt(game: str, tmp_path: Path) -> None:
    with pytest.raises(Broken, match="was told"):
        watch_whole_games(tmp_path, games=1, seed=6, program=with_fault("tells_the_salt"), game=game)
