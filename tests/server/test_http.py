"""What every response says and every request must: headers, cookies, origins, sizes, pages, paths."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import socket
import urllib.request
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from escale.server.limits import DEFAULTS
from escale.server.pages import Pages
from escale.server.routes import ENDPOINTS
from escale.server.serving import Wish, _listener, _own_address
from tests.server.running import BOT, GAME, ME, Person, Server, serving

TABLE = {"game": GAME, "seats": [ME, BOT]}
SITE = Pages()._files  # the built pages


def raw(server: Server, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """A request by hand: nothing is added, nothing unpacked."""
    connection = http.client.HTTPConnection("localhost", server.port, timeout=30)
    try:
        connection.request(method, path, body or None, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    finally:
        connection.close()


def test_what_is_sent_is_not_kept_back_for_more() -> None:
    """Otherwise every answer waits for the reader's delayed word that it got the first part: 40 ms."""

    class Meeting(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            accepted.append(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    async def meet() -> None:
        listener = _listener(Wish(host="127.0.0.1", port=0))
        async with await asyncio.get_running_loop().create_server(Meeting, sock=listener):
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            assert await reader.read() == b""
            writer.close()
            await writer.wait_closed()

    accepted: list[int] = []
    asyncio.run(meet())
    assert accepted
    assert all(accepted)


def test_who_lets_others_in_is_told_their_address(tmp_path: Path) -> None:
    own = _own_address()  # none where there is no network
    with serving(tmp_path, "--host", "0.0.0.0") as server:
        if own:
            address = server.line().removeprefix("Others in your network open ").strip()
            with urllib.request.urlopen(f"{address}health", timeout=30) as answer:
                assert answer.status == 200
        assert server.line().startswith("Games are kept in ")


@pytest.mark.parametrize("path", ["/", "/health", "/api/games", "/api/nothing", "/t/abcdefgh", "/nothing.js"])
def test_every_response_protects_its_reader(server: Server, path: str) -> None:
    _, headers, _ = raw(server, "GET", path)
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_a_cookie_is_set_by_what_changes_something_and_kept_from_scripts_and_other_sites(server: Server) -> None:
    _, headers, _ = raw(server, "GET", "/api/tables/mine")
    assert "set-cookie" not in headers
    status, headers, body = raw(server, "POST", "/api/tables", json.dumps(TABLE).encode())
    assert status == 201
    cookie = SimpleCookie(headers["set-cookie"])["escale"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["max-age"]) == (True, "lax", "/", "31536000")
    assert len(cookie.value) >= 43
    assert cookie.value.encode() not in body
    assert headers["cache-control"] == "no-store"
    _, again, _ = raw(server, "POST", "/api/tables", json.dumps(TABLE).encode(), Cookie=f"escale={cookie.value}")
    assert SimpleCookie(again["set-cookie"])["escale"].value == cookie.value


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_another_sites_page_can_change_nothing(server: Server, headers: dict[str, str]) -> None:
    status, _, body = raw(server, "POST", "/api/tables", json.dumps(TABLE).encode(), **headers)
    assert (status, json.loads(body)["error"]["code"]) == (403, "foreign")


def test_our_own_pages_can(server: Server) -> None:
    origin = f"http://localhost:{server.port}"
    assert raw(server, "POST", "/api/tables", json.dumps(TABLE).encode(), Origin=origin)[0] == 201


def test_a_socket_is_for_our_own_pages_only(server: Server) -> None:
    table = Person(server).make([ME, BOT])

    async def code(origin: str) -> int | None:
        url = f"ws://localhost:{server.port}/api/tables/{table}/socket"
        async with connect(url, additional_headers={"Origin": origin}) as page:
            try:
                await page.recv()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else None
        return None

    assert asyncio.run(code("http://elsewhere.example")) == 4403
    assert asyncio.run(code(f"http://localhost:{server.port}")) is None


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"x" * (DEFAULTS.body_bytes + 1), 413, "too_large"),
        (b"{", 400, "not_json"),
        (b"", 400, "not_json"),
        (b"[" * 20000, 422, "unfit"),
        (b"{}", 422, "unfit"),
        (b'{"game":"nosuchgame","seats":[{"kind":"me"}]}', 404, "no_such_game"),
        (json.dumps({**TABLE, "more": 1}).encode(), 422, "unfit"),
        (json.dumps({**TABLE, "players": 3}).encode(), 422, "unfit"),
        (json.dumps({**TABLE, "seats": [ME, ME]}).encode(), 422, "unfit"),
        (json.dumps({**TABLE, "seats": [ME, {"kind": "bot", "bot": "nobody"}]}).encode(), 422, "unfit"),
        (json.dumps({**TABLE, "options": {"nothing": 1}}).encode(), 422, "unfit"),
    ],
)
def test_a_body_that_is_not_as_it_should_be_is_an_error_that_says_so(
    server: Server, body: bytes, status: int, code: str
) -> None:
    found, headers, answer = raw(server, "POST", "/api/tables", body)
    assert (found, json.loads(answer)["error"]["code"]) == (status, code)
    assert "set-cookie" not in headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("POST", "/api/nothing", 404),
        ("GET", "/api/tables/nosuchid/past/0", 404),
        ("GET", "/api/tables/nosuchid/past/" + "9" * 5000, 404),
        ("GET", "/api/invitations/nosuchkey", 404),
        ("POST", "/api/tables/nosuchid/rematch", 404),
        ("DELETE", "/api/games", 405),
        ("GET", "/api/replays", 405),
        ("GET", "/nothing.js", 404),
        ("GET", "/../../etc/passwd.txt", 404),
        ("GET", "/%2e%2e/%2e%2e/pyproject.toml", 404),
        ("GET", "/api/%00%ff", 404),
    ],
)
def test_an_unknown_path_is_said_to_be_unknown(server: Server, method: str, path: str, status: int) -> None:
    found, headers, body = raw(server, method, path)
    assert found == status
    if path.startswith("/api"):
        assert json.loads(body)["error"]["text"]
    assert ("allow" in headers) == (status == 405)


def test_the_pages_are_built() -> None:
    assert "index.html" in SITE, "the pages are not built: ./run web builds them"
    assert any(name.startswith("assets/") for name in SITE)


def test_pages_are_packed_tagged_and_the_same_for_every_address(server: Server) -> None:
    status, headers, page = raw(server, "GET", "/")
    assert (status, headers["cache-control"], headers["content-type"].split(";")[0]) == (200, "no-cache", "text/html")
    packed_status, packed, body = raw(server, "GET", "/t/abcdefgh", Accept_Encoding="gzip, br")
    assert (packed_status, packed["content-encoding"], gzip.decompress(body)) == (200, "gzip", page)
    assert packed["vary"] == "accept-encoding"
    assert packed["etag"] == headers["etag"]
    status, _, nothing = raw(server, "GET", "/", If_None_Match=headers["etag"])
    assert (status, nothing) == (304, b"")
    assert raw(server, "GET", "/", If_None_Match='"other"')[0] == 200
    asset = next(name for name in SITE if name.startswith("assets/"))
    assert "immutable" in raw(server, "GET", f"/{asset}")[1]["cache-control"]
    assert raw(server, "HEAD", "/")[2] == b""


def test_the_openapi_covers_every_request(server: Server) -> None:
    described = json.loads(raw(server, "GET", "/api/openapi.json")[2])
    assert described["openapi"].startswith("3.1")
    found = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    assert found == {(endpoint.method, endpoint.path.replace(":number", "")) for endpoint in ENDPOINTS}
    for methods in described["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            for answer in operation["responses"].values():
                schema = answer["content"]["application/json"]["schema"]
                assert "$ref" in schema or schema == {"type": "object"}  # a game's own, where only the game knows it
