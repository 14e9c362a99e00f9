"""Whether one who chooses moves tells worlds apart that it can't know apart: along whole games, with all that it remembers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from escale import Game
from escale.rules.position import Position
from tests.conformance.files import own_checks
from tests.conformance.tables import random_game, secretive_tables

PARTS = 4
SOME_WORLD = 3  # the seed of one that is imagined
Chooser = Callable[[Position], tuple[int, Any]]  # the move of the seat to move, and all else that it says


def check_honest(make: Callable[[], Chooser], first: Position, seat: int, seed: int, *, for_all: bool = False) -> int:
    """Play the same moves in two worlds that `seat` can't tell apart, with a chooser in each; returns how often it was asked.

    AssertionError if what they say differs once. It goes on as long as both worlds look the same to the seat; then the first
    goes on and another is imagined, a few times: where cards are drawn, worlds soon part. `for_all`: the choosers are asked for
    all seats, whose secrets differ, and must not carry these over to `seat`.
    """
    here, dice = first.copy(), random.Random(seed)
    asked = 0
    for part in range(PARTS):
        here = here.game.from_bytes(here.to_bytes())  # without its history, as the world that is imagined has none
        asked += _check_as_long_as_alike(make, (here, here.determinized(seat, seed + part)), seat, dice, for_all)
        if here.over:
            break
        here.play(dice.choice(here.moves()))
    return asked


def _check_as_long_as_alike(
    make: Callable[[], Chooser], worlds: tuple[Position, Position], seat: int, dice: random.Random, for_all: bool
) -> int:
    choosers = (make(), make())
    asked = 0
    while _look_the_same(worlds, seat):
        move = dice.choice([move for move in worlds[0].moves() if move in worlds[1].moves()])
        if worlds[0].turn == seat:
            one, other = (choose(world) for choose, world in zip(choosers, worlds, strict=True))
            assert one == other, (
                f"it says {one} and {other} in worlds that seat {seat} can't tell apart\n{worlds[0]}\n{worlds[1]}"
            )
            asked += 1
            move = one[0]
        elif for_all:
            for choose, world in zip(choosers, worlds, strict=True):
                choose(world)
        for world in worlds:
            world.play(move)
    return asked


def _look_the_same(worlds: tuple[Position, Position], seat: int) -> bool:
    one, other = worlds
    if one.over or other.over or one.turn != other.turn or not set(one.moves()).intersection(other.moves()):
        return False
    return one.view(seat) == other.view(seat)


def moments(game: Game, every: int) -> Iterator[Position]:
    """Every so many moves of a random game at each table for several with secrets, and wherever a new kind of secret occurs."""
    for at in secretive_tables(game.info):
        met = set[tuple[str, bool]]()
        for ply, (position, move) in enumerate(random_game(at.new(game), at.seed)):
            if at.players == 1 or move is None:
                break
            kinds = kinds_of_secrets(position)
            if kinds - met or ply % every == 0:
                yield position.copy()
            met |= kinds


def kinds_of_secrets(position: Position) -> set[tuple[str, bool]]:
    """The fields of the state that somebody can't know now, each with whether that is the seat to move."""
    imagined = [(position.determinized(seat, SOME_WORLD), seat == position.turn) for seat in range(position.players)]
    return {(field, on_turn) for world, on_turn in imagined for field in differing(position, world)}


def differing(one: Position, other: Position) -> set[str]:
    """The fields in which two positions differ, of those that the game's tests say may be hidden."""
    fields = own_checks(one.game).HIDDEN
    return {field for field in fields if not np.array_equal(getattr(one.state, field), getattr(other.state, field))}
