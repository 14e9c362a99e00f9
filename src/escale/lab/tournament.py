"""A tournament: bots against each other on equal terms."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from escale.lab.contest import Contest, Played, Progress, played, sittings
from escale.lab.sides import Field, Sides, lineups, seats_for, sides_of
from escale.lab.standings import of_field, standings
from escale.rules.errors import BadOption
from escale.rules.game import Game
from escale.rules.info import checked_seed
from escale.search.bots import bot
from escale.search.budget import AS_IT_LIKES, Budget, whole_number_within
from escale.search.own import is_own

FEWEST_BOTS = 2


def tournament(
    game: Game,
    bots: Sequence[str],
    games: int = 100,
    budget: Budget = AS_IT_LIKES,
    seed: int | None = None,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Let bots play at least so many games, and say how each did: `score` is what it won of a game, `ci95` how sure that is.

    A victory is 1 point, shared by the sides that share it; a bot that holds several sides of a table has the points of all.
    Every deal is played with the bots at every seat in turn, and the intervals are over the deals. One bot plays for all the
    seats of a team. With more bots than sides, every selection of them meets, on the same deals; with fewer, they hold
    several sides, each bot as many as the others in all. The seed decides everything, unless the budget is of time.
    """
    contest, sides = new_contest(game, bots, budget, seed, players, options)
    games = whole_number_within("games", games, 1)
    fields = meetings(len(bots), len(sides))
    a_deal = len(fields) * len(lineups(fields[0], len(sides)))
    deals = -(-games // a_deal)
    begun = time.perf_counter()
    done = played(contest, sittings(contest, [(field, deals) for field in fields], sides), processes, progress)
    said = {
        **setting(contest),
        "games": len(done),
        "deals": deals,
        "results": standings(contest.bots, sides, done),
        "mean_moves": sum(sum(one.moves) for one in done) / len(done),
        "games_per_s": len(done) / (time.perf_counter() - begun),
    }
    return said if len(fields) == 1 else said | {"meetings": [_meeting(contest, sides, field, done) for field in fields]}


def new_contest(
    game: Game,
    bots: Sequence[str],
    budget: Budget,
    seed: int | None,
    players: int | None,
    options: Mapping[str, Any] | None,
) -> tuple[Contest, Sides]:
    """What a run is about, once all of it has been checked but the users' own bots, whose code runs only in processes."""
    seats, values = seats_for(game, players, options or {})
    if len(bots) < FEWEST_BOTS:
        raise BadOption(f"{len(bots)} bot{'' if len(bots) == 1 else 's'}: at least {FEWEST_BOTS} play each other")
    for name in bots:
        if not is_own(name):
            bot(name)  # says which there are if it isn't one
    contest = Contest(game.id, seats, values, tuple(bots), budget, checked_seed(seed))
    return contest, sides_of(game, seats, values)


def setting(contest: Contest) -> dict[str, Any]:
    """What a run is about, for whoever reads or repeats it."""
    return {
        "game": contest.game,
        "players": contest.players,
        "options": dict(contest.options),
        "seed": contest.seed,
        "seconds": contest.budget.seconds,
        "iterations": contest.budget.iterations,
    }


def meetings(bots: int, sides: int) -> list[Field]:
    """Who meets whom: all at one table if there is room for all, else every selection that fills a table."""
    return list(combinations(range(bots), min(bots, sides)))


def _meeting(contest: Contest, sides: Sides, field: Field, games: Sequence[Played]) -> dict[str, Any]:
    results = standings(contest.bots, sides, of_field(field, games))
    return {"bots": [contest.bots[place] for place in field], "results": results}
