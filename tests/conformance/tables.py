"""The tables a game is tried at, and random games at them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numba
import numpy as np

from escale import BadOption, Game, Info, Option, Position
from escale.rules.chance import new_rng, rng_below
from escale.rules.compile import interpreted
from escale.rules.info import Value
from tests.conformance.thorough import THOROUGH

MOVE_LIMIT = 5000  # far more than any game of the library takes
COMBINATIONS = 3  # tables with all options at random
TRIES = 200


@dataclass(frozen=True)
class Sizes:
    """How much is tried; plain Python is a hundred times slower than compiled code."""

    positions: int  # of a random game
    strangers: int  # random numbers asked for as moves
    dense: int  # all numbers from 0 to this one asked for as moves
    draws: int
    perft: int  # positions visited for one count
    spoiled: int  # damaged texts and bytes
    games: int  # played to the end
    choices: int  # that another player may have made, compared in one position


MOST_COUNTED = 3_000_000 if THOROUGH else 1_000_000
SIZES = Sizes(3, 60, 64, 150, 150, 3, 3, 12) if interpreted else Sizes(6, 1000, 1 << 13, 2000, MOST_COUNTED, 10, 20, 36)


@dataclass(frozen=True)
class Table:
    """A number of players, the options, and the seed of the deal."""

    players: int
    options: tuple[tuple[str, Value], ...]
    seed: int

    def __str__(self) -> str:
        return " ".join([f"players={self.players}", *(f"{name}={value}" for name, value in self.options), f"seed={self.seed}"])

    def new(self, game: Game) -> Position:
        """The deal."""
        return game.new(self.players, self.seed, **dict(self.options))


def table(players: int, options: Mapping[str, Value]) -> Table:
    """A table with a seed of its own: always the same, and so large that it can't be in a view by chance."""
    digest = hashlib.sha256(f"{players} {sorted(options.items())}".encode()).digest()
    return Table(players, tuple(options.items()), int.from_bytes(digest[:8], "big"))


def default_tables(info: Info) -> list[Table]:
    """One table for each number of players, with the default options."""
    return [table(*info.choose(players, {})) for players in info.players]


def secretive_tables(info: Info) -> list[Table]:
    """The same, and with the options without which everybody sees the same."""
    chosen = [at for players in info.players for at in _allowed(info, players, info.secret_if)]
    return list(dict.fromkeys([*default_tables(info), *chosen]))


def hiding_tables(info: Info) -> list[Table]:
    """One table of every kind at which anything is hidden."""
    limited = [(option.name, value) for option, value in option_values(info) if option.players]
    chosen = [at for name, value in limited for players in info.players for at in _allowed(info, players, {name: value})]
    kinds: dict[tuple[Value, ...], Table] = {}
    for at in (*secretive_tables(info), *chosen):
        if info.hides(at.players, dict(at.options)):
            kinds.setdefault(kind_of(info, at.players, dict(at.options)), at)
    return list(kinds.values())


def kind_of(info: Info, players: int, options: Mapping[str, Value]) -> tuple[Value, ...]:
    """What makes tables differ in what is hidden at them: the number of players, and options that are for some numbers only
    or without which everybody sees the same.
    """
    values = info.choose(players, options)[1]
    return (players, *(values[option.name] for option in info.options if option.players or option.name in info.secret_if))


def option_values(info: Info) -> list[tuple[Option, Value]]:
    """Every value of every option."""
    return [(option, value) for option in info.options for value in option.values]


def tables(info: Info) -> list[Table]:
    """Every number of players with every single value of an option, then some with all options at random; none twice."""
    single = default_tables(info)
    for option, value in option_values(info):
        for players in info.players:
            single += _allowed(info, players, {**option.needs, option.name: value})
    dice = random.Random(0)
    combined: list[Table] = []
    for _ in range(TRIES):
        wish = {option.name: dice.choice(option.values) for option in info.options}
        combined += _allowed(info, dice.choice(info.players), wish)
    new = [found for found in dict.fromkeys(combined) if found not in single]
    return [*dict.fromkeys(single), *new[:COMBINATIONS]]


def is_hinted(info: Info, at: Table) -> bool:
    """Whether hints are asked for at a table: with bounds checks they take long to compile, and interpreted to think out."""
    if numba.config.BOUNDSCHECK:
        return THOROUGH
    return not interpreted or at == tables(info)[0]


def _allowed(info: Info, players: int, options: Mapping[str, Value]) -> list[Table]:
    try:
        return [table(*info.choose(players, options))]
    except BadOption:
        return []


def random_game(position: Position, seed: int) -> Iterator[tuple[Position, int | None]]:
    """Every position of a random game with the move about to be played there, None at the end.

    It is the one position, which moves on: copy what you keep.
    """
    rng = new_rng(np.uint64(seed))
    for _ in range(MOVE_LIMIT):
        moves = position.moves()
        if not moves:
            yield position, None
            return
        move = moves[int(rng_below(rng, len(moves)))]
        yield position, move
        position.play(move)
    raise AssertionError(f"the game is still going after {MOVE_LIMIT} moves")


def whole_game(game: Game, at: Table) -> list[Position]:
    """All positions of a random game."""
    return [position.copy() for position in _kept_game(game, at)]


@lru_cache(maxsize=1)  # the checks of a table are run one after the other
def _kept_game(game: Game, at: Table) -> list[Position]:
    return [position.copy() for position, _ in random_game(at.new(game), at.seed)]


def sample(game: Game, at: Table, count: int = SIZES.positions) -> list[Position]:
    """Some positions of a random game, evenly spread: the first, the last, and more."""
    positions = whole_game(game, at)
    places = np.linspace(0, len(positions) - 1, max(2, count)).astype(int).tolist()
    return [positions[place] for place in dict.fromkeys(places)]
