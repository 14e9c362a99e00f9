"""The time each seat has, in the table's own time: see `Match.time`. Nothing here looks at a watch."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

LONGEST = 30 * 24 * 3600.0
AFTER_RETURN = 60.0  # what somebody has who comes back to a seat whose time had run out


class Terms(Struct, frozen=True, omit_defaults=True):
    """What a table has agreed on."""

    each: Literal["move", "game"]  # what the seconds are for
    seconds: Annotated[float, Meta(ge=5, le=LONGEST)]
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0.0  # added after each move; for a whole game only
    then: Literal["bot", "end"] = "bot"  # who runs out is replaced by a bot, or the table ends


class Clock:
    """How much is left to whom, and since when the one on turn has been thinking."""

    def __init__(self, terms: Terms, seats: int) -> None:
        """Not running yet."""
        self.terms = terms
        self.left = [terms.seconds] * seats
        self.thought = [0.0] * seats  # for how long each seat's clock has run, in all; nothing gives that back
        self.since: float | None = None  # None: it stands

    def charge(self, seat: int | None, at: float) -> None:
        """The seat on turn has been thinking until now."""
        if self.since is not None and seat is not None:
            self.left[seat] -= self._running(at)
            self.thought[seat] += self._running(at)
            self.since = at

    def moved(self, seat: int) -> None:
        """A seat has moved."""
        self.left[seat] = self.terms.seconds if self.terms.each == "move" else self.left[seat] + self.terms.increment

    def returned(self, seat: int) -> None:
        """Somebody takes a seat back from the bot that took it when the time had run out."""
        if self.left[seat] <= 0:
            self.left[seat] = min(AFTER_RETURN, self.terms.seconds)

    def put_back(self, left: tuple[float, ...]) -> None:
        """A move is taken back: all have what they had when it was made."""
        self.left = list(left)

    def left_if_taken_back(self, seat: int, left: float, thought: float, turn: int | None, at: float) -> float:
        """What a seat has if it takes back a move of its own: what it had then, less what it has thought since."""
        now = self.thought[seat] + (self._running(at) if seat == turn else 0.0)
        return left - (now - thought)

    def run(self, at: float, running: bool) -> None:
        """From now on it runs, or stands."""
        self.since = at if running else None

    def skip(self, seat: int | None, start: float, end: float) -> None:
        """Nobody could move from `start` to `end`: that time isn't charged."""
        if self.since is not None and self.since < end:
            self.charge(seat, max(self.since, start))
            self.since = end

    def deadline(self, seat: int | None) -> float | None:
        """When the time of the seat on turn is over."""
        return None if self.since is None or seat is None else self.since + self.left[seat]

    def shown(self, seat: int | None, at: float) -> list[float]:
        """What each seat has left at a moment, to a tenth of a second."""
        return [round(max(0.0, left - self._running(at) * (seat == place)), 1) for place, left in enumerate(self.left)]

    def _running(self, at: float) -> float:
        """For how long the one on turn has been thinking, and not been charged for it yet."""
        return 0.0 if self.since is None else max(0.0, at - self.since)
