"""Golden journals guard the rules themselves: whatever a game's changes.toml breaks of them, a journal notices."""

from __future__ import annotations

import pytest

import escale
from tests.conformance.changes import change_trials, changes_of, faults
from tests.conformance.trials import unnoticed_elsewhere

CHANGED = [game_id for game_id in escale.games() if changes_of(game_id)]


@pytest.mark.parametrize("game_id", CHANGED)
def test_every_change_has_its_place_and_its_journal(game_id: str) -> None:
    assert faults(game_id) == []


@pytest.mark.parametrize("game_id", CHANGED)
def test_a_rule_that_changes_is_noticed(game_id: str) -> None:
    assert unnoticed_elsewhere(game_id, change_trials(game_id)) == []
