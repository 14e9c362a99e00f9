"""Harness: in random games, worlds that a seat can't tell apart are looked at through its eyes, at every moment.

What a server sends is made of this: the view, and of the last move its text, its sentence and what it did. `worlds` compares
all bytes that servers send, some thousand a minute; this compares less of a moment, and very many moments.

At a table where nothing is hidden there is one world only: there all seats, and watchers, must be shown and told the same.
What a player chooses may be a secret too, even in one world: different moves that look the same are told in the same words.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from typing import Any

import escale
from escale import Info, Position
from tests.conformance.hidden import told_of_choices
from tests.conformance.tables import Table, tables
from tests.server.patient import Broken

LONGEST = 400  # moves of a game
WORLDS = 3  # that are compared with the one at a moment, which so must be looked at only once
CHOOSING = 0.05  # the share of moments in which moves are compared with each other: that costs as much as 20 others
CHOICES = 36  # how many of them
SEATS_DIFFER, ONLY_THE_STOCK, NOTHING = "seats know different things", "only the stock is hidden", "nothing is hidden"
OWN = ("seat", "moves")  # the parts of a view that say whose it is


def compare_glances(game: str, comparisons: int, seed: int) -> Counter[str]:
    """So many comparisons of two worlds, or of two seats where nothing is hidden; Broken if a byte differs.

    An equal share of them for each kind of table: where seats know different things, where only the stock is hidden from
    everybody, where nothing is.
    """
    rng, counts = random.Random(seed), Counter[str]()
    rules = escale.load(game)
    kinds = tables_by_secrets(rules.info)
    for number, (kind, alike) in enumerate(kinds.items(), 1):
        rng.shuffle(alike)
        before, share = counts["comparisons"], comparisons * number // len(kinds)
        for table in itertools.cycle(alike):
            _one_game(rules.new(table.players, rng.randrange(1 << 32), **dict(table.options)), table, share, rng, counts)
            if counts["comparisons"] >= share:
                break
        counts[f"comparisons where {kind}"] += counts["comparisons"] - before
    return Counter({f"{what} at {game}": count for what, count in counts.items()})


def tables_by_secrets(info: Info) -> dict[str, list[Table]]:
    """The tables of a game by what is hidden there; only kinds that it has."""
    kinds: dict[str, list[Table]] = {}
    for table in tables(info):
        at = table.players, dict(table.options)
        kind = SEATS_DIFFER if info.has_secrets(*at) else ONLY_THE_STOCK if info.hides(*at) else NOTHING
        kinds.setdefault(kind, []).append(table)
    return kinds


def _one_game(position: Position, table: Table, comparisons: int, rng: random.Random, counts: Counter[str]) -> None:
    hides = position.game.info.hides(table.players, dict(table.options))
    compare = _compare_worlds if hides else _compare_seats
    for _ in range(LONGEST):
        most = comparisons - counts["comparisons"]
        if position.over or not most:
            return
        compare(position, table, most, rng, counts)
        if rng.random() < CHOOSING:
            _compare_choices(position, table, rng, counts)
        position.play(rng.choice(position.moves()))


def _compare_worlds(one: Position, table: Table, most: int, rng: random.Random, counts: Counter[str]) -> None:
    seat = rng.choice([None, *range(table.players)])
    others = [one.determinized(seat, rng.randrange(1 << 32)) for _ in range(min(WORLDS, most))]
    if one in others:
        counts["moments without a second world"] += 1
        return
    shown = _bytes(one.view(seat))
    for other in others:
        if shown != _bytes(other.view(seat)):
            raise Broken(f"{one.game.id} at {table}: seat {seat} is shown two worlds differently\n{one}\n{other}")
        counts["comparisons"] += 1
    both = sorted(set(one.moves()).intersection(others[0].moves()))
    if both:
        _compare_told(one, others, rng.choice(both), seat, counts)


def _compare_told(one: Position, others: list[Position], move: int, seat: int | None, counts: Counter[str]) -> None:
    """What a seat is told of a move, in those worlds in which it is legal."""
    told = _bytes(_told(one, move, seat))
    for number, other in enumerate(others):
        if move not in other.moves():
            continue
        same = told == _bytes(_told(other, move, seat))
        shown = _shows_something(one, other, move, seat) if number == 0 or not same else False
        if shown and not (one.reveals(move) or other.reveals(move)):
            raise Broken(f"{one.game.id}: seat {seat} is shown something by {one.name(move)}, which says it isn't\n{one}")
        if not same and not shown:
            raise Broken(f"{one.game.id}: seat {seat} is told of {one.name(move)} differently: {told!r}\n{one}\n{other}")
        counts["moves that show something" if shown else "moves told"] += 1


def _told(position: Position, move: int, seat: int | None) -> list[Any]:
    return [position.told(move, seat), position.said(move), position.effects(move, seat)]


def _compare_choices(position: Position, table: Table, rng: random.Random, counts: Counter[str]) -> None:
    """Moves that look the same to somebody else than whoever makes them must be told, said and shown the same."""
    seat = rng.choice([eyes for eyes in (None, *range(table.players)) if eyes != position.turn])
    for told, otherwise in told_of_choices(position, seat, CHOICES):
        if told != otherwise:
            both = f"{told}, {otherwise}"
            raise Broken(f"{position.game.id}: seat {seat} is told of a choice that it can't see: {both}\n{position}")
        counts["secret choices"] += 1


def _shows_something(one: Position, other: Position, move: int, seat: int | None) -> bool:
    """Whether a seat can tell the two worlds apart once the move is made: then it may also be told of it differently."""
    later = [one.copy(), other.copy()]
    for world in later:
        world.play(move)
    return bool(later[0].view(seat) != later[1].view(seat))


def _compare_seats(position: Position, table: Table, most: int, rng: random.Random, counts: Counter[str]) -> None:
    move = rng.choice(position.moves())
    shown, told = _bytes(_of_nobody(position.view())), _bytes(_told(position, move, None))
    for seat in range(min(table.players, most)):
        if shown != _bytes(_of_nobody(position.view(seat))):
            raise Broken(f"{position.game.id} at {table}: seat {seat} is shown what a watcher isn't\n{position}")
        if told != _bytes(_told(position, move, seat)):
            raise Broken(f"{position.game.id} at {table}: seat {seat} is told of {position.name(move)} what a watcher isn't")
        counts["comparisons"] += 1
        counts["moves told"] += 1


def _of_nobody(view: dict[str, Any]) -> dict[str, Any]:
    return {name: shown for name, shown in view.items() if name not in OWN}


def _bytes(shown: object) -> bytes:
    """As they are sent: the order counts."""
    return json.dumps(shown).encode()
