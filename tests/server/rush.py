"""Harness: everything at once that costs a server dear, and a person elsewhere who plays easy bots and notices nothing.

Connections that say little or nothing, tables of experts with replays of long games, reviews of finished games, and all that
costs the event loop much, each from several addresses; the person plays every game of the shelf.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import escale
from escale.server.limits import DEFAULTS
from tests.server.beside import beside
from tests.server.caller import Caller
from tests.server.crowded import crowd
from tests.server.flood import ADDRESSES, HOME, SLOWEST, Opponent, check_times, flooded, told
from tests.server.flooder import KINDS
from tests.server.patient import LOST, Broken
from tests.server.planted.plants import with_fault
from tests.server.running import as_hosted, serving

CONNECTIONS, TABLES, REVIEWS = 1500, 120, DEFAULTS.reviews_waiting
HAMMERS = 2  # addresses that ask for what costs the event loop much
MOVES = 300  # before the rush, and in it: 3 of them make the p99
FEW_DESCRIPTORS = with_fault("few_descriptors")


def stand_the_rush(
    data: Path,
    connections: int,
    tables: int,
    reviews: int,
    moves: int,
    seed: int,
    program: tuple[str, ...] = FEW_DESCRIPTORS,
    enough: int = MOVES,
    slowest: float = SLOWEST,
    noise: float = 0.0,
) -> Counter[str]:
    """So much of everything at once, and so many moves of a person before and meanwhile.

    Broken as `check_times` says, or if the person isn't served at all.
    """
    games = tuple(escale.games())
    with serving(data, *as_hosted(data), program=program) as server, ExitStack() as rush:
        person = Opponent(Caller(server, HOME), games, random.Random(seed))
        person.play(len(games))  # until everything is compiled
        quiet = told("quiet", person.play(moves))
        made = rush.enter_context(flooded(server, tables, games))
        asked = rush.enter_context(beside("tests.server.reviewers", server.port, reviews, ADDRESSES, seed, *games))
        struck = rush.enter_context(beside("tests.server.hammer", server.port, HAMMERS, *games))
        came = rush.enter_context(crowd(server, connections))
        try:
            times = told("in the rush", person.play(moves, slowest))
        except LOST as error:
            raise Broken(f"who plays is not served any more: {error!r}") from error
        rush.close()
    check_times(times, quiet, slowest, "in the rush", enough, noise)
    counts = Counter({"slow connections": came["opened"], "at once": came["at once"], "closed": came["closed"]})
    counts["tables of experts"] = sum(len(made[kind]) for kind in KINDS)
    counts.update({f"reviews {what}": count for what, count in asked.items()})
    counts.update(struck)
    counts["moves before"], counts["moves in the rush"] = len(quiet.acknowledged), len(times.acknowledged)
    counts["answers of easy bots"] = len(times.answered)
    return counts
