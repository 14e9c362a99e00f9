"""Harness: in random games, two worlds that a seat can't tell apart are looked at through its eyes, at every moment.

What a server sends is made of this: the view, and of the last move its text, its sentence and what it did. `worlds` compares
all bytes that servers send, some thousand a minute; this compares less of a moment, and very many moments.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter

import escale
from escale import Position
from tests.conformance.tables import Table, tables
from tests.server.patient import Broken

LONGEST = 400  # moves of a game


def compare_glances(game: str, comparisons: int, seed: int) -> Counter[str]:
    """So many moments; Broken if a byte differs. Nothing is compared where nothing is hidden."""
    rng, counts = random.Random(seed), Counter[str]()
    rules = escale.load(game)
    every = [table for table in tables(rules.info) if rules.info.has_secrets(table.players, dict(table.options))]
    rng.shuffle(every)
    for table in itertools.cycle(every):
        _one_game(rules.new(table.players, rng.randrange(1 << 32), **dict(table.options)), table, comparisons, rng, counts)
        if counts["comparisons"] >= comparisons:
            break
    return Counter({f"{what} at {game}": count for what, count in counts.items()})


def _one_game(position: Position, table: Table, comparisons: int, rng: random.Random, counts: Counter[str]) -> None:
    for _ in range(LONGEST):
        if position.over or counts["comparisons"] >= comparisons:
            return
        seat = rng.choice([None, *range(table.players)])
        other = position.determinized(seat, rng.randrange(1 << 32))
        if other == position:
            counts["moments without a second world"] += 1
        else:
            _compare(position, other, seat, table, rng, counts)
        position.play(rng.choice(position.moves()))


def _compare(one: Position, other: Position, seat: int | None, table: Table, rng: random.Random, counts: Counter[str]) -> None:
    if _bytes(one.view(seat)) != _bytes(other.view(seat)):
        raise Broken(f"{one.game.id} at {table}: seat {seat} is shown two worlds differently\n{one}\n{other}")
    counts["comparisons"] += 1
    both = sorted(set(one.moves()).intersection(other.moves()))
    if not both:
        return
    move, later = rng.choice(both), [one.copy(), other.copy()]
    for world in later:
        world.play(move)
    if later[0].view(seat) != later[1].view(seat):
        if not (one.reveals(move) or other.reveals(move)):
            raise Broken(f"{one.game.id} at {table}: seat {seat} is shown something by {one.name(move)}, which says it isn't")
        counts["moves that show something"] += 1
    else:
        told = [[world.told(move, seat), world.said(move), world.effects(move, seat)] for world in (one, other)]
        if _bytes(told[0]) != _bytes(told[1]):
            raise Broken(f"{one.game.id} at {table}: seat {seat} is told of {one.name(move)} differently: {told}")
        counts["moves told"] += 1


def _bytes(shown: object) -> bytes:
    """As they are sent: the order counts."""
    return json.dumps(shown).encode()
