"""Somebody who plays on whatever happens to the connection, and writes down what was promised."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import httpx2 as httpx
from websockets.exceptions import InvalidHandshake, WebSocketException

import escale
from escale.play import events
from escale.play.match import Match
from escale.server.journals import FILE
from tests.server.running import OPEN, Person, Screen, Server

PAUSE = 0.02  # before trying again
LONGEST_SILENCE = 180.0  # seconds without a single answer: then nothing works any more
EVENTS = "SELECT match, seq, body FROM events ORDER BY match, seq"
LOST = (OSError, EOFError, WebSocketException, InvalidHandshake, httpx.TransportError)
commands = itertools.count(1)


class Broken(AssertionError):
    """A promise of the server was not kept."""


@dataclass
class Diary:
    """All that was promised at the tables of one harness."""

    promised: list[tuple[str, str, int, str]] = field(default_factory=list)  # table, command, seq, move
    counts: Counter[str] = field(default_factory=Counter)
    tables: list[str] = field(default_factory=list)
    moved: dict[str, float] = field(default_factory=dict)  # at tables that are played, when a move was last acknowledged


class Patient:
    """Plays one seat; every move goes under one command id however often it must be sent."""

    def __init__(self, person: Person, table: str, diary: Diary, rng: random.Random, longest: int = 10**9) -> None:
        """`rng` chooses the moves, and when to ask again for what was answered already; a game of `longest` moves is left."""
        self.person, self.table, self.diary, self.rng, self.longest = person, table, diary, rng, longest
        self._pending: dict[str, Any] | None = None
        self._answered = time.monotonic()  # when the last one was
        self._last: tuple[dict[str, Any], int] | None = None
        self.final: dict[str, Any] = {}

    async def play_out(self) -> None:
        """Play until the game is over, or left."""
        while not self.final:
            if time.monotonic() - self._answered > LONGEST_SILENCE:
                raise Broken(f"{self.table}: nothing is answered any more; waiting for {self._pending}")
            try:
                async with self.person.at(self.table) as screen:
                    await self._play(screen)
            except LOST:
                self.diary.counts["connections lost"] += 1
                await asyncio.sleep(PAUSE)

    async def _play(self, screen: Screen) -> None:
        await self._ask_again(screen)
        self.diary.counts["commands sent again"] += self._pending is not None
        while not self._left(screen.table) or self._pending:
            if self._pending is None and screen.my_turn:
                moves = screen.table["view"]["moves"]
                move = self.rng.choice(moves)["text"]
                self._pending = {"t": "play", "id": f"p{next(commands)}", "seq": screen.table["seq"], "move": move}
            if self._pending is not None:
                await self._send(screen)
            else:
                await screen.read()
        self.final = screen.table

    def _left(self, table: dict[str, Any]) -> bool:
        """Whether nobody will play here any more: all who play leave the table at the same moment, when it waits for one of
        them.
        """
        if table["status"] != "playing" or table["ply"] < self.longest:
            return bool(table["status"] != "playing")
        return bool(table["seats"][table["view"]["turn"]]["kind"] == "human")

    async def _send(self, screen: Screen) -> None:
        pending = self._pending
        assert pending is not None
        answer = await _answered(screen, pending)
        if answer["t"] != "done":
            raise Broken(f"{self.table}: {pending} was refused: {answer}")
        self._pending, self._last, self._answered = None, (pending, answer["seq"]), time.monotonic()
        self.diary.promised.append((self.table, pending["id"], answer["seq"], pending["move"]))
        self.diary.counts["moves acknowledged"] += 1
        if self.table in self.diary.moved:
            self.diary.moved[self.table] = self._answered
        await screen.until(lambda table: table["seq"] >= answer["seq"])

    async def _ask_again(self, screen: Screen) -> None:
        """After a reconnection: what was answered before must be answered the same again."""
        if self._last is None or self.rng.random() < 0.5:
            return
        sent, seq = self._last
        answer = await _answered(screen, sent)
        self.diary.counts["commands sent again"] += 1
        if (answer["t"], answer.get("seq")) != ("done", seq):
            raise Broken(f"{self.table}: {sent} was done at {seq}; sent again, the answer is {answer}")


async def _answered(screen: Screen, command: dict[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in command.items() if name != "t"}
    return await screen.say(command["t"], **fields)


async def together(*works: Coroutine[Any, Any, None]) -> None:
    """Do all at once; the first failure stops the others."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def insist(ask: Any, *arguments: Any) -> Any:
    """A request, tried until it is answered."""
    while True:
        try:
            return await asyncio.to_thread(ask, *arguments)
        except LOST:
            await asyncio.sleep(PAUSE)


async def invitation_to(person: Person, table: str) -> str:
    """The key that opens a table's open seats, as one who sits there knows it."""
    while True:
        try:
            async with person.at(table) as screen:
                return str(screen.table["invitation"])
        except LOST:
            await asyncio.sleep(PAUSE)


def games_for(players: int, first: str | None = None) -> Iterator[str]:
    """The games that so many can play, over and over, from one of them on."""
    fit = [game for game, info in escale.games().items() if players in info.players]
    return itertools.islice(itertools.cycle(fit), fit.index(first) if first else 0, None)


async def seated(people: list[Person], bots: int, **more: Any) -> str:
    """A table of these people and so many bots; `more` as `Person.make` takes it."""
    me = {"kind": "me", "name": "P0"}
    bot = {"kind": "bot", "bot": "random"}
    table = str(await insist(partial(people[0].make, [me, *[OPEN] * (len(people) - 1), *[bot] * bots], **more)))
    if len(people) > 1:
        key = await invitation_to(people[0], table)
        for number, person in enumerate(people[1:], 1):
            await insist(person.post, f"/api/invitations/{key}", {"name": f"P{number}"})
    return table


def written(server_data: Path, database: str | None = None) -> dict[str, list[bytes]]:
    """Every journal of a server that isn't running, by table."""
    journals: dict[str, list[bytes]] = {}
    for match, seq, body in asyncio.run(_rows(database)) if database else _file_rows(server_data):
        journal = journals.setdefault(match, [])
        if seq != len(journal) + 1:
            raise Broken(f"{match}: event {seq} follows {len(journal)}")
        journal.append(body.encode() if isinstance(body, str) else body)
    return journals


def _file_rows(server_data: Path) -> list[Any]:
    db = sqlite3.connect(server_data / FILE)
    try:
        return db.execute(EVENTS).fetchall()
    finally:
        db.close()


async def _rows(database: str) -> list[Any]:
    connection = await asyncpg.connect(database)
    try:
        return list(await connection.fetch(EVENTS))
    finally:
        await connection.close()


def check_promises(journals: dict[str, list[bytes]], diary: Diary) -> dict[str, Match]:
    """Every acknowledged move is there exactly once, at its seq; every journal makes a match."""
    told_at = {table: [json.loads(body) for body in journal] for table, journal in journals.items()}
    for table, command, seq, move in diary.promised:
        told = told_at.get(table, [])
        places = [place for place, event in enumerate(told, 1) if event.get("command") == command]
        if places != [seq] or told[seq - 1].get("move") != move:
            raise Broken(f"{table}: {move} was acknowledged at {seq}, the journal has it at {places}")
    return {table: Match.of(table, [events.decode(body) for body in journals[table]]) for table in diary.tables}


def stranger(server: Server) -> Person:
    """Somebody new, with a cookie of their own."""
    person = Person(server)
    person.make([{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    return person
