"""Ratings of bots from the games between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce, PlackettLuceRating

from escale.lab.contest import Played
from escale.lab.interval import Z
from escale.lab.sides import Sides, shares


def rated(bots: int, sides: Sides, games: Iterable[Played]) -> list[tuple[float, float, float]]:
    """Each bot's rating with its 95 % interval, (rating, low, high), by openskill's Plackett-Luce model.

    Bots don't learn from one game to the next, so tau is 0. Each game counts once, in the order of the numbers, which goes
    deal by deal through all the pairs.
    """
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for game in games:
        parts = shares(game.payoffs, game.sitting.seats, sides)
        teams = [[ratings[bot]] for bot in parts]
        for bot, (rating,) in zip(parts, model.rate(teams, ranks=_ranks(list(parts.values()))), strict=True):
            ratings[bot] = rating
    return [_with_interval(rating) for rating in ratings]


def _ranks(parts: Sequence[float]) -> list[float]:
    """Who won most of the game is first; equal parts, equal ranks."""
    return [float(sum(other > part for other in parts)) for part in parts]


def _with_interval(rating: PlackettLuceRating) -> tuple[float, float, float]:
    mu, sigma = float(rating.mu), float(rating.sigma)
    return mu, mu - Z * sigma, mu + Z * sigma
