"""What stories make happen, whatever is usual at a game's tables."""

from __future__ import annotations

import dataclasses

import pytest

import escale
from escale.play.events import Created
from tests.conformance.journals import several
from tests.conformance.stories import BETWEEN_DEALS, dealt_anew, told, trial


@pytest.mark.parametrize("game_id", escale.games())
def test_a_trial_deals_anew_where_anything_is_hidden(game_id: str) -> None:
    game = escale.load(game_id)
    created = told(trial, game, several(game)).events[0]
    assert isinstance(created, Created)
    assert [redeal.seat for redeal in created.redeals] == ([None, 0] if game.info.stock or game.info.secrets else [])


@pytest.mark.parametrize("game_id", [game_id for game_id, info in escale.games().items() if info.stock or info.secrets])
def test_what_is_hidden_is_dealt_anew_up_to_the_end(game_id: str) -> None:
    """For nobody and for every seat in turn."""
    game = escale.load(game_id)
    at = several(game)
    story = told(dealt_anew, game, at)
    created = story.events[0]
    assert isinstance(created, Created)
    assert {redeal.seat for redeal in created.redeals} == {None, *range(at.players)}
    assert len(story.match.moves) - created.redeals[-1].ply <= BETWEEN_DEALS
    assert story.match.status == "over"


@pytest.mark.parametrize("game_id", [game_id for game_id, info in escale.games().items() if info.secret_if])
def test_a_table_where_something_is_hidden_is_chosen(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there were no stock, only at a table with secrets."""
    game = escale.load(game_id)
    monkeypatch.setattr(game, "info", dataclasses.replace(game.info, stock=False))
    at = several(game)
    assert game.info.has_secrets(at.players, dict(at.options))
