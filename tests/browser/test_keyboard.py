"""Without a mouse: a whole game, every place one comes to marked, and a walk through what was played."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import words
from tests.browser.player import ALOUD, LOG, Player
from tests.browser.tables import EVERY_GAME

# What has the focus: its tag, role and name, and whether one sees that it has it.
FOCUSED = """() => {
  const node = document.activeElement;
  const style = getComputedStyle(node);
  const seen = node.matches(':focus-visible') && ((style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)
    || style.boxShadow !== 'none');
  const words = (node.innerText || node.ariaLabel || '').trim();
  return { tag: node.tagName, role: node.getAttribute('role') ?? '', seen, words };
}"""
MOST = 60
DECISIONS = 3


def tab_to(page: Page, wanted: Callable[[dict[str, str]], bool], back: bool = False) -> None:
    """Press Tab until something wanted has the focus; every place on the way must show that it has it."""
    for _ in range(MOST):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        focused = page.evaluate(FOCUSED)
        if focused["tag"] in ("BODY", "HTML"):
            continue  # around the end of the page
        assert focused["seen"], f"the focus can't be seen: {focused}"
        if wanted(focused):
            return
    raise AssertionError("Tab never comes there")


def to_board(page: Page, back: bool = False) -> None:
    """Tab into the board."""
    tab_to(page, lambda focused: focused["role"] == "gridcell", back)


def walk(ann: Player) -> None:
    """From a cell to one that can be picked."""
    for key in ann.driver.steps(ann.page):
        ann.page.keyboard.press(key)


def begin(ann: Player) -> None:
    """From the shelf to one's turn."""
    ann.open().card.wait_for()
    name = f"game-{ann.game}"
    inside = "(id) => document.activeElement.closest('article')?.getAttribute('aria-labelledby') === id"
    tab_to(ann.page, lambda focused: words.PLAY.match(focused["words"]) is not None and ann.page.evaluate(inside, name))
    ann.page.keyboard.press("Enter")
    ann.arrive().wait_turn()
    to_board(ann.page)


def play(ann: Player) -> None:
    """One decision."""
    moves = len(ann.log)
    if ann.page.evaluate(FOCUSED)["role"] != "gridcell":
        to_board(ann.page, back=True)
    walk(ann)
    ann.page.keyboard.press("Enter")
    expect(ann.button(words.CONFIRM)).to_be_visible()
    ann.page.keyboard.press("Enter")
    ann.wait_moves(moves)


def test_a_whole_game(player: Callable[..., Player]) -> None:
    """Of one game; the test below begins them all."""
    ann = player()
    page = ann.page
    begin(ann)
    for _ in range(MOST):
        if ann.over:
            break
        play(ann)
    expect(ann.headline).to_be_focused()  # not left on a board where nothing can be done
    expect(page.locator(ALOUD)).to_contain_text(f"{page.locator('h1').inner_text()}. {ann.headline.inner_text()}")
    expect(page).to_have_title(words.GAME_OVER)
    tab_to(page, lambda focused: words.REMATCH.match(focused["words"]) is not None)


@EVERY_GAME
def test_moves_and_steps_through_what_was_played(player: Callable[..., Player]) -> None:
    ann = player()
    page = ann.page
    begin(ann)
    before = ann.log
    walk(ann)
    page.keyboard.press("Enter")
    expect(ann.button(words.CONFIRM)).to_be_visible()
    page.keyboard.press("Escape")
    expect(ann.button(words.CONFIRM)).to_be_hidden()
    assert ann.log == before
    for _ in range(DECISIONS):
        play(ann)
    check_steps(ann)
    ann.play_move()


def check_steps(ann: Player) -> None:
    """Go through the past by keys, by the log and by buttons, and come back."""
    page, all_moves = ann.page, len(ann.log)
    place = page.locator(".bar .words")
    page.locator("h1").focus()

    def at(ply: int) -> None:
        expect(place).to_have_text(words.PAST)
        expect(place).to_contain_text(f" {ply} ")

    for key, ply in (("ArrowLeft", all_moves - 1), ("ArrowLeft", all_moves - 2), ("ArrowRight", all_moves - 1), ("Home", 0)):
        page.keyboard.press(key)
        at(ply)
    page.keyboard.press("End")
    expect(ann.button(words.BACK_TO_NOW).and_(page.locator(".main"))).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    at(all_moves - 1)
    page.keyboard.press("Escape")
    expect(ann.button(words.BACK_TO_NOW).and_(page.locator(".main"))).to_be_hidden()
    page.locator(LOG).first.click()
    at(1)
    ann.button(words.BACK_TO_NOW).and_(page.locator(".main")).click()
