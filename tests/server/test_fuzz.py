"""Whatever comes over a socket, the server lives and the others play on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.fuzz import fuzz
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault


def test_anything_may_come_over_a_socket(tmp_path: Path) -> None:
    counts = fuzz(tmp_path, rounds=2, seed=3)
    assert min(counts.values()) >= 1


def test_the_harness_finds_a_server_that_forgets_odd_handshakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.fuzz.UNREADABLE_SECONDS", 2.0)
    with pytest.raises(Broken, match="neither answered nor ended"):
        fuzz(tmp_path, rounds=1, seed=3, program=with_fault("forgets_odd_handshakes"))


def test_the_harness_finds_a_server_that_does_not_catch_all_bad_frames(tmp_path: Path) -> None:
    with pytest.raises(Broken):
        fuzz(tmp_path, rounds=1, seed=3, program=with_fault("catches_too_little"))
