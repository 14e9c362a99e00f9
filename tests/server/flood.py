"""Harness: many tables of experts from a few addresses, and a person elsewhere who plays easy bots and notices nothing."""

from __future__ import annotations

import asyncio
import json
import math
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import escale
from tests.server.caller import Caller
from tests.server.flooder import KINDS
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND
from tests.server.running import ANSWER_SECONDS, ME, Screen, Server, as_hosted, serving

ADDRESSES = 6
HOME = "127.0.2.1"
EASY = {"kind": "bot", "bot": "easy"}
OFTEN = 0.95
SLOWEST = 2.0  # seconds for an easy bot's answer to a person, so often
NOTICED = 3.0  # times as long as when all is quiet, for the acknowledgement of a person's move, for 99 of 100
ENOUGH = 100  # moves, to say something of 99 in 100
SETTLING = 3.0  # seconds after which all that is going on has begun


@dataclass
class Times:
    """How long a person waited, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)

    def told(self) -> str:
        """The figures."""
        parts = []
        for name, times in (("acknowledged", self.acknowledged), ("answered", self.answered)):
            figures = " / ".join(f"{1e3 * quantile(times, share):.0f}" for share in (0.5, 0.95, 0.99))
            parts.append(f"{name} after {figures} ms")
        return f"{', '.join(parts)} (median / p95 / p99)"


def quantile(times: Sequence[float], share: float) -> float:
    """What so large a share of the times does not exceed."""
    return sorted(times)[max(math.ceil(share * len(times)) - 1, 0)]


def flood_with_experts(
    data: Path,
    tables: int,
    moves: int,
    seed: int,
    program: tuple[str, ...] = SOUND,
    slowest: float = SLOWEST,
    games: Sequence[str] = tuple(escale.games()),
) -> Counter[str]:
    """So many tables of experts, and so many moves of a person, before the flood, in it and after a restart in it.

    Broken if 5 in 100 answers of an easy bot take longer than `slowest` seconds, if a bot plays where nobody is, or, from
    ENOUGH moves on, if the person notices the flood when their moves are acknowledged.
    """
    rng, counts = random.Random(seed), Counter[str]()
    with serving(data, *as_hosted(data), program=program) as server:
        person = Opponent(Caller(server, HOME), games, rng)
        person.play(len(games))  # until everything is compiled
        quiet = told("quiet", person.play(moves))
        with flooded(server, tables, games) as made:
            for when in ("in the flood", "after a restart"):
                if when == "after a restart":
                    server.kill()
                    server.start()
                    person.play(len(games))
                times = told(when, person.play(moves, slowest))
                check_times(times, quiet, slowest, when)
                _check_asleep(person.caller, made["unwatched"])
                counts["answers"] += len(times.answered)
                counts["acknowledgements"] += len(times.acknowledged)
            counts["tables that slept"] += len(made["unwatched"])
            counts["tables of experts"] += sum(len(made[kind]) for kind in KINDS)
    return counts


def told(when: str, times: Times) -> Times:
    """The same, printed."""
    print(f"  {when}: {times.told()}", flush=True)
    return times


def check_times(times: Times, quiet: Times, slowest: float, when: str, enough: int = ENOUGH, noise: float = 0.0) -> None:
    """Broken if 5 in 100 answers take longer than `slowest` seconds, or, from `enough` moves on, if 1 in 100 is acknowledged
    more than NOTICED times as late as when all is quiet; less than `noise` seconds tell nothing.
    """
    answer = quantile(times.answered, OFTEN)
    if answer > slowest:
        raise Broken(f"{when} an easy bot's answer takes {answer:.1f} s (p95), not {slowest} s")
    known, seen = quantile(quiet.acknowledged, 0.99), quantile(times.acknowledged, 0.99)
    if len(times.acknowledged) >= enough and seen > max(NOTICED * known, noise):
        raise Broken(f"{when} a move is acknowledged after {seen:.3f} s (p99), {known:.3f} s when all is quiet")


def _check_asleep(person: Caller, tables: list[str]) -> None:
    for table in tables:
        if person.http.get(person.url(f"/api/tables/{table}/past/1")).status_code == 200:
            raise Broken(f"{table}: bots play where nobody is")


@contextmanager
def flooded(server: Server, tables: int, games: Sequence[str]) -> Iterator[dict[str, list[str]]]:
    """The flood while the context lasts: its tables by kind, once everybody is there."""
    command = [sys.executable, "-m", "tests.server.flooder", str(server.port), str(tables), str(ADDRESSES), *games]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as flooder:
        try:
            assert flooder.stdout is not None
            made: dict[str, list[str]] = json.loads(flooder.stdout.readline())
            assert flooder.stdout.readline() == "all are there\n"
            time.sleep(SETTLING)
            yield made
        finally:
            flooder.kill()


class Opponent:
    """A person who plays easy bots."""

    def __init__(self, caller: Caller, games: Sequence[str], rng: random.Random) -> None:
        """At tables of these games."""
        self.caller, self._games, self._rng = caller, games, rng

    def play(self, moves: int, slowest: float = math.inf) -> Times:
        """So many moves, spread over the games; Broken as soon as too many answers have taken longer than `slowest`."""
        times, share = Times(), math.ceil(moves / len(self._games))
        for game in self._games:
            asyncio.run(self._play(game, share, times))
            slow = sum(seconds > slowest for seconds in times.answered)
            if slow > (1 - OFTEN) * moves:
                raise Broken(f"{slow} answers of {len(times.answered)} take longer than {slowest} s")
        return times

    async def _play(self, game: str, moves: int, times: Times) -> None:
        enough = len(times.answered) + moves
        while len(times.answered) < enough:
            table = await asyncio.to_thread(self.caller.make, [ME, EASY], game=game)
            async with self.caller.at(table) as screen:
                await _answer(screen)
                while len(times.answered) < enough and screen.table["status"] == "playing":
                    await self._one_move(screen, times)

    async def _one_move(self, screen: Screen, times: Times) -> None:
        move = self._rng.choice(screen.table["view"]["moves"])["text"]
        await screen.wait_allowed()
        begun = time.perf_counter()
        done = await screen.say("play", seq=screen.table["seq"], move=move)
        if done["t"] != "done":
            raise Broken(f"{move} was refused: {done}")
        acknowledged = time.perf_counter()
        times.acknowledged.append(acknowledged - begun)
        await screen.until(lambda table: table["seq"] >= done["seq"])
        if not screen.my_turn and screen.table["status"] == "playing":
            await _answer(screen)
            times.answered.append(time.perf_counter() - acknowledged)


async def _answer(screen: Screen) -> None:
    """Wait until it is the person's turn, or the game is over."""
    try:
        await screen.until(lambda table: screen.my_turn or table["status"] != "playing")
    except TimeoutError:
        raise Broken(f"an easy bot gives no answer in {ANSWER_SECONDS:.0f} s") from None
