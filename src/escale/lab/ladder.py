"""The ladder: bots from the weakest up, each against the next, rated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from escale.lab.contest import Contest, Played, Progress, played, sittings
from escale.lab.ratings import rated
from escale.lab.sides import Field, Sides, lineups
from escale.lab.standings import of_field, standings
from escale.lab.tournament import new_contest, setting
from escale.rules.game import Game
from escale.search.bots import LEVELS
from escale.search.budget import AS_IT_LIKES, Budget, whole_number_within
from escale.search.policies import POLICIES

NEIGHBOURS, TWO_APART = 1, 2


def ladder(
    game: Game,
    bots: Sequence[str] | None = None,
    games: int = 100,
    budget: Budget = AS_IT_LIKES,
    seed: int | None = None,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Let each bot, from the weakest up, play at least so many games against the next, and half as many against the one
    after that; then rate them all. Without a list of bots: the levels, and the simplest bots below them.

    `rungs` has each bot's rating and its 95 % interval; `steps` what each bot won of its games with the one below, `leaps`
    with the one below that. Seats, deals and intervals are as in `tournament`.
    """
    contest, sides = new_contest(game, bots if bots is not None else (*POLICIES, *LEVELS), budget, seed, players, options)
    games = whole_number_within("games", games, 1)
    deals = -(-games // len(lineups((0, 1), len(sides))))
    steps, leaps = (_pairs(len(contest.bots), apart) for apart in (NEIGHBOURS, TWO_APART))
    fields = [*((pair, deals) for pair in steps), *((pair, -(-deals // 2)) for pair in leaps)]
    done = played(contest, sittings(contest, fields, sides), processes, progress)
    return {
        **setting(contest),
        "games": len(done),
        "rungs": _rungs(contest, sides, done),
        "steps": [_step(contest, sides, pair, done) for pair in steps],
        "leaps": [_step(contest, sides, pair, done) for pair in leaps],
    }


def _pairs(bots: int, apart: int) -> list[Field]:
    return [(low, low + apart) for low in range(bots - apart)]


def _rungs(contest: Contest, sides: Sides, games: Sequence[Played]) -> list[dict[str, Any]]:
    ratings = rated(len(contest.bots), sides, games)
    return [
        {"bot": result["bot"], "rating": rating, "low": low, "high": high, "games": result["games"]}
        for result, (rating, low, high) in zip(standings(contest.bots, sides, games), ratings, strict=True)
    ]


def _step(contest: Contest, sides: Sides, pair: Field, games: Sequence[Played]) -> dict[str, Any]:
    weaker, stronger = standings(contest.bots, sides, of_field(pair, games))
    counted = {name: stronger[name] for name in ("games", "score", "ci95")}
    return {"stronger": stronger["bot"], "weaker": weaker["bot"], **counted}
