"""What somebody can't know, nothing that is sent to them tells: no field, no order, no refusal."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import pytest

from escale.play.rulings import Refused
from escale.rules.position import Position
from escale.server import bot_turns, projection, socket
from tests.server.patient import Broken
from tests.server.worlds import compare_worlds


def odd(position: Position) -> bool:
    """A bit that depends on everything, secrets too."""
    return bool(zlib.crc32(position.to_bytes()) & 1)


def test_two_worlds_that_differ_only_in_secrets_send_the_same_bytes(tmp_path: Path) -> None:
    counts = compare_worlds(tmp_path, rounds=1, seed=7, most_plans=8)
    assert counts["pairs of worlds"] >= 5
    assert counts["moves in two worlds"] > 50


def test_the_harness_finds_a_view_sent_to_the_wrong_eyes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "view", lambda match, position, seat: position.view(seat or 0))
    with pytest.raises(Broken, match="told apart"):
        compare_worlds(tmp_path, 1, 7)


def test_the_harness_finds_a_secret_told_by_the_order_of_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = projection.table

    def shuffled(match: Any, *others: Any) -> dict[str, Any]:
        told = list(table(match, *others).items())
        return dict(reversed(told) if odd(match.position) else told)

    monkeypatch.setattr(projection, "table", shuffled)
    with pytest.raises(Broken, match="told apart"):
        compare_worlds(tmp_path, 1, 7)


def test_the_harness_finds_a_secret_told_by_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = socket.Connection._refused

    def talkative(connection: Any, command: str | None, refusal: Refused) -> None:
        code = "stale" if odd(connection._table.match.position) else refusal.code
        refused(connection, command, Refused(code, refusal.rule, refusal.reason))

    monkeypatch.setattr(socket.Connection, "_refused", talkative)
    with pytest.raises(Broken, match="told apart"):
        compare_worlds(tmp_path, 1, 7)


def test_the_harness_finds_a_bot_that_peeks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(name: str, position: Position, seed: int) -> str:
        return position.names()[-1 if odd(position) else 0]

    monkeypatch.setattr(bot_turns, "chosen", peeking)
    with pytest.raises(Broken, match="the bot plays"):
        compare_worlds(tmp_path, 3, 7)
