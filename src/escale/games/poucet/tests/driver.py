"""How the tests in a real browser play this game: what they touch on its board, and what in it is secret."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.wishes import best_there

# From what brings a game to its end soonest to what hardly does; who is blocked plays on, and gives up only if nothing is left.
WISHES = (
    "[role=gridcell][data-state=wins]",
    "[role=gridcell][data-state=fits]:is([data-role=path], [data-role=passage])",
    "[role=gridcell][data-state=fits]",
    "[data-pick]:not(:disabled, [data-pick=give_up])",
    "[data-pick=give_up]",
)


def tables() -> list[tuple[int, dict[str, Any]]]:
    """Numbers of players with options at which every kind of secret occurs, a quick table of two first: hands."""
    return [(2, {"size": "9"})]


def pieces(place: Page | Locator) -> Locator:
    """What a board is made of, on a page or in a part of it, small pictures of a board included: the cards that lie."""
    return place.locator("[data-piece]")


def targets(page: Page) -> Locator:
    """What can be picked now; a first touch of each shows a move: a cell for what is held, a start card, a card to discard.

    Only the best of them, by what they do, so that a game comes to its end.
    """
    return page.locator(best_there(WISHES))


def forbidden(page: Page) -> Locator:
    """What can be tried and no rule allows: the cells where what is held can't go, or where nothing is to be put yet."""
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
    """Whether a sentence of the board in words tells the reader's secret: the cards in their hand."""
    return sentence.startswith(("Votre main", "Your hand"))


def told(view: dict[str, Any]) -> set[int]:
    """The seats whose secret a view tells."""
    return {seat for seat, hand in enumerate(view["hands"]) if hand is not None}
