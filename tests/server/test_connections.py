"""Connections that say nothing are ended, those of one address are counted, and live ones are left alone."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import resource
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from escale.server import connections
from escale.server.addresses import among
from escale.server.connections import Guard, Stage, most_connections
from tests.server.caller import Caller
from tests.server.crowd import HALF_BODY, HALF_HEAD, UNREADABLE_UPGRADES, UPGRADE
from tests.server.crowded import PROXY, STRANGER, send_the_crowd_away
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault
from tests.server.running import ME, OPEN, Person, Server, limited, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a machine with many addresses of its own")
HURRIED_SECONDS = 2.0  # the deadlines of a server in a hurry
PATIENCE = 20.0
ASKED = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short deadlines."""
    data, seconds = tmp_path_factory.mktemp("data"), HURRIED_SECONDS
    limits = limited(data, head_seconds=seconds, body_seconds=seconds, idle_seconds=int(seconds))
    with serving(data, *limits) as server:
        yield server


@contextlib.contextmanager
def connected(server: Server, address: str = PROXY) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0)) as one:
        yield one


def lasts(one: socket.socket, drip: bytes = b"") -> float:
    """How many seconds it is until a connection is closed, however much is said meanwhile."""
    begun = time.monotonic()
    one.settimeout(0.2)
    while time.monotonic() < begun + PATIENCE:
        try:
            if drip:
                one.sendall(drip)
            if not one.recv(4096):
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - begun


@pytest.mark.parametrize(
    ("said", "drip"),
    [
        (b"", b""),
        (b"", b"\r\n"),
        (HALF_HEAD, b""),
        (HALF_HEAD, b"x"),
        (HALF_BODY, b""),
        (HALF_BODY, b"x"),
        (ASKED, b""),
        (ASKED + HALF_HEAD, b"x"),
        (ASKED + HALF_BODY, b"x"),
        (ASKED * 3 + HALF_HEAD, b""),
        *((upgrade, b"") for upgrade in UNREADABLE_UPGRADES.values()),
        *((upgrade, b"x") for upgrade in UNREADABLE_UPGRADES.values()),
    ],
)
def test_one_that_keeps_us_waiting_is_closed(hurried: Server, said: bytes, drip: bytes) -> None:
    with connected(hurried) as one:
        one.sendall(said)
        assert lasts(one, drip) < PATIENCE


@pytest.mark.parametrize("kind", UNREADABLE_UPGRADES)
def test_a_request_for_a_websocket_that_cannot_be_read_is_refused(hurried: Server, kind: str) -> None:
    with connected(hurried) as one:
        one.sendall(UNREADABLE_UPGRADES[kind])
        assert one.recv(4096).split(b" ")[1] in (b"400", b"414", b"431")
        assert lasts(one) < HURRIED_SECONDS


def test_one_that_can_be_read_is_answered_by_the_table(hurried: Server) -> None:
    with connected(hurried) as one:
        one.sendall(UPGRADE + b"\r\n")
        assert one.recv(4096).startswith(b"HTTP/1.1 101 ")


def test_a_body_that_comes_slowly_but_in_time_is_taken(hurried: Server) -> None:
    with connected(hurried) as one:
        one.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n{")
        time.sleep(HURRIED_SECONDS / 4)
        one.sendall(b" }")
        time.sleep(HURRIED_SECONDS / 4)
        one.sendall(b"\n")
        assert one.recv(4096).startswith(b"HTTP/1.1 422 ")


def test_one_that_asks_again_and_again_is_kept(hurried: Server) -> None:
    connection = http.client.HTTPConnection("localhost", hurried.port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.connect()
        ours = connection.sock.getsockname()
        for _ in range(8):
            connection.request("GET", "/health")
            assert connection.getresponse().read()
            time.sleep(HURRIED_SECONDS / 4)
        assert connection.sock.getsockname() == ours


def test_a_live_socket_may_be_silent(hurried: Server) -> None:
    ada = Person(hurried)
    table = ada.make([ME, OPEN])

    async def wait() -> None:
        async with ada.at(table) as screen:
            await asyncio.sleep(2.5 * HURRIED_SECONDS)
            assert (await screen.say("why", move="?"))["t"] in ("reason", "refused")

    asyncio.run(wait())


def served(server: Server, address: str, count: int) -> int:
    """How many of so many connections at a time are answered."""
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(connected(server, address)) for _ in range(count)]
        answers = []
        for one in opened:
            with contextlib.suppress(OSError):
                one.sendall(ASKED)
                answers.append(one.recv(4096))
        return sum(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)


def test_those_of_one_address_are_counted_but_not_a_proxys(tmp_path: Path) -> None:
    limits = limited(tmp_path, connections_per_address=10, heads_per_address=5)
    with serving(tmp_path, "--proxy", "127.0.0.7", *limits) as server:
        with contextlib.ExitStack() as stack:
            for _ in range(12):
                one = stack.enter_context(connected(server, STRANGER))
                with contextlib.suppress(OSError):
                    one.sendall(HALF_BODY)
                time.sleep(0.05)  # for those without a whole head would be too many sooner
            assert served(server, STRANGER, 1) == 0  # ten are there already
            assert served(server, "127.0.0.4", 1) == 1
        for _ in range(3):
            assert served(server, "127.0.0.7", 5) == 5
        with contextlib.ExitStack() as stack:
            for _ in range(20):  # one after the other, as a proxy's come: each has said what it wants
                one = stack.enter_context(connected(server, "127.0.0.7"))
                one.sendall(ASKED)
                assert one.recv(4096).startswith(b"HTTP/1.1 200 ")
            silent = [stack.enter_context(connected(server, "127.0.0.7")) for _ in range(10)]
            assert lasts(silent[0]) < PATIENCE / 2  # the oldest silent one went for the newest
            assert served(server, "127.0.0.7", 1) == 1


def upgrade(table: str) -> bytes:
    """What a browser sends to come to a table; the key may be any."""
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


@contextlib.contextmanager
def filled(server: Server, addresses: list[str], table: str) -> Iterator[list[socket.socket]]:
    """As many browsers as these addresses can bring to a table; none ever says a word."""
    with contextlib.ExitStack() as stack:
        opened = []
        for address in addresses * MOST_DESCRIPTORS:
            with contextlib.suppress(OSError):
                one = stack.enter_context(connected(server, address))
                one.sendall(upgrade(table))
                opened.append(one)
        yield opened


MOST_DESCRIPTORS = 256
MOST_CONNECTIONS = most_connections(MOST_DESCRIPTORS)


def still_open(crowd: list[socket.socket]) -> int:
    """How many have a place at a table, once that changes no more: they are told of it, and nothing of an end."""
    heard = [bytearray() for _ in crowd]
    counts = [-1]
    end = time.monotonic() + SETTLED_SECONDS
    while time.monotonic() < end and (len(counts) < STEADY or len(set(counts[-STEADY:])) > 1):
        time.sleep(0.5)
        counts.append(sum(map(_is_at_a_table, crowd, heard)))
    return counts[-1]


SETTLED_SECONDS, STEADY = 20.0, 4  # how long it is looked at most, and how many looks must agree
ENDED = b"the end of the connection"


def _is_at_a_table(one: socket.socket, heard: bytearray) -> bool:
    one.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        try:
            while part := one.recv(1 << 16):
                heard += part
            heard += ENDED
        except ConnectionError:
            heard += ENDED
    return b"HTTP/1.1 101 " in heard and not any(end in heard for end in (ENDED, *CLOSED))


CLOSED = (b"\x88\x02\x11\x4d",)  # a frame that closes with 4429


@pytest.mark.parametrize("proxied", [False, True])
@pytest.mark.parametrize("there", [True, False])
def test_browsers_of_two_addresses_leave_room_for_others(tmp_path: Path, there: bool, proxied: bool) -> None:
    """Those who are at a table, and those who are told that there is no such table and don't go."""
    limits = limited(tmp_path, descriptors=MOST_DESCRIPTORS, connections_per_address=1000, heads_per_address=1000)
    with serving(tmp_path, *limits) as server:
        ada = Caller(server, "127.0.0.9")
        table = ada.make([ME, OPEN], listed=True)
        crowd = [PROXY, PROXY] if proxied else ["127.0.0.5", "127.0.0.6"]
        with filled(server, crowd, table if there else "0" * len(table)) as crowded:
            places = still_open(crowded)
            assert not there or 0 < places <= MOST_CONNECTIONS * 3 // 4
            for number in range(5):
                assert Caller(server, f"127.0.8.{number}").get("/health") == {"status": "ok"}

            async def come() -> None:
                async with ada.at(table) as screen:
                    assert (await screen.say("why", move="?"))["t"] in ("reason", "refused")

            asyncio.run(come())


def test_the_test_finds_a_server_that_browsers_fill(tmp_path: Path) -> None:
    limits = limited(tmp_path, descriptors=MOST_DESCRIPTORS, connections_per_address=1000, heads_per_address=1000)
    with serving(tmp_path, *limits, program=with_fault("lets_browsers_fill_it")) as server:
        table = Caller(server, "127.0.0.9").make([ME, OPEN], listed=True)
        with filled(server, ["127.0.0.5", "127.0.0.6"], table) as crowded:
            assert still_open(crowded) > MOST_CONNECTIONS * 3 // 4


def test_one_address_leaves_places_to_watch_to_others(tmp_path: Path) -> None:
    with serving(tmp_path, *limited(tmp_path, watchers_per_table=8)) as server:
        table = Caller(server, "127.0.0.9").make([ME, OPEN], listed=True)

        async def watch(address: str) -> int:
            """How many from an address may watch at a time."""
            async with contextlib.AsyncExitStack() as stack:
                for count in range(8):
                    try:
                        await stack.enter_async_context(Caller(server, address).at(table))
                    except ConnectionClosed:
                        return count
                return 8

        assert asyncio.run(watch("127.0.0.5")) == 2


def test_a_crowd_is_sent_away_with_few_descriptors(tmp_path: Path) -> None:
    counts = send_the_crowd_away(tmp_path, 400, 20, "very_few_descriptors", 2.0, 2.0)
    assert counts["closed"] > 100


def test_the_harness_finds_a_server_that_keeps_every_connection(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"still open|not served any more"):
        send_the_crowd_away(tmp_path, 60, 5, "keeps_every_connection", 2.0, 2.0)


def test_the_harness_finds_a_server_that_keeps_whoever_it_answers(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="not served any more"):
        send_the_crowd_away(tmp_path, 800, 20, "keeps_whoever_it_answers", 2.0, 2.0)


def test_the_harness_finds_a_server_that_takes_more_than_it_can(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"not served any more|lines about it|still open"):
        send_the_crowd_away(tmp_path, 400, 5, "takes_every_connection", 2.0, 2.0)


class Transport(asyncio.Transport):
    """One of an address."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1)})
        self.ended = False

    def abort(self) -> None:
        self.ended = True


def come(guard: Guard, address: str, stage: Stage | None = None) -> Transport:
    one = Transport(address)
    guard.entered(one)
    if stage:
        guard.goes_on(one, stage, one)
    return one


def test_whoever_is_answered_makes_room_too() -> None:
    async def play() -> None:
        guard = Guard(8, "")
        greedy = [come(guard, f"127.0.3.{number % 2}", Stage.ANSWER) for number in range(8)]
        newcomer = come(guard, "127.0.4.1")
        assert not newcomer.ended
        assert [one.ended for one in greedy].count(True) == 1
        again = come(guard, "127.0.3.1")
        assert not newcomer.ended  # nobody makes room for an address that has more
        assert again.ended or [one.ended for one in greedy].count(True) == 2

    asyncio.run(play())


def test_one_that_does_not_read_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.05)

    async def play() -> None:
        guard = Guard(8, "")
        slow, quick = come(guard, "127.0.3.1", Stage.ANSWER), come(guard, "127.0.3.2", Stage.ANSWER)
        for one in (slow, quick):
            guard.reads_no_more(one)
        guard.reads_again(quick)
        await asyncio.sleep(0.2)
        assert (slow.ended, quick.ended) == (True, False)

    asyncio.run(play())


@pytest.mark.parametrize(("soft", "most", "bound"), [(4096, 256, 256), (256, 256, 256), (128, 256, 256)])
def test_the_limit_of_descriptors_bounds_also_where_the_system_grants_more(
    monkeypatch: pytest.MonkeyPatch, soft: int, most: int, bound: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, 1 << 20))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    assert connections.descriptors(most) == bound


def test_who_is_a_proxy() -> None:
    named = among("127.0.0.1, 10.0.0.0/8,::1")
    assert [named(address) for address in ("127.0.0.1", "10.1.2.3", "::1", "127.0.0.2", "11.0.0.1", "nobody")] == [
        *[True] * 3,
        *[False] * 3,
    ]
    assert among("*")("192.0.2.1")


def test_something_is_always_kept_for_files() -> None:
    for limit in (64, 256, 1024, 16384):
        assert 0 < most_connections(limit) < limit
    assert Guard(1, "")._most_of_one == 1
