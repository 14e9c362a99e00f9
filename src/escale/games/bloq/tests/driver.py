"""How the tests in a real browser play this game: what they touch on its board. Nothing in it is secret."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page


def tables() -> list[tuple[int, dict[str, Any]]]:
    """Numbers of players with options, a quick table of two first: nobody has a secret at any."""
    return [(2, {})]


def pieces(place: Page | Locator) -> Locator:
    """What a board is made of, on a page or in a part of it, small pictures of a board included: its plate and blocks."""
    return place.locator("[data-piece]")


def targets(page: Page) -> Locator:
    """What can be picked now; a first touch of each shows a move: the cells on which the block in hand can stand."""
    return page.locator("[role=gridcell][data-state=fits]")


def forbidden(page: Page) -> Locator:
    """What can be tried and no rule allows: the cells on which and beside which the block in hand can't stand."""
    return page.locator("[role=gridcell][data-state=cannot]")


def steps(page: Page) -> list[str]:
    """The keys that lead from the cell with the focus to one that can be picked: the next best place, whichever it is."""
    return ["n"]


def secrets(page: Page) -> list[str]:
    """The secrets that can be found on the page, in words: there are none."""
    return []


def look(page: Page) -> Locator:
    """What is held down to see a secret on a screen that others see too: nothing."""
    return page.locator(".peek")


def tells(sentence: str) -> bool:
    """Whether a sentence of the board in words tells the reader's secret: nobody has one."""
    return False


def told(view: dict[str, Any]) -> set[int]:
    """The seats whose secret a view tells: none has one."""
    return set()
