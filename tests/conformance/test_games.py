"""Every game of the library keeps the contract, at every table."""

from __future__ import annotations

from collections.abc import Callable

import numba
import pytest

import escale
from escale import Game, Info
from escale.rules.compile import interpreted
from tests.conformance.checks import GAME_CHECKS, TABLE_CHECKS
from tests.conformance.files import tried
from tests.conformance.tables import Table

GAMES = escale.games()
#: Tables of a game; fewer where code isn't compiled as it is for users.
MOST = 2 if interpreted or numba.config.BOUNDSCHECK else 4


def short_name(game_id: str, info: Info, at: Table) -> str:
    """A table by what isn't as usual at it."""
    usual = {option.name: option.default for option in info.options}
    return " ".join([game_id, str(at.players), *(f"{name}={value}" for name, value in at.options if value != usual[name])])


TABLES = [
    pytest.param(game_id, at, id=short_name(game_id, info, at))
    for game_id, info in GAMES.items()
    for at in tried(escale.load(game_id), MOST)
]


@pytest.mark.parametrize("check", GAME_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game_id", GAMES)
def test_game(game_id: str, check: Callable[[Game], None]) -> None:
    check(escale.load(game_id))


@pytest.mark.parametrize("check", TABLE_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game_id", "at"), TABLES)
def test_table(game_id: str, at: Table, check: Callable[[Game, Table], None]) -> None:
    check(escale.load(game_id), at)
