"""What the games of a contest say about its bots."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from escale.lab.contest import Played
from escale.lab.interval import interval95
from escale.lab.sides import Field, Sides, shares

WHOLE = 1.0 - 1e-9  # of a victory, whose parts may not quite add up to 1
NONE = 1e-9


class Tally:
    """What one bot did, deal by deal."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = self.moves = 0
        self.seconds = 0.0
        self._deals: dict[int, list[float]] = defaultdict(list)

    def add(self, deal: int, share: float) -> None:
        """One more game, of which it has won a share."""
        self.wins += share >= WHOLE
        self.draws += NONE < share < WHOLE
        self.losses += share <= NONE
        self._deals[deal].append(share)

    @property
    def played(self) -> int:
        """How many games."""
        return self.wins + self.draws + self.losses

    def result(self) -> dict[str, Any]:
        """All of it in numbers. Every deal is played by equally many games, so the mean of the deals is that of the games."""
        by_deal = [sum(shares) / len(shares) for shares in self._deals.values()]
        return {
            "games": self.played,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": sum(by_deal) / len(by_deal),
            "ci95": list(interval95(by_deal)),
            "seconds_a_move": self.seconds / max(1, self.moves),
        }


def standings(bots: Sequence[str], sides: Sides, games: Iterable[Played]) -> list[dict[str, Any]]:
    """The result of each bot that has played, in the order of the list."""
    tallies = [Tally() for _ in bots]
    for game in games:
        for bot, share in shares(game.payoffs, game.sitting.seats, sides).items():
            tallies[bot].add(game.sitting.deal, share)
        for seat, bot in enumerate(game.sitting.seats):
            tallies[bot].moves += game.moves[seat]
            tallies[bot].seconds += game.seconds[seat]
    return [{"bot": name, **tally.result()} for name, tally in zip(bots, tallies, strict=True) if tally.played]


def of_field(field: Field, games: Iterable[Played]) -> list[Played]:
    """The games of one field."""
    return [game for game in games if game.sitting.field == field]
