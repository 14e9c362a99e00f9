"""Addresses that the host blocks are let in no more, at once and without a restart; the others notice nothing."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from escale import cli
from escale.server.addresses import address_of
from escale.server.blocks import PAGE, PROXIES, Networks
from escale.store.journal import Blocked
from tests.server.host_eyes import run
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND, with_fault
from tests.server.running import BOT, ME, Person, Screen, Server, on, serving
from tests.store.conftest import place  # noqa: F401 - a fixture
from tests.store.places import KINDS, Place

SOON = 20.0  # a second or two, on a machine that does much else
HERS, HIS = "203.0.113.7", "198.51.100.9"  # as the proxy on this machine says


def person_at(server: Server, address: str) -> Person:
    """Somebody who comes from elsewhere."""
    person = Person(server)
    person.http.headers["x-forwarded-for"] = address
    return person


def socket_of(person: Person, table: str) -> connect:
    """A socket from where somebody is."""
    headers = {"cookie": person.cookie, "x-forwarded-for": person.http.headers["x-forwarded-for"]}
    return connect(f"ws://localhost:{person.server.port}/api/tables/{table}/socket", additional_headers=headers)


async def until(what: str, true: Callable[[], bool], seconds: float = SOON) -> None:
    """Wait for something; Broken if it doesn't become so."""
    end = time.monotonic() + seconds
    while not await asyncio.to_thread(true):
        if time.monotonic() > end:
            raise Broken(f"not {what} after {seconds} s")
        await asyncio.sleep(0.1)


def block_somebody(data: Path, where: Place, program: tuple[str, ...] = SOUND, patience: float = SOON) -> None:
    """Block one of two people at a table, and let them in again; Broken if the server doesn't heed it."""
    several = ["--workers", "2"] if where.database else []
    with serving(data, *on(where.database), *several, program=program) as server:
        asyncio.run(_blocked(server, where, patience))
        assert "Traceback" not in server.errors.read_text()


async def _blocked(server: Server, where: Place, patience: float) -> None:
    ada, bob = person_at(server, HERS), person_at(server, HIS)
    table = ada.make([ME, BOT])

    def is_let_in() -> bool:
        return ada.http.get(f"{server.address}/api/games").status_code == 200

    async with socket_of(ada, table) as hers, socket_of(bob, table) as his:
        watching = Screen(his)
        await watching.read()
        await asyncio.to_thread(run, SOUND, "block", "203.0.113.0/24", "--note", "noise", "--days", "1", *where.options())
        try:
            await asyncio.wait_for(_closed(hers), patience)
        except TimeoutError:
            raise Broken("the socket of a blocked address stays open") from None
        await until("blocked", lambda: not is_let_in(), patience)
        await _told_so(ada, table)
        watched = await watching.until(lambda table: table["here"][0] is False)
        assert watched["seats"][0]["name"] == "Ada"  # it is still hers
        assert bob.get("/api/games")
        await asyncio.to_thread(run, SOUND, "unblock", "203.0.113.0/24", *where.options())
        await until("let in", is_let_in, patience)
    async with socket_of(ada, table) as again:
        screen = Screen(again)
        await screen.read()
        await screen.play()


async def _closed(socket: object) -> None:
    with pytest.raises(ConnectionClosed, match="4423"):
        await _read_on(socket)


async def _read_on(socket: object) -> None:
    while True:
        await socket.recv()  # type: ignore[attr-defined]


async def _told_so(ada: Person, table: str) -> None:
    """In every process: requests, pages and sockets."""
    for _ in range(4):
        assert ada.get("/api/tables/mine", 403)["error"]["code"] == "blocked"
        assert ada.post("/api/tables", {}, 403)["error"]["code"] == "blocked"
        page = ada.http.get(f"{ada.server.address}/t/{table}")
        assert (page.status_code, page.text) == (403, PAGE)
        async with socket_of(ada, table) as socket:
            await asyncio.wait_for(_closed(socket), SOON)
    assert ada.get("/health/live") == {"status": "ok"}
    assert PAGE.count("\n") == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_blocked_address_is_let_in_no_more_until_it_is_again(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    where = Place(data=tmp_path) if kind == "sqlite" else Place(database=request.getfixturevalue("database"))
    block_somebody(tmp_path, where)


def test_the_harness_finds_a_server_that_looks_only_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="stays open"):
        block_somebody(tmp_path, Place(data=tmp_path), with_fault("hears_of_no_block"), patience=3.0)


#: What can't be blocked, and what is said of it.
NONSENSE = {
    "": "no address",
    "abc": "no address",
    "203.0.113.300": "no address",
    "203.0.113.7/33": "no address",
    "play.example": "no address",
    "0.0.0.0/0": "too wide",
    "::/0": "too wide",
    "96.0.0.0/4": "too wide",
    "224.0.0.1": "nobody comes from there",
    "0.0.0.0": "nobody comes from there",
}
#: How somebody may write it, as what it is kept, and what they are warned of.
WRITTEN = {
    "203.0.113.7": ("203.0.113.7/32", ""),
    "203.0.113.7/24": ("203.0.113.0/24", ""),
    "::ffff:203.0.113.9": ("203.0.113.9/32", ""),
    "2001:db8::/48": ("2001:db8::/48", ""),
    "2001:db8::5": ("2001:db8::5/128", "block that"),
    "127.0.0.1": ("127.0.0.1/32", "this computer itself"),
    "10.1.0.0/16": ("10.1.0.0/16", "the server's proxy (10.1.2.3/32)"),
}


def test_addresses_are_read_as_they_are_written(place: Place, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: F811
    def command(*arguments: str, status: int = 0) -> tuple[str, str]:
        assert cli.run([*arguments, *place.options()]) == status
        said = capsys.readouterr()
        return said.out, said.err

    async def begin() -> None:
        async with place.journal() as journal:
            await journal.set(PROXIES, "10.1.2.3, nonsense")

    asyncio.run(begin())
    for text, words in NONSENSE.items():
        out, told = command("block", text, status=2)
        assert words in told
        assert (out, told.count("\n")) == ("", 1)
    for arguments in (["block"], ["block", "203.0.113.7", "--list"], ["block", "203.0.113.7", "--days", "0"]):
        assert command(*arguments, status=2)[1].count("\n") == 1
    assert command("block", "--list")[0] == "0 networks blocked.\n"
    for text, (network, warning) in WRITTEN.items():
        out, warned = command("block", text)
        assert out == f"{network} is blocked.\n"
        assert warning in warned
        assert bool(warning) == bool(warned)
    found = [json.loads(line) for line in command("block", "--list", "--json")[0].splitlines()]
    assert {one["network"] for one in found} == {network for network, _ in WRITTEN.values()}
    command("block", "203.0.113.7", "--days", "2", "--note", "noise")
    (again,) = [json.loads(line) for line in command("block", "--list", "--json")[0].splitlines() if '"noise"' in line]
    assert again["until"] - again["since"] == pytest.approx(2 * 24 * 3600)
    assert "noise" in command("block", "--list")[0]
    assert command("unblock", "203.0.113.7")[0] == "203.0.113.7/32 is let in again.\n"
    assert "isn't blocked by itself, but 203.0.113.0/24 is" in command("unblock", "203.0.113.7", status=2)[1]


def test_where_no_games_are_kept_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["block", "203.0.113.7"], ["block", "--list"], ["unblock", "203.0.113.7"]):
        assert cli.run([*arguments, "--data", str(tmp_path / "typo")]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_address_is_in_a_network_as_python_says() -> None:
    rng = random.Random(5)
    networks = [
        *(ipaddress.ip_network((rng.getrandbits(32), rng.randrange(8, 33)), strict=False) for _ in range(200)),
        *(
            ipaddress.ip_network((0x2001 << 112 | rng.getrandbits(20) << 92, rng.randrange(16, 65)), strict=False)
            for _ in range(50)
        ),
    ]
    have = Networks([Blocked(str(network), 1.0) for network in networks] + [Blocked("nonsense", 1.0)])
    inside = 0
    for _ in range(500):
        near = rng.choice(networks)
        address = near.network_address + rng.getrandbits(3) if rng.random() < 0.7 else ipaddress.ip_address(rng.getrandbits(32))
        expected = any(address in network for network in networks if network.version == address.version)
        assert have.have(address, 2.0) == expected
        inside += expected
    assert 100 < inside < 500
    for_a_while = Networks([Blocked("192.0.2.0/24", 1.0, 5.0)])
    known = address_of("::ffff:192.0.2.9")
    assert known is not None
    assert [for_a_while.have(known, now) for now in (2.0, 5.0)] == [True, False]
    assert address_of("fe80::1%eth0") == ipaddress.ip_address("fe80::1")
    assert address_of("unknown") is None
