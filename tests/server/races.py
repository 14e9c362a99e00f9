"""Processes that race for one move: of all who play it at the same moment, exactly one may.

`run` is the long form; `race` the same on a journal that is there already.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import asyncpg

import escale
from escale.play import events
from escale.play.events import Moved
from escale.play.match import Match
from escale.server import making, tokens
from escale.server.bodies import NewSeat, NewTable
from escale.server.roster import Roster
from escale.server.writing import first_entry
from escale.store.journal import Journal
from tests.postgres.server import started_postgres
from tests.server.racer import HOLDER, KEYLESS, SOUND, UNCHECKED
from tests.store.places import KINDS, Place, places_taken

PROCESSES = 4
FEW = 100  # races
LATE = ("stale", "over")  # what whoever came too late may be told
MOVES_EACH = 5  # at a game; then it is the next one's turn
HEAD_START = 0.003  # seconds between the word and the moment


class Broken(AssertionError):
    """What must never happen did."""


class Racer:
    """One process."""

    def __init__(self, place: Place, number: int, store: str, compiled: bool) -> None:
        """Start it. For a few moves of each game, loading `compiled` code would take longer than doing without."""
        command = [sys.executable, "-m", "tests.server.racer", str(number), store, *place.options()]
        environment = os.environ | ({} if compiled else {"NUMBA_DISABLE_JIT": "1"})
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=environment
        )

    def say(self, line: str) -> None:
        """Tell it something."""
        _open(self.process.stdin).write(f"{line}\n")

    def hear(self) -> str:
        """What it says; Broken if it has died."""
        line = _open(self.process.stdout).readline().strip()
        if not line:
            raise Broken("a racer died")
        return line

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        _open(self.process.stdin).close()
        _open(self.process.stdout).close()


def run(rounds: int, *, kinds: Sequence[str] = KINDS, processes: int = PROCESSES, store: str = SOUND) -> Counter[str]:
    """Race so many times in all, on each kind of database, made for it; how often what happened. Broken if it went wrong."""
    counts = Counter[str]()
    for number, kind in enumerate(kinds):
        share = rounds * (number + 1) // len(kinds) - rounds * number // len(kinds)
        with _place(kind) as place:
            for what, count in race(place, max(1, share), processes=processes, store=store, compiled=share > FEW).items():
                counts[f"{kind} {what}"] += count
    return counts


def race(place: Place, rounds: int, *, processes: int = PROCESSES, store: str = SOUND, compiled: bool = False) -> Counter[str]:
    """Race so many times. `store` plants a bug: see `racer`."""
    if store in (UNCHECKED, KEYLESS):
        asyncio.run(_without_key(place))
    with contextlib.ExitStack() as stack:
        racers = [Racer(place, number, store, compiled) for number in range(processes)]
        for racer in racers:
            stack.callback(racer.close)
        return asyncio.run(_races(place, rounds, racers))


async def _races(place: Place, rounds: int, racers: list[Racer]) -> Counter[str]:
    """Race at game after game."""
    counts = Counter[str]()
    async with place.journal() as journal, places_taken(place) as seqs:
        for game in itertools.cycle(escale.games()):
            if counts["rounds"] == rounds:
                return counts
            match_id, winners = await _new_match(journal, game), list[dict[str, Any]]()
            counts[f"games of {game}"] += 1
            while len(winners) < MOVES_EACH and counts["rounds"] < rounds:
                winners.append(_round(racers, match_id, len(winners) + 2, counts))
                if await _over(journal, await seqs(match_id), match_id, winners):
                    break
    raise AssertionError("there are no games")


def _round(racers: list[Racer], match_id: str, seq: int, counts: Counter[str]) -> dict[str, Any]:
    """All play at once for one place in the journal; the one who got it."""
    for racer in racers:
        racer.say(match_id)
    for racer in racers:
        if racer.hear() != "set":
            raise Broken("a racer is not ready")
    moment = time.monotonic() + HEAD_START
    for racer in racers:
        racer.say(repr(moment))
    outcomes: list[dict[str, Any]] = [json.loads(racer.hear()) for racer in racers]
    counts["rounds"] += 1
    won = [outcome for outcome in outcomes if "done" in outcome]
    if len(won) != 1 or won[0]["done"] != seq:
        raise Broken(f"event {seq} of {match_id}: {len(won)} won in round {counts['rounds']}: {outcomes}")
    for outcome in outcomes:
        if "refused" in outcome:
            counts[outcome["refused"]] += 1
            if outcome["refused"] not in LATE:
                raise Broken(f"event {seq} of {match_id}: refused as {outcome['refused']!r}")
    return won[0]


async def _over(journal: Journal, found: list[int], match_id: str, winners: list[dict[str, Any]]) -> bool:
    """Whether the game is over; Broken unless the journal has what was won, all of it in order, and nothing else.

    `found` are the places that are taken, as the database itself has them.
    """
    if found != list(range(1, len(winners) + 2)):
        raise Broken(f"the journal of {match_id} has gaps or doubles: {found}")
    _, *happened = written = [events.decode(body) for body in await journal.read(match_id)]
    moves = [(event.command, event.move) for event in happened if isinstance(event, Moved)]
    if moves != [(winner["command"], winner["move"]) for winner in winners]:
        raise Broken(f"the journal of {match_id} has not what was acknowledged: {moves}")
    return Match.of(match_id, written).status != "playing"


async def _new_match(journal: Journal, game: str) -> str:
    """A game in which one holder plays every seat, so that all who race may move."""
    wish = NewTable(game, [NewSeat("me"), NewSeat("me")], one_screen=True)
    match = Match(tokens.table_id(), making.created(wish, HOLDER, Roster()))
    await journal.append(first_entry(match))
    return match.id


async def _without_key(place: Place) -> None:
    """For the planted bugs: nothing keeps two events from having one place. SQLite lets nobody take a key away."""
    async with place.journal():
        pass
    if place.database:
        connection = await asyncpg.connect(place.database)
        await connection.execute("ALTER TABLE events DROP CONSTRAINT events_pkey")
        await connection.close()


@contextlib.contextmanager
def _place(kind: str) -> Iterator[Place]:
    if kind == "postgresql":
        with started_postgres() as server:
            server.create("races")
            yield Place(database=server.dsn("races"))
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield Place(data=Path(folder))


def _open(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream
