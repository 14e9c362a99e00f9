"""Clocks over the wire: server time, running out, the time without a server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from escale.server.journals import FILE
from escale.server.pulse import BEAT_SECONDS, UNSURE_SECONDS
from escale.server.uptime import GAP_SECONDS
from tests.play.tables import GAMES, options_for
from tests.server.planted.plants import SOUND, with_fault
from tests.server.running import BOT, ME, OPEN, Person, Screen, Server, serving
from tests.server.storms import FULL, SETTABLE, STEP, WALL, Weather

QUICK_SECONDS = 5
QUICK = {"each": "move", "seconds": QUICK_SECONDS}
LONG_SECONDS = 1000
LONG = {"each": "game", "seconds": LONG_SECONDS}
THOUGHT = 2.0  # seconds that somebody thinks
ROUNDED = 0.2  # seconds that may be missing from what is shown, which is in tenths, or by which a timer may be early
PATIENCE = 60.0
DOWN_SECONDS = 8.0  # longer than anybody is given back for what a server that starts can't know


def test_who_runs_out_gives_the_seat_to_a_bot_and_may_take_it_back_or_the_table_ends(server: Server) -> None:
    """In every game at once. The clocks stand until everybody is there: a seat is open, and then a bot's."""

    async def replaced(screen: Screen) -> None:
        begun = await completed(screen)
        await screen.until(lambda _: screen.my_turn)
        assert screen.table["clock"]["running"]
        await screen.until(lambda table: table["seats"][0]["kind"] == "bot")
        assert time.monotonic() - begun > QUICK_SECONDS - ROUNDED
        assert (screen.table["yours"], screen.table["kept"]) == ([], [0])
        assert await taken_back(screen)
        await screen.until(lambda table: table["yours"] == [0])

    async def ended(screen: Screen, watcher: Screen) -> None:
        begun = await completed(screen)
        ends = await asyncio.gather(*(one.until(lambda table: table["status"] == "ended") for one in (screen, watcher)))
        assert time.monotonic() - begun > QUICK_SECONDS - ROUNDED
        assert [end["log"][-1]["event"] for end in ends] == ["clock", "clock"]

    async def completed(screen: Screen) -> float:
        begun = time.monotonic()
        assert (await screen.say("seat", seat=1, **BOT))["t"] == "done"
        return begun

    def made(game: str, then: str) -> str:
        return ada.make([ME, OPEN], game=game, options=options_for(game), clock={**QUICK, "then": then})

    async def every(tables: list[tuple[str, str]]) -> None:
        async with contextlib.AsyncExitStack() as stack:
            works = []
            for one, other in tables:
                works.append(replaced(await stack.enter_async_context(ada.at(one))))
                hers = await stack.enter_async_context(ada.at(other))
                works.append(ended(hers, await stack.enter_async_context(Person(server).at(other))))
            await asyncio.gather(*works)

    ada = Person(server)
    asyncio.run(every([(made(game, "bot"), made(game, "end")) for game in GAMES]))


async def taken_back(screen: Screen) -> bool:
    """Whether the seat is one's own again, once the bot has made the move for which there was no time."""
    while (answer := await screen.say("seat", seat=0, kind="me")).get("code") == "too_late":
        await asyncio.sleep(0.05)
    return bool(answer["t"] == "done")


def test_who_runs_out_at_a_table_that_nobody_keeps_in_memory_gives_the_seat_to_a_bot(tmp_path: Path) -> None:
    def kinds(person: Person, table: str) -> list[str]:
        return [seat["kind"] for seat in person.get(f"/api/tables/{table}")["seats"]]

    async def visit(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.until(lambda _: screen.my_turn)

    with serving(tmp_path, program=with_fault("keeps_one_table")) as server:
        ada = Person(server)
        first = ada.make([ME, BOT], clock=QUICK)
        asyncio.run(visit(ada, first))
        others = [ada.make([ME, BOT], clock=LONG) for _ in range(3)]
        deadline = time.monotonic() + PATIENCE
        while events_of(tmp_path, first)[-1].get("by_clock") is not True:
            assert time.monotonic() < deadline, "nobody looked at its clock"
            time.sleep(0.1)
        assert kinds(ada, first) == ["bot", "bot"]
        assert kinds(ada, others[0]) == ["human", "bot"]


def events_of(data: Path, table: str) -> list[dict[str, Any]]:
    """What the journal of a table has, beside the server that writes it."""
    with contextlib.closing(sqlite3.connect(data / FILE)) as db:
        return [json.loads(body) for (body,) in db.execute("SELECT body FROM events WHERE match = ? ORDER BY seq", (table,))]


def test_it_stands_while_a_seat_is_open(server: Server) -> None:
    async def look(ada: Person, table: str) -> None:
        async with ada.at(table) as screen:
            assert screen.table["clock"] == {
                **QUICK,
                "increment": 0,
                "then": "bot",
                "left": [QUICK_SECONDS] * 2,
                "running": False,
            }

    ada = Person(server)
    asyncio.run(look(ada, ada.make([ME, OPEN], clock=QUICK)))


def test_the_time_without_a_server_is_not_counted(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = Person(server)
        tables = [ada.make([ME, BOT], game=game, options=options_for(game), clock=LONG) for game in GAMES]
        before = [(asyncio.run(left(ada, table)), time.monotonic()) for table in tables]
        wait_for_a_beat(tmp_path)
        server.kill()
        killed = time.monotonic()
        time.sleep(DOWN_SECONDS)
        started = time.monotonic()
        server.start()
        for table, (known, seen) in zip(tables, before, strict=True):
            after = asyncio.run(left(ada, table))
            served = (killed - seen) + (time.monotonic() - started)  # at most so long could anybody move
            assert known - served - ROUNDED < after <= known + UNSURE_SECONDS + BEAT_SECONDS
            asyncio.run(runs_again(ada, table, after))


@pytest.mark.skipif(not FULL, reason="only Linux can take the disk from another process")
def test_shown_clocks_stand_while_nothing_can_be_written_and_nobody_runs_out_meanwhile(tmp_path: Path) -> None:
    weather = Weather(tmp_path, SOUND, None)

    async def weathered(ada: Person, table: str) -> None:
        async with ada.at(table) as screen:
            await screen.until(lambda _: screen.my_turn)
            async with weather.full():
                await screen.until(lambda table: not table["clock"]["running"])
                stood = seconds(screen)
                move = {"seq": screen.table["seq"], "move": screen.table["view"]["moves"][0]["text"]}
                assert (await screen.say("play", **move))["code"] == "unavailable"
                await asyncio.sleep(QUICK_SECONDS + 1)
                await synced(screen)
                assert (screen.table["status"], seconds(screen)) == ("playing", stood)
            await screen.until(lambda table: table["clock"]["running"])
            assert stood - seconds(screen) < GAP_SECONDS
            await screen.until(lambda table: table["status"] == "ended")

    weather.server.start()
    try:
        ada = Person(weather.server)
        asyncio.run(weathered(ada, ada.make([ME, BOT], clock={**QUICK, "then": "end"})))
    finally:
        weather.server.people.close()
        weather.server.kill()


def test_processes_whose_wall_clocks_disagree_agree_on_what_is_left(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = []
    for name, off in (("one", 0.0), ("two", STEP)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "wall").write_text(str(off))
        monkeypatch.setenv(WALL, str(tmp_path / name / "wall"))
        servers.append(Server(tmp_path / name, "--database", database, program=SETTABLE).start())
    one, two = servers

    async def compared(ada: Person, table: str) -> None:
        async with ada.at(table) as first:
            await first.until(lambda _: first.my_turn)
            await asyncio.sleep(UNSURE_SECONDS + 2 * BEAT_SECONDS + THOUGHT)
            ada.server = two  # which has to read the table
            async with ada.at(table) as second:
                await synced(first)
                assert -ROUNDED < seconds(second) - seconds(first) < UNSURE_SECONDS + 2 * BEAT_SECONDS
                assert seconds(second) < LONG_SECONDS - THOUGHT + ROUNDED
                await second.play()
                before = seconds(second)
                await second.until(lambda _: second.my_turn)
                await first.until(lambda table: table["seq"] >= second.table["seq"])
                await asyncio.sleep(THOUGHT)
                await asyncio.gather(synced(first), synced(second))
                assert abs(seconds(first) - seconds(second)) < 1.0
                assert before - seconds(first) > THOUGHT - 1.0
                await first.play()
                await second.until(lambda table: table["seq"] >= first.table["seq"])

    try:
        ada = Person(one)
        asyncio.run(compared(ada, ada.make([ME, BOT], clock=LONG)))
    finally:
        for server in servers:
            server.people.close()
            server.kill()


async def synced(screen: Screen) -> None:
    """Ask for the whole table, and read on until it is there."""
    await screen.socket.send('{"t": "sync"}')
    while (await screen.read())["t"] != "table":
        pass


async def left(person: Person, table: str) -> float:
    """How long somebody has, whose turn it is."""
    async with person.at(table) as screen:
        await screen.until(lambda _: screen.my_turn)
        return seconds(screen)


def seconds(screen: Screen) -> float:
    return float(screen.table["clock"]["left"][screen.table["seat"]])


async def runs_again(person: Person, table: str, before: float) -> None:
    """Return once there is less left than before."""
    async with asyncio.timeout(PATIENCE), person.at(table) as screen:
        while seconds(screen) >= before:
            await asyncio.sleep(0.05)
            await synced(screen)


def wait_for_a_beat(data: Path) -> None:
    """Until the server has said once more that it is alive."""

    def last() -> float:
        return float(db.execute("SELECT at FROM alive").fetchone()[0])

    db = sqlite3.connect(data / FILE)
    try:
        before, deadline = last(), time.monotonic() + PATIENCE
        while last() == before:
            assert time.monotonic() < deadline, "the server does not say that it is alive"
            time.sleep(0.05)
    finally:
        db.close()
