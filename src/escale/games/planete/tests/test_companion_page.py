"""The companion in a real browser: planets of a real table entered by touch and by keys, and their points read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from escale.games.planete.companion import count
from escale.games.planete.tests.wording import TEXTS
from tests.browser.conftest import PHONE, STILL, chromium, console, server, started_chromium, visitor
from tests.browser.console import Console
from tests.browser.test_accessible import grave
from tests.server.running import Server

__all__ = ["chromium", "console", "server", "started_chromium", "visitor"]

COUNTABLE = json.loads((Path(__file__).parent / "countable.json").read_text("utf-8"))
ANSWER = count(COUNTABLE)
FR, EN = TEXTS["fr"].say, TEXTS["en"].say
WHOLE = 16
FINGER = 44  # pixels that a finger needs
REFUSED = re.compile(r"status of 422")


@pytest.fixture
def phone(visitor: Callable[..., BrowserContext]) -> Page:
    """Somebody French with a small telephone."""
    return visitor(**PHONE, **STILL).new_page()


def opened(page: Page, server: Server) -> Page:
    """The page, when tiles can be entered."""
    page.goto(f"{server.address}/planete/companion")
    page.locator("[data-add]").first.wait_for()
    return page


def enter(page: Page, seat: int, touch: Callable[[Locator], None], tiles: int = WHOLE) -> None:
    """Enter the first tiles of a planet; the page goes from kind to kind by itself."""
    for tile in COUNTABLE["planets"][seat]["tiles"][:tiles]:
        touch(page.locator(f"[data-add='{tile['tile']}']"))


def entered(page: Page, seat: int) -> str:
    """How many tiles a planet has, as the page says to who hears it."""
    return page.get_by_role("button", name=re.compile(r"(sur|of) 16")).nth(seat).locator(".unseen").inner_text()


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def small(page: Page) -> list[str]:
    """What can be touched on this page and is too small for a finger, but for links in a sentence."""
    found: list[str] = page.locator("main :is(button, summary, label, [role=gridcell], li a)").evaluate_all(
        """(all, least) => all.filter((one) => one.offsetParent !== null).flatMap((one) => {
          const { width, height } = one.getBoundingClientRect();
          return Math.min(Math.round(width), Math.round(height)) < least ? [`${width}x${height} ${one.outerHTML}`] : [];
        })""",
        FINGER,
    )
    return found


def test_two_planets_by_touch_on_a_phone(phone: Page, server: Server) -> None:
    """PLAN.C1 PLAN.E2: entered tile by tile in French, explained as companion.py does, kept over a reload."""
    page = opened(phone, server)
    assert fits(page)
    assert small(page) == []
    enter(page, 0, Locator.tap)
    page.get_by_role("button", name=re.compile("^Planète suivante")).tap()
    enter(page, 1, Locator.tap)
    page.get_by_role("button", name=FR("companion.to_result")).tap()
    expect(page.get_by_role("heading", name=FR("companion.ranking"))).to_be_focused()
    for planet in ANSWER["planets"]:
        for one in planet["characters"]:
            name, values = one["counted"]
            expect(page.get_by_text(FR(name, **values)).first).to_be_visible()
    best = max(planet["total"] for planet in ANSWER["planets"])
    expect(page.get_by_text(FR("companion.rank", rank=1, who="Joueur 1", n=best))).to_be_visible()
    expect(page.get_by_text(FR("companion.winner", who="Joueur 1"))).to_be_visible()
    assert fits(page)
    assert small(page) == []
    page.reload()
    expect(page.get_by_text(FR("companion.winner", who="Joueur 1"))).to_be_visible()
    assert [entered(page, seat) for seat in (0, 1)] == ["16 sur 16"] * 2


def test_a_tile_is_found_in_two_taps_and_taken_back(phone: Page, server: Server) -> None:
    """PLAN.S1: what it bears, then the tile; undone, redone, removed, and cleared after asking."""
    page = opened(phone, server)
    page.get_by_role("button", name=FR("element.r", n=1), exact=True).tap()
    expect(page.locator("[data-add]")).to_have_count(1)
    page.locator("[data-add=rll]").tap()
    expect(page.locator("[data-add]")).not_to_have_count(1)
    assert entered(page, 0) == "1 sur 16"
    page.get_by_role("button", name=FR("companion.undo")).tap()
    assert entered(page, 0) == "0 sur 16"
    page.get_by_role("button", name=FR("companion.redo")).tap()
    page.locator("[data-index='5']").tap()
    page.get_by_role("button", name=FR("companion.remove"), exact=True).tap()
    assert entered(page, 0) == "0 sur 16"
    enter(page, 0, Locator.tap, 3)
    page.get_by_role("button", name=FR("companion.clear")).tap()
    page.get_by_role("button", name=FR("companion.clear_no")).tap()
    assert entered(page, 0) == "3 sur 16"
    page.get_by_role("button", name=FR("companion.clear")).tap()
    page.get_by_role("button", name=FR("companion.clear_yes")).tap()
    assert entered(page, 0) == "0 sur 16"


def test_a_planet_by_keys_alone(visitor: Callable[..., BrowserContext], server: Server) -> None:
    """PLAN.R4: Tab leads to the tiles, arrows among them, Enter adds; the planet's cells are walked too."""
    page = opened(visitor(**STILL, locale="en-GB").new_page(), server)
    page.get_by_role("button", name=re.compile("^Cores")).focus()
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.add !== undefined"):
            break
        page.keyboard.press("Tab")
    for tile in COUNTABLE["planets"][0]["tiles"]:
        walk(page, tile["tile"])
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Next planet"))).to_be_focused()
    planet = ANSWER["planets"][0]
    expect(page.get_by_text(EN("companion.sum", n=planet["points"])).first).to_be_visible()
    page.keyboard.press("Enter")
    assert page.get_by_role("button", name=re.compile("Player 2")).first.get_attribute("aria-pressed") == "true"


def walk(page: Page, tile: str) -> None:
    """To a tile of the box, by arrows, from wherever the focus is in it."""
    names = page.locator("[data-add]").evaluate_all("all => all.map((one) => one.dataset.add)")
    now = names.index(page.evaluate("document.activeElement.dataset.add"))
    step = names.index(tile) - now
    for _ in range(abs(step)):
        page.keyboard.press("ArrowRight" if step > 0 else "ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.add") == tile


def test_face_down_by_hand(phone: Page, server: Server, console: Console) -> None:
    """PLAN.B1: four baobabs, of which those three lie face down that are touched; on the way it is told what is wrong."""
    page = opened(phone, server)
    enter(page, 0, Locator.tap, 6)  # four of them with a baobab
    hand = page.get_by_role("radio", name=re.compile("^À la main"))
    hand.wait_for()
    expect(page.get_by_role("gridcell", name=re.compile("face cachée"))).to_have_count(3)
    hand.check()
    touched = page.get_by_role("button", name=re.compile("face (cachée|visible)$"))
    expect(touched).to_have_count(4)
    touched.nth(0).tap()
    expect(page.get_by_text(re.compile("2 tuiles sont face cachée pour l’instant"))).to_be_visible()
    touched.nth(3).tap()
    expect(page.get_by_text(re.compile("pour l’instant"))).to_have_count(0)
    expect(page.get_by_role("gridcell", name=re.compile("face cachée"))).to_have_count(3)
    expect(page.get_by_role("gridcell", name=re.compile("deux moutons blancs et un mouton marron$"))).to_be_visible()
    assert fits(page)
    # The browser notes each refusal of the server's; nothing else may be there.
    assert console.complaints
    console.complaints[:] = [line for line in console.complaints if not REFUSED.search(line)]


def test_what_was_kept_and_can_not_be_read(phone: Page, server: Server) -> None:
    """PLAN.S1: one begins anew, and is told so."""
    opened(phone, server).evaluate("localStorage.setItem('escale.companion.planete', '{\"version\": 0}')")
    phone.reload()
    expect(phone.get_by_role("alert")).to_have_text(FR("companion.error.unreadable"))
    assert entered(phone, 0) == "0 sur 16"


def test_the_shelf_and_the_rules_lead_there_and_other_games_have_none(
    visitor: Callable[..., BrowserContext], server: Server
) -> None:
    """PLAN.S1: the board's page doesn't load it before it is asked for."""
    page = visitor(**STILL).new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(server.address)
    link = page.locator("article[aria-labelledby=game-planete]").get_by_role("link", name="Compter une vraie partie")
    link.wait_for()
    assert not [url for url in fetched if "Companion" in url]
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(FR("companion.title"))
    page.goto(f"{server.address}/rules/planete")
    page.get_by_role("link", name="Compter une vraie partie").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(FR("companion.title"))
    page.goto(f"{server.address}/nosuchgame/companion")
    expect(page.get_by_role("heading", level=1)).to_have_text("Aucune escale ici")


def test_nothing_grave_is_found_by_day_or_by_night(phone: Page, server: Server, console: Console) -> None:
    """PLAN.E2: neither on the way, with the question which tiles are face down and a tile selected, nor at the end."""
    console.page_may_be_held_up = True
    page = opened(phone, server)
    enter(page, 0, Locator.tap, 14)
    page.get_by_role("radio", name=re.compile("^À la main")).check()
    page.locator("[data-index='5']").tap()
    expect(page.get_by_text(FR("companion.remove"), exact=True)).to_be_visible()
    assert grave(page) == []
    page.get_by_role("button", name=FR("companion.undo")).tap()
    for tile in COUNTABLE["planets"][0]["tiles"][14:]:
        page.locator(f"[data-add='{tile['tile']}']").tap()
    page.get_by_role("button", name=re.compile("^Planète suivante")).tap()
    enter(page, 1, Locator.tap)
    expect(page.get_by_text(FR("companion.winner", who="Joueur 1"))).to_be_visible()
    page.get_by_role("button", name=FR("companion.clear")).tap()
    assert grave(page) == []
