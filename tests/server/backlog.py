"""Harness: more reviews than may wait are asked for from a few addresses; one who asks for one gets it next."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx

import escale
from escale.server.limits import DEFAULTS
from tests.server.caller import Caller
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND
from tests.server.running import Server, serving

ADDRESSES = 6
MOVES = 8  # of a game that is looked back at, which takes a second or so
ASK_SECONDS = 0.2  # between two questions
PATIENCE = 240.0  # for a review, which lets everything else that the machine has to do go first
OK, TOO_MANY = 200, 429
UNDER_WAY = 1  # may be, when somebody comes, and is not given up for them


@dataclass
class Wanted:
    """A review that somebody asks for again and again."""

    caller: Caller
    record: dict[str, Any]
    done: bool = False

    def ask(self) -> httpx.Response:
        """Ask how far it is."""
        answer = self.caller.http.post(self.caller.url("/api/reviews"), json=self.record)
        if answer.status_code not in (OK, TOO_MANY):
            raise Broken(f"a review is answered with {answer.status_code}: {answer.text}")
        self.done = answer.status_code == OK and answer.json()["review"] is not None
        return answer


def crowd_out_reviews(
    data: Path,
    newcomers: int,
    seed: int,
    program: tuple[str, ...] = SOUND,
    games: Sequence[str] = tuple(escale.games()),
) -> Counter[str]:
    """So many people, one after the other, each ask for one review while six addresses ask for more than may wait.

    Theirs is of a game of its own, which is another with each seed. Broken if one is refused, or if more than the one under
    way is made before theirs, as the log tells.
    """
    rng, counts = random.Random(seed), Counter[str]()
    *others, own = rotated(list(games), seed)
    with serving(data, "--log", "info", program=program) as server:
        _warm(server, [*others, own], rng)
        crowd = [
            Wanted(Caller(server, f"127.0.3.{number % ADDRESSES + 1}"), _record(rng, others[number % len(others)]))
            for number in range(DEFAULTS.reviews_waiting + ADDRESSES)  # more than may wait
        ]
        for number in range(newcomers):
            _begin(crowd, rng)
            before = len(_made(server))
            newcomer = Wanted(Caller(server, f"127.0.4.{number + 1}"), _record(rng, own))
            _wait(newcomer)
            made = _made(server)[before:].index(own)
            if made > UNDER_WAY:
                raise Broken(f"{made} reviews of those who ask for many were made before that of one who asks for one")
            counts["made before a newcomer's"] += made
            counts["reviews of newcomers"] += 1
        counts["reviews of six addresses"] += len(crowd)
        counts.update(f"reviews of {game}" for game in _made(server))
    return counts


def rotated(games: list[str], seed: int) -> list[str]:
    """The same, beginning with another one."""
    first = seed % len(games)
    return [*games[first:], *games[:first]]


def _made(server: Server) -> list[str]:
    """The games of the reviews that were made, in order."""
    lines = [json.loads(line) for line in server.errors.read_text().splitlines() if line.startswith("{")]
    return [line["game"] for line in lines if line["what"] == "a review was made"]


def _warm(server: Server, games: list[str], rng: random.Random) -> None:
    """Until all is compiled, so that what is waited for is other reviews."""
    caller = Caller(server, "127.0.4.250")
    caller.http.timeout = httpx.Timeout(PATIENCE)
    for game in games:
        _wait(Wanted(caller, _record(rng, game)))


def _begin(crowd: list[Wanted], rng: random.Random) -> None:
    """All of the crowd's wait, and one of them is being made; whoever has got theirs asks for another."""
    end = time.monotonic() + PATIENCE
    while True:
        for wanted in crowd:
            if wanted.done:
                wanted.done, wanted.record = False, _record(rng, str(wanted.record["game"]))
        answers = [wanted.ask() for wanted in crowd]
        if any(answer.status_code == OK and 0 < answer.json()["done"] < answer.json()["of"] for answer in answers):
            return
        if time.monotonic() > end:
            raise Broken(f"no review is begun in {PATIENCE:.0f} s")


def _wait(wanted: Wanted) -> None:
    end = time.monotonic() + PATIENCE
    while not wanted.done:
        if wanted.ask().status_code == TOO_MANY:
            raise Broken("who asks for one review is refused, as others ask for many")
        if time.monotonic() > end:
            raise Broken(f"no review in {PATIENCE:.0f} s")
        time.sleep(ASK_SECONDS)


def _record(rng: random.Random, game: str) -> dict[str, Any]:
    """A game of its own, which nobody played to its end."""
    seed, texts = rng.randrange(1 << 30), list[str]()
    position = escale.load(game).new(2, seed)
    while len(texts) < MOVES and not position.over:
        texts.append(rng.choice(position.names()))
        position.play(texts[-1])
    version = escale.games()[game].version
    return {"game": game, "version": version, "players": 2, "options": {}, "seed": str(seed), "moves": texts}
