"""Which days have passed, as far as that is certain: a clock may be wrong, and then nothing must be deleted for it.

Servers note the time every few minutes. Where it is ahead of what was noted by more than has passed, nobody knows whether no
server ran or the clock was set; such a jump counts as time only if it is short beside the days in question.
"""

from __future__ import annotations

import msgspec

SETTING = "calendar"  # under which it is kept in the database
DAY = 24 * 3600.0
NOTED_SECONDS = 600.0  # between two notes
SHORTEST_JUMP = 3600.0  # that is noted
COUNTED = 0.1  # of the days that somebody asks about: so long may a jump be to count as time
MOST_JUMPS = 100  # that are remembered; the shortest are forgotten


class Jump(msgspec.Struct, frozen=True, array_like=True):
    """The clock said one thing, and then another, with nobody to say that time had passed."""

    before: float
    after: float

    @property
    def seconds(self) -> float:
        """By how much."""
        return self.after - self.before


class Calendar(msgspec.Struct, frozen=True):
    """What is known of the time that has passed."""

    seen: float  # what the clock last said, in seconds since 1970
    jumps: tuple[Jump, ...] = ()  # in the order of time, forward only

    @classmethod
    def read(cls, text: str) -> Calendar:
        """As it was kept; if that can't be read, nothing is known."""
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.DecodeError:
            return cls(0.0)

    def text(self) -> str:
        """To be kept."""
        return msgspec.json.encode(self).decode()

    def at(self, now: float, passed: float = 0.0) -> Calendar:
        """As it is when the clock says `now`, of which so many seconds are known to have passed."""
        expected = self.seen + passed
        jumps = [Jump(jump.before, min(jump.after, now)) for jump in self.jumps if jump.before < now]  # it may be set back
        if now - expected > SHORTEST_JUMP:
            jumps.append(Jump(expected, now))
        if len(jumps) > MOST_JUMPS:
            jumps.remove(min(jumps, key=lambda jump: jump.seconds))
        return Calendar(now, tuple(jumps))

    def before(self, days: float) -> float:
        """The moment before which, by the clock, all is certainly so many days ago."""
        moment, left = self.seen, days * DAY
        for jump in reversed(self.jumps):
            if jump.seconds > COUNTED * days * DAY and moment - jump.after < left:
                left -= max(0.0, moment - jump.after)
                moment = jump.before
        return moment - left

    def held_back(self, days: float) -> float:
        """How many days the clock is ahead of that."""
        return (self.seen - days * DAY - self.before(days)) / DAY
