"""Harness: whole games, watched. Nothing that a watcher gets holds a secret."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path

import escale
from escale.play import events
from escale.play.events import Created, Shared
from escale.play.match import Match
from escale.server.tokens import hashed
from tests.conformance.tables import Table, tables
from tests.server.eyes import secret_tables
from tests.server.patient import Broken, invitation_to, written
from tests.server.planted.plants import SOUND
from tests.server.running import BOT, GAME, ME, OPEN, Person, Screen, Server, serving


def watch_whole_games(data: Path, games: int, seed: int, program: tuple[str, ...] = SOUND, game: str = GAME) -> Counter[str]:
    """Watch so many games of two people, and a bot where there is room; Broken if a frame tells what a watcher may not know."""
    counts, rng = Counter[str](), random.Random(seed)
    seen: list[tuple[str, list[str], list[str]]] = []
    with serving(data, program=program) as server:
        for _ in range(games):
            seen.append(asyncio.run(_watched(server, rng, rng.choice(watched_tables(game)), game)))
        assert server.stop() == 0
    journals = written(data)
    for table, frames, keys in seen:
        journal = [events.decode(body) for body in journals[table]]
        scan(frames, journal, keys)
        check_views(frames, Match.of(table, journal))
        counts["games"] += 1
        counts["frames"] += len(frames)
    return counts


def watched_tables(game: str) -> list[Table]:
    """Where two people sit and seats know different things, with as few others as can be; any table if they never do."""
    every = [table for table in secret_tables(game) or tables(escale.games()[game]) if table.players > 1]
    fewest = min(table.players for table in every)
    return [table for table in every if table.players == fewest]


async def _watched(server: Server, rng: random.Random, at: Table, game: str) -> tuple[str, list[str], list[str]]:
    """The table, every frame of one who watched from the start, and the keys that only players may know."""
    ada, bob, watcher = (Person(server) for _ in range(3))
    seats = [ME, OPEN, *[BOT] * (at.players - 2)]
    table = ada.make(seats, game=game, options=dict(at.options), listed=True)
    async with watcher.at(table) as watching:
        key = await invitation_to(ada, table)
        bob.post(f"/api/invitations/{key}", {"name": "Bob"})
        link = ada.post(f"/api/tables/{table}/seats/0/link")["key"]
        async with ada.at(table) as hers, bob.at(table) as his:
            await asyncio.gather(_noisy(hers, rng), _noisy(his, rng), watching.play_on())
    tokens = [str(value) for person in (ada, bob) for value in person.http.cookies.values()]
    return table, watching.frames, [key, link, *tokens]


async def _noisy(screen: Screen, rng: random.Random) -> None:
    """Play, and now and then try what is refused."""
    while screen.table["status"] == "playing":
        if rng.random() < 0.2:
            await screen.say("play", seq=screen.table["seq"], move="zz")
        elif screen.my_turn:
            await screen.play(rng.randrange(100))
        else:
            await screen.read()


def scan(frames: list[str], journal: list[events.Event], keys: list[str]) -> None:
    """Broken if a frame holds a key, a hash of one, or how a game that isn't over was dealt."""
    created = journal[0]
    assert isinstance(created, Created)
    hashes = {holder for seat in created.seats for holder in seat.holders} | {hashed(key) for key in keys} | {created.by}
    hashes |= {event.holder for event in journal if isinstance(event, Shared)}
    for frame in frames:
        over = json.loads(frame).get("status", "playing") != "playing"
        dealt = () if over else (str(created.seed), created.salt)
        for secret in (*keys, *hashes, *dealt):
            if secret in frame:
                raise Broken(f"a watcher was told {secret}: {frame[:300]}")


def check_views(frames: list[str], match: Match) -> None:
    """Every view is the rules' own for a watcher, and not a field more."""
    for frame in map(json.loads, frames):
        if "view" in frame:
            right = json.loads(json.dumps(match.at(frame["ply"]).view(None)))
            if frame["view"] != right:
                raise Broken(f"a watcher was shown {frame['view']}, not {right}")
