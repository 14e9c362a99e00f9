"""Harness: the server is killed at random moments while people and bots play, and started again on the same data."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import escale
from tests.server.forks import AVAILABLE, ForkedServer
from tests.server.patient import Broken, Diary, Patient, check_promises, games_for, seated, together, written
from tests.server.planted.plants import SOUND
from tests.server.running import Person, Server, on

GROUPS = ((2, 0), (1, 1), (1, 2), (2, 1))  # people and bots at a table
LONGEST_GAME = 60  # moves, then it is left
MOVES_BETWEEN = 25  # acknowledged, at most, from a start to the next kill
LONGEST_AFTER = 0.03  # seconds from the last of them to the kill
LONG_WAIT = 20.0  # seconds without a move at a table: then the server lives until there is one
PATIENCE = 180.0  # seconds for the last games to end once nothing is killed any more


def kill_at_random(
    data: Path, kills: int, seed: int, program: tuple[str, ...] = SOUND, database: str | None = None
) -> Counter[str]:
    """Play on while the server is killed so many times; Broken if an acknowledged move is lost, doubled or elsewhere.

    The games are in the folder `data`, or in the PostgreSQL database, which itself is not killed.
    """
    rng = random.Random(seed)
    server = (ForkedServer if AVAILABLE else Server)(data, *on(database), program=program).start()
    try:
        diary = asyncio.run(_played(server, kills, rng))
    finally:
        server.people.close()
        server.kill()
    for match in check_promises(written(data, database), diary).values():
        if match.status != "over" and match.ply < LONGEST_GAME:
            raise Broken(f"{match.id}: its players saw the end, the journal has not")
        diary.counts[f"games of {match.created.game}"] += 1
        diary.counts[f"moves of {match.created.game}"] += sum(table == match.id for table, *_ in diary.promised)
    diary.counts["kills"] += kills
    diary.counts["games"] += len(diary.tables)
    return diary.counts


async def _played(server: Server, kills: int, rng: random.Random) -> Diary:
    diary, stop = Diary(), asyncio.Event()
    groups = [
        asyncio.create_task(_group(server, people, games_for(people + bots, game), bots, diary, rng, stop))
        for game, (people, bots) in _groups(rng.randrange(len(GROUPS)))
    ]
    killing = asyncio.create_task(_kill(server, kills, diary, rng, stop))
    done, _ = await asyncio.wait([*groups, killing], return_when=asyncio.FIRST_EXCEPTION)
    try:
        for task in done:
            task.result()
        await killing
        await asyncio.wait_for(asyncio.gather(*groups), PATIENCE)
    finally:
        stop.set()
        await asyncio.gather(killing, return_exceptions=True)
        for group in groups:
            group.cancel()
        await asyncio.gather(*groups, return_exceptions=True)
    return diary


def _groups(first: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """For each game of the shelf a group that begins with it, in one of the shapes that the game allows."""
    for number, (game, info) in enumerate(escale.games().items(), first):
        shapes = [shape for shape in GROUPS if sum(shape) in info.players]
        yield game, shapes[number % len(shapes)]


async def _group(
    server: Server, people: int, games: Iterator[str], bots: int, diary: Diary, rng: random.Random, stop: asyncio.Event
) -> None:
    """The same people, game after game."""
    there = [Person(server) for _ in range(people)]
    while not stop.is_set():
        table = await seated(there, bots, game=next(games))
        diary.tables.append(table)
        diary.moved[table] = time.monotonic()
        await together(*(Patient(person, table, diary, rng, LONGEST_GAME).play_out() for person in there))
        del diary.moved[table]


async def _kill(server: Server, kills: int, diary: Diary, rng: random.Random, stop: asyncio.Event) -> None:
    try:
        for _ in range(kills):
            await _moves(diary, len(diary.promised) + rng.randint(1, MOVES_BETWEEN), stop)
            await _moved_everywhere(diary, stop)
            await asyncio.sleep(rng.uniform(0.0, LONGEST_AFTER))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
    finally:
        stop.set()


async def _moved_everywhere(diary: Diary, stop: asyncio.Event) -> None:
    """Return once nobody has waited for long. People move as soon as a server is there; if it is killed before its bots do, as
    on a busy machine, those who play with bots would wait for ever, and nothing would be said of the server.
    """
    async with asyncio.timeout(PATIENCE):
        while min(diary.moved.values(), default=math.inf) < time.monotonic() - LONG_WAIT and not stop.is_set():
            await asyncio.sleep(0.001)


async def _moves(diary: Diary, count: int, stop: asyncio.Event) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(diary.promised) < count and not stop.is_set():
            await asyncio.sleep(0.001)
