"""Whose eyes the two worlds are looked at through, and at which tables: every kind of table that a game allows."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import escale
from escale import Info, Position
from escale.rules.info import Value
from tests.conformance.hidden import known
from tests.conformance.tables import Table, tables

BOTS = ("random", "greedy", "hard")  # the last one searches, by iterations: in the same world it plays the same
TRIES = 200  # to find a second world
OPENING = 4  # moves, before each of which a secret choice is looked for
SECONDS = 25  # of those found, among which one is chosen
WORLDS, CHOICES = 14, 6  # that are compared to find one


@dataclass(frozen=True)
class Plan:
    """Who sits there, whose eyes we look through (None: a watcher), and which seat is a bot's."""

    game: str
    table: Table
    seed: int  # of the deal
    onlooker: int | None
    bot: int | None = None
    bot_name: str = BOTS[-1]
    one_screen: bool = False  # one person plays all seats, and so may have hints
    clock: bool = False

    @property
    def players(self) -> int:
        """How many sit there."""
        return self.table.players

    @property
    def people(self) -> int:
        """How many people there are."""
        return 1 if self.one_screen else self.players - (self.bot is not None)

    @property
    def options(self) -> dict[str, Value]:
        """What the table has agreed on."""
        return dict(self.table.options)

    @property
    def knows(self) -> int | None:
        """The seat for which the two worlds are the same: the bot's, if one plays, as it must play the same in both."""
        return self.onlooker if self.bot is None else self.bot

    def dealt(self) -> Position:
        """The first position."""
        return escale.load(self.game).new(self.players, seed=self.seed, **self.options)

    @property
    def eyes(self) -> set[int | None]:
        """Everybody who must not be able to tell the worlds apart."""
        return {self.onlooker, self.knows}


def two_worlds(plan: Plan, rng: random.Random) -> tuple[Position, Position] | None:
    """Two deals that differ, but not for who looks on; None if nothing is hidden from them.

    Where somebody soon chooses in secret, they begin right before that, so that different choices can be made in them. Else, if
    one of some second worlds allows it, a move can be made after which they still look the same.
    """
    position = plan.dealt()
    for _ in range(OPENING):
        if position.over:
            break
        if chosen := _before_a_secret_choice(position, plan):
            return chosen
        position.play(rng.choice(position.moves()))
    first = plan.dealt()
    others = (first.determinized(plan.knows, seed) for seed in range(TRIES))
    different = list(itertools.islice((world for world in others if world != first), SECONDS))
    if not different:
        return None
    return first, next((second for second in different if _stay_alike(first, second, plan)), different[0])


def _stay_alike(first: Position, second: Position, plan: Plan) -> bool:
    """Whether some move can be made in both after which all who look on are still shown the same."""
    both = set(first.moves()) & set(second.moves())
    return any(_looks(first, move, plan) == _looks(second, move, plan) for move in both)


def _looks(world: Position, move: int, plan: Plan) -> list[dict[str, Any]]:
    later = world.copy()
    later.play(move)
    return [later.view(seat) for seat in plan.eyes]


def _before_a_secret_choice(position: Position, plan: Plan) -> tuple[Position, Position] | None:
    """Two worlds in which whoever has the turn can do different things that look the same to the onlooker."""
    if position.turn in plan.eyes or plan.one_screen:
        return None
    worlds = [position.determinized(plan.knows, seed) for seed in range(WORLDS)]
    looks: dict[str, tuple[Position, str]] = {}
    for world in worlds:
        for name in world.names()[:CHOICES]:
            before, other = looks.setdefault(look_after(world, name, plan), (world, name))
            if other != name and before != world:
                return before, world
    return None


def look_after(world: Position, move: str, plan: Plan) -> str:
    """All that the onlooker can know after a move, and what the bot can, if there is one; not what it told or showed."""
    later = world.copy()
    later.play(move)
    return "".join(known(later, seat) for seat in sorted(plan.eyes, key=str))


def secret_tables(game: str) -> list[Table]:
    """The tables of a game at which seats soon know different things."""
    return [table for table in tables(escale.games()[game]) if differs_within(game, table, OPENING)]


def smallest_secret(game: str) -> Table:
    """The smallest of these."""
    return min(secret_tables(game), key=lambda table: table.players)


def kinds_of_secrets(game: str) -> list[Table]:
    """Tables for several where something is hidden: the smallest where seats know different things, and few more that have all.

    All are: numbers of players, values of options, and tables where the same is hidden from everybody, if the game has such.
    """
    info = escale.games()[game]
    hiding = [table for table in tables(info) if table.players > 1 and info.hides(table.players, dict(table.options))]
    hiding.sort(key=lambda table: -len(set(table.options) - {(option.name, option.default) for option in info.options}))
    seen: set[object] = set()
    chosen = []
    for table in [smallest_secret(game), *hiding] if hiding else ():
        same = not info.has_secrets(table.players, dict(table.options))
        has = {("players", table.players), ("the same is hidden", same), *table.options}
        if has - seen:
            chosen.append(table)
            seen |= has
    return chosen


def differs_within(game: str, table: Table, positions: int) -> bool:
    """Whether seats know different things in one of the first positions."""
    position = table.new(escale.load(game))
    for _ in range(positions):
        views = [position.view(seat) for seat in range(table.players)]
        if any({**view, "seat": 0, "moves": []} != {**views[0], "seat": 0, "moves": []} for view in views):
            return True
        position.play(position.moves()[0])
    return False


def all_plans(seed: int, rng: random.Random) -> Iterator[Plan]:
    """Every pair of eyes and a bot's, at every number of players with every value of an option, for every game with secrets."""
    for game, info in _with_secrets():
        for table in tables(info):
            yield from _at(game, table, seed, rng)


def some_plans(seed: int, rng: random.Random) -> Iterator[Plan]:
    """For every game with secrets, one pair of eyes at as few tables as have every value and every number of players.

    And every pair of eyes at one of them, where seats know different things.
    """
    for game, info in _with_secrets():
        first, *others = _covering(game, info, rng)
        yield from _at(game, first, seed, rng)
        for table in others:
            yield rng.choice(list(_at(game, table, seed, rng)))


def _with_secrets() -> Iterator[tuple[str, Info]]:
    return ((game, info) for game, info in escale.games().items() if info.secrets)


def _at(game: str, table: Table, seed: int, rng: random.Random) -> Iterator[Plan]:
    for onlooker in (None, *range(table.players)):
        yield Plan(game, table, seed, onlooker)
    yield Plan(game, table, seed, rng.randrange(table.players), one_screen=True)
    if table.players > 1:
        for name in BOTS:
            yield Plan(game, table, seed, None, rng.randrange(table.players), name)


def _covering(game: str, info: Info, rng: random.Random) -> list[Table]:
    """Tables of which each has something that none before it had, until there is nothing else; one with secrets comes first."""
    shuffled, secret = tables(info), secret_tables(game)
    rng.shuffle(shuffled)
    shuffled.sort(key=lambda table: table not in secret)
    seen: set[tuple[str, Value]] = set()
    chosen = []
    for table in shuffled:
        has = {("players", table.players), *table.options}
        if has - seen:
            chosen.append(table)
            seen |= has
    return chosen
