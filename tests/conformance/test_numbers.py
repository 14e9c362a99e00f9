"""Golden journals guard every number of the rules: some of them are tried, in `./run soak` all."""

from __future__ import annotations

import pytest

import escale
from tests.conformance.numbers import WRITE, some_trials, unguarded
from tests.conformance.trials import unnoticed_elsewhere


@pytest.mark.parametrize("game_id", escale.games())
def test_every_number_is_guarded_or_no_rule(game_id: str) -> None:
    lacks = unguarded(game_id)
    assert not lacks, f"{game_id}: {'; '.join(lacks)}. {WRITE} {game_id}"


@pytest.mark.parametrize("game_id", escale.games())
def test_a_number_that_changes_is_noticed(game_id: str) -> None:
    assert unnoticed_elsewhere(game_id, some_trials(game_id)) == []
