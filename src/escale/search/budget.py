"""How much a bot may think."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real

from escale.rules.errors import BadOption, shown
from escale.rules.info import Info

MOST_ITERATIONS = 10**9
MOST_SECONDS = 3600.0
A_MOMENT = 0.001  # seconds


@dataclass(frozen=True)
class Budget:
    """So many seconds, or so many iterations (for bots that search: games imagined); with both, whichever ends first.

    Without either, a bot thinks as long as its own level does. The same seed and iterations give the same move.
    """

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        """BadOption if a number makes no sense."""
        seconds, iterations = self.seconds, self.iterations
        if seconds is not None and not (isinstance(seconds, Real) and 0 < seconds <= MOST_SECONDS):
            raise BadOption(f"{shown(seconds)} seconds: more than 0, at most {MOST_SECONDS:.0f}")
        if iterations is not None and not (isinstance(iterations, Integral) and 1 <= iterations <= MOST_ITERATIONS):
            raise BadOption(f"{shown(iterations)} iterations: allowed are 1 to {MOST_ITERATIONS}")

    def part(self, share: float) -> Budget:
        """A share of it."""
        seconds, iterations = self.seconds, self.iterations
        return Budget(seconds and seconds * share, iterations and max(int(iterations * share), 1))

    def less(self, seconds: float, iterations: int) -> Budget:
        """What is left when so much is spent, never nothing."""
        left_seconds = self.seconds and max(self.seconds - seconds, A_MOMENT)
        return Budget(left_seconds, self.iterations and max(self.iterations - iterations, 1))

    @property
    def unlimited(self) -> bool:
        """Whether nothing was said."""
        return self.seconds is None and self.iterations is None


AS_IT_LIKES = Budget()


def lasting(info: Info, seconds: float) -> Budget:
    """As many iterations as take about so long in a game: the same on every machine, so that all find the same."""
    return Budget(iterations=max(round(seconds * info.simulations), 1))
