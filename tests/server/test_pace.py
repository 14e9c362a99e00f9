"""How soon bots move."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path
from typing import get_args

import pytest

import escale
from escale.play.events import Moved, Pace
from escale.play.match import Match
from escale.server import making
from escale.server.bodies import NewSeat, NewTable
from escale.server.bot_turns import chance_of_pause
from escale.server.pace import SPANS, seconds_until_shown
from escale.server.roster import Choice, Roster
from tests.server.running import BOT, GAME, ME, Person, Server, serving

SERVER_PACE = 0.9  # as it comes
SHOWN_SECONDS = 0.7  # a move's animation in the browser, and a breath


@pytest.mark.parametrize("pace", get_args(Pace))
def test_within_bounds_and_never_too_fast_to_follow(pace: Pace) -> None:
    times = [seconds_until_shown(SERVER_PACE, pace, chance) for chance in (0.0, 0.1, 0.5, 0.9, 1.0)]
    assert times == sorted(times)
    assert times[0] < times[-1]
    assert times[0] >= SHOWN_SECONDS
    assert seconds_until_shown(0.0, pace, 0.0) == 0.0


@pytest.mark.parametrize("game", escale.games())
def test_a_pause_tells_nothing_of_what_a_bot_has_in_hand(game: str) -> None:
    """It is the same in two worlds, whatever the bot thought, and not always the same at a table."""
    info = escale.games()[game]
    wish = NewTable(game, [NewSeat("bot", bot="random")] * max(2, min(info.players)))
    first = making.created(wish, "host", Roster())
    one, other = Match("table", first), Match("table", first)
    other.position = other.position.determinized(None, 1)
    chances = set()
    for _ in range(4):
        assert 0.0 <= chance_of_pause(one) == chance_of_pause(other) <= 1.0
        chances.add(chance_of_pause(one))
        one.apply(Moved(at=1.0, move=one.position.names()[0]))
        other.moves.append(one.moves[-1])
    assert len(chances) == 4
    assert not hasattr(Choice("a move"), "ease")  # that it could be told by


def test_slow_is_slower_than_normal_and_that_than_quick() -> None:
    for chance in (0.0, 0.5, 1.0):
        quick, normal, slow = (seconds_until_shown(SERVER_PACE, pace, chance) for pace in ("quick", "normal", "slow"))
        assert quick < normal < slow


def test_a_table_says_its_pace_and_keeps_to_it(tmp_path: Path) -> None:
    """Random's move comes when it is due, whatever the time it took to find."""
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
            assert seconds >= base * SPANS[pace].shortest - 0.05
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
