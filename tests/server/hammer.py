"""`python -m tests.server.hammer PORT ADDRESSES GAME...`: asks for whatever costs the event loop much, as often as it can.

From each address: the list of games, a page and the tables, many at a time; whole tables, at a socket for each game; new tables
that go on from long records. Prints `begun` once all are at it; ends when stdin does, and prints as JSON how much was answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections import Counter
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import escale
from tests.server.flooder import NICENESS, longest_records
from tests.server.running import ANSWER_SECONDS

PATHS = ("/api/games", "/", "/api/tables")
MADE, SHOWN = "tables from records", "tables shown"
KINDS = (*(f"answers to {path}" for path in PATHS), MADE, SHOWN)
AT_A_TIME = 5  # requests for each path
PAUSE = 0.055  # seconds between two messages of a socket: a little less often than what it is dropped for
RETRY_SECONDS = 0.3


class Hammer:
    """One address."""

    def __init__(self, port: int, address: str, games: list[str], counts: Counter[str]) -> None:
        """Nothing asked for yet."""
        self._port, self._address, self._games, self._counts = port, address, games, counts

    async def strike(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as group:
            for path in PATHS * AT_A_TIME:
                group.create_task(self._ask(path))
            for game, record in zip(self._games, longest_records(self._games), strict=True):
                group.create_task(self._make(game, record))
                group.create_task(self._look(game))

    def _client(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self._address, verify=False)
        return httpx.AsyncClient(timeout=ANSWER_SECONDS, transport=transport, base_url=f"http://127.0.0.1:{self._port}")

    async def _ask(self, path: str) -> None:
        async with self._client() as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    await client.get(path)
                    self._counts[f"answers to {path}"] += 1

    async def _make(self, game: str, record: dict[str, Any]) -> None:
        """Tables that go on from a record, but for its last move, before one screen."""
        wish = {"game": game, "seats": [{"kind": "me"}] * record["players"], "one_screen": True}
        async with self._client() as client:
            while True:
                client.cookies.clear()  # one who has made many may make no more
                with contextlib.suppress(httpx.TransportError):
                    made = await client.post("/api/tables", json={**wish, "start": {**record, "moves": record["moves"][:-1]}})
                    self._counts[MADE if made.status_code == 201 else "tables refused"] += 1
                await asyncio.sleep(PAUSE)

    async def _look(self, game: str) -> None:
        """The same table, again and again."""
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "easy"}] * (max(escale.games()[game].players) - 1)]
        async with self._client() as client:
            made = await client.post("/api/tables", json={"game": game, "seats": seats})
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in made.cookies.items())}
        url = f"ws://127.0.0.1:{self._port}/api/tables/{made.json()['id']}/socket"
        while True:
            try:
                async with connect(url, additional_headers=headers, local_addr=(self._address, 0), max_size=None) as socket:
                    while True:
                        await socket.send('{"t": "sync"}')
                        await socket.recv()
                        self._counts[SHOWN] += 1
                        await asyncio.sleep(PAUSE)
            except (OSError, WebSocketException):
                await asyncio.sleep(RETRY_SECONDS)


async def strike(port: int, addresses: int, games: list[str]) -> Counter[str]:
    """Until stdin ends."""
    counts = Counter[str]()
    hammers = [Hammer(port, f"127.0.9.{number + 1}", games, counts) for number in range(addresses)]
    tasks = [asyncio.create_task(hammer.strike()) for hammer in hammers]
    while not all(counts[what] for what in KINDS):
        await asyncio.sleep(RETRY_SECONDS)
    print("begun", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
    return counts


def main(port: str, addresses: str, *games: str) -> None:
    """As the command line says."""
    os.nice(NICENESS)
    print(json.dumps(asyncio.run(strike(int(port), int(addresses), list(games)))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
