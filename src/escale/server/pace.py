"""After how long a bot's move is shown: by chance between two bounds, so that it tells nothing, and always long enough."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from escale.play.events import Pace


class Span(NamedTuple):
    """From the position a bot must move in to its move, in parts of what the server calls a pace."""

    shortest: float
    longest: float


# With a pace of 0.9 s the shortest, 0.7 s, is what a browser needs to show the move before and let it be seen.
SPANS: Mapping[Pace, Span] = {"quick": Span(0.8, 1.2), "normal": Span(1.0, 2.2), "slow": Span(2.0, 4.0)}


def seconds_until_shown(server_pace: float, pace: Pace, chance: float) -> float:
    """How long after the position is there a bot's move is shown, its thinking included. `chance`: from 0 to 1."""
    span = SPANS[pace]
    return server_pace * (span.shortest + (span.longest - span.shortest) * chance)
