"""How much a bot may think."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

from escale.rules.errors import BadOption, shown
from escale.rules.info import Info
from escale.rules.integers import kind_of, whole_number

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
        if self.seconds is not None:
            _check_seconds(self.seconds)
        if self.iterations is not None:
            whole_number_within("iterations", self.iterations, 1, MOST_ITERATIONS)

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


def _check_seconds(given: object) -> None:
    """BadOption unless it is a number of seconds that somebody may wait; a truth value is a number to Python only."""
    allowed = f"more than 0, at most {MOST_SECONDS:.0f}"
    if isinstance(given, bool) or not isinstance(given, Real):
        raise BadOption(f"seconds={shown(given)}: a number is needed, {allowed}, not {kind_of(given)}")
    if not 0 < float(given) <= MOST_SECONDS:
        raise BadOption(f"{shown(given)} seconds: {allowed}")


def whole_number_within(what: str, given: object, least: int, most: int | None = None) -> int:
    """The number that was given; BadOption, which names what it is of, unless it is a whole one in its range."""
    allowed = f"at least {least}" if most is None else f"allowed are {least} to {most}"
    try:
        number = whole_number(given)
    except TypeError:
        raise BadOption(f"{what}={shown(given)}: a whole number is needed, not {kind_of(given)}; {allowed}") from None
    if number < least or (most is not None and number > most):
        raise BadOption(f"{shown(number)} {what}: {allowed}")
    return number


AS_IT_LIKES = Budget()


def lasting(info: Info, seconds: float) -> Budget:
    """As many iterations as take about so long in a game: the same on every machine, so that all find the same."""
    return Budget(iterations=max(round(seconds * info.simulations), 1))
