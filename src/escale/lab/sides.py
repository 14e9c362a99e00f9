"""Who sits where in a contest, so that nobody is favoured by a seat, a deal or a neighbour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from escale.rules.chance import new_deal, shuffle
from escale.rules.errors import BadOption
from escale.rules.game import Game
from escale.rules.info import Value
from escale.search.bots import bot

ALONE = 1
TRIED = 200  # random games, to see who wins together

Sides = tuple[tuple[int, ...], ...]  # the seats of each side
Field = tuple[int, ...]  # bots that meet, by their places in the list of bots
Lineup = tuple[int, ...]  # the bot of each side, or of each seat


def seats_for(game: Game, players: int | None, options: Mapping[str, Any]) -> tuple[int, dict[str, Value]]:
    """How many play, at least two, and the value of every option; BadOption names what is allowed."""
    seats, values = game.info.choose(players, options)
    if seats == ALONE and players is None:
        seats = next((count for count in game.info.player_counts(values) if count > ALONE), ALONE)
    if seats == ALONE:
        raise BadOption(f"{game.id} with 1 player is no contest: `escale solve {game.id}` is for playing alone")
    return game.info.choose(seats, options)


def sides_of(game: Game, players: int, options: Mapping[str, Value]) -> Sides:
    """The seats that win and lose together, as random games show: partners are always paid the same, others not for long.

    Where partners change from deal to deal, every seat is a side of its own. BadOption if all seats are on one side.
    """
    paid: list[tuple[float, ...]] = []
    sides: Sides = ()
    while len(paid) < TRIED and len(sides) < players:
        position = game.new(players, len(paid), **options)
        walker = bot("random", len(paid))
        while not position.over:
            position.play(walker.choose(position))
        paid.append(position.scores)
        sides = _alike(list(zip(*paid, strict=True)))
    if len(sides) == 1:
        raise BadOption(f"{game.id}: all {players} players win or lose together, so there is no contest")
    return sides


def _alike(columns: Sequence[tuple[float, ...]]) -> Sides:
    """The places of equal columns, together."""
    groups: dict[tuple[float, ...], list[int]] = {}
    for place, column in enumerate(columns):
        groups.setdefault(column, []).append(place)
    return tuple(tuple(group) for group in groups.values())


def lineups(field: Field, sides: int) -> list[Lineup]:
    """Every way the bots of a field sit for one deal: each as often at each side, and each as many times in all.

    The sides are filled with the bots in their order, again and again, beginning with any of them, and turned round.
    """
    filled = [[field[(first + side) % len(field)] for side in range(sides)] for first in range(len(field))]
    return list(dict.fromkeys(tuple(row[turned:] + row[:turned]) for row in filled for turned in range(sides)))


def seated(lineup: Lineup, sides: Sides) -> Lineup:
    """The bot of each seat: one bot plays for a whole side, since partners could not be told apart by what they win."""
    bots = {seat: place for place, side in zip(lineup, sides, strict=True) for seat in side}
    return tuple(bots[seat] for seat in sorted(bots))


def shuffled(field: Field, seed: int) -> Field:
    """The bots of a field in the order of one deal: who sits after whom changes from deal to deal."""
    order = np.array(field, np.int64)
    shuffle(new_deal(np.uint64(seed), np.uint64(0)), order, len(order))
    return tuple(order.tolist())


def shares(payoffs: Sequence[float], lineup: Lineup, sides: Sides) -> dict[int, float]:
    """What each bot that sits there has won of a game: the parts of the victory that its sides have, 1 in all.

    Nobody's if nobody wins; a payoff below 0 is no part of a victory.
    """
    won = [max(0.0, payoffs[side[0]]) for side in sides]
    total = sum(won) or 1.0
    parts = dict.fromkeys(lineup, 0.0)
    for side, part in zip(sides, won, strict=True):
        parts[lineup[side[0]]] += part / total
    return parts
