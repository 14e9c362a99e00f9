"""Escale behind nginx and behind Caddy, with the files of the documentation: all that works without them works through them."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import re
import socket
import sys
import time
from collections.abc import Iterator, Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from escale.server.limits import DEFAULTS
from tests.proxies import programs
from tests.proxies.fronts import FILES, FRONTS, NAME, Front
from tests.proxies.visitor import Visitor
from tests.server.running import BOT, GAME, ME, Server, limited, serving

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="a machine with many addresses of its own"),
    pytest.mark.xdist_group("proxies"),  # so that one process starts them
]
HOME, ELSEWHERE = "127.0.0.2", "127.0.0.3"
SOCKETS = 2  # that an address may have
CROWDED = 4429
ESTABLISHED = "01"
SLOWEST = 60.0  # seconds until one that says half of what it wants is sent away; 20 is what the files say
HALF_HEAD = f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Slow: ".encode()
HALF_BODY = f"POST /api/tables HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 100\r\n\r\n{{".encode()
FORGED: list[Mapping[str, str]] = [
    {"X-Forwarded-For": "192.0.2.7"},
    {"X-Forwarded-For": "192.0.2.7, 127.0.0.1"},
    {"X-Real-IP": "192.0.2.7"},
    {"Forwarded": "for=192.0.2.7;proto=https"},
    {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", "X-Forwarded-Proto": "http"},
]


@pytest.fixture(scope="module")
def escale(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As the files say that it is started."""
    data = tmp_path_factory.mktemp("data")
    options = limited(data, sockets_per_address=SOCKETS)
    with serving(data, "--public-url", f"https://{NAME}", *options) as server:
        yield server


@pytest.fixture(scope="module", params=FRONTS)
def front(escale: Server, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Each of the proxies before it."""
    with FRONTS[request.param](tmp_path_factory.mktemp(request.param), escale.port) as started:
        yield started


@pytest.fixture(scope="module")
def slow(front: Front) -> Iterator[list[socket.socket]]:
    """Two who say half of what they want, before all other tests: so nobody has to wait for long."""
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(Visitor(front, "127.0.0.9").connected()) for _ in range(2)]
        for one, said in zip(opened, (HALF_HEAD, HALF_BODY), strict=True):
            one.sendall(said)
        yield list(opened)


def table_of(person: Visitor) -> str:
    return person.make([ME, BOT], game=GAME)


def test_pages_come_over_https_and_nothing_else_does(front: Front, slow: list[socket.socket]) -> None:
    ada = Visitor(front, HOME)
    page = ada.ask("GET", "/")
    assert page.status == 200
    assert b"<title>Escale" in page.body
    assert ada.ask("GET", "/health").json() == {"status": "ok"}
    assert ada.ask("GET", "/metrics").status == 404
    assert b"metrics are off" not in ada.ask("GET", "/metrics").body
    plain = http.client.HTTPConnection("127.0.0.1", front.plain_port, timeout=30)
    with contextlib.closing(plain):
        plain.request("GET", "/t/abc", headers={"Host": NAME})
        answer = plain.getresponse()
        assert answer.status in (301, 308)
        assert answer.headers["Location"].startswith(f"https://{NAME}")
        assert answer.headers["Location"].endswith("/t/abc")


def test_the_cookie_is_this_hosts_alone(front: Front) -> None:
    answer = Visitor(front, HOME).ask("POST", "/api/tables", {"game": GAME, "seats": [ME, BOT]})
    (line,) = answer.headers.get_all("Set-Cookie", [])
    ((name, cookie),) = SimpleCookie(line).items()
    assert name == "__Host-escale"
    assert cookie["secure"]
    assert cookie["httponly"]
    assert cookie["path"] == "/"


def test_another_sites_page_is_refused(front: Front) -> None:
    ada = Visitor(front, HOME)
    for origin in ("https://other.example", f"https://{NAME}", f"http://{NAME}:{front.plain_port}"):  # the port counts too
        answer = ada.ask("POST", "/api/tables", {"game": GAME, "seats": [ME, BOT]}, {"Origin": origin})
        assert (answer.status, answer.json()["error"]["code"]) == (403, "foreign")


def test_a_whole_game_is_played_through_it(front: Front) -> None:
    async def play(ada: Visitor, table: str) -> dict[str, Any]:
        async with ada.at(table) as screen:
            return await screen.play_on()

    ada = Visitor(front, HOME)
    table = table_of(ada)
    assert asyncio.run(play(ada, table))["status"] == "over"
    assert ada.ask("GET", f"/api/tables/{table}/replay").status == 200


async def refusal(person: Visitor, table: str, headers: Mapping[str, str] = {}) -> int | None:
    """The code with which a socket is closed before it hears a word; None if it isn't."""
    try:
        async with person.at(table, headers):
            return None
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_limits_count_the_address_of_whoever_asks(front: Front) -> None:
    ada, bob = Visitor(front, HOME), Visitor(front, ELSEWHERE)
    hers, his = table_of(ada), table_of(bob)

    async def crowd() -> None:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(SOCKETS):
                await stack.enter_async_context(ada.at(hers))
            assert await refusal(ada, hers) == CROWDED
            for forged in FORGED:
                assert await refusal(ada, hers, forged) == CROWDED, forged
            assert await refusal(bob, his) is None
            async with bob.at(his, {"X-Forwarded-For": HOME}) as screen:  # nor can he use up her places
                assert screen.table["seat"] is not None

    asyncio.run(crowd())


def test_a_forged_header_changes_no_cookie(front: Front) -> None:
    ada = Visitor(front, HOME)
    ada.ask("POST", "/api/tables", {"game": GAME, "seats": [ME, BOT]}, {"X-Forwarded-Proto": "http"})
    assert ada.cookie.startswith("__Host-escale=")


def test_a_body_that_is_too_large_is_refused(front: Front) -> None:
    ada = Visitor(front, HOME)
    table = ada.ask("POST", "/api/tables", b" " * DEFAULTS.body_bytes)  # as much as is allowed
    assert (table.status, table.json()["error"]["code"]) == (400, "not_json")
    assert ada.ask("POST", "/api/tables", b" " * (DEFAULTS.body_bytes + 1)).status == 413
    assert ada.ask("POST", "/api/tables", b" " * (16 * DEFAULTS.body_bytes)).status == 413
    assert ada.ask("GET", "/health").status == 200


def test_it_goes_on_when_escale_starts_again(front: Front, escale: Server) -> None:
    ada = Visitor(front, HOME)
    table = table_of(ada)
    assert escale.stop() == 0
    assert ada.ask("GET", "/health").status == 502
    escale.start()

    async def play(table: str) -> None:
        async with ada.at(table) as screen:
            assert screen.table["seat"] == 0
            await screen.play()

    assert ada.ask("GET", "/health").status == 200
    asyncio.run(play(table))


def test_a_slow_request_is_ended(front: Front, slow: list[socket.socket], escale: Server) -> None:
    """The last test: they have been waiting since the first. Nothing here waits for Caddy and its half a body: see its file."""
    half_head, half_body = slow
    for one in (half_head, half_body) if front.kind == "nginx" else (half_head,):
        one.settimeout(SLOWEST)
        assert heard(one) in (b"", b"HTTP/1.1 408")
    deadline = time.monotonic() + SLOWEST
    while held(escale.port):
        assert time.monotonic() < deadline, "it still keeps a connection of Escale's"
        time.sleep(0.2)
    assert Visitor(front, HOME).ask("GET", "/health").status == 200


def heard(one: socket.socket) -> bytes:
    """The beginning of what is said until a connection is closed."""
    whole = b""
    with contextlib.suppress(ConnectionResetError):
        while part := one.recv(4096):
            whole += part
    return whole[:12]


def held(port: int) -> int:
    """How many connections to a port are open."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(f":{port:04X}") and row[3] == ESTABLISHED for row in rows)


def test_the_files_agree_with_our_limits() -> None:
    nginx, caddy = (FILES / "nginx.conf").read_text(), (FILES / "Caddyfile").read_text()

    def said(text: str, name: str, unit: str) -> int:
        (number,) = re.findall(rf"^\s*{name}\s+(\d+){unit};?$", text, re.MULTILINE)
        return int(number)

    assert said(nginx, "client_max_body_size", "k") * 1024 == said(caddy, "max_size", "KiB") * 1024 == DEFAULTS.body_bytes
    assert said(nginx, "client_header_timeout", "s") == said(caddy, "read_header", "s") == DEFAULTS.head_seconds
    assert said(nginx, "client_body_timeout", "s") == said(caddy, "read_body", "s") == DEFAULTS.body_seconds
    assert said(caddy, "keepalive", "s") < DEFAULTS.idle_seconds


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    for name in ("NGINX", "CADDY"):
        monkeypatch.delenv(name, raising=False)
        with pytest.raises(LookupError, match=f"set {name} to the path of yours"):
            programs._found(name.lower(), None)
    assert programs.find_nginx()
    assert programs.find_caddy()
