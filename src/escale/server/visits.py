"""When people were last at a table, as its journal tells."""

from __future__ import annotations

from collections.abc import Sequence

from escale.play.events import Created, Event, Seated
from escale.server.limits import DEFAULTS

DAY = 24 * 3600.0


def last_visit(happened: Sequence[Event]) -> float | None:
    """When somebody last did something at a table, in seconds since 1970. That it was made doesn't tell that anybody came."""
    return max((event.at for event in happened[1:] if event.by), default=None)


def is_recent(visited: float | None, now: float, days: float = DEFAULTS.days_awaited) -> bool:
    """Whether one who was there then may be expected back."""
    return visited is not None and visited > now - days * DAY


def goes_on_alone(happened: Sequence[Event], now: float, days: float = DEFAULTS.days_awaited) -> bool:
    """Whether something may have to happen at a table before anybody comes: a clock runs out, or a bot answers a person."""
    created = happened[0]
    assert isinstance(created, Created)
    seats = list(created.seats)
    for event in happened:
        if isinstance(event, Seated):
            seats[event.seat] = event.sitting
    awaited = any(seat.kind == "human" for seat in seats) and is_recent(last_visit(happened), now, days)
    return awaited or created.clock is not None
