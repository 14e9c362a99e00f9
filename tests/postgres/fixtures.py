"""The fixtures with which any test gets a real PostgreSQL."""

import itertools
import sys
from collections.abc import Iterator

import pytest

if sys.platform != "win32":
    from tests.postgres.server import Server, started_postgres

numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Server]":
    """One server for all tests of this process."""
    if sys.platform == "win32":
        pytest.fail("the launcher of PostgreSQL needs Unix sockets: there is no way yet to run these tests on Windows")
    with started_postgres() as server:
        yield server


@pytest.fixture
def database(postgres: "Server") -> Iterator[str]:
    """The address of a new, empty database for one test."""
    name = f"test_{next(numbers)}"
    postgres.create(name)
    yield postgres.dsn(name)
    postgres.drop(name)
