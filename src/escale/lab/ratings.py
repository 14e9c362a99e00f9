"""Ratings of bots from the games between them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from openskill.models import PlackettLuce, PlackettLuceRating

from escale.lab.contest import Played
from escale.lab.interval import Z
from escale.lab.sides import Sides, shares


def rated(bots: int, sides: Sides, games: Iterable[Played]) -> list[tuple[float, float, float]]:
    """Each bot's rating with its 95 % interval, (rating, low, high), by openskill's Plackett-Luce model.

    A rating is of one side at a table, so those of tables of any size can be compared: a bot that holds two of three sides
    wins twice as often as an equal by that alone, and is rated no higher for it. Bots don't learn from one game to the next,
    so tau is 0. Each game counts once, in the order of the numbers, which goes deal by deal through all the pairs.
    """
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for game in games:
        held = Counter(game.sitting.seats[side[0]] for side in sides)
        won = shares(game.payoffs, game.sitting.seats, sides)
        if sum(won.values()) <= 0:  # nobody's victory tells nothing: each has what an equal would have won
            won = {bot: count / len(sides) for bot, count in held.items()}
        after = _after(model, [ratings[bot] for bot in won], [held[bot] for bot in won], list(won.values()))
        for bot, rating in zip(won, after, strict=True):
            ratings[bot] = rating
    return [_with_interval(rating) for rating in ratings]


def _after(
    model: PlackettLuce, before: Sequence[PlackettLuceRating], held: Sequence[int], won: Sequence[float]
) -> list[PlackettLuceRating]:
    """The ratings after a game in which each has won a part: what they would be after the victory of each, in these parts.

    The model knows one side a bot. How likely a bot is to win grows with e to the power of its rating, in units of the
    model's spread, so a bot that holds several sides is given the logarithm of their number on top while the game is rated.
    """
    spread = math.sqrt(sum(rating.sigma**2 + model.beta**2 for rating in before))
    lent = [spread * math.log(sides) for sides in held]
    means, variances = [0.0] * len(before), [0.0] * len(before)
    for victor, part in enumerate(won):
        if part > 0:
            teams = [[model.rating(mu=rating.mu + more, sigma=rating.sigma)] for rating, more in zip(before, lent, strict=True)]
            ranks = [float(place != victor) for place in range(len(before))]
            for place, (rating,) in enumerate(model.rate(teams, ranks=ranks)):
                means[place] += part * (rating.mu - lent[place])
                variances[place] += part * rating.sigma**2
    return [model.rating(mu=mean, sigma=math.sqrt(variance)) for mean, variance in zip(means, variances, strict=True)]


def _with_interval(rating: PlackettLuceRating) -> tuple[float, float, float]:
    mu, sigma = float(rating.mu), float(rating.sigma)
    return mu, mu - Z * sigma, mu + Z * sigma
