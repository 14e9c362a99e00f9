"""Matches to rule on: made of events, without a server. And with which games and options a promise is tried."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import escale
from escale.play.events import Created, Event, Sitting
from escale.play.match import Match
from escale.play.rulings import Command
from tests.conformance.files import quick_options

GAMES = list(escale.games())
GAME = GAMES[0]
SECRETIVE = [game for game in GAMES if escale.games()[game].secrets]
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
WITH_SECRETS = pytest.mark.parametrize("game", SECRETIVE)
ADA, BOB, CARA, STRANGER = "ada", "bob", "cara", "stranger"  # holders
clock = itertools.count(1_000_000)


def human(holder: str) -> Sitting:
    """Somebody's own seat."""
    return Sitting("human", holder.title(), None, (holder,))


BOT, OPEN = Sitting("bot", None, "random"), Sitting("open")


def options_for(game: str, players: int = 2) -> dict[str, Any]:
    """The options with which so many know different things, if they ever do in this game, and are soon at its end."""
    info, quick = escale.games()[game], quick_options(escale.load(game))
    for options in ({**quick, **info.secret_if}, quick):
        try:
            info.choose(players, options)
        except escale.BadOption:
            continue
        return options
    return {}


def match_of(
    *seats: Sitting,
    game: str = GAME,
    seed: int = 7,
    start: list[str] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Match:
    """A new match at a table of these seats, and bots on others if the game needs more; Ada made it."""
    info = escale.games()[game]
    players = min(number for number in info.players if number >= len(seats))
    created = Created(
        at=float(next(clock)),
        by=ADA,
        game=game,
        version=info.version,
        players=players,
        options=options_for(game, players) if options is None else options,
        seed=seed,
        salt="5a",
        seats=[*seats, *[BOT] * (players - len(seats))],
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
