"""A real browser for the tests of this folder, which play this game."""

import pytest

from tests.browser.conftest import arranged_server, chromium, console, player, server, started_chromium, visitor

__all__ = ["arranged_server", "chromium", "console", "game", "player", "server", "started_chromium", "visitor"]


@pytest.fixture
def game() -> str:
    """The game that is played."""
    return "lppg"
