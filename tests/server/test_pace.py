"""How soon bots move."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import get_args

import pytest

from escale.play.events import Pace
from escale.server.pace import SPANS, seconds_until_shown
from tests.server.running import BOT, GAME, ME, Person, Server, serving

SERVER_PACE = 0.9  # as it comes
SHOWN_SECONDS = 0.7  # a move's animation in the browser, and a breath


@pytest.mark.parametrize("pace", get_args(Pace))
def test_soon_when_obvious_later_when_hard_never_too_fast_to_follow(pace: Pace) -> None:
    times = [seconds_until_shown(SERVER_PACE, pace, ease) for ease in (1.0, 0.9, 0.5, 0.1, 0.0)]
    assert times == sorted(times)
    assert times[0] < times[-1]
    assert times[0] >= SHOWN_SECONDS
    assert seconds_until_shown(0.0, pace, 0.0) == 0.0


def test_slow_is_slower_than_normal_and_that_than_quick() -> None:
    for ease in (0.0, 0.5, 1.0):
        quick, normal, slow = (seconds_until_shown(SERVER_PACE, pace, ease) for pace in ("quick", "normal", "slow"))
        assert quick < normal < slow


def test_a_table_says_its_pace_and_keeps_to_it(tmp_path: Path) -> None:
    """Random's move is always obvious: it comes when that is due, whatever the time it took to find."""
    base = 0.3

    async def bots_seconds(person: Person, table: str) -> tuple[str, float]:
        async with person.at(table) as screen:
            await screen.play()
            begun = time.perf_counter()
            await screen.until(lambda table: screen.my_turn or table["status"] != "playing")
            return screen.table["pace"], time.perf_counter() - begun

    slower = Server(tmp_path)
    slower._command[slower._command.index("--bot-pace") + 1] = str(base)
    with contextlib.closing(slower.start().people), contextlib.ExitStack() as after:
        after.callback(slower.kill)
        person = Person(slower)
        for pace in get_args(Pace):
            told, seconds = asyncio.run(bots_seconds(person, person.make([ME, BOT], pace=pace)))
            assert told == pace
            assert seconds >= base * SPANS[pace].obvious - 0.05
        assert asyncio.run(bots_seconds(person, person.make([ME, BOT])))[0] == "normal"
        wish = {"game": GAME, "seats": [ME, BOT], "pace": "hasty"}
        assert person.post("/api/tables", wish, 422)["error"]["code"] == "unfit"


def test_a_rematch_keeps_the_pace(tmp_path: Path) -> None:
    async def over(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.say("end")
            await screen.until(lambda table: table["status"] == "ended")

    async def pace_of(person: Person, table: str) -> str:
        async with person.at(table) as screen:
            return str(screen.table["pace"])

    with serving(tmp_path) as server:
        person = Person(server)
        table = person.make([ME, BOT], pace="slow")
        asyncio.run(over(person, table))
        assert asyncio.run(pace_of(person, person.post(f"/api/tables/{table}/rematch")["id"])) == "slow"
