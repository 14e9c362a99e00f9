"""The tables of every game at which simulations, tournaments and ladders are tried."""

from __future__ import annotations

import escale
from tests.conformance.files import tried
from tests.conformance.tables import Table
from tests.conformance.thorough import THOROUGH

MANY = 1000  # more than any game has


def some_tables(game_id: str, least: int = 1) -> list[Table]:
    """For so many at least: few that have every number of players and every value of every option; in `./run soak` all."""
    every = [at for at in tried(escale.load(game_id), MANY) if at.players >= least]
    return every if THOROUGH else covering(every)


def covering(tables: list[Table]) -> list[Table]:
    """Some of these that have all that any has, rather for few players than for many, whose games take long."""
    chosen, missing = list[Table](), set[object]().union(*map(traits, tables))
    while missing:
        chosen.append(max(tables, key=lambda at: len(missing & traits(at)) / at.players**2))
        missing -= traits(chosen[-1])
    return chosen


def traits(at: Table) -> set[object]:
    """What a table has that others may not have."""
    return {("players", at.players), *at.options}


CONTESTS = [(game_id, at) for game_id in escale.games() for at in some_tables(game_id, least=2)]
