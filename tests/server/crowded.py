"""Harness: a crowd of connections that say little or nothing is sent away again and again, and who plays does not notice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx2 as httpx
from websockets.asyncio.client import connect

from escale.server.limits import DEFAULTS
from tests.server.patient import LOST, Broken
from tests.server.planted.plants import with_fault
from tests.server.running import BOT, ME, Person, Screen, Server, serving

PROXY, STRANGER, PLAYER = "127.0.0.1", "127.0.0.3", "127.0.0.2"  # addresses of this machine, on Linux
MOVES = 150  # timed, before and meanwhile
WORST = 3.0  # times the quiet p99 that a move's acknowledgement may take at its p99
NOTICED = 0.1  # seconds: less than that nobody notices
LOG_LINES = 20
PATIENCE = 10.0  # of the player, in seconds


def send_the_crowd_away(
    data: Path,
    count: int,
    moves: int = MOVES,
    plant: str = "few_descriptors",
    patience: float = DEFAULTS.body_seconds + 2.0,
    worst: float = WORST,
) -> Counter[str]:
    """Broken if no connection of the crowd is closed in time, if a player waits much longer, or if the log is flooded.

    The server has 1,024 descriptors; the crowd comes from a stranger's address and from the one that a proxy would have.
    """
    with serving(data, program=with_fault(plant)) as server:
        quiet = asyncio.run(_times(server, moves))
        with _crowd(server, count) as counts:
            try:
                under_load = asyncio.run(_times(server, moves))
                _look_in(server, patience)
            except LOST as error:
                raise Broken(f"who plays is not served any more: {error!r}") from error
        lines = len(server.errors.read_text().splitlines())
    for kind in ("silent", "half a head", "half a body"):
        if not counts[f"closed: {kind}"]:
            raise Broken(f"{kind}: none of {counts['opened']} connections was closed")
    if lines > LOG_LINES:
        raise Broken(f"the log has {lines} lines about it")
    before, meanwhile = _p99(quiet), _p99(under_load)
    print(f"p99 of {moves} moves: {before * 1000:.0f} ms quiet, {meanwhile * 1000:.0f} ms in the crowd", flush=True)
    if meanwhile > max(worst * before, NOTICED):
        raise Broken(f"a move took {meanwhile:.3f} s at its p99, {before:.3f} s before the crowd came")
    return Counter({"connections": counts["opened"], "closed": counts["closed"], "moves timed": 2 * moves, "log lines": lines})


@contextlib.contextmanager
def _crowd(server: Server, count: int) -> Iterator[Counter[str]]:
    """A crowd, in a process of its own, so that it takes no time of the player's; what it has seen, once it is over."""
    command = [sys.executable, "-m", "tests.server.crowd", str(server.port), str(count), PROXY, STRANGER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            counts: Counter[str] = Counter()
            yield counts
            told, _ = process.communicate(timeout=60)
            counts.update(json.loads(told))
        finally:
            process.kill()


def _look_in(server: Server, seconds: float) -> None:
    """For a while somebody new comes now and then, and is served."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        _player(server).get("/health")
        time.sleep(0.5)


async def _times(server: Server, moves: int) -> list[float]:
    """How long the acknowledgement of each of so many moves took; table after table."""
    person, times = _player(server), list[float]()
    while len(times) < moves:
        table = await asyncio.to_thread(person.make, [ME, BOT])
        async with _at(person, table) as screen:
            while screen.table["status"] == "playing" and len(times) < moves:
                if not screen.my_turn:
                    await screen.read()
                    continue
                move = screen.table["view"]["moves"][0]["text"]
                begun = time.monotonic()
                done = await screen.say("play", seq=screen.table["seq"], move=move)
                times.append(time.monotonic() - begun)
                if done["t"] != "done":
                    raise Broken(f"a move was refused: {done}")
                await screen.until(lambda state, seq=done["seq"]: state["seq"] >= seq)
    return times


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


def _p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]
