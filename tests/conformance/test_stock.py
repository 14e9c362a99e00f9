"""A game that doesn't say that something is hidden from everybody is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

import escale
from tests.conformance.tables import tables
from tests.conformance.telling import secrets_are_declared

# Games with tables at which all know the same, and yet not all there is to know.
WITH_STOCK = [
    game
    for game, info in escale.games().items()
    if info.stock and not all(info.has_secrets(at.players, dict(at.options)) for at in tables(info))
]


@pytest.mark.parametrize("game", WITH_STOCK)
def test_a_stock_that_is_not_declared_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = escale.load(game)
    monkeypatch.setattr(rules, "info", replace(rules.info, stock=False))
    with pytest.raises(AssertionError, match=r"Info\.stock is False"):
        secrets_are_declared(rules)
