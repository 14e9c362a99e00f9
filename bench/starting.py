"""How soon one plays: from `./run play` to a served page, and to a bot's first move."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.promise import AT_MOST, NO_BAR, Row
from bench.table_load import Company, request

RUN = Path(__file__).resolve().parents[1] / "run"
ROUNDS = 5
PAGE_S = 3.0
FIRST_BOT_MOVE_S = 2.0
ENDING_S = 10.0
LONGEST_S = 120.0  # a cache that is cold included


def promises() -> Iterator[Row]:
    """What `./run play` is held to on a machine that is set up."""
    one_start()  # sets up what is missing, and fills the cache
    starts = [one_start() for _ in range(ROUNDS)]
    page, making, whole = (statistics.median(start[n] for start in starts) for n in range(3))
    yield "seconds from ./run play to a served page", page, AT_MOST, PAGE_S
    yield "seconds from making a table, at once, to the bot's first move, cache warm", making, AT_MOST, FIRST_BOT_MOVE_S
    yield "the same from ./run play on", whole, NO_BAR, 0.0


def one_start() -> tuple[float, float, float]:
    """Seconds to the page, from making a table to the bot's move, and from the start to the bot's move."""
    with tempfile.TemporaryDirectory() as data:
        begun = time.perf_counter()
        with playing(Path(data)) as address:
            urllib.request.urlopen(address).read()
            served = time.perf_counter()
            with urllib.request.urlopen(f"{address}api/games") as answer:
                card = next(card for card in json.load(answer)["games"] if 2 in card["players"])
            asked = time.perf_counter()
            asyncio.run(asyncio.wait_for(first_bot_move(int(address.rstrip("/").rpartition(":")[2]), card), LONGEST_S))
            moved = time.perf_counter()
    return served - begun, moved - asked, moved - begun


@contextlib.contextmanager
def playing(data: Path) -> Iterator[str]:
    """`./run play` until it says its address."""
    command = [sys.executable, str(RUN), "play", "--no-open", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = (re.search(r"http://\S+", line) for line in process.stdout)
            address = next((match[0] for match in found if match), None)
            assert address, "./run play did not start"
            yield address
        finally:
            process.terminate()
            try:
                process.wait(ENDING_S)
            except subprocess.TimeoutExpired:
                process.kill()


async def first_bot_move(port: int, card: dict[str, Any]) -> None:
    """Make a table where a bot has the first seat, and wait until it has moved."""
    seats = [{"kind": "bot", "bot": card["bot"]}, {"kind": "me"}]
    made, cookie = await request(port, "/api/tables", {"game": card["id"], "players": 2, "seats": seats})
    async with Company(port, made["id"], [cookie]).enter(cookie) as socket:
        table: dict[str, Any] = {}
        while not (table.get("last") and table["last"]["seat"] != table["seat"]):
            table |= json.loads(await socket.recv())
            if table["view"]["turn"] == table["seat"] and not table["last"]:  # a game may let the other seat begin
                move = table["view"]["moves"][0]["text"]
                await socket.send(json.dumps({"t": "play", "id": f"c{table['seq']}", "seq": table["seq"], "move": move}))
