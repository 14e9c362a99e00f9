"""An address that asks for more than its share waits; the others don't."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from typing import Any

import httpx2 as httpx
import pytest

import escale
from escale.server.limits import DEFAULTS, Limits
from escale.server.loop_time import ARRIVAL_SECONDS, LoopTime, Timed
from escale.server.shares import Asker, Line, One
from escale.server.tables import OURSELVES, SHORT, Tables
from tests.server.caller import Caller
from tests.server.running import ANSWER_SECONDS, ME, OPEN, Screen, Server, limited, serving

GREEDY, MODEST = "127.0.3.1", "127.0.3.2"
SHARE, AT_ONCE = 0.01, 0.1
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="a machine with many addresses of its own")


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def burning(seconds: float) -> str:
    """Work in three steps, of which the middle one waits."""
    burn(seconds / 2)
    await asyncio.sleep(0.01)
    burn(seconds / 2)
    return "done"


def test_steps_are_timed_and_waiting_is_not() -> None:
    spent: list[float] = []

    async def timed() -> str:
        return await Timed(burning(0.02), spent.append)

    assert asyncio.run(timed()) == "done"
    assert len(spent) == 2
    assert 0.02 <= sum(spent) < 0.03


def test_what_is_raised_goes_in_and_out() -> None:
    async def caught() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return "cancelled"
        return "not"

    async def failing() -> None:
        raise ValueError("as it is")

    async def tried() -> None:
        task = asyncio.ensure_future(_timed(caught()))
        await asyncio.sleep(0)
        task.cancel()
        assert await task == "cancelled"
        with pytest.raises(ValueError, match="as it is"):
            await _timed(failing())

    async def _timed(work: Coroutine[Any, Any, Any]) -> Any:
        return await Timed(work, lambda seconds: None)

    asyncio.run(tried())


def test_one_that_has_used_its_share_waits_and_another_does_not() -> None:
    clock = Clock()
    loop_time = LoopTime(Limits(loop_share_per_address=0.1, loop_seconds_at_once=0.02), clock)
    order: list[str] = []

    async def work(name: str) -> None:
        order.append(name)
        burn(0.03)

    async def play() -> None:
        await loop_time.spend(GREEDY, work("greedy"))
        late = asyncio.create_task(loop_time.spend(GREEDY, work("greedy again")))
        await asyncio.sleep(0.01)
        await loop_time.spend(MODEST, work("modest"))
        assert order == ["greedy", "modest"]
        clock.now = 100.0
        await late
        assert order[-1] == "greedy again"

    asyncio.run(play())


def test_those_of_one_address_go_in_one_by_one() -> None:
    loop_time, order = LoopTime(DEFAULTS, Clock()), list[str]()

    async def work(name: str) -> None:
        order.append(name)

    async def play() -> None:
        crowd = [asyncio.create_task(loop_time.spend(GREEDY, work("greedy"))) for _ in range(50)]
        await asyncio.sleep(0)
        await loop_time.spend(MODEST, work("modest"))
        await asyncio.gather(*crowd)

    asyncio.run(play())
    assert order.index("modest") < 5  # not behind all fifty
    assert len(order) == 51


def test_one_who_goes_while_waiting_leaves_nothing() -> None:
    clock = Clock()
    loop_time = LoopTime(Limits(loop_seconds_at_once=0.1, loop_share_per_address=0.01), clock)

    async def play() -> None:
        await loop_time.spend(GREEDY, burning(0.2))
        gone = asyncio.create_task(loop_time.spend(GREEDY, burning(0.0)))
        await asyncio.sleep(0.01)
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await gone
        clock.now = 1000.0
        assert await asyncio.wait_for(loop_time.spend(GREEDY, burning(0.0)), 5) == "done"

    asyncio.run(play())


def test_arrivals_count_even_if_they_cost_nothing() -> None:
    clock = Clock()
    loop_time = LoopTime(Limits(loop_share_per_address=0.01, loop_seconds_at_once=0.1), clock)

    async def nothing() -> None:
        return

    async def play() -> int:
        done = 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5):
                while True:
                    await loop_time.spend(GREEDY, nothing())
                    done += 1
        return done

    assert 0.9 * 0.1 / ARRIVAL_SECONDS <= asyncio.run(play()) <= 0.1 / ARRIVAL_SECONDS + 1


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives each address little."""
    data = tmp_path_factory.mktemp("data")
    with serving(data, *limited(data, loop_share_per_address=SHARE, loop_seconds_at_once=AT_ONCE)) as server:
        yield server


PATHS = ["/api/games", "/api/openapi.json", "/", "/api/nothing", "/api/tables"]
EACH, CONNECTIONS = 100, 40


def ask_much(server: Server, path: str, address: str, host: str = "localhost") -> socket.socket:
    """One that asks for the same very often, without waiting for an answer."""
    one = socket.create_connection(("127.0.0.1", server.port), ANSWER_SECONDS, (address, 0))
    one.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() * EACH)
    return one


@on_linux
@pytest.mark.parametrize("path", PATHS)
def test_whatever_one_address_asks_for_another_is_answered(strict: Server, path: str) -> None:
    number = PATHS.index(path)
    with contextlib.ExitStack() as stack:
        greedy = [stack.enter_context(ask_much(strict, path, f"127.0.4.{number}")) for _ in range(CONNECTIONS)]
        assert greedy[0].recv(4096).startswith(b"HTTP/1.1 ")  # it isn't refused
        modest = Caller(strict, f"127.0.5.{number}")
        for _ in range(3):
            assert modest.get("/health") == {"status": "ok"}
        with pytest.raises(httpx.TimeoutException):  # soon it is behind all that is asked for from there
            _ask_on(Caller(strict, f"127.0.4.{number}"))


@on_linux
def test_one_that_calls_the_server_by_another_name_waits_too(strict: Server) -> None:
    with contextlib.ExitStack() as stack:
        greedy = [stack.enter_context(ask_much(strict, "/api/games", "127.0.4.99", "elsewhere")) for _ in range(CONNECTIONS)]
        assert greedy[0].recv(4096).startswith(b"HTTP/1.1 421 ")
        assert Caller(strict, "127.0.5.99").get("/health") == {"status": "ok"}
        with pytest.raises(httpx.TimeoutException):
            _ask_on(Caller(strict, "127.0.4.99"))


def _ask_on(late: Caller) -> None:
    for _ in range(EACH):
        late.http.get(late.url("/health"), timeout=0.5)


@on_linux
@pytest.mark.parametrize("game", escale.games())
def test_whatever_one_address_says_at_tables_another_is_listened_to(game: str, strict: Server) -> None:
    number = list(escale.games()).index(game)
    asyncio.run(_talk(strict, game, Caller(strict, f"127.0.6.{number}"), Caller(strict, f"127.0.7.{number}")))


async def _talk(server: Server, game: str, loud: Caller, quiet: Caller) -> None:
    players = max(2, min(escale.games()[game].players))
    seats = [ME, *[OPEN] * (players - 1)]
    noisy, calm = [await asyncio.to_thread(one.make, seats, game=game, players=players) for one in (loud, quiet)]
    async with contextlib.AsyncExitStack() as stack:
        screens = [await stack.enter_async_context(loud.at(noisy)) for _ in range(CONNECTIONS)]
        for screen in screens:
            stack.callback(screen.socket.transport.abort)  # it would wait for an answer to its good-bye
            for _ in range(30):
                await screen.socket.send(json.dumps({"t": "sync"}))
        async with quiet.at(calm) as screen:
            for _ in range(5):
                assert (await asyncio.wait_for(screen.say("why", move="?"), ANSWER_SECONDS))["t"] in ("reason", "refused")
        with pytest.raises(TimeoutError):  # soon it is behind all that is said from there
            await _say_on(screens)


async def _say_on(screens: list[Screen]) -> None:
    for screen in screens:
        await asyncio.wait_for(screen.say("why", move="?"), 0.5)


def test_the_loop_goes_on_while_a_long_table_is_taken_in() -> None:
    """In a thread of its own: it waits there, and the loop is asked meanwhile."""
    entered, go_on = threading.Event(), threading.Event()
    tables = Tables.__new__(Tables)
    tables._folding = Line(1)

    def fold() -> Any:
        entered.set()
        assert go_on.wait(ANSWER_SECONDS)
        return "folded"

    async def play() -> None:
        task = asyncio.create_task(tables._folded(fold, SHORT + 1, One(OURSELVES)))
        while not entered.is_set():
            await asyncio.sleep(0.001)
        assert not task.done()
        go_on.set()
        result: Any = await task
        assert result == "folded"

    asyncio.run(play())


def test_one_who_wants_many_tables_read_waits_behind_one_who_wants_one() -> None:
    tables, order = Tables.__new__(Tables), list[str]()
    tables._folding = Line(1)

    def folds(name: str) -> Any:
        return lambda: order.append(name)

    async def play() -> None:
        crowd = [tables._folded(folds("greedy"), SHORT + 1, One(Asker(GREEDY))) for _ in range(20)]
        tasks = [asyncio.create_task(one) for one in crowd]
        await asyncio.sleep(0)
        await tables._folded(folds("modest"), SHORT + 1, One(Asker(MODEST)))
        await asyncio.gather(*tasks)

    asyncio.run(play())
    assert order.index("modest") <= 2
    assert len(order) == 21
