"""Versions of a game, and how their states are told apart."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import escale
from escale import OtherVersion
from escale.rules.kept import kept_dtype
from escale.rules.shelf import card_of, versions_of

GAMES = list(escale.games())


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_state_has_the_same_fields_and_bytes_and_is_another_type(game: str) -> None:
    today = escale.load(game).dtype
    kept, older = kept_dtype(today, 2), kept_dtype(today, 1)
    assert len({today, kept, older}) == 3
    assert (kept.names, kept.itemsize, kept.type) == (today.names, today.itemsize, np.record)
    assert kept_dtype(today, 1) == older
    position = escale.load(game).new(seed=5)
    states = np.frombuffer(bytearray(position.to_bytes()), kept)
    assert states.tobytes() == position.to_bytes()
    for name in today.names or ():
        assert np.array_equal(getattr(states[0], name), getattr(position.state, name))


@pytest.mark.parametrize("game", GAMES)
def test_todays_version_is_the_one_without_a_number(game: str) -> None:
    version = escale.games()[game].version
    assert escale.load(game, version) is escale.load(game)
    assert card_of(game, version) is escale.games()[game]
    assert versions_of(game)[-1] == version
    position = escale.load(game, version).new(seed=5)
    assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize("version", [0, -1, 999, 1 << 80])
def test_a_version_that_is_not_here_is_refused_in_one_line_that_names_those_that_are(version: int) -> None:
    with pytest.raises(OtherVersion, match=rf"^version {version} of {GAMES[0]} isn't here: there are ") as error:
        escale.load(GAMES[0], version)
    assert str(versions_of(GAMES[0])[-1]) in str(error.value)


@pytest.mark.parametrize("version", [True, 1.0, "1", b"1", [1]], ids=repr)
def test_a_version_is_a_whole_number(version: Any) -> None:
    says = rf"^version .* of {GAMES[0]}: a whole number is needed, not .*; there are 1"
    with pytest.raises(OtherVersion, match=says) as error:
        escale.load(GAMES[0], version)
    assert "\n" not in str(error.value)
