"""Who is at which table in other processes, as they tell each other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from escale.server import elsewhere
from escale.server.elsewhere import Elsewhere
from escale.store.journal import Unavailable

SOON = 60.0
MOST_BYTES = 7999  # that PostgreSQL takes


class Room:
    """Processes that hear each other, unless the line is cut."""

    def __init__(self) -> None:
        self.inside: list[Elsewhere] = []
        self.changed: dict[Elsewhere, list[str]] = {}
        self.lost: list[Elsewhere] = []
        self.words: list[str] = []
        self.cut: set[Elsewhere] = set()

    def enter(self) -> Elsewhere:
        one = Elsewhere()
        self.inside.append(one)
        self.changed[one] = []
        one.begin(self.say(one), self.changed[one].append, lambda: self.lost.append(one))
        return one

    def say(self, one: Elsewhere) -> Callable[[str], Awaitable[None]]:
        async def say(text: str) -> None:
            assert len(text.encode()) <= MOST_BYTES
            if one in self.cut:
                raise Unavailable("cut")
            self.words.append(text)
            for other in self.inside:
                if other is not one and other not in self.cut:
                    other.heard(text)

        return say


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not so():
            await asyncio.sleep(0.01)


def run(monkeypatch: pytest.MonkeyPatch, work: Callable[[Room], Awaitable[Any]], silent_seconds: float = 600.0) -> None:
    monkeypatch.setattr(elsewhere, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(elsewhere, "SILENT_SECONDS", silent_seconds)  # a slow machine is no silence, unless it is meant

    async def inside() -> None:
        room = Room()
        try:
            await work(room)
        finally:
            for one in room.inside:
                await one.close(room.say(one))

    asyncio.run(inside())


def test_others_know_who_comes_and_goes_and_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        ada, bob, eve = room.enter(), room.enter(), room.enter()
        ada.tell("table", [0], 1)
        bob.tell("table", [1], 2)
        await until(lambda: eve.at("table") == ([0, 1], 3))
        assert ada.at("table") == ([1], 2)
        ada.tell("table", [], 0)
        await until(lambda: eve.at("table") == ([1], 2))
        assert room.changed[eve].count("table") == 3
        assert bob.at("another") == ([], 0)

    run(monkeypatch, work)


def test_one_who_comes_later_hears_all_of_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        ada = room.enter()
        for number in range(350):
            ada.tell(f"table{number:03}", list(range(12)), 200)
        await until(lambda: bool(room.words))
        bob = room.enter()
        await until(lambda: all(bob.at(f"table{number:03}")[1] == 200 for number in range(350)))

    run(monkeypatch, work)


def test_one_who_falls_silent_is_forgotten_and_met_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        ada, bob = room.enter(), room.enter()
        ada.tell("table", [0], 0)
        await until(lambda: bob.at("table") == ([0], 0))
        room.cut.add(ada)
        await until(lambda: bob.at("table") == ([], 0))
        assert bob in room.lost
        ada.tell("table", [0], 5)
        room.cut.clear()
        ada.missed()
        await until(lambda: bob.at("table") == ([0], 5))

    run(monkeypatch, work, silent_seconds=0.3)


def test_one_who_stops_is_gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        ada, bob = room.enter(), room.enter()
        ada.tell("table", [0], 0)
        await until(lambda: bob.at("table") == ([0], 0))
        await ada.close(room.say(ada))
        assert bob.at("table") == ([], 0)

    run(monkeypatch, work)


def test_one_who_has_something_to_tell_when_it_must_stop_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        ada, bob = room.enter(), room.enter()
        await until(lambda: len(bob._peers) == len(ada._peers) == 1)
        await asyncio.sleep(0)
        ada.tell("table", [0], 1)
        async with asyncio.timeout(SOON):
            await ada.close(room.say(ada))
        assert bob.at("table") == ([], 0)

    run(monkeypatch, work)


def test_all_agree_on_who_takes_up_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        three = [room.enter() for _ in range(3)]
        await until(lambda: all(len(one._peers) == 2 for one in three))
        firsts = [[one.first_in_line(f"table{number}") for one in three] for number in range(60)]
        assert [first.count(True) for first in firsts] == [1] * 60
        assert {first.index(True) for first in firsts} == {0, 1, 2}

    run(monkeypatch, work)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"who": 3}', '{"who": "x", "at": {"t": [[0]]}}', "\N{WOMAN}"])
def test_words_of_another_version_are_passed_over(text: str) -> None:
    async def listen() -> None:
        Elsewhere().heard(text)

    asyncio.run(listen())
