"""Harness: many tables of every game, with people and bots that move; when all have gone, their memory comes back."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import escale
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND
from tests.server.running import Person, Screen, Server, limited, serving

GAMES = tuple(escale.games())
WEAK = "easy"
STRONG_EACH = 10  # of so many tables one has strong bots, which keep what they have thought
MOVES = 6  # of the person at each table
MOST_KEPT = 60.0  # megabytes more than at the start that may still be there afterwards
AT_ONCE = 20  # people who play at the same time; all stay
SLEEP_SECONDS = 5.0  # after which a table where nobody is leaves the memory
PATIENCE = 60.0


def give_memory_back(
    data: Path,
    tables: int,
    seed: int,
    program: tuple[str, ...] = SOUND,
    most_kept: float = MOST_KEPT,
    games: Sequence[str] = GAMES,
    sleep: float = SLEEP_SECONDS,
    strong: str = "expert",
) -> Counter[str]:
    """Broken if a server has much more memory after so many tables, once nobody is there, than after one of each game."""
    rng = random.Random(seed)
    limits = limited(data, table_idle_seconds=sleep, sockets_per_address=100_000, tables_at_once=100_000.0)
    with serving(data, *limits, program=program) as server:
        asyncio.run(_play(server, [_seats(game, bot) for game in games for bot in (strong, WEAK)], rng))
        before = _settled(server, sleep)
        bots = [WEAK if number // len(games) % STRONG_EACH else strong for number in range(tables)]
        wanted = [_seats(games[number % len(games)], bot) for number, bot in enumerate(bots)]
        most = asyncio.run(_play(server, wanted, rng))
        after = _settled(server, sleep)
    print(f"  {before:.0f} MB before, {most:.0f} MB with {tables} tables, {after:.0f} MB after they sleep", flush=True)
    if after > before + most_kept:
        raise Broken(f"{after - before:.0f} MB are still there after {tables} tables, not {most_kept:.0f}")
    return Counter({"tables": tables})


def _seats(game: str, bot: str) -> dict[str, Any]:
    """A table of a person and bots."""
    others = min(count for count in escale.games()[game].players if count > 1) - 1
    return {"game": game, "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": bot}] * others]}


async def _play(server: Server, wanted: list[dict[str, Any]], rng: random.Random) -> float:
    """Somebody at each of these tables makes some moves, and stays until all have; the memory that takes, in megabytes."""
    turns = asyncio.Semaphore(AT_ONCE)
    async with contextlib.AsyncExitStack() as stack:
        await asyncio.gather(*(_come(server, stack, turns, wish, rng) for wish in wanted))
        return memory(server)


async def _come(
    server: Server, stack: contextlib.AsyncExitStack, turns: asyncio.Semaphore, wish: dict[str, Any], rng: random.Random
) -> None:
    async with turns:
        person = Person(server)
        made = await asyncio.to_thread(person.post, "/api/tables", wish, 201)
        screen: Screen = await stack.enter_async_context(person.at(made["id"]))
        for _ in range(MOVES):
            await screen.until(lambda table: screen.my_turn or table["status"] != "playing")
            if screen.table["status"] != "playing":
                return
            await screen.play(rng.randrange(1000))


def _settled(server: Server, sleep: float) -> float:
    """The memory once it falls no more, in megabytes."""
    time.sleep(2 * sleep)
    least, falling = memory(server), time.monotonic() + PATIENCE
    while time.monotonic() < falling:
        time.sleep(sleep)
        if (now := memory(server)) > least - 1.0:
            return min(now, least)
        least = now
    return least


def memory(server: Server) -> float:
    """What a server has of the machine's memory, in megabytes."""
    assert server._process is not None
    status = Path(f"/proc/{server._process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024
