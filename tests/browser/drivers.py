"""Each game's own way to be played in a browser: `tests/driver.py` in its folder, found by the game's id."""

from __future__ import annotations

import importlib
from typing import Any, Protocol, cast

from playwright.sync_api import Locator, Page


class Driver(Protocol):
    """What a test can't know of a board by itself."""

    def tables(self) -> list[tuple[int, dict[str, Any]]]:
        """Numbers of players with options at which every kind of secret occurs, a quick table of two first."""

    def pieces(self, place: Page | Locator) -> Locator:
        """What a board is made of, on a page or in a part of it, small pictures of a board included."""

    def targets(self, page: Page) -> Locator:
        """What can be picked now; a first touch of each shows a move."""

    def forbidden(self, page: Page) -> Locator:
        """What can be tried and no rule allows."""

    def steps(self, page: Page) -> list[str]:
        """The keys that lead from the place with the focus to one that can be picked."""

    def secrets(self, page: Page) -> list[str]:
        """The secrets that can be found on the page, in words."""

    def look(self, page: Page) -> Locator:
        """What is held down to see a secret on a screen that others see too."""

    def tells(self, sentence: str) -> bool:
        """Whether a sentence of the board in words tells the reader's secret."""

    def told(self, view: dict[str, Any]) -> set[int]:
        """The seats whose secret a view tells."""


def driver_of(game: str) -> Driver:
    """The driver in this game's folder."""
    return cast(Driver, importlib.import_module(f"escale.games.{game}.tests.driver"))
