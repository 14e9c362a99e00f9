"""A mistake of ours, once, in the middle of what a server does beside all else: it goes on with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from escale.play.clock import Terms
from escale.play.events import Ended
from escale.play.match import Match
from escale.server import bot_turns, deadlines, live
from escale.server.blocks import Blocks
from escale.server.bot_turns import BotTurns
from escale.server.deadlines import Deadlines
from escale.server.elsewhere import Elsewhere
from escale.server.journals import FILE
from escale.server.live import Table
from escale.server.metrics import Metrics
from escale.server.roster import Choice
from escale.server.shares import Attention
from escale.server.uptime import Uptime
from escale.server.writing import first_entry
from escale.store import background
from escale.store.journal import Blocked, Unavailable
from escale.store.sqlite import SqliteJournal
from tests.play.tables import ADA, BOB, BOT, human, match_of

SOON = 20.0
SECONDS = 10.0  # on a clock
PAUSE = 0.02
ADDRESS = "192.0.2.1"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((background, "PAUSE_SECONDS"), (deadlines, "AWAY_SECONDS"), (live, "AWAY_SECONDS")):
        monkeypatch.setattr(module, name, PAUSE)


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not so():
            await asyncio.sleep(PAUSE)


class Mistaken:
    """Raises when it is first called."""

    def __init__(self) -> None:
        """Not called yet."""
        self.calls = 0

    def once(self) -> None:
        """A mistake, the first time."""
        self.calls += 1
        if self.calls == 1:
            raise LookupError("our mistake")


def test_a_flag_falls_when_the_look_at_its_clock_had_failed(tmp_path: Path) -> None:
    async def run_out() -> None:
        journal, mistaken = SqliteJournal(tmp_path / FILE), Mistaken()
        table = Table(
            match_of(human(ADA), human(BOB), clock=Terms("game", SECONDS)), journal, lambda table: None, uptime=Uptime()
        )
        await journal.append(first_entry(table.match))
        table.wind(2 * SECONDS)

        async def confirm() -> None:
            mistaken.once()

        async def find(match_id: str) -> Table:
            return table

        clocks = Deadlines("random", confirm, find, lambda match_id: None)
        clocks.wake(table)
        await until(lambda: any(place.sitting.kind == "bot" for place in table.match.seats))
        clocks.close()
        await journal.close()

    asyncio.run(run_out())


def test_a_table_reads_on_when_that_had_failed(tmp_path: Path) -> None:
    mistaken = Mistaken()

    class Journal(SqliteJournal):
        async def read(self, match: str, after: int = 0) -> list[bytes]:
            """What there is, but for once."""
            mistaken.once()
            return await super().read(match, after)

    async def read_on() -> None:
        journal = Journal(tmp_path / FILE)
        match = match_of(human(ADA), human(BOB))
        here, there = (Table(Match(match.id, match.created), journal, lambda table: None) for _ in range(2))
        await journal.append(first_entry(match))
        await there.change(ADA, "", lambda match, at: Ended(at=at, by=ADA, command="", seat=0))
        here.catch_up_soon()
        await until(lambda: here.match.seq == 2)
        await journal.close()

    asyncio.run(read_on())
    assert mistaken.calls > 1


def test_other_processes_hear_all_that_one_failed_to_say() -> None:
    mistaken, words = Mistaken(), list[str]()

    async def say(text: str) -> None:
        mistaken.once()
        words.append(text)

    async def talk() -> None:
        one, other = Elsewhere(), Elsewhere()
        one.tell("table", [1], 0)
        one.begin(say, lambda match_id: None, lambda: None)
        await until(lambda: bool(words))
        other.heard(words[0])
        assert other.at("table") == ([1], 0)
        await one.close(say)

    asyncio.run(talk())


def test_who_is_blocked_is_read_when_that_had_failed() -> None:
    mistaken = Mistaken()

    async def at_first() -> list[Blocked]:
        return []

    async def later() -> list[Blocked]:
        mistaken.once()
        return [Blocked(ADDRESS, 0.0)]

    async def read() -> None:
        blocks, journal = Blocks(), SimpleNamespace(blocked=at_first)
        await blocks.begin(journal, lambda: None)
        journal.blocked = later
        blocks.read_soon()
        await until(lambda: blocks.has(ADDRESS))
        await blocks.close()

    asyncio.run(read())


def test_bots_dont_think_over_and_over_while_no_move_can_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bot_turns, "RETRY_SECONDS", 60.0)
    asked = 0

    class Away(SqliteJournal):
        async def append(self, entry: Any) -> None:
            """Never."""
            raise Unavailable("away")

    async def choose(match: Any, *_: Any) -> Choice:
        nonlocal asked
        asked += 1
        return Choice(match.position.names()[0])

    async def nothing(*_: Any) -> None:
        """All is ready."""

    async def think() -> None:
        journal = Away(tmp_path / FILE)
        table = Table(match_of(BOT, human(ADA)), journal, lambda table: None)
        monkeypatch.setattr(table, "attention", lambda: Attention.PRESENT)
        bots = SimpleNamespace(choose=choose, close=lambda: None, forget=lambda match_id: None)
        turns = BotTurns(0.0, bots, SimpleNamespace(to_think=nothing), Metrics())  # type: ignore[arg-type]
        turns.wake(table)
        await until(lambda: asked > 0)
        await asyncio.sleep(10 * PAUSE)
        assert asked == 1
        await turns.close()
        await journal.close()

    asyncio.run(think())
