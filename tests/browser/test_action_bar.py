"""What there is to press stays in sight and can be read, whatever the window and the size of the text."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

import escale
from tests.browser import words
from tests.browser.player import BOT, ME, Player
from tests.browser.tables import EVERY_GAME

OPAQUE = re.compile(r"^rgb\(")  # else it is called rgba
# Where the bar ends, and whether it is before everything else.
LYING = """() => {
  const bar = document.querySelector('.bar');
  const box = bar.getBoundingClientRect();
  const middle = box.top + box.height / 2;
  const places = Array.from({ length: 20 }, (_, n) => box.left + 2 + (n * (box.width - 4)) / 19);
  return {
    bottom: box.bottom,
    height: box.height,
    above: places.every((x) => bar.contains(document.elementFromPoint(x, middle))),
  };
}"""
# By how much the bar still lies over the board when one has scrolled to the end.
HIDDEN = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const last = document.querySelector('.stage').getBoundingClientRect().bottom;
  return last - document.querySelector('.bar').getBoundingClientRect().top;
}"""


def check_bar(page: Page) -> None:
    """It is whole in the window, opaque and before everything else, and covers nothing for good."""
    height = page.evaluate("innerHeight")
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".bar")).to_have_css("background-color", OPAQUE)
    bar = page.evaluate(LYING)
    assert bar["height"] >= 44
    assert bar["bottom"] <= height + 1
    assert bar["above"]
    assert page.evaluate(HIDDEN) <= 0


@EVERY_GAME
def test_whatever_the_window(player: Callable[..., Player]) -> None:
    """Small ones, one with a crowd, and a wide one with large text."""
    ann = player(viewport={"width": 360, "height": 740})
    most = max(escale.games()[ann.game].players)
    ann.make(ME, *[BOT] * (most - 1)).wait_turn()
    check_moving(ann)
    ann.make(ME, BOT).wait_turn()
    for width, height in ((360, 640), (740, 360)):
        ann.page.set_viewport_size({"width": width, "height": height})
        check_moving(ann)
        ann.button(words.CANCEL).click()

    ann.page.set_viewport_size({"width": 1440, "height": 900})
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
    ann.show_move()
    check_bar(ann.page)
    ann.page.evaluate("scrollTo(0, 0)")
    expect(ann.button(words.CONFIRM)).to_be_in_viewport(ratio=1)


def check_moving(ann: Player) -> None:
    """After a move, and with another one shown."""
    ann.play_move()
    expect(ann.button(words.UNDO)).to_be_visible()
    check_bar(ann.page)
    ann.show_move()
    check_bar(ann.page)


def test_a_double_click_selects_nothing(player: Callable[..., Player]) -> None:
    """With one game: it is the bar that is clicked."""
    ann = player().make(ME, BOT)
    ann.wait_turn()
    ann.show_move()
    ann.page.locator(".bar .words").dblclick(position={"x": 20, "y": 12})
    assert ann.page.evaluate("getSelection().toString()") == ""
