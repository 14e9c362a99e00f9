"""Harness: the database goes away, the disk is full, the process stops or dies, the wall clock is set; no clock pays for it.

Somebody has the turn at a table of each game, with a clock, all the while. Whatever happens, they are charged at most for the
time in which the harness can't be sure that no move could be taken; in between, they move.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import escale
from escale.server.journals import FILE
from tests.postgres.server import Server as Postgres
from tests.server.patient import LOST, Broken, stranger
from tests.server.planted.plants import with_fault
from tests.server.running import BOT, ME, Person, Screen, Server, on
from tests.store.outage import away

SECONDS = 3000.0  # on the clock: more than all storms take, less than a step of the wall clock
STEP = 7200.0  # by which the wall clock is set
SHORTEST, LONGEST = 3.5, 5.0  # seconds that a fault lasts
MOMENT = 0.5  # seconds after the wall clock was set
UNKNOWN = 2.0  # seconds of it that a server may charge: from one beat to the next it can't know that it couldn't have written
RUNNING = 1.0  # that must be charged in a while without faults
PATIENCE = 60.0
SMALL = 8192  # bytes that a file may have while the disk is full
WALL = "ESCALE_TEST_WALL"  # the file that says by how much the wall clock is set
SETTABLE = with_fault("wall_clock_can_be_set")

Found = TypeVar("Found")
Fault = Callable[["Weather"], AbstractAsyncContextManager[None]]


class Weather:
    """One server, and all that can happen to it."""

    def __init__(self, data: Path, program: tuple[str, ...], database: str | None) -> None:
        """Not started yet."""
        self.data, self.database = data, database
        self.wall = data / "wall"
        self.server = Server(data, *on(database), program=program)

    def pid(self) -> int:
        """Of the process."""
        assert self.server._process is not None
        return self.server._process.pid

    @contextlib.asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Another program keeps the file locked: writes hang."""
        db = sqlite3.connect(self.data / FILE, isolation_level=None, timeout=PATIENCE, check_same_thread=False)
        await asyncio.to_thread(db.execute, "BEGIN IMMEDIATE")
        try:
            yield
        finally:
            db.close()

    @contextlib.asynccontextmanager
    async def full(self) -> AsyncIterator[None]:
        """No file can grow: writes fail."""
        before = resource.prlimit(self.pid(), resource.RLIMIT_FSIZE, (SMALL, resource.RLIM_INFINITY))
        try:
            yield
        finally:
            resource.prlimit(self.pid(), resource.RLIMIT_FSIZE, before)

    @contextlib.asynccontextmanager
    async def gone(self) -> AsyncIterator[None]:
        """The file is not in its place."""
        away = self.data / "away"
        away.mkdir()
        for file in self.data.glob(f"{FILE}*"):
            file.rename(away / file.name)
        try:
            yield
        finally:
            for file in away.iterdir():
                file.rename(self.data / file.name)
            away.rmdir()

    @contextlib.asynccontextmanager
    async def replaced(self) -> AsyncIterator[None]:
        """In its place is a copy."""
        async with self.gone():
            for file in (self.data / "away").iterdir():
                shutil.copy(file, self.data / file.name)
            yield

    @contextlib.asynccontextmanager
    async def cut_off(self) -> AsyncIterator[None]:
        """PostgreSQL can't be reached."""
        assert self.database is not None
        folder = Path(unquote(parse_qs(urlsplit(self.database).query)["host"][0]))
        async with away(Postgres(folder), self.database):
            yield

    @contextlib.asynccontextmanager
    async def stopped(self) -> AsyncIterator[None]:
        """The process stands still, as when a laptop is closed."""
        os.kill(self.pid(), signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid(), signal.SIGCONT)

    @contextlib.asynccontextmanager
    async def dead(self) -> AsyncIterator[None]:
        """There is no server."""
        await asyncio.to_thread(self.server.kill)
        try:
            yield
        finally:
            await asyncio.to_thread(self.server.start)

    def set_wall(self, seconds: float) -> None:
        """Set the wall clock, by so much in all."""
        part = self.wall.with_suffix(".part")
        part.write_text(str(seconds))
        part.replace(self.wall)

    def wall_set(self) -> float:
        """By how much it is set."""
        return float(self.wall.read_text())


@contextlib.asynccontextmanager
async def _forward(weather: Weather) -> AsyncIterator[None]:
    weather.set_wall(weather.wall_set() + STEP)
    yield


@contextlib.asynccontextmanager
async def _back(weather: Weather) -> AsyncIterator[None]:
    weather.set_wall(weather.wall_set() - STEP)
    yield


FAULTS: dict[str, Fault] = {
    "locked": Weather.locked,
    "full": Weather.full,
    "gone": Weather.gone,
    "replaced": Weather.replaced,
    "cut off": Weather.cut_off,
    "stopped": Weather.stopped,
    "dead": Weather.dead,
    "wall clock set forward": _forward,
    "wall clock set back": _back,
}
STEPS = ("wall clock set forward", "wall clock set back")  # in which moves can be taken
FULL = ("full",) if hasattr(resource, "prlimit") else ()  # which only Linux lets us do to another process
ON_SQLITE = ("locked", *FULL, "gone", "replaced", "stopped", "dead", *STEPS)
ON_POSTGRES = ("cut off", "stopped", "dead", *STEPS)


def raise_storms(
    data: Path,
    faults: int,
    seed: int,
    program: tuple[str, ...] = SETTABLE,
    database: str | None = None,
    kinds: tuple[str, ...] | None = None,
) -> Counter[str]:
    """So many faults, one after the other; Broken if somebody was charged for time in which they could not move.

    Every kind comes up before any comes again. On a file in `data`, or on a PostgreSQL database.
    """
    rng = random.Random(seed)
    chosen = kinds or (ON_POSTGRES if database else ON_SQLITE)
    order = [kind for _ in range(-(-faults // len(chosen))) for kind in rng.sample(chosen, len(chosen))][:faults]
    weather = Weather(data, program, database)
    weather.set_wall(0.0)
    os.environ[WALL] = str(weather.wall)
    weather.server.start()
    try:
        return asyncio.run(_weathered(weather, order, rng))
    finally:
        weather.server.people.close()
        weather.server.kill()


async def _weathered(weather: Weather, order: list[str], rng: random.Random) -> Counter[str]:
    counts: Counter[str] = Counter()
    ada, games = stranger(weather.server), [game for game, info in escale.games().items() if 2 in info.players]
    for kind in order:
        lasts = MOMENT if kind in STEPS else rng.uniform(SHORTEST, LONGEST)
        await _meet(weather, kind, lasts, ada, await _at_all(games, lambda game: _begun(ada, game)))
        counts.update(f"{kind} at {game}" for game in games)
        counts["tenths of a second in which no move could be taken"] += 0 if kind in STEPS else round(lasts * 10)
    tables = await _at_all(games, lambda game: _begun(ada, game))
    await _at_all(games, lambda game: _runs(ada, tables[game]))
    return counts


async def _meet(weather: Weather, kind: str, lasts: float, person: Person, tables: dict[str, str]) -> None:
    """One fault, which tables of all games meet at once."""
    lost = 0.0 if kind in STEPS else lasts
    before = await _at_all(tables, lambda game: _looked(person, tables[game]))
    async with FAULTS[kind](weather):
        await asyncio.sleep(lasts)
    await _at_all(tables, lambda game: _check(person, tables[game], kind, before[game], lost))


async def _at_all(games: Iterable[str], what: Callable[[str], Coroutine[Any, Any, Found]]) -> dict[str, Found]:
    """Do the same for each game, all at once; if something fails, then once all have ended, so that no connection is left.

    A broken promise goes before whoever waited in vain.
    """
    tasks = {game: asyncio.create_task(what(game)) for game in games}
    await asyncio.wait(tasks.values())
    failures = [failure for task in tasks.values() if (failure := task.exception())]
    if failures:
        raise min(failures, key=lambda failure: not isinstance(failure, Broken))
    return {game: task.result() for game, task in tasks.items()}


async def _looked(person: Person, table: str) -> tuple[float, float]:
    """What somebody whose turn it is has left, and when that was."""
    return await _left(person, table), time.monotonic()


async def _check(person: Person, table: str, kind: str, before: tuple[float, float], lost: float) -> None:
    """After a fault: nobody was charged for more than has passed, but for what was lost, and moves are taken again."""
    async with asyncio.timeout(PATIENCE):
        after, then = await _looked(person, table)
        charged, served = before[0] - after, then - before[1] - lost
        if charged > served + UNKNOWN:
            raise Broken(f"{kind}: charged {charged:.1f} s, when moves could be taken for {served:.1f} s at most")
        await _moved(person, table)


async def _begun(person: Person, game: str) -> str:
    """A table where somebody has the turn, and time."""
    async with asyncio.timeout(PATIENCE):
        terms = {"each": "game", "seconds": SECONDS, "then": "end"}
        table = await asyncio.to_thread(person.make, [ME, BOT], clock=terms, game=game)
        await _moved(person, table)
        return table


async def _left(person: Person, table: str) -> float:
    """What somebody whose turn it is has left, as soon as anybody says so; Broken if their time is over."""

    def look(screen: Screen) -> float:
        if screen.table["status"] != "playing" or screen.table["seats"][0]["kind"] != "human":
            raise Broken(f"the time of one who has the turn is over: {screen.table['clock']}, {screen.table['log'][-1]}")
        return float(screen.table["clock"]["left"][0])

    return float(await _at(person, table, look))


async def _moved(person: Person, table: str) -> bool:
    """Make a move, however often it must be tried, and wait until it is one's turn again; False if the game is over."""

    async def play(screen: Screen) -> bool:
        await screen.until(lambda _: screen.my_turn)
        wish: dict[str, Any] = {"seq": screen.table["seq"], "move": screen.table["view"]["moves"][0]["text"]}
        while (answer := await screen.say("play", **wish))["t"] != "done":
            if answer["code"] != "unavailable":
                raise Broken(f"a move was refused: {answer}")
            await asyncio.sleep(0.1)
        await screen.until(lambda table: table["seq"] >= answer["seq"])
        await screen.until(lambda table: screen.my_turn or table["status"] != "playing")
        return screen.my_turn

    return bool(await _at(person, table, play))


async def _at(person: Person, table: str, what: Callable[[Screen], Any]) -> Any:
    """Do something at a table as soon as it can be reached."""
    while True:
        try:
            async with person.at(table) as screen:
                found = what(screen)
                return await found if asyncio.iscoroutine(found) else found
        except (*LOST, TimeoutError):
            await asyncio.sleep(0.1)


async def _runs(person: Person, table: str) -> None:
    """Nothing happens: the clock must run."""
    before = await _left(person, table)
    async with asyncio.timeout(PATIENCE):
        while before - await _left(person, table) < RUNNING:
            await asyncio.sleep(0.2)
