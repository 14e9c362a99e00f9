"""Matches to rule on: made of events, without a server."""

from __future__ import annotations

import itertools
from typing import Any

import escale
from escale.play.events import Created, Event, Sitting
from escale.play.match import Match
from escale.play.rulings import Command

GAME = next(iter(escale.games()))
ADA, BOB, CARA, STRANGER = "ada", "bob", "cara", "stranger"  # holders
clock = itertools.count(1_000_000)


def human(holder: str) -> Sitting:
    """Somebody's own seat."""
    return Sitting("human", holder.title(), None, (holder,))


BOT, OPEN = Sitting("bot", None, "random"), Sitting("open")


def match_of(*seats: Sitting, seed: int = 7, start: list[str] | None = None, **more: Any) -> Match:
    """A new match at a table of these seats; Ada made it."""
    created = Created(
        at=float(next(clock)),
        by=ADA,
        game=GAME,
        version=escale.games()[GAME].version,
        players=len(seats),
        options={},
        seed=seed,
        salt="5a",
        seats=list(seats),
        invitation="invitation",
        start=start or [],
        **more,
    )
    return Match("table", created)


def by(holder: str, command: str = "") -> Command:
    """A command of somebody's."""
    return Command(holder, command, float(next(clock)))


def done(match: Match, event: Event | None) -> Match:
    """The match after a ruling's event."""
    assert event is not None
    match.apply(event)
    return match


def first_move(match: Match) -> str:
    """A legal move that reveals nothing, if there is one."""
    quiet = [name for name in match.position.names() if not match.position.reveals(name)]
    return (quiet or match.position.names())[0]
