"""With which games a promise is tried, and at which of their tables."""

from __future__ import annotations

from typing import Any

import pytest

import escale
from tests.browser.drivers import driver_of

GAMES = list(escale.games())
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def options_for(game: str, players: int) -> dict[str, Any]:
    """The options with which so many try a game: those of a quick table with secrets, if it has any."""
    return next((options for number, options in driver_of(game).tables() if number == players), {})


def has_secrets(game: str, players: int, options: dict[str, Any]) -> bool:
    """Whether seats of such a table may know different things."""
    info = escale.games()[game]
    return info.has_secrets(*info.choose(players, options))


def secret_tables() -> list[tuple[str, int, dict[str, Any]]]:
    """Every table of a driver at which seats know different things: game, players, options."""
    found = [(game, players, options) for game in GAMES for players, options in driver_of(game).tables()]
    return [table for table in found if has_secrets(*table)]


def name_of(table: tuple[str, int, dict[str, Any]]) -> str:
    """A table as the name of a test."""
    game, players, options = table
    return "-".join([game, str(players), *map(str, options.values())])


SECRETIVE = list(dict.fromkeys(game for game, *_ in secret_tables()))
WITH_SECRETS = pytest.mark.parametrize("game", SECRETIVE)
WITHOUT_SECRETS = pytest.mark.parametrize("game", [game for game in GAMES if game not in SECRETIVE])
