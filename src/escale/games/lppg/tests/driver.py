"""How the tests in a real browser play this game: what they touch on its board, and what in it is secret."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.wishes import best_there

WISHES = (
    "[role=gridcell][data-state=takes]",
    "[role=gridcell][data-state=fits], [data-pick]:not(:disabled)",
)


def tables() -> list[tuple[int, dict[str, Any]]]:
    """Numbers of players with options at which every kind of secret occurs, a quick table of two first: hands, in teams too."""
    return [(2, {}), (4, {})]


def pieces(place: Page | Locator) -> Locator:
    """What a board is made of, on a page or in a part of it, small pictures of a board included: the cards on the terrain."""
    return place.locator("[data-piece]")


def targets(page: Page) -> Locator:
    """What can be picked now; a first touch of each shows a move: a place for a card, a region, a pile, a marker, a pass.

    Where a card would take a region, only such places: so a game comes to its end.
    """
    return page.locator(best_there(WISHES))


def forbidden(page: Page) -> Locator:
    """What can be tried and no rule allows: the cells on which and beside which the card in hand can't lie."""
    return page.locator("[role=gridcell][data-state=cannot]")


def steps(page: Page) -> list[str]:
    """The keys that lead from the cell with the focus to what can be picked: the next best of all, whatever is asked."""
    return ["n"]


def secrets(page: Page) -> list[str]:
    """The secrets that can be found on the page, in words: the faces of the reader's cards."""
    return [text for text in page.locator(".hand .secret, .hidden-hand .secret").all_inner_texts() if text]


def look(page: Page) -> Locator:
    """What is held down to see a secret on a screen that others see too."""
    return page.locator(".hidden-hand .peek")


def tells(sentence: str) -> bool:
    """Whether a sentence of the board in words tells the reader's secret: the white cells of a card in hand."""
    return sentence.startswith(("Votre main", "Your hand")) and ("blanche" in sentence or "white" in sentence)


def told(view: dict[str, Any]) -> set[int]:
    """The seats whose secret a view tells."""
    return {seat for seat, cards in enumerate(view["hands"]) if any(card["pattern"] is not None for card in cards)}
