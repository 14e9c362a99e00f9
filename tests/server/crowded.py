"""Harness: a crowd of connections that say little or nothing is sent away again and again, and who plays is served."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx2 as httpx
from websockets.asyncio.client import connect

from escale.server.limits import DEFAULTS
from tests.server.beside import beside
from tests.server.crowd import DRIPPING, LATE_SECONDS
from tests.server.patient import LOST, Broken
from tests.server.planted.plants import with_fault
from tests.server.running import BOT, ME, Person, Screen, Server, serving

PROXY, STRANGER, PLAYER = "127.0.0.1", "127.0.0.3", "127.0.0.2"  # addresses of this machine, on Linux
MOVES = 150  # meanwhile
LOG_LINES = 20
PATIENCE = 30.0  # of the player, in seconds


def send_the_crowd_away(
    data: Path,
    count: int,
    moves: int = MOVES,
    plant: str = "few_descriptors",
    head: float = DEFAULTS.head_seconds,
    body: float = DEFAULTS.body_seconds,
) -> Counter[str]:
    """Broken if one of the crowd is open for longer than the `head` or `body` seconds that a server gives it, if a player
    isn't served, or if the log is flooded.

    The server has 1,024 descriptors; the crowd comes from a stranger's address and from the one that a proxy would have. How
    long a player waits in a crowd is measured by `rush`.
    """
    with serving(data, program=with_fault(plant)) as server:
        with crowd(server, count, head, body) as counts:
            try:
                asyncio.run(_play(server, moves))
                _look_in(server, max(head, body) + LATE_SECONDS + 2.0)
            except LOST as error:
                raise Broken(f"who plays is not served any more: {error!r}") from error
        lines = len(server.errors.read_text().splitlines())
    for kind in DRIPPING:
        if overdue := counts[f"overdue: {kind}"]:
            raise Broken(f"{kind}: {overdue} of {counts['opened']} connections were still open when their time was over")
    if lines > LOG_LINES:
        raise Broken(f"the log has {lines} lines about it")
    return Counter({"connections": counts["opened"], "closed": counts["closed"], "moves": moves, "log lines": lines})


def crowd(
    server: Server, count: int, head: float = DEFAULTS.head_seconds, body: float = DEFAULTS.body_seconds
) -> AbstractContextManager[Counter[str]]:
    """A crowd while the context lasts; what it has seen, once it is over."""
    return beside("tests.server.crowd", server.port, count, head, body, PROXY, STRANGER)


def _look_in(server: Server, seconds: float) -> None:
    """For a while somebody new comes now and then, and is served."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        _player(server).get("/health")
        time.sleep(0.5)


async def _play(server: Server, moves: int) -> None:
    """So many moves, table after table."""
    person, played = _player(server), 0
    while played < moves:
        table = await asyncio.to_thread(person.make, [ME, BOT])
        async with _at(person, table) as screen:
            while screen.table["status"] == "playing" and played < moves:
                if not screen.my_turn:
                    await screen.read()
                    continue
                await screen.play()
                played += 1


def _player(server: Server) -> Person:
    """Somebody from an address of their own."""
    person = Person(server)
    transport = httpx.HTTPTransport(local_address=PLAYER)
    person.http = server.people.enter_context(httpx.Client(timeout=PATIENCE, transport=transport))
    return person


@contextlib.asynccontextmanager
async def _at(person: Person, table: str) -> AsyncIterator[Screen]:
    """Before a table's screen, from an address of one's own."""
    url = f"ws://127.0.0.1:{person.server.port}/api/tables/{table}/socket"
    headers = {"cookie": person.cookie}
    async with connect(url, additional_headers=headers, local_addr=(PLAYER, 0), max_size=None, max_queue=None) as socket:
        screen = Screen(socket)
        await screen.read()
        yield screen
