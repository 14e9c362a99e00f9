"""Several processes on one PostgreSQL: whoever plays in one meets those in another."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.play.tables import GAMES, options_for
from tests.postgres.server import Server as Postgres
from tests.server.running import BOT, ME, OPEN, Person, Screen, Server, limited, serving
from tests.store.outage import away

SOON = 60.0
UNAVAILABLE = 503


@contextlib.contextmanager
def two(tmp_path: Path, database: str) -> Iterator[tuple[Server, Server]]:
    with (
        serving(tmp_path / "one", "--database", database) as one,
        serving(tmp_path / "two", "--database", database) as other,
    ):
        yield one, other


def seated(ada: Person, bob: Person, game: str = GAMES[0]) -> str:
    """A table of both: made in one's process, joined in the other's."""
    table = ada.make([ME, OPEN], game=game, options=options_for(game))

    async def key() -> str:
        async with ada.at(table) as screen:
            return str(screen.table["invitation"])

    assert bob.post(f"/api/invitations/{asyncio.run(key())}", {"name": "Bob"}) == {"id": table, "seat": 1}
    return table


async def until(screen: Screen, wanted: Any) -> dict[str, Any]:
    return await asyncio.wait_for(screen.until(wanted), SOON)


async def play_on(person: Person, table: str) -> dict[str, Any]:
    """Play to the end, coming back as often as the connection is lost."""
    while True:
        with contextlib.suppress(ConnectionClosed, ConnectionError, InvalidHandshake):
            async with person.at(table) as screen:
                over: dict[str, Any] = await screen.play_on()
                return over


def test_a_whole_game_of_two_in_different_processes_whichever_it_is(tmp_path: Path, database: str) -> None:
    async def play(ada: Person, bob: Person, table: str) -> None:
        async with ada.at(table) as hers, bob.at(table) as his:
            screens = {hers.table["seat"]: hers, his.table["seat"]: his}
            mover = screens.pop(hers.table["view"]["turn"])
            (other,) = screens.values()
            done = await mover.play()
            seen = await until(other, lambda table: table["seq"] >= done["seq"])
            assert seen["last"]["seat"] == mover.table["seat"]
            ends = await asyncio.gather(hers.play_on(), his.play_on())
        assert [end["status"] for end in ends] == ["over", "over"]
        assert ends[0]["log"] == ends[1]["log"]
        assert ends[0]["view"]["closing"] == ends[1]["view"]["closing"]

    with two(tmp_path, database) as (one, other):
        ada, bob = Person(one), Person(other)
        for game in GAMES:
            table = seated(ada, bob, game)
            asyncio.run(play(ada, bob, table))
            assert ada.get(f"/api/tables/{table}/replay") == bob.get(f"/api/tables/{table}/replay")
            assert ada.post(f"/api/tables/{table}/rematch") == bob.post(f"/api/tables/{table}/rematch")
        assert (one.stop(), other.stop()) == (0, 0)


def test_presence_counts_those_in_other_processes_also_when_one_is_killed(tmp_path: Path, database: str) -> None:
    async def come_and_go(ada: Person, bob: Person, eve: Person, table: str, other: Server) -> None:
        async with ada.at(table) as hers:
            await until(hers, lambda table: table["here"] == [True, False] and table["watchers"] == 0)
            async with eve.at(table) as watching:
                await until(hers, lambda table: table["watchers"] == 1)
                await until(watching, lambda table: table["here"] == [True, False] and table["watchers"] == 1)
            await until(hers, lambda table: table["watchers"] == 0)
            async with bob.at(table) as his:
                await until(hers, lambda table: table["here"] == [True, True])
                await until(his, lambda table: table["here"] == [True, True])
                assert (await hers.say("seat", seat=1, kind="bot", bot="random"))["code"] == "seat_taken"
                other.kill()
                await until(hers, lambda table: table["here"] == [True, False])
                assert (await hers.say("seat", seat=1, kind="bot", bot="random"))["t"] == "done"

    with two(tmp_path, database) as (one, other):
        ada, bob, eve = Person(one), Person(other), Person(other)
        asyncio.run(come_and_go(ada, bob, eve, seated(ada, bob), other))


def test_after_the_death_of_a_process_its_player_goes_on_in_another(tmp_path: Path, database: str) -> None:
    async def play(ada: Person, bob: Person, tables: list[str], one: Server, other: Server) -> None:
        hers = [asyncio.create_task(play_on(ada, table)) for table in tables]
        async with contextlib.AsyncExitStack() as stack:
            screens = [await stack.enter_async_context(bob.at(table)) for table in tables]
            for his in screens:
                for _ in range(2):
                    await asyncio.wait_for(his.play(), SOON)
            other.kill()
        bob.server = one
        for his, her, table in zip(screens, hers, tables, strict=True):
            async with bob.at(table) as again:
                assert again.table["seq"] >= his.table["seq"]
                assert again.table["seat"] == 1
                ends = await asyncio.wait_for(asyncio.gather(her, again.play_on()), SOON)
            assert [end["status"] for end in ends] == ["over", "over"]

    with two(tmp_path, database) as (one, other):
        ada, bob = Person(one), Person(other)
        asyncio.run(play(ada, bob, [seated(ada, bob, game) for game in GAMES], one, other))


def test_a_bots_turn_is_taken_up_when_its_process_dies(tmp_path: Path, database: str) -> None:
    async def watch(ada: Person, table: str) -> dict[str, Any]:
        async with ada.at(table) as screen:
            return await until(screen, lambda table: table["status"] == "over")

    slow = Server(tmp_path / "two", "--database", database)
    slow._command[slow._command.index("--bot-pace") + 1] = "600"
    with serving(tmp_path / "one", "--database", database) as one, contextlib.closing(slow.start().people):
        ada = Person(slow)
        tables = [ada.make([BOT, BOT], game=game, options=options_for(game)) for game in GAMES]
        slow.kill()
        ada.server = one
        for table in tables:
            assert asyncio.run(watch(ada, table))["status"] == "over"


def test_while_the_database_is_away_nothing_is_done_and_afterwards_all_goes_on(
    tmp_path: Path, postgres: Postgres, database: str
) -> None:
    async def play(ada: Person, bob: Person, table: str) -> None:
        async with ada.at(table) as hers, bob.at(table) as his:
            for screen in (hers, his):
                await until(screen, lambda table: table["begun"])  # one process may hear of it later than the other
            mover = hers if hers.my_turn else his
            move = {"seq": mover.table["seq"], "move": mover.table["view"]["moves"][0]["text"], "id": "again"}
            async with away(postgres, database):
                refused = await mover.say("play", **move)
                assert (refused["t"], refused["code"]) == ("refused", "unavailable")
                answer = await asyncio.to_thread(ada.get, "/api/tables/mine", UNAVAILABLE)
                assert answer["error"]["code"] == "unavailable"
                wish = {"game": hers.table["game"], "seats": [ME, BOT]}
                assert await asyncio.to_thread(ada.post, "/api/tables", wish, UNAVAILABLE) == answer
            done = await mover.say("play", **move)
            assert done["t"] == "done"
            await until(mover, lambda table: table["seq"] >= done["seq"])
            ends = await asyncio.wait_for(asyncio.gather(hers.play_on(), his.play_on()), SOON)
        assert [end["status"] for end in ends] == ["over", "over"]
        assert ends[0]["log"] == ends[1]["log"]

    with two(tmp_path, database) as (one, other):
        ada, bob = Person(one), Person(other)
        asyncio.run(play(ada, bob, seated(ada, bob)))


def test_workers_share_one_address_and_one_that_dies_is_replaced(tmp_path: Path, database: str) -> None:
    async def begin(people: list[Person], table: str) -> None:
        async with contextlib.AsyncExitStack() as stack:
            screens = [await stack.enter_async_context(person.at(table)) for person in people]
            for screen in screens:
                await until(screen, lambda table: table["here"] == [True, True] and table["watchers"] == len(people) - 2)
            for _ in range(3):
                mover = screens[screens[0].table["view"]["turn"]]
                done = await mover.play()
                for screen in screens:
                    await until(screen, lambda table, seq=done["seq"]: table["seq"] >= seq)

    async def end(people: list[Person], table: str) -> None:
        ends = await asyncio.wait_for(asyncio.gather(*(play_on(person, table) for person in people)), SOON)
        assert [end["status"] for end in ends] == ["over", "over"]

    def kill(server: Server) -> None:
        before = workers(server)
        assert len(before) == 2
        for worker in before:
            os.kill(worker, signal.SIGKILL)
            wait_for(lambda worker=worker: len(workers(server) - {worker}) == 2)
        assert workers(server).isdisjoint(before)

    def are_limited(server: Server) -> None:
        for _ in range(8):  # whichever of them each connection meets
            answer = Person(server).http.post(f"{server.address}/api/tables", content=b"x" * 30_000)
            assert "at most 20000 bytes" in answer.text

    limits = limited(tmp_path, body_bytes=20_000)
    with serving(tmp_path, "--database", database, "--workers", "2", *limits) as server:
        ada, bob = Person(server), Person(server)
        table = seated(ada, bob)
        are_limited(server)
        asyncio.run(begin([ada, bob, *(Person(server) for _ in range(8))], table))
        kill(server)
        are_limited(server)
        asyncio.run(end([ada, bob], table))
        processes = workers(server)
        assert server.stop() == 0
        assert not processes & running()
        assert server.errors.read_text().count("another takes its place") == 2


def test_workers_go_when_whoever_keeps_them_is_killed(tmp_path: Path, database: str) -> None:
    with serving(tmp_path, "--database", database, "--workers", "2") as server:
        processes = workers(server)
        assert len(processes) == 2
        server.kill()
        wait_for(lambda: not processes & running())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--workers", "2"], "several workers need a database that they can share"),
        (["--workers", "0"], "0 workers: allowed are 1 to 64"),
    ],
)
def test_workers_that_cannot_be_are_refused(tmp_path: Path, options: list[str], words: str) -> None:
    command = [sys.executable, "-m", "escale", "serve", "--port", "0", "--data", str(tmp_path), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def processes() -> list[tuple[int, int, str]]:
    """Every process of this machine that isn't dead: its number, its parent's, its command line."""
    listed = subprocess.run(["ps", "-Aww", "-o", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    lines = [line.split(None, 3) for line in listed.splitlines()]
    return [(int(line[0]), int(line[1]), line[3]) for line in lines if len(line) == 4 and not line[2].startswith("Z")]


def workers(server: Server) -> set[int]:
    """The numbers of a server's workers."""
    assert server._process is not None
    return {pid for pid, parent, command in processes() if parent == server._process.pid and "spawn_main" in command}


def running() -> set[int]:
    return {pid for pid, _, _ in processes()}


def wait_for(so: Any) -> None:
    deadline = time.monotonic() + SOON
    while not so():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.1)
