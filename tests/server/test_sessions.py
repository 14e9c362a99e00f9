"""Who is who: tokens are ours or nobody's, cookies under HTTPS are this host's alone, names are this server's."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import secrets
import sqlite3
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from escale.server.hosts import names_of
from escale.server.journals import FILE
from escale.server.tokens import hashed, is_signed, new_key, new_token, signed
from tests.server.running import BOT, GAME, ME, OPEN, Person, Server, on, serving

TABLE = {"game": GAME, "seats": [ME, BOT]}
HTTPS = {"X-Forwarded-Proto": "https"}
MADE_UP = ["x", "escale", "a" * 43, new_token(), signed(new_token(), new_key()), "é" * 20, ".", "x" * 99, "x" * 500]


def ask(
    server: Server, method: str, path: str, body: Any = None, host: str | None = None, **headers: str
) -> tuple[int, SimpleCookie, str]:
    """A request by hand: its status, the cookies it sets, its body."""
    connection = http.client.HTTPConnection("localhost", server.port, timeout=60)
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | ({"Host": host} if host else {})
    with contextlib.closing(connection):
        connection.request(method, path, None if body is None else json.dumps(body).encode(), sent)
        response = connection.getresponse()
        cookies = SimpleCookie()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                cookies.load(value)
        return response.status, cookies, response.read().decode()


def made(server: Server, **headers: str) -> SimpleCookie:
    status, cookies, body = ask(server, "POST", "/api/tables", TABLE, **headers)
    assert status == 201, body
    return cookies


def mine(server: Server, cookie: str, **headers: str) -> int:
    """How many tables are those of a cookie."""
    return len(json.loads(ask(server, "GET", "/api/tables/mine", Cookie=cookie, **headers)[2])["tables"])


def give_to(db: sqlite3.Connection, table: str, token: str) -> None:
    """Let a table be of somebody with this token, as if they had made it."""
    (body,) = db.execute("SELECT body FROM events WHERE match = ? AND seq = 1", (table,)).fetchone()
    (holder,) = db.execute("SELECT holder FROM holders WHERE match = ?", (table,)).fetchone()
    db.execute("UPDATE events SET body = ? WHERE match = ? AND seq = 1", (body.replace(holder, hashed(token)), table))
    db.execute("UPDATE holders SET holder = ? WHERE match = ?", (hashed(token), table))


async def yours(server: Server, table: str, cookie: str) -> Any:
    """The seats of a cookie, as the socket says."""
    url = f"ws://localhost:{server.port}/api/tables/{table}/socket"
    async with connect(url, additional_headers={"cookie": cookie}) as socket:
        frame = json.loads(await asyncio.wait_for(socket.recv(), 30))
        return frame["yours"], frame["host"]


@pytest.mark.parametrize("token", MADE_UP, ids=range(len(MADE_UP)))
def test_a_made_up_token_is_nobodys_and_is_replaced(server: Server, token: str) -> None:
    cookie = f"escale={token}".encode().decode("latin-1")
    given = made(server, Cookie=cookie)["escale"].value
    assert given != token
    assert mine(server, cookie) == 0
    assert mine(server, f"escale={given}") == 1
    assert made(server, Cookie=f"escale={given}")["escale"].value == given


def test_a_made_up_token_is_nobodys_at_a_socket_either(server: Server) -> None:
    """Two people who chose the same are not one; nor is a seat held by a word that others can guess."""
    ada = Person(server)
    table = ada.make([ME, OPEN])
    assert asyncio.run(yours(server, table, ada.cookie)) == ([0], True)
    assert asyncio.run(yours(server, table, "escale=password")) == ([], False)


def test_every_server_of_a_database_knows_the_tokens_of_the_others(tmp_path: Path, database: str) -> None:
    with serving(tmp_path / "one", *on(database)) as one, serving(tmp_path / "two", *on(database)) as two:
        ada = Person(one)
        ada.make([ME, OPEN])
        assert mine(two, ada.cookie) == 1
        assert made(two, Cookie=ada.cookie)["escale"].value == ada.cookie.partition("=")[2]


def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        given = made(server)["escale"].value
        server.stop()
        server.start()
        assert made(server, Cookie=f"escale={given}")["escale"].value == given


def test_a_token_from_before_they_were_signed_keeps_its_seats(tmp_path: Path) -> None:
    """It is known by its hash, as it always was, as long as it has a seat or has made a table."""
    old, idle = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    with serving(tmp_path) as server:
        table = json.loads(ask(server, "POST", "/api/tables", TABLE)[2])["id"]
        server.stop()
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db:
            give_to(db, table, old)
            for later in ("settings", "blocked"):
                db.execute(f"DROP TABLE {later}")
            db.execute("ALTER TABLE matches DROP COLUMN restored")
            db.execute("PRAGMA user_version = 4")
            db.commit()
        server.start()
        assert mine(server, f"escale={old}") == 1
        assert asyncio.run(yours(server, table, f"escale={old}")) == ([0], True)
        assert made(server, Cookie=f"escale={old}")["escale"].value == old
        assert made(server, Cookie=f"escale={idle}")["escale"].value != idle


def test_a_signature_is_of_one_token_and_one_key() -> None:
    token, key = new_token(), new_key()
    assert is_signed(signed(token, key), key)
    assert not is_signed(signed(token, key), new_key())
    assert not is_signed(new_token() + signed(token, key)[len(token) :], key)
    assert not is_signed(token, key)
    assert not is_signed("", key)


def test_under_https_the_cookie_is_this_hosts_alone(server: Server) -> None:
    status, _, _ = ask(server, "GET", "/health", **HTTPS)
    assert status == 200
    cookies = made(server, **HTTPS)
    assert list(cookies) == ["__Host-escale"]
    morsel = cookies["__Host-escale"]
    assert (morsel["secure"], morsel["httponly"], morsel["path"], morsel["domain"]) == (True, True, "/", "")
    assert mine(server, f"__Host-escale={morsel.value}", **HTTPS) == 1
    assert mine(server, f"__Host-escale={morsel.value}") == 0  # which no browser sends without HTTPS


def test_a_cookie_of_old_is_taken_over_once(tmp_path: Path) -> None:
    old = secrets.token_urlsafe(32)
    with serving(tmp_path) as server:
        other = made(server)["escale"].value
        table = json.loads(ask(server, "POST", "/api/tables", TABLE)[2])["id"]
        server.stop()
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db:
            give_to(db, table, old)
            db.commit()
        server.start()
        assert mine(server, f"escale={old}", **HTTPS) == 1
        cookies = made(server, Cookie=f"escale={old}", **HTTPS)
        assert cookies["__Host-escale"].value == old
        assert cookies["escale"]["max-age"] == "0"  # the other has its place now
        assert mine(server, f"__Host-escale={old}; escale={other}", **HTTPS) == 2
        assert mine(server, f"__Host-escale=madeup; escale={old}", **HTTPS) == 0  # a subdomain may have set the plain one


def test_under_https_nobody_can_give_a_newcomer_their_own_token(server: Server) -> None:
    """A subdomain, or somebody on the way, sets the plain cookie; whoever plays with it would show them their hand."""
    mallory = Person(server)
    table = mallory.make([ME, OPEN])
    link = mallory.post(f"/api/tables/{table}/seats/0/link")["key"]
    for planted in (mallory.cookie.partition("=")[2], link):
        assert mine(server, f"escale={planted}", **HTTPS) == 0
        cookies = made(server, Cookie=f"escale={planted}", **HTTPS)
        assert cookies["__Host-escale"].value != planted
        assert cookies["escale"]["max-age"] == "0"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST.", "127.1.2.3", "play.localhost"])
def test_a_server_for_this_computer_answers_to_its_own_names(server: Server, host: str) -> None:
    assert ask(server, "GET", "/health", host=f"{host}:{server.port}")[0] == 200
    assert ask(server, "GET", "/", host=host)[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "10.0.0.1", "127.0.0.1.evil.example:80", "[", "x@y"]
)
def test_and_to_no_others(server: Server, host: str) -> None:
    status, cookies, body = ask(server, "POST", "/api/tables", TABLE, host=host)
    assert (status, json.loads(body)["error"]["code"], list(cookies)) == (421, "other_host", [])
    status, _, page = ask(server, "GET", "/", host=host)
    assert status == 421
    assert "--public-url" in page
    assert 'lang="fr"' in page


def test_a_socket_is_not_opened_under_another_name_either(server: Server) -> None:
    table = Person(server).make([ME, OPEN])

    async def opened() -> None:
        url = f"ws://evil.example:{server.port}/api/tables/{table}/socket"
        async with connect(url, host="127.0.0.1", port=server.port):
            pass

    with pytest.raises(InvalidStatus, match="403"):
        asyncio.run(opened())


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("https://jeux-à-gogo.example", "xn--jeux--gogo-l4a.example"),
        ("https://PLAY.example.", "play.example"),
        ("https://xn--strae-oqa.example", "xn--strae-oqa.example"),
    ],
)
def test_a_public_name_is_compared_as_browsers_send_it(written: str, sent: str) -> None:
    names = names_of([written], "127.0.0.1")
    assert names is not None
    assert sent in names


def test_a_public_server_answers_to_its_public_names(tmp_path: Path) -> None:
    names = ("--public-url", "https://play.example", "--public-url", "jeux.example:8443")
    with serving(tmp_path, "--host", "0.0.0.0", *names) as server:
        for host in ("play.example", "PLAY.example:443", "jeux.example", "localhost", f"127.0.0.1:{server.port}"):
            assert ask(server, "GET", "/health", host=host)[0] == 200, host
        for host in ("evil.example", "example", "play.example.evil", "192.0.2.1"):
            assert ask(server, "GET", "/health", host=host)[0] == 421, host


def test_one_that_lets_others_in_answers_to_any_unless_told(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as server:
        assert ask(server, "GET", "/health", host="my-computer.lan")[0] == 200
