"""How long the server's event loop is held up, at most, while four bots think as hard as they can.

Four tables where the strongest bots play each other without a pause, and a person whose requests must be answered meanwhile.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import statistics
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from websockets.sync.client import connect

from bench.promise import AT_MOST, NO_BAR, Row
from bench.tables import serving, two_player_card

TABLES = 4
STRONGEST = "expert"
SETTLING_S = 2.0
SECONDS = 20.0
WORST_MS = 50.0


class Stalls(NamedTuple):
    """How late the loop went on, in milliseconds; and how long a request took as its sender sees it."""

    worst: float
    p99: float
    asked_worst: float
    moves: int  # made by the bots meanwhile


def promises() -> Iterator[Row]:
    """What the event loop is held to."""
    found = measure()
    what = f"milliseconds that the event loop was held up while {TABLES} bots thought at {STRONGEST}"
    yield f"{what} ({found.moves} moves), worst", found.worst, AT_MOST, WORST_MS
    yield f"{what}, p99", found.p99, NO_BAR, 0.0
    yield "milliseconds of a request meanwhile, as its sender sees it, worst", found.asked_worst, NO_BAR, 0.0


def measure() -> Stalls:
    """Serve, let the bots play, and see."""
    with tempfile.TemporaryDirectory() as folder:
        late = Path(folder) / "late.json"
        with serving("stalled_serving.py", folder, late) as (pid, port):
            tables = Tables(port)
            tables.keep_busy()
            while not tables.all_moved():  # until everything is compiled
                time.sleep(0.5)
            time.sleep(SETTLING_S)
            os.kill(pid, signal.SIGUSR1)
            before, asked = tables.moves(), []
            end = time.perf_counter() + SECONDS
            while time.perf_counter() < end:
                begun = time.perf_counter()
                tables.keep_busy()
                asked.append(time.perf_counter() - begun)
                time.sleep(0.05)
            moves = tables.moves() - before
        late_ms = [1e3 * seconds for seconds in json.loads(late.read_text("utf-8"))]
    return Stalls(max(late_ms), statistics.quantiles(late_ms, n=100)[98], 1e3 * max(asked), moves)


class Tables:
    """Tables of bots; one that is over is followed by another."""

    def __init__(self, port: int) -> None:
        """None yet; the first request waits until the game is ready."""
        self._api = f"http://127.0.0.1:{port}/api"
        seats = [{"kind": "bot", "bot": STRONGEST}] * 2
        self._wish = {"game": two_player_card(port)["id"], "seats": seats, "listed": True}
        self._made: list[str] = []

    def keep_busy(self) -> None:
        """See to it that bots think at TABLES tables."""
        playing = len(self._ask("/tables/listed")["tables"])
        for _ in range(TABLES - playing):
            table = self._ask("/tables", self._wish)["id"]
            threading.Thread(target=self._watch, args=(table,), daemon=True).start()
            self._made.append(table)

    def _watch(self, table: str) -> None:
        """Look on until the table or the server ends: bots think only where somebody is."""
        with contextlib.suppress(OSError), connect(f"{self._api.replace('http', 'ws', 1)}/tables/{table}/socket") as socket:
            for _ in socket:
                pass

    def all_moved(self) -> bool:
        """Whether there is no table where nothing has happened yet."""
        return all(self._was_there(table, 1) for table in self._made)

    def moves(self) -> int:
        """How many have been made in all."""
        return sum(self._moves_at(table) for table in self._made)

    def _moves_at(self, table: str) -> int:
        low, high = 0, 1
        while self._was_there(table, high):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._was_there(table, middle) else (low, middle)
        return low

    def _was_there(self, table: str, ply: int) -> bool:
        try:
            self._ask(f"/tables/{table}/past/{ply}")
        except urllib.error.HTTPError:
            return False
        return True

    def _ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self._api + path, data)) as answer:
            return json.load(answer)
