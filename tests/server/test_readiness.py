"""Which game is got ready first."""

from __future__ import annotations

import asyncio

import pytest

import escale
from escale.server import readiness


def test_what_somebody_asks_for_goes_before_what_nobody_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """With all games still to be searched, the last on the shelf is the first that is."""
    begun: list[str] = []
    searched = readiness.searched_through
    *_, last = escale.games()

    def noted(game_id: str, version: int | None) -> None:
        begun.append(game_id)
        searched(game_id, version)

    monkeypatch.setattr(readiness, "searched_through", noted)

    async def ask() -> None:
        ready = readiness.Readiness()
        ready.begin()
        await ready.to_think(last)
        ready.close()

    asyncio.run(ask())
    assert begun == [last]
