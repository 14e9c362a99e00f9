"""What a table costs: the time of a move, and the CPU of a delivered message against a bare room's.

The server with 200 tables and the bare rooms take turns, each under the same load from this process. CPU is that of the
server's process alone, all its threads: the rules, the bots and the journal are in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.promise import AT_MOST, NO_BAR, NOT_MEASURED, Row
from bench.room_load import at_rooms
from bench.table_load import BOT_PACE, Load, Measure, at_tables

TABLES = 200
ROUNDS = 3
SETTLING_S = 2.0  # before the measure
SECONDS = 8.0
COST = 1.5  # of a bare room's CPU a message; docs/decisions/014-what-a-message-costs.md says where we are
ENDING_S = 10.0
HERE = Path(__file__).parent
PROC = Path("/proc")


@dataclass(frozen=True)
class Found:
    """What one server did under the load."""

    load: Load
    cpu_s: float
    times_s: list[float]  # of the commands; the bare room has none

    @property
    def cost_us(self) -> float:
        """CPU a delivered message."""
        return 1e6 * self.cpu_s / self.load.delivered


def promises() -> Iterator[Row]:
    """What the tables are held to."""
    if not (PROC / "self" / "stat").exists():
        yield "CPU a delivered message against a bare room's: this system doesn't tell", 0.0, NOT_MEASURED, COST
        return
    found = [one_round() for _ in range(ROUNDS)]
    ours, bare, unpacked = ([one[place] for one in found] for place in range(3))
    rate, size = median(ours, lambda found: found.load.delivered / SECONDS), median(ours, mean_size)
    yield f"messages delivered a second at {TABLES} tables, {size:.0f} characters each", rate, NO_BAR, 0.0
    for percent in (50, 99):
        served = median(ours, lambda found, p=percent: 1e3 * percentile(found.times_s, p))  # type: ignore[misc]
        yield f"milliseconds of a person's move in the server, decoded to committed and told, p{percent}", served, NO_BAR, 0.0
        seen = median(ours, lambda found, p=percent: 1e3 * percentile(found.load.round_trips, p))  # type: ignore[misc]
        yield f"the same from sent to acknowledged, as the browser sees it, p{percent}", seen, NO_BAR, 0.0
    cost, least, less = (median(each, lambda found: found.cost_us) for each in (ours, bare, unpacked))
    yield (
        f"CPU a delivered message ({cost:.0f} µs) against a bare room's as uvicorn comes ({least:.0f} µs)",
        cost / least,
        AT_MOST,
        COST,
    )
    yield f"against one that, like ours, does not compress ({less:.0f} µs)", cost / less, NO_BAR, 0.0


def median(all_found: list[Found], of: Callable[[Found], float]) -> float:
    """Over the rounds."""
    return statistics.median(of(found) for found in all_found)


def mean_size(found: Found) -> float:
    """Characters a message."""
    return found.load.size / found.load.delivered


def percentile(values: list[float], percent: int) -> float:
    """One of them that so many in a hundred don't exceed."""
    return statistics.quantiles(values, n=100)[percent - 1]


def one_round() -> tuple[Found, Found, Found]:
    """Our tables, then as many bare rooms that send the same updates: as uvicorn comes, and without its compression."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        ours = with_tables(folder)
        bare, unpacked = (with_rooms(folder, ours.load, deflate) for deflate in (True, False))
    assert (bare.load.deflated, unpacked.load.deflated) == (True, False)
    return ours, bare, unpacked


def with_tables(folder: Path) -> Found:
    """Our server under the load."""
    times = folder / "times.json"
    with serving("timed_serving.py", folder, BOT_PACE, times) as (pid, port):
        found = under_load(pid, lambda measure: at_tables(port, two_player_card(port), TABLES, measure))
    return Found(*found, json.loads(times.read_text("utf-8")))


def with_rooms(folder: Path, like: Load, deflate: bool) -> Found:
    """The bare rooms under the load."""
    frames = folder / "frames.json"
    frames.write_text(json.dumps(like.updates), "utf-8")
    with serving("bare_room.py", frames, BOT_PACE, int(deflate)) as (pid, port):
        return Found(*under_load(pid, lambda measure: at_rooms(port, TABLES, measure)), [])


def under_load(pid: int, run: Callable[[Measure], Awaitable[Load]]) -> tuple[Load, float]:
    """The load, counted in the time of the measure, and the CPU of the process in that time."""
    used: list[float] = []

    async def measure(load: Load) -> None:
        load.begin()
        await asyncio.sleep(SETTLING_S)
        load.begin()
        os.kill(pid, signal.SIGUSR1)
        start = cpu_seconds(pid)
        await asyncio.sleep(SECONDS)
        used.append(cpu_seconds(pid) - start)

    async def whole() -> Load:
        return await run(measure)

    return asyncio.run(whole()), used[0]


def cpu_seconds(pid: int) -> float:
    """What a process has used, in all its threads."""
    fields = (PROC / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def two_player_card(port: int) -> dict[str, Any]:
    """The first game there is for two."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games") as answer:
        return next(card for card in json.load(answer)["games"] if 2 in card["players"])


@contextlib.contextmanager
def serving(script: str, *arguments: object) -> Iterator[tuple[int, int]]:
    """One of our server scripts, on a free port: its pid and the port. It is asked to end, and waited for."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, str(HERE / script), str(port), *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(port, process)
            yield process.pid, port
        finally:
            process.terminate()
            try:
                process.wait(ENDING_S)
            except subprocess.TimeoutExpired:
                process.kill()


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return when it listens."""
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        assert process.poll() is None, "the server did not start"
        time.sleep(0.02)
