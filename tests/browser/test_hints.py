"""Hints at the table: the idea, the place, the move, for whoever plays alone or before the same screen."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import words
from tests.browser.conftest import PHONE
from tests.browser.hearing import Hearing
from tests.browser.player import BOT, ME, Finger, Player
from tests.browser.tables import EVERY_GAME, WITH_SECRETS

NAME_OF_A_TEXT = re.compile(r"\b[a-z_]+\.[a-z_]+\b|[{}]")  # what is shown where a text is missing, or a value of it
# Until what is chosen on the board, whichever way it is marked, lies in the window and above the bar.
IN_SIGHT = """() => {
  const chosen = [...document.querySelectorAll('.stage :is([aria-selected=true], [aria-pressed=true])')];
  const boxes = chosen.map((one) => one.getBoundingClientRect());
  const bar = document.querySelector('.bar').getBoundingClientRect();
  return boxes.length > 0 && boxes.every(({ top, bottom }) => top >= 0 && bottom <= bar.top);
}"""
THOUGHT = 60_000  # milliseconds: on a machine that has too much to do, a page asks again for a hint that came too late
FINGER = 44  # pixels that one takes
WIDTHS = "() => [document.documentElement.scrollWidth, innerWidth]"


def panel(page: Page) -> Locator:
    """Where hints are told."""
    return page.get_by_role("region", name=words.A_HINT)


def told(page: Page) -> Locator:
    """The words of a hint."""
    return panel(page).locator(".told")


def ask(ann: Player) -> str:
    """Ask for a hint; its first words."""
    ann.button(words.HINT).click()
    expect(panel(ann.page)).to_be_focused()
    expect(told(ann.page)).to_be_visible(timeout=THOUGHT)
    return told(ann.page).locator("p").first.inner_text()


@EVERY_GAME
def test_three_steps_and_the_move_is_played(player: Callable[..., Player]) -> None:
    ann = player()
    heard = Hearing(ann.page)
    ann.make(ME, BOT).wait_turn()
    before, idea = len(ann.log), ask(ann)
    assert idea
    expect(told(ann.page)).to_have_text(words.CHANCES)
    check_folding(ann)
    ann.button(words.WHERE).click()
    expect(told(ann.page).locator("p").nth(1)).not_to_have_text(words.CHANCES)
    expect(ann.button(words.CONFIRM)).to_have_count(0)
    ann.button(words.SHOW_ME).click()
    expect(ann.button(words.CONFIRM)).to_be_visible()
    text = check_text(ann)
    assert text.startswith(idea)
    assert panel(ann.page).get_by_role("status").inner_text() == text  # so that it is said aloud
    ann.button(words.CANCEL).click()
    ann.button(words.SHOW_AGAIN).click()
    assert len(ann.log) == before
    ann.button(words.CONFIRM).click()
    ann.wait_moves(before)
    expect(panel(ann.page)).to_have_count(0)
    assert [frame["move"] for frame in heard.got() if frame["t"] == "hint"] == [frame["move"] for frame in heard.sent("play")]

    ask(ann)
    ann.play_move()  # a hint goes with its position
    expect(panel(ann.page)).to_have_count(0)
    expect(ann.button(words.HINT)).to_be_visible()


def check_text(ann: Player) -> str:
    """The words of a hint, having seen that the reader is spoken to, not told of, and that no text is missing."""
    text = told(ann.page).inner_text()
    assert ME["name"] not in text
    assert not NAME_OF_A_TEXT.search(text)
    return text


def check_folding(ann: Player) -> None:
    """What else there is to know can be folded; a game may have nothing to add."""
    aside = panel(ann.page).locator("details")
    if aside.count():
        expect(aside.locator("p").first).to_be_visible()
        box = aside.locator("summary").bounding_box()
        assert box
        assert box["height"] >= FINGER
        aside.locator("summary").press("Enter")
        expect(aside.locator("p").first).to_be_hidden()
        aside.locator("summary").press("Enter")


def press(ann: Player, name: re.Pattern[str]) -> None:
    """Tap a button where it is seen, as a finger does: the page isn't scrolled to it."""
    button = ann.button(name)
    expect(button).to_be_in_viewport(ratio=1)
    box = button.bounding_box()
    assert box
    ann.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@EVERY_GAME
def test_on_a_phone_the_place_and_the_move_stay_in_sight(player: Callable[..., Player]) -> None:
    """And in English, as the test above is in French."""
    ann = player(**PHONE, locale="en-GB")
    ann.__class__ = Finger
    ann.make(ME, BOT).wait_turn()
    ann.page.evaluate("() => scrollTo(0, 0)")
    press(ann, words.HINT)
    expect(told(ann.page)).to_be_visible(timeout=THOUGHT)
    check_text(ann)
    press(ann, words.WHERE)
    check_text(ann)
    press(ann, words.SHOW_ME)
    expect(ann.button(words.CONFIRM)).to_be_in_viewport(ratio=1)
    expect(told(ann.page).locator("p")).to_have_count(1)
    width, window = ann.page.evaluate(WIDTHS)
    assert width <= window
    ann.page.wait_for_function(IN_SIGHT)
    press(ann, words.CONFIRM)
    expect(panel(ann.page)).to_have_count(0)


@EVERY_GAME
def test_by_keys_alone(player: Callable[..., Player]) -> None:
    ann = player().make(ME, BOT)
    ann.wait_turn()
    ann.button(words.HINT).focus()
    ann.page.keyboard.press("Enter")
    expect(told(ann.page)).to_be_visible(timeout=THOUGHT)
    expect(panel(ann.page)).to_be_focused()
    for _ in range(1 + panel(ann.page).locator("summary").count()):
        ann.page.keyboard.press("Tab")  # past the cross, and what can be unfolded
    ann.page.keyboard.press("Tab")
    expect(ann.button(words.WHERE)).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.button(words.SHOW_ME)).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.button(words.CONFIRM)).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.button(words.CONFIRM)).to_have_count(0)
    expect(panel(ann.page)).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(panel(ann.page)).to_have_count(0)
    expect(ann.button(words.HINT)).to_be_focused()

    before = len(ann.log)
    ann.page.keyboard.press("Enter")
    for step in (words.WHERE, words.SHOW_ME):
        ann.button(step).press("Enter")
    expect(ann.button(words.CONFIRM)).to_be_visible()
    ann.page.keyboard.press("Enter")
    ann.wait_moves(before)
    assert ann.page.evaluate("() => document.activeElement.closest('.play') !== null")  # the focus stays on the board


@WITH_SECRETS
def test_before_a_shared_screen_it_lies_face_down(player: Callable[..., Player]) -> None:
    ann = player()
    heard = Hearing(ann.page)
    ann.make(ME, {**ME, "name": "Bob"}, one_screen=True)
    ann.button(words.READY).click()
    ann.wait_turn()
    before = len(ann.log)
    ann.button(words.HINT).click()
    expect(panel(ann.page).get_by_text(words.FOR_YOU_ALONE)).to_be_visible(timeout=THOUGHT)
    expect(told(ann.page)).to_have_count(0)
    panel(ann.page).locator(".peek button, button.peek").hover()
    ann.page.mouse.down()
    expect(told(ann.page)).to_be_visible()
    ann.page.mouse.up()
    expect(told(ann.page)).to_have_count(0)
    ann.button(words.WHERE).click()
    ann.button(words.SHOW_ME).click()
    ann.button(words.CONFIRM).click()
    ann.wait_moves(before, wait=False)
    expect(panel(ann.page)).to_have_count(0)
    if ann.my_turn:
        ann.play_turn()
    ann.button(words.READY).wait_for()
    expect(panel(ann.page)).to_have_count(0)
    assert len([frame for frame in heard.got() if frame["t"] == "hint"]) == 1
