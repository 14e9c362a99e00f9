"""Harness: what the commands for hosts print of games being played holds nothing that one who only watches may not know."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import escale
from escale.play import events
from escale.play.match import Match
from tests.server.leaks import check_views, scan, watched_tables
from tests.server.patient import invitation_to, written
from tests.server.planted.plants import SOUND
from tests.server.running import BOT, ME, OPEN, Person, Screen, Server, serving

MOVES = 5  # of each game that is looked at
PATIENCE = 300.0


def look_as_host(data: Path, program: tuple[str, ...] = SOUND) -> Counter[str]:
    """Play a little of every game, and let the host look, by this program; Broken if that tells too much."""
    keys: dict[str, list[str]] = {}
    with serving(data) as server:
        for game in escale.games():
            table, hers = asyncio.run(_begun(server, game))
            keys[table] = hers
        listed = run(program, "tables", "--data", str(data), "--json")
        shown = run(program, "tables", "show", *keys, "--data", str(data), "--json")
        told = run(program, "tables", "show", *keys, "--data", str(data), "--lang", "fr")
    journals = {table: [events.decode(body) for body in bodies] for table, bodies in written(data).items()}
    for table, frame in zip(keys, shown.splitlines(), strict=True):
        found = json.loads(frame)
        assert (found["id"], found["status"]) == (table, "playing")
        assert found["ply"] >= MOVES
        check_views([frame], Match.of(table, journals[table]))
        scan([json.dumps({"told": text}) for text in (listed, shown, told)], journals[table], keys[table])
    assert {json.loads(line)["id"] for line in listed.splitlines()} == set(keys)
    return Counter(tables=len(keys), letters=len(listed + shown + told))


async def _begun(server: Server, game: str) -> tuple[str, list[str]]:
    """A table that is being played, and all keys that only its players may know."""
    ada, bob = Person(server), Person(server)
    at = watched_tables(game)[0]
    table = ada.make([ME, OPEN, *[BOT] * (at.players - 2)], game=game, options=dict(at.options), listed=True)
    key = await invitation_to(ada, table)
    bob.post(f"/api/invitations/{key}", {"name": "Bob"})
    link = ada.post(f"/api/tables/{table}/seats/0/link")["key"]
    async with ada.at(table) as hers, bob.at(table) as his:
        await asyncio.gather(_play(hers), _play(his))
    return table, [key, link, *(str(value) for person in (ada, bob) for value in person.http.cookies.values())]


async def _play(screen: Screen) -> None:
    while screen.table["ply"] < MOVES:
        if screen.my_turn:
            await screen.play(screen.table["ply"])
        else:
            await screen.read()


def run(program: tuple[str, ...], *arguments: str, status: int = 0, typed: str = "") -> str:
    """What a command prints, to whichever stream."""
    command = [sys.executable, *program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, input=typed)
    assert done.returncode == status, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr
