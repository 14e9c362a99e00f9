"""The fixture with which a test runs on every kind of database."""

from pathlib import Path

import pytest

from tests.store.places import KINDS, Place


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty journal's place."""
    if request.param == "sqlite":
        return Place(data=tmp_path)
    return Place(database=request.getfixturevalue("database"))
