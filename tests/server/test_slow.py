"""Nobody waits for one who does not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server import slow
from tests.server.patient import Broken


def test_one_who_does_not_read_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    assert slow.drop_the_slow(tmp_path)["dropped"] == slow.READERS


def test_the_harness_finds_a_server_that_keeps_the_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow, "PATIENCE", 12.0)
    with pytest.raises(Broken, match="still there"):
        slow.drop_the_slow(tmp_path, "waits_for_the_slow")


def test_one_who_reads_late_gets_everything_in_order(tmp_path: Path) -> None:
    assert slow.all_for_the_late(tmp_path)["late"] == slow.LATE_QUESTIONS + 1


def test_the_harness_finds_a_server_that_forgets_what_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow, "PATIENCE", 5.0)
    with pytest.raises(Broken, match="one who read late got"):
        slow.all_for_the_late(tmp_path, "forgets_what_waits")
