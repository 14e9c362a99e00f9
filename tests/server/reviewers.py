"""`python -m tests.server.reviewers PORT COUNT ADDRESSES SEED GAME...`: so many reviews of finished games wanted at once.

Each is of a game of its own, and whoever gets one asks for another. Ends when stdin does, and prints as JSON how many were
wanted, and made, of which game; `begun` first, once all have been asked for.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import select
import sys
from collections import Counter
from typing import Any

import httpx2 as httpx

import escale
from tests.server.running import ANSWER_SECONDS

OK, TOO_MANY = 200, 429
ROUND_SECONDS = 1.0  # in which each is asked for once
LONGEST = 1000  # moves of a game
NICENESS = 10  # what is measured is the server


class Reviewer:
    """Wants one review after the other, all of one game."""

    def __init__(self, port: int, address: str, game: str, rng: random.Random) -> None:
        """Somebody new at an address."""
        transport = httpx.HTTPTransport(local_address=address, verify=False)
        self._http = httpx.Client(timeout=ANSWER_SECONDS, transport=transport)
        self._url, self._game, self._rng = f"http://127.0.0.1:{port}/api/reviews", game, rng
        self._record = finished(game, rng)

    def ask(self, counts: Counter[str]) -> None:
        """Ask how far it is."""
        answer = self._http.post(self._url, json=self._record)
        assert answer.status_code in (OK, TOO_MANY), answer.text
        counts["refused"] += answer.status_code == TOO_MANY
        if answer.status_code == OK and answer.json()["review"] is not None:
            counts[f"made of {self._game}"] += 1
            self._record = finished(self._game, self._rng)


def finished(game: str, rng: random.Random) -> dict[str, Any]:
    """The record of a random game, played to its end."""
    seed, texts = rng.randrange(1 << 30), list[str]()
    position = escale.load(game).new(2, seed)
    while not position.over and len(texts) < LONGEST:
        texts.append(position.name(rng.choice(position.moves())))
        position.play(texts[-1])
    version = escale.games()[game].version
    return {"game": game, "version": version, "players": 2, "options": {}, "seed": str(seed), "moves": texts}


def main(port: str, count: str, addresses: str, seed: str, *games: str) -> None:
    """Until stdin ends."""
    os.nice(NICENESS)
    rng, counts = random.Random(int(seed)), Counter[str]()
    wanted = list(itertools.islice(itertools.cycle(games), int(count)))
    places = [f"127.0.5.{number % int(addresses) + 1}" for number in range(len(wanted))]
    reviewers = [Reviewer(int(port), place, game, rng) for place, game in zip(places, wanted, strict=True)]
    counts.update(f"wanted of {game}" for game in wanted)
    for number, reviewer in enumerate(itertools.cycle(reviewers)):
        reviewer.ask(counts)
        if number + 1 == len(reviewers):
            print("begun", flush=True)
        if number + 1 >= len(reviewers) and select.select([sys.stdin], [], [], ROUND_SECONDS / len(reviewers))[0]:
            break
    print(json.dumps(counts), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
