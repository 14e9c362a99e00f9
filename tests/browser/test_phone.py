"""On a small telephone, with a finger."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import words
from tests.browser.finished_games import nearly_finished
from tests.browser.player import BOT, ME, Finger
from tests.browser.tables import EVERY_GAME
from tests.server.running import Server

WIDTH = 360
TARGET = 40  # pixels
# What can be tapped and is smaller than that. A link in a sentence is as high as the sentence; a board is for its game to draw.
SMALL = """(least) => [...document.querySelectorAll('a, button, select, summary, input, label.button')]
  .filter((node) => !node.closest('[inert], [role=grid], .unseen, .skip'))
  .filter((node) => !node.matches('a:not(.button), button:not(.button)') || !node.closest('p, h2'))
  .filter((node) => !node.matches('input') || !node.closest('label'))
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < least || box.width < least))
  .map(([node, box]) => `${node.tagName} ${node.innerText || node.ariaLabel}: ${box.width} x ${box.height}`)"""

# Menus whose text may be longer than they are wide, and would then end in the middle of a letter.
CUT = """() => [...document.querySelectorAll('dialog select')]
  .filter((node) => getComputedStyle(node).textOverflow !== 'ellipsis').map((node) => node.outerHTML)"""


def check_fit(page: Page) -> None:
    """Nothing to scroll sideways, nothing too small for a finger."""
    assert page.evaluate("document.scrollingElement.scrollWidth") <= WIDTH, page.url
    assert page.evaluate(SMALL, TARGET) == [], page.url


@EVERY_GAME
def test_a_game_by_touch(phone: BrowserContext, server: Server, game: str) -> None:
    """From the shelf to a table, its first and its last moves, and all that follows."""
    page = phone.new_page()
    page.emulate_media(reduced_motion="reduce")
    ann = Finger(page, server.address, game).open()
    ann.card.wait_for()
    check_fit(page)
    for name in (words.FRIENDS, words.SCREEN, words.OPTIONS):
        ann.card.get_by_role("button", name=name).tap()
        page.locator("dialog").wait_for()
        check_fit(page)
        assert page.evaluate(CUT) == []
        ann.button(words.CLOSE).tap()
    ann.card.get_by_role("button", name=words.PLAY).tap()
    ann.arrive().wait_turn()
    check_fit(page)
    ann.show_move()
    check_fit(page)
    box = ann.button(words.CONFIRM).bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740  # in sight, whatever the page is scrolled to
    ann.button(words.CANCEL).tap()
    ann.play_round()
    ann.make(ME, BOT, **nearly_finished(server.address, game))
    ann.play_on()
    expect(ann.headline).to_be_visible()  # it comes by itself
    check_fit(page)
    page.get_by_role("link", name=words.REVIEW).tap()
    page.wait_for_url("**/r/*")
    ann.button(words.REPLAY_PLAY).wait_for()
    check_fit(page)
    ann.open(f"/rules/{game}")
    check_fit(page)
