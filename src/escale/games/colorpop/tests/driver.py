"""How the tests in a real browser play this game: what they touch on its board, and what in it is secret."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

SIDE = 10


def tables() -> list[tuple[int, dict[str, Any]]]:
    """Numbers of players with options at which every kind of secret occurs, a quick table of two first: one, two, a team's."""
    return [(2, {}), (2, {"mode": "duel"}), (4, {"mode": "teams"})]


def pieces(place: Page | Locator) -> Locator:
    """What a board is made of, on a page or in a part of it, small pictures of a board included: its tokens."""
    return place.locator("[data-cell]")


def targets(page: Page) -> Locator:
    """What can be picked now; a first touch of each shows a move. Its label says how many tokens would go."""
    return page.locator("[role=gridcell][aria-label*=', group']")


def forbidden(page: Page) -> Locator:
    """What can be tried and no rule allows: a token alone."""
    return page.locator("[role=gridcell]:is([aria-label$=', alone'], [aria-label$=', isolé'])")


def steps(page: Page) -> list[str]:
    """The keys that lead from the cell with the focus to the nearest that can be picked."""
    here = int(page.locator("[role=gridcell]:focus").get_attribute("data-index") or "")
    there = [int(index) for index in targets(page).evaluate_all("cells => cells.map((cell) => cell.dataset.index)")]
    paths = [(index // SIDE - here // SIDE, index % SIDE - here % SIDE) for index in there]
    down, right = min(paths, key=lambda path: abs(path[0]) + abs(path[1]))
    return ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down) + ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right)


def secrets(page: Page) -> list[str]:
    """The secrets that can be found on the page, in words."""
    found = page.locator(".secrets .colour, .secrets [role=status]").all_inner_texts()
    return [text for text in found if text]


def look(page: Page) -> Locator:
    """What is held down to see a secret on a screen that others see too."""
    return page.locator(".secrets .peek")


def tells(sentence: str) -> bool:
    """Whether a sentence of the board in words tells the reader's secret."""
    return sentence.startswith(("Votre couleur secrète", "Vos couleurs secrètes", "Your secret colour"))


def told(view: dict[str, Any]) -> set[int]:
    """The seats whose secret a view tells; but for the partner of the seat it is for, whose secret is the team's."""
    teams = view["options"]["mode"] == "teams" and view["seat"] is not None
    partner = (view["seat"] + 2) % 4 if teams else None
    return {seat for seat, colours in enumerate(view["secrets"]) if colours and seat != partner}
