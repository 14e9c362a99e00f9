"""Nobody waits for one who does not read."""

from __future__ import annotations

import asyncio
import contextvars
import json
from pathlib import Path

import pytest

from tests.server import slow
from tests.server.inside import Inside
from tests.server.patient import Broken
from tests.server.running import GAME, ME, OPEN


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


def test_one_who_cannot_be_sent_to_leaves_the_table(tmp_path: Path) -> None:
    async def watch() -> None:
        server = Inside(tmp_path, contextvars.copy_context())
        await server.start()
        made = await server.request("POST", "/api/tables", None, {"game": GAME, "seats": [ME, OPEN]})
        table = json.loads(made.split(b"\n", 1)[1])["id"]
        path = f"/api/tables/{table}/socket"
        stays, goes = [server.connect(path, None) for _ in range(2)]
        await stays.until(lambda frame: '"watchers":2' in frame)
        goes.closing = True
        comes = server.connect(path, None)
        await stays.until(lambda frame: '"watchers":3' in frame)
        await stays.until(lambda frame: '"watchers":2' in frame, start=len(stays.frames))
        for wire in (stays, comes):
            wire.hang_up()
        await server.close()

    asyncio.run(watch())
