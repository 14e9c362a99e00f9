"""A table whose database goes away in the middle of a command: nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from escale.play import rulings
from escale.play.events import Event
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from escale.server import live, making
from escale.server.answering import failed
from escale.server.bodies import NewSeat, NewTable
from escale.server.live import Table
from escale.server.roster import Roster
from escale.server.writing import first_entry
from escale.store.journal import Entry, Unavailable
from escale.store.sqlite import SqliteJournal
from tests.play.tables import EVERY_GAME, options_for

ADA = "ada"


class Flaky(SqliteJournal):
    """A journal that goes away on command: before it has written, or after, when only its answer is lost."""

    before = after = False

    async def append(self, entry: Entry) -> None:
        """Write, or not, and be away."""
        if self.before:
            raise Unavailable("away")
        await super().append(entry)
        if self.after:
            raise Unavailable("away")

    async def read(self, match: str, after: int = 0) -> list[bytes]:
        """What there is, unless it is away."""
        if self.before or self.after:
            raise Unavailable("away")
        return await super().read(match, after)


def play(seq: int) -> Callable[[Match, float], Event]:
    def ruling(match: Match, at: float) -> Event:
        return rulings.move(match, Command(ADA, "once", at), seq, match.position.names()[0])

    return ruling


async def opened(game: str, journal: Flaky, changes: list[int]) -> Table:
    wish = NewTable(game, [NewSeat("me"), NewSeat("me")], options=options_for(game), one_screen=True)
    match = Match("aaaaaaaa", making.created(wish, ADA, Roster()))
    await journal.append(first_entry(match))
    return Table(match, journal, lambda table: changes.append(table.match.seq))


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not so():
            await asyncio.sleep(0.01)


def run(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Flaky, Table, list[int]], Any]) -> None:
    monkeypatch.setattr(live, "AWAY_SECONDS", 0.05)

    async def inside() -> None:
        journal, changes = Flaky(tmp_path / "journal"), list[int]()
        try:
            await work(journal, await opened(game, journal, changes), changes)
        finally:
            await journal.close()

    asyncio.run(inside())


@EVERY_GAME
def test_what_was_not_written_is_refused_and_can_be_done_later(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(journal: Flaky, table: Table, changes: list[int]) -> None:
        journal.before = True
        with pytest.raises(Refused, match="unavailable"):
            await table.change(ADA, "once", play(1))
        assert (table.match.seq, changes) == (1, [])
        journal.before = False
        await until(lambda: changes == [1])  # whoever wanted something, a bot or a clock, is told that it may try again
        assert await table.change(ADA, "once", play(1)) == 2
        assert len(await journal.read("aaaaaaaa")) == 2

    run(game, tmp_path, monkeypatch, work)


@EVERY_GAME
def test_what_was_written_although_the_answer_was_lost_is_known_later_and_not_done_again(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(journal: Flaky, table: Table, changes: list[int]) -> None:
        journal.after = True
        with pytest.raises(Refused, match="unavailable"):
            await table.change(ADA, "once", play(1))
        journal.after = False
        assert await table.change(ADA, "once", play(1)) == 2
        await until(lambda: 2 in changes)
        assert table.match.ply == 1
        assert len(await journal.read("aaaaaaaa")) == 2

    run(game, tmp_path, monkeypatch, work)


@EVERY_GAME
def test_what_was_written_is_taken_in_without_being_asked(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(journal: Flaky, table: Table, changes: list[int]) -> None:
        journal.after = True
        with pytest.raises(Refused, match="unavailable"):
            await table.change(ADA, "once", play(1))
        await asyncio.sleep(0.1)
        assert table.match.seq == 1
        journal.after = False
        await until(lambda: table.match.seq == 2)

    run(game, tmp_path, monkeypatch, work)


def test_whoever_finds_it_away_is_answered_the_same() -> None:
    by_journal, by_door = failed(Unavailable("away")), failed(Refused("unavailable"))
    assert by_journal.status_code == by_door.status_code == 503
    assert by_journal.body == by_door.body
    assert b'"unavailable"' in bytes(by_door.body)
    assert failed(Refused("stale")).status_code == 409
