"""One of those who race: `python -m tests.server.racer NUMBER STORE --data FOLDER | --database ADDRESS`.

Each line it reads names a match. It reads its journal, picks a move, says "set", reads the moment to start, plays the move at
that moment by the door through which a server's moves go, and says what became of it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

from escale.play import events, rulings
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from escale.server.live import Table
from escale.store import postgres, sqlite
from escale.store.journal import Journal
from tests.store.places import Place

HOLDER = "somebody"
SOUND, UNCHECKED, KEYLESS = "sound", "unchecked", "keyless"  # how the store is: as it should be, or with a planted bug


def plant_unchecked() -> None:
    """The bug: an event is put after the last one, whatever place it was meant for."""
    sqlite.EVENT = "INSERT INTO events SELECT ?1, 1 + MAX(seq), ?3 FROM events WHERE match = ?1 AND ?2 > 0"
    postgres.NEXT = f"""
        WITH written AS (
            INSERT INTO events SELECT $1::text, 1 + MAX(seq), $2::text FROM events WHERE match = $1::text AND $8::int > 0
            RETURNING match, seq
        ),
        changed AS (
            UPDATE matches SET status = $3::text, updated = $4::float8, wound = CASE WHEN $9::bool THEN {postgres.SERVED} END
            WHERE id = $1::text
        ),
        {postgres.TELL}
    """


async def race(place: Place, number: int) -> None:
    """Until there are no more lines."""
    async with place.journal() as journal:
        while match_id := sys.stdin.readline().strip():
            match = Match.of(match_id, [events.decode(body) for body in await journal.read(match_id)])
            moves = match.position.names()
            print("set", flush=True)
            moment = float(sys.stdin.readline())
            while time.monotonic() < moment:
                pass
            print(json.dumps(await play(match, journal, number, moves[number % len(moves)])), flush=True)


async def play(match: Match, journal: Journal, number: int, move: str) -> dict[str, str | int]:
    """Try to be the one who moves."""
    seq, command = match.seq, f"{match.seq}-{number}"

    def ruling(match: Match, at: float) -> events.Event:
        return rulings.move(match, Command(HOLDER, command, at), seq, move)

    try:
        done = await Table(match, journal, lambda table: None).change(HOLDER, command, ruling)
    except Refused as refusal:
        return {"refused": refusal.code}
    return {"done": done, "command": command, "move": move}


def main(number: str, store: str, option: str, where: str) -> None:
    """As the command line says."""
    if store == UNCHECKED:
        plant_unchecked()
    asyncio.run(race(Place(data=Path(where)) if option == "--data" else Place(database=where), int(number)))


if __name__ == "__main__":
    main(*sys.argv[1:])
