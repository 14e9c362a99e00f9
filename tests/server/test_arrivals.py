"""What one address sends in tiny pieces keeps nobody else waiting, and fills no memory."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from escale.server.arrivals import Arrivals
from escale.server.connections import Guard, Stage, Visit
from escale.server.limits import Limits
from escale.server.loop_time import LoopTime
from escale.server.socket import TALKATIVE
from tests.server.crumbled import throw_crumbs
from tests.server.crumbs import ENDLESS_BODY, KINDS
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault
from tests.server.running import ANSWER_SECONDS, ME, OPEN, Person, Server, limited, serving

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="a machine with many addresses of its own")


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Parser:
    """One that notes what it reads, and takes its time."""

    scope = None

    def __init__(self, seconds: float, read: list[bytes]) -> None:
        self.wants_no_more = False
        self._seconds, self._read = seconds, read

    def data_received(self, data: bytes) -> None:
        self._read.append(data)
        end = time.thread_time() + self._seconds
        while time.thread_time() < end:
            pass


class Transport(asyncio.Transport):
    """One of an address, whose bytes go to a parser."""

    def __init__(self, address: str, parser: Parser) -> None:
        super().__init__({"peername": (address, 1)})
        self.parser, self.paused, self.aborted = parser, False, False

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.parser  # type: ignore[return-value]

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


class Door:
    """Arrivals with a clock of their own, and who comes to them."""

    def __init__(self, share: float = 0.1, at_once: float = 100.0, proxies: str = "") -> None:
        self.clock = Clock()
        limits = Limits(loop_share_per_address=share, loop_seconds_at_once=at_once)
        self.guard = Guard(100, proxies, limits)
        self.arrivals = Arrivals(self.guard, LoopTime(limits, self.clock))
        self.read: list[bytes] = []

    def visit(self, address: str, seconds: float = 0.0) -> Visit:
        transport = Transport(address, Parser(seconds, self.read))
        self.guard.entered(transport)
        visit = self.guard.visit(transport)
        assert visit is not None
        return visit


def paused(visit: Visit) -> bool:
    return bool(getattr(visit.transport, "paused"))  # noqa: B009


def test_one_address_after_the_other_and_each_connection_in_order() -> None:
    async def play() -> None:
        door = Door()
        greedy = [door.visit("127.0.3.1", 0.002) for _ in range(5)]
        modest = door.visit("127.0.3.2")
        for number, visit in enumerate(greedy):
            door.arrivals.arrive(visit, b"%da" % number)
            door.arrivals.arrive(visit, b"%db" % number)
        door.arrivals.arrive(modest, b"modest")
        assert door.read == [b"0a", b"modest"]  # the others are read in later rounds of the loop
        assert all(map(paused, greedy))
        async with asyncio.timeout(ANSWER_SECONDS):
            while len(door.read) < 11:
                await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not any(map(paused, greedy))
        for number in range(5):
            assert door.read.index(b"%da" % number) < door.read.index(b"%db" % number)

    asyncio.run(play())


def test_one_that_owes_time_is_not_read() -> None:
    async def play() -> None:
        door = Door(share=1.0, at_once=0.1)
        greedy, modest = door.visit("127.0.3.1", 0.3), door.visit("127.0.3.2")
        for piece in (b"1", b"2"):
            door.arrivals.arrive(greedy, piece)
        await asyncio.sleep(0.3)
        door.arrivals.arrive(modest, b"modest")
        assert door.read == [b"1", b"modest"]
        door.clock.now = 10.0
        async with asyncio.timeout(ANSWER_SECONDS):
            while len(door.read) < 3:
                await asyncio.sleep(0.01)

    asyncio.run(play())


def test_one_that_has_gone_leaves_nothing() -> None:
    async def play() -> None:
        door = Door()
        first, second = door.visit("127.0.3.1", 0.002), door.visit("127.0.3.1", 0.002)
        for visit in (first, second, second):
            door.arrivals.arrive(visit, b"x")
        door.guard.left(second.transport)
        await asyncio.sleep(0.05)
        assert door.read == [b"x"]
        assert not door.arrivals._waiting

    asyncio.run(play())


def test_a_proxy_waits_for_none_of_those_that_it_comes_for() -> None:
    async def play() -> None:
        door = Door(share=0.01, at_once=0.01, proxies="127.0.0.1")
        busy, other = (door.visit("127.0.0.1", 0.02) for _ in range(2))
        busy.transport.get_protocol().scope = {"client": ("192.0.2.1", 1)}  # type: ignore[attr-defined]
        door.arrivals.arrive(busy, b"head")
        door.guard.goes_on(busy.transport, Stage.BODY, busy)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert busy.address == "192.0.2.1"
        door.arrivals.arrive(busy, b"body")
        door.arrivals.arrive(other, b"head of another")
        assert door.read == [b"head", b"head of another"]
        assert paused(busy)
        assert not paused(other)

    asyncio.run(play())


@on_linux
@pytest.mark.parametrize("kind", KINDS)
def test_crumbs_of_one_address_keep_nobody_else_waiting(tmp_path: Path, kind: str) -> None:
    assert throw_crumbs(tmp_path, kind)[kind] > 0


@on_linux
@pytest.mark.parametrize("kind", ["pings", "chunks"])
def test_the_harness_finds_a_server_that_reads_all_that_arrives(tmp_path: Path, kind: str) -> None:
    with pytest.raises(Broken, match=f"{kind} from another address"):
        throw_crumbs(tmp_path, kind, with_fault("reads_all_that_arrives"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("data")
    with serving(data, *limited(data, body_bytes=16384, head_seconds=120.0)) as running:
        yield running


@pytest.mark.parametrize("kind", ["pings", "pongs", "fragments"])
def test_whoever_sends_too_much_that_says_nothing_is_sent_away(server: Server, kind: str) -> None:
    table = Person(server).make([ME, OPEN], listed=True)

    async def talk() -> int | None:
        async with connect(f"ws://localhost:{server.port}/api/tables/{table}/socket") as browser:
            await browser.recv()
            _, begun, crumb = KINDS[kind]
            browser.transport.write(begun + crumb * 100)
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(browser.recv(), ANSWER_SECONDS)
            return closed.value.rcvd.code if closed.value.rcvd else None

    assert asyncio.run(talk()) == TALKATIVE


def test_a_ping_now_and_then_is_answered(server: Server) -> None:
    table = Person(server).make([ME, OPEN], listed=True)

    async def talk() -> None:
        async with connect(f"ws://localhost:{server.port}/api/tables/{table}/socket") as browser:
            for _ in range(10):
                await asyncio.wait_for(await browser.ping(), ANSWER_SECONDS)

    asyncio.run(talk())


def test_a_body_that_goes_on_after_the_answer_is_cut_off_and_the_answer_arrives(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), ANSWER_SECONDS) as one:
        one.sendall(ENDLESS_BODY.encode())
        begun = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() < begun + ANSWER_SECONDS:
                one.sendall(b"1\r\nx\r\n" * 500)
        assert time.monotonic() < begun + 60
    with socket.create_connection(("127.0.0.1", server.port), ANSWER_SECONDS) as one:
        one.sendall(ENDLESS_BODY.encode() + b"1\r\nx\r\n" * 10_000)
        answer = b""
        while part := one.recv(4096):
            answer += part
        assert answer.startswith(b"HTTP/1.1 404 ")
        assert b"no_such_path" in answer


def test_the_rest_of_a_short_body_ends_no_connection(server: Server) -> None:
    head = b"POST /api/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), ANSWER_SECONDS) as one:
        for _ in range(4):
            one.sendall(head)
            answer = b""
            while b"no_such_path" not in answer:
                answer += one.recv(4096)
            assert answer.startswith(b"HTTP/1.1 404 ")
            one.sendall(b"x" * 8000)
