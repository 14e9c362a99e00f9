"""`python -m tests.server.flooder PORT TABLES ADDRESSES GAME...`: makes tables of experts, without a cookie, game after game.

To a third of them nobody comes; a third is watched; at a third somebody sits and plays. Meanwhile each address asks for replays
of long games, over and over. Prints the tables by kind as a line of
JSON, then a line each time that all who should be there are; ends when its input does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import escale
from tests.conformance.files import tests_folder
from tests.conformance.journals import FOLDER
from tests.server.running import ANSWER_SECONDS, Screen

KINDS = ("unwatched", "watched", "seated")
EXPERT = {"kind": "bot", "bot": "expert"}
PAUSE = 0.3  # before somebody who lost the connection comes back
NICENESS = 10  # what is measured is the server


def address(number: int) -> str:
    """One of ours."""
    return f"127.0.1.{number + 1}"


def longest_records(games: list[str]) -> list[dict[str, Any]]:
    """For each game, the longest of those whose journals are kept."""
    kept = {game: (tests_folder(escale.load(game)) / FOLDER).glob("*/*.jsonl") for game in games}
    records = {
        game: [json.loads(path.read_text("utf-8").partition("\n")[0])["record"] for path in paths]
        for game, paths in kept.items()
    }
    return [max(found, key=lambda record: len(record["moves"])) for found in records.values()]


class Flood:
    """All that come from these addresses."""

    def __init__(self, port: int, tables: int, addresses: int, games: list[str]) -> None:
        """Nobody yet."""
        self._port, self._tables, self._addresses, self._games = port, tables, addresses, games
        self.made: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self._comers: list[tuple[str, str, str | None]] = []  # table, address, cookie
        self._there = 0

    def make(self) -> None:
        """Make the tables."""
        clients = [self._client(number) for number in range(self._addresses)]
        for number in range(self._tables):
            kind, game = KINDS[number % len(KINDS)], self._games[number // len(KINDS) % len(self._games)]
            seats: list[dict[str, Any]] = [EXPERT] * max(escale.games()[game].players)
            if kind == "seated":
                seats[0] = {"kind": "me"}
            client = clients[number % self._addresses]
            client.cookies.clear()
            answer = client.post(f"http://127.0.0.1:{self._port}/api/tables", json={"game": game, "seats": seats})
            assert answer.status_code == 201, answer.text
            table = str(answer.json()["id"])
            self.made[kind].append(table)
            if kind != "unwatched":
                cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
                self._comers.append((table, address(number % self._addresses), cookie if kind == "seated" else None))

    def _client(self, number: int) -> httpx.Client:
        transport = httpx.HTTPTransport(local_address=address(number), verify=False)
        return httpx.Client(timeout=ANSWER_SECONDS, transport=transport)

    async def stay(self) -> None:
        """Come to the tables, and come back whenever a connection is lost."""
        async with asyncio.TaskGroup() as group:
            for comer in self._comers:
                group.create_task(self._come(*comer))
            for number in range(self._addresses):
                for record in longest_records(self._games):
                    group.create_task(self._look_back(address(number), record))

    async def _look_back(self, local: str, record: dict[str, Any]) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=local, verify=False)
        async with httpx.AsyncClient(timeout=ANSWER_SECONDS, transport=transport) as client:
            while True:
                with contextlib.suppress(httpx.TransportError):
                    await client.post(f"http://127.0.0.1:{self._port}/api/replays", json=record)
                await asyncio.sleep(PAUSE)

    async def _come(self, table: str, local: str, cookie: str | None) -> None:
        url = f"ws://127.0.0.1:{self._port}/api/tables/{table}/socket"
        headers = {"cookie": cookie} if cookie else {}
        while True:
            try:
                async with connect(url, additional_headers=headers, local_addr=(local, 0), max_size=None) as socket:
                    self._count(1)
                    try:
                        await self._look(Screen(socket), plays=cookie is not None)
                    finally:
                        self._count(-1)
            except (OSError, WebSocketException, AssertionError):
                await asyncio.sleep(PAUSE)

    def _count(self, change: int) -> None:
        self._there += change
        if change > 0 and self._there == len(self._comers):
            print("all are there", flush=True)

    async def _look(self, screen: Screen, plays: bool) -> None:
        """See what happens; with a seat, play whatever is allowed as soon as it is one's turn."""
        while True:
            screen.frames.clear()
            with contextlib.suppress(TimeoutError):  # it is quiet while so many wait
                if plays and screen.table and screen.my_turn:
                    await screen.play(random.randrange(100))
                else:
                    await screen.read()


def main(port: str, tables: str, addresses: str, *games: str) -> None:
    """Make the tables, then stay."""
    os.nice(NICENESS)
    flood = Flood(int(port), int(tables), int(addresses), list(games))
    flood.make()
    print(json.dumps(flood.made), flush=True)

    async def until_told() -> None:
        staying = asyncio.create_task(flood.stay())
        await asyncio.to_thread(sys.stdin.read)
        staying.cancel()

    asyncio.run(until_told())


if __name__ == "__main__":
    main(*sys.argv[1:])
