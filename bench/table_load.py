"""The load of the tables' promises: people at many tables who move at random moments."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

THINKING = 0.5  # seconds before each person's move, on average
BOT_PACE = 0.5
SENDERS = 200  # addresses that people come from: a server limits what one may open
AT_ONCE = 20  # tables made at a time

Work = Callable[[Callable[[], None]], Coroutine[Any, Any, None]]  # is given what to call once its people are in
Measure = Callable[["Load"], Awaitable[None]]

senders = (f"127.0.1.{1 + number % SENDERS}" for number in itertools.count())


@dataclass
class Load:
    """What came of it since the last `begin`."""

    going: asyncio.Event = field(default_factory=asyncio.Event)  # until then nobody moves
    delivered: int = 0
    size: int = 0
    games: int = 0
    round_trips: list[float] = field(default_factory=list)
    updates: list[str] = field(default_factory=list)
    deflated: bool = False

    def begin(self) -> None:
        """Count from now on."""
        self.delivered = self.size = self.games = 0
        self.round_trips.clear()
        self.updates.clear()
        self.going.set()

    def took(self, text: str) -> None:
        """A frame has come."""
        self.delivered += 1
        self.size += len(text)

    async def pause(self) -> None:
        """Think; not before it all begins."""
        await self.going.wait()
        await asyncio.sleep(random.uniform(0, 2 * THINKING))


def enter(address: str, cookie: str = "") -> connect:
    """A socket; nearly everybody comes from an address of their own."""
    return connect(address, additional_headers={"cookie": cookie}, local_addr=(next(senders), 0), ping_interval=None)


async def request(port: int, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """A POST's answer, and the cookie from then on."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\nconnection: close\r\n"
    writer.write(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)
    lines, _, answer = (await reader.read()).decode().partition("\r\n\r\n")
    writer.close()
    given = [line.split(": ", 1)[1].split(";")[0] for line in lines.split("\r\n") if line.startswith("set-cookie")]
    return json.loads(answer), given[0] if given else cookie


class Person:
    """Somebody at a table who plays at random, or only watches."""

    def __init__(self, socket: ClientConnection, load: Load) -> None:
        """Right after connecting."""
        self._socket, self._load = socket, load
        self._table: dict[str, Any] = {}
        self._sent_at = 0.0
        self._thinking: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Read all, move when it is time, until the game is over."""
        self._load.deflated = bool(self._socket.protocol.extensions)
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self._load.took(text)
                if self._over_after(text):
                    return
        finally:
            for task in self._thinking:
                task.cancel()

    def _over_after(self, text: str) -> bool:
        frame = json.loads(text)
        match frame["t"]:
            case "done":
                self._load.round_trips.append(time.perf_counter() - self._sent_at)
            case "refused":
                raise AssertionError(f"refused: {text}")
            case "table" | "update":
                if frame["t"] == "update":
                    assert frame["base"] == self._table["seq"], "a gap between updates"
                    self._load.updates.append(text)
                self._table |= frame
                self._think()
        return bool(self._table.get("status", "playing") != "playing")

    def _think(self) -> None:
        seat, view = self._table["seat"], self._table["view"]
        if seat is not None and view["turn"] == seat and self._table["status"] == "playing":
            task = asyncio.create_task(self._move(self._table["seq"], view["moves"]))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

    async def _move(self, seq: int, moves: Sequence[Any]) -> None:
        await self._load.pause()
        self._sent_at = time.perf_counter()
        await self._socket.send(json.dumps({"t": "play", "id": f"c{seq}", "seq": seq, "move": random.choice(moves)["text"]}))


@dataclass
class Company:
    """Who sits at a table together: their cookies; an empty one is a watcher's."""

    port: int
    table: str
    cookies: list[str]

    def enter(self, cookie: str) -> connect:
        """One of them opens the table."""
        return enter(f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/socket", cookie)

    async def play(self, load: Load, entered: Callable[[], None]) -> None:
        """Game after game."""
        while True:
            async with contextlib.AsyncExitStack() as stack:
                sockets = [await stack.enter_async_context(self.enter(cookie)) for cookie in self.cookies]
                entered()
                await asyncio.gather(*(Person(socket, load).run() for socket in sockets))
            load.games += 1
            answer, _ = await request(self.port, f"/api/tables/{self.table}/rematch", {}, self.cookies[0])
            self.table = answer["id"]


def against_bot(number: int) -> bool:
    """Every second table."""
    return number % 2 == 1


def watched(number: int) -> bool:
    """Half the tables, as many of each kind."""
    return number // 2 % 2 == 0


async def company(port: int, card: dict[str, Any], number: int) -> Company:
    """A new table and its people."""
    other = {"kind": "bot", "bot": card["bot"]} if against_bot(number) else {"kind": "open"}
    wish = {"game": card["id"], "players": 2, "seats": [{"kind": "me", "name": "A"}, other]}
    made, cookie = await request(port, "/api/tables", wish)
    people = Company(port, made["id"], [cookie])
    if not against_bot(number):
        async with people.enter(cookie) as socket:
            key = json.loads(await socket.recv())["invitation"]
        people.cookies.append((await request(port, f"/api/invitations/{key}", {"name": "B"}))[1])
    if watched(number):
        people.cookies.append("")
    return people


async def at_tables(port: int, card: dict[str, Any], tables: int, measure: Measure) -> Load:
    """Fill the tables, and let `measure` say when all begin; when it has done, all end."""
    places = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Company:
        async with places:
            return await company(port, card, number)

    load = Load()
    companies = await asyncio.gather(*(one(number) for number in range(tables)))
    await run_all([lambda entered, people=people: people.play(load, entered) for people in companies], measure(load))  # type: ignore[misc]
    return load


async def run_all(works: Sequence[Work], measuring: Awaitable[None]) -> None:
    """Let all in one after the other, then measure while they go on; whatever fails there fails here."""
    tasks: list[asyncio.Future[Any]] = []
    for work in works:
        inside = asyncio.Event()
        tasks.append(asyncio.create_task(work(inside.set)))
        waiting = asyncio.create_task(inside.wait())
        await asyncio.wait({tasks[-1], waiting}, return_when=asyncio.FIRST_COMPLETED)
        if tasks[-1].done():
            tasks[-1].result()
    tasks.append(asyncio.ensure_future(measuring))
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
