"""How the tests in a real browser play this game: what they touch on its board, and what in it is secret."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page


def tables() -> list[tuple[int, dict[str, Any]]]:
    """Numbers of players with options at which every kind of secret occurs, a quick table of two first: a hidden tile."""
    return [(2, {"two_player": "offer"})]


def pieces(place: Page | Locator) -> Locator:
    """What a board is made of, on a page or in a part of it, small pictures of a board included: the tiles of the planets."""
    return place.locator("[data-piece]")


def targets(page: Page) -> Locator:
    """What can be picked now; a first touch of each shows a move: a stack, a tile on the table, a player to name."""
    return page.locator("[data-pick]:not(:disabled)")


def forbidden(page: Page) -> Locator:
    """What can be tried and no rule allows: places of one's own planet where no tile on the table can go."""
    return page.locator("[role=gridcell][data-state=cannot]")


def steps(page: Page) -> list[str]:
    """The keys that lead from the cell with the focus to what can be picked."""
    return ["n"]


def secrets(page: Page) -> list[str]:
    """The secrets that can be found on the page, in words: the tiles that the reader alone knows."""
    return [text for text in page.locator(".middle .secret").all_inner_texts() if text]


def look(page: Page) -> Locator:
    """What is held down to see a secret on a screen that others see too."""
    return page.locator(".hidden-tiles .peek")


def tells(sentence: str) -> bool:
    """Whether a sentence of the board in words tells the reader's secret: the three tiles, or the hidden one."""
    return sentence.startswith(
        (
            "Three tiles for you alone: ",
            "You alone know the hidden tile",
            "Trois tuiles que personne d’autre ne voit\N{NO-BREAK SPACE}: ",
            "Personne d’autre ne connaît la tuile cachée",
        )
    ) and not sentence.endswith(("hide one of them.", "cachez-en une."))


def told(view: dict[str, Any]) -> set[int]:
    """The seats whose secret a view tells: who leads alone knows the three tiles and the hidden one, also once it is out."""
    tiles = (view["offer"] or {"tiles": []})["tiles"]
    known = any(one["tile"] is not None and (one["hidden"] or view["step"] == "hide") for one in tiles)
    out = {one["seen_by"] for one in view["out"] if one["seen_by"] is not None and one["tile"] is not None}
    return out | ({view["first"]} if known else set())
