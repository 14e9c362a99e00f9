"""Harness: connections are cut after a random number of bytes, in either direction, while people play."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import escale
from tests.server.patient import Broken, Diary, Patient, check_promises, seated, together, written
from tests.server.planted.plants import SOUND
from tests.server.running import Person, Server, on, serving

BOTS = (1, 2, 0)  # beside two people, whichever the game allows first
LONGEST_GAME = 60  # moves, then it is left
PIECE = 512  # bytes passed on at a time
WHOLE = 0.1  # of the connections, in each direction, are never cut
UP, DOWN = 500.0, 12000.0  # bytes after which the others are, on average; a whole table is some 5000
AGREED = ("seq", "ply", "log", "seats", "status", "seed", "salt", "undone", "asking")


class Detour(Server):
    """A server as people reach it who must go by another port."""

    def __init__(self, server: Server, port: int) -> None:
        """Nothing is started here: the server runs."""
        self.port = port
        self.people = server.people


class Proxy:
    """Passes bytes on, until it has passed enough."""

    def __init__(self, port: int, rng: random.Random) -> None:
        """In front of this port."""
        self._port, self._rng = port, rng
        self.cuts = 0
        self._connections: set[asyncio.Task[None]] = set()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[int]:
        """The port to come by."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            for task in list(self._connections):
                task.cancel()
            await asyncio.gather(*self._connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            await self._joined(reader, writer)
        finally:
            writer.transport.abort()
            self._connections.discard(task)

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        ways = [
            asyncio.create_task(_pass_on(reader, far_writer, self._budget(UP))),
            asyncio.create_task(_pass_on(far_reader, writer, self._budget(DOWN))),
        ]
        try:
            done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            self.cuts += any(way.result() for way in done)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            far_writer.transport.abort()

    def _budget(self, typical: float) -> float:
        return float("inf") if self._rng.random() < WHOLE else self._rng.expovariate(1 / typical)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, budget: float) -> bool:
    """Whether it was cut, and not ended by either side."""
    with contextlib.suppress(OSError):
        while data := await reader.read(PIECE):
            writer.write(data[: int(min(budget, PIECE))])
            await writer.drain()
            budget -= len(data)
            if budget <= 0:
                return True
    return False


def cut_at_random(
    data: Path, games: int, seed: int, program: tuple[str, ...] = SOUND, database: str | None = None
) -> Counter[str]:
    """Play so many games through cut connections; Broken if the clients and the journal do not agree in the end.

    The games are in the folder `data`, or in the PostgreSQL database.
    """
    rng, diary = random.Random(seed), Diary()
    with serving(data, *on(database), program=program) as server:
        asyncio.run(_played(server, games, rng, diary))
        assert server.stop() == 0
    check_promises(written(data, database), diary)
    diary.counts["games"] += games
    return diary.counts


async def _played(server: Server, games: int, rng: random.Random, diary: Diary) -> None:
    people = [Person(server), Person(server)]
    for game, info in itertools.islice(itertools.cycle(escale.games().items()), games):
        bots = next(bots for bots in BOTS if len(people) + bots in info.players)
        table = await seated(people, bots, game=game)
        diary.tables.append(table)
        proxy = Proxy(server.port, rng)
        async with proxy.open() as port:
            players = [Patient(_by_way_of(person, server, port), table, diary, rng, LONGEST_GAME) for person in people]
            await together(*(player.play_out() for player in players))
        one, other = (player.final for player in players)
        if differ := [name for name in AGREED if one[name] != other[name]]:
            raise Broken(f"{table}: the two who played it do not agree on {differ}")
        for person, final in zip(people, (one, other), strict=True):
            async with person.at(table) as screen:
                if differ := [name for name in (*AGREED, "last", "view") if screen.table[name] != final[name]]:
                    raise Broken(f"{table}: the server tells another game than was played: {differ}")
        diary.counts["cuts"] += proxy.cuts
        diary.counts[f"games of {game}"] += 1


def _by_way_of(person: Person, server: Server, port: int) -> Person:
    """The same person, coming by another port."""
    other = Person(Detour(server, port))
    other.http.cookies.update(person.http.cookies)
    return other
