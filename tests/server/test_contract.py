"""The OpenAPI says what the server does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.contract import ask_everything
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault


def test_the_server_answers_as_its_openapi_says(tmp_path: Path) -> None:
    counts = ask_everything(tmp_path, examples=6, seed=4)
    assert counts["operations"] >= 15
    assert counts["requests"] > 30


def test_the_harness_finds_a_request_that_fails_for_some_input(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"500"):
        ask_everything(tmp_path, 6, 4, only="/api/invitations/{key}", program=with_fault("fails_on_some_input"))
