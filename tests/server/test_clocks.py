"""Clocks over the wire: server time, running out, the time without a server."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tests.server.running import BOT, ME, OPEN, Person, Screen, serving

QUICK = {"each": "move", "seconds": 5}


def test_a_bot_takes_the_seat_of_who_runs_out_and_gives_it_back(tmp_path: Path) -> None:
    async def wait(ada: Person, table: str) -> None:
        async with ada.at(table) as screen:
            await screen.until(lambda _: screen.my_turn)
            assert screen.table["clock"]["running"]
            begun = time.monotonic()
            await screen.until(lambda table: table["seats"][0]["kind"] == "bot")
            assert 3 < time.monotonic() - begun < 20
            assert (screen.table["yours"], screen.table["kept"]) == ([], [0])
            assert await taken_back(screen)
            await screen.until(lambda table: table["yours"] == [0])

    with serving(tmp_path) as server:
        ada = Person(server)
        asyncio.run(wait(ada, ada.make([ME, BOT], clock=QUICK)))


async def taken_back(screen: Screen) -> bool:
    """Whether the seat is one's own again, once the bot has made the move for which there was no time."""
    while (answer := await screen.say("seat", seat=0, kind="me")).get("code") == "too_late":
        await asyncio.sleep(0.05)
    return bool(answer["t"] == "done")


def test_or_the_table_ends_for_everybody(tmp_path: Path) -> None:
    async def wait(ada: Person, table: str) -> None:
        async with ada.at(table) as screen, Person(ada.server).at(table) as watcher:
            ends = await asyncio.gather(*(one.until(lambda table: table["status"] == "ended") for one in (screen, watcher)))
            assert [end["log"][-1]["event"] for end in ends] == ["clock", "clock"]

    with serving(tmp_path) as server:
        ada = Person(server)
        asyncio.run(wait(ada, ada.make([ME, BOT], clock={**QUICK, "then": "end"})))


def test_it_stands_while_a_seat_is_open(tmp_path: Path) -> None:
    async def look(ada: Person, table: str) -> None:
        async with ada.at(table) as screen:
            assert screen.table["clock"] == {**QUICK, "increment": 0, "then": "bot", "left": [5, 5], "running": False}

    with serving(tmp_path) as server:
        ada = Person(server)
        asyncio.run(look(ada, ada.make([ME, OPEN], clock=QUICK)))


def test_the_time_without_a_server_is_not_counted(tmp_path: Path) -> None:
    async def left(person: Person, table: str) -> float:
        async with person.at(table) as screen:
            await screen.until(lambda _: screen.my_turn)
            return seconds(screen)

    def seconds(screen: Screen) -> float:
        return float(screen.table["clock"]["left"][screen.table["seat"]])

    with serving(tmp_path) as server:
        ada = Person(server)
        table = ada.make([ME, BOT], clock={"each": "game", "seconds": 100})
        before = asyncio.run(left(ada, table))
        time.sleep(1.5)  # at least one word that a server is alive
        server.kill()
        time.sleep(8)
        server.start()
        after = asyncio.run(left(ada, table))
        assert before - 8 < after <= before
        assert seconds_later(ada, table) < after


def seconds_later(person: Person, table: str) -> float:
    """What is left a moment later, to see that it runs again."""

    async def look() -> float:
        async with person.at(table) as screen:
            await asyncio.sleep(1)
            await screen.socket.send('{"t": "sync"}')
            while (await screen.read())["t"] != "table":
                pass
            return float(screen.table["clock"]["left"][screen.table["seat"]])

    return asyncio.run(look())
