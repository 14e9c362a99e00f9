"""A server that the tests of a file may share, if they leave it as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that runs."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running
