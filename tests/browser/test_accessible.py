"""axe finds nothing serious, on any page, by day or by night."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import words
from tests.browser.console import Console
from tests.browser.finished_games import finished_table
from tests.browser.player import BOT, ME, OPEN, Player
from tests.browser.tables import EVERY_GAME, GAMES

AXE = (Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
# A colour on its way to another is neither; and one may set out when another that it comes from has arrived.
SETTLED = """async (dark) => {
  const frame = () => new Promise(requestAnimationFrame);
  while (matchMedia('(prefers-color-scheme: dark)').matches !== dark) await frame();
  for (let calm = 0; calm < 3; calm += 1) {
    await frame();
    for (const one of document.getAnimations()) {
      if (one.playState !== 'running' || one.effect.getTiming().iterations === Infinity) continue;
      one.finish();
      calm = 0;
    }
  }
}"""
THOUGHT = 60_000  # milliseconds a hint may take
REVIEWED = 120_000  # milliseconds a review may take
GRAVE = ("serious", "critical")
COLOURS_ONLY = "runOnly: ['color-contrast']"  # all that another light changes


@pytest.fixture(autouse=True)
def held_up(console: Console) -> None:
    """While axe looks at a page, its own scripts wait."""
    console.page_may_be_held_up = True


def grave(page: Page, *lights: str) -> list[str]:
    """What is wrong with a page in some lights, in both if none is named."""
    page.evaluate(AXE)  # not as a script of the page, which its policy would refuse
    found = []
    for light in lights or ("light", "dark"):
        page.emulate_media(color_scheme="dark" if light == "dark" else "light")
        page.evaluate(SETTLED, light == "dark")
        result = page.evaluate(f"axe.run({{ resultTypes: ['violations'], {'' if light == 'light' else COLOURS_ONLY} }})")
        found += [
            f"{light}: {one['id']} : {[(node['html'][:99], node['failureSummary']) for node in one['nodes'][:3]]}"
            for one in result["violations"]
            if one["impact"] in GRAVE
        ]
    return found


def test_home_and_its_sheets(player: Callable[..., Player]) -> None:
    ann = player().open()
    ann.card.wait_for()
    assert grave(ann.page) == []
    for name in (words.FRIENDS, words.SCREEN, words.OPTIONS):
        ann.card.get_by_role("button", name=name).click()
        ann.page.locator("dialog").wait_for()
        assert grave(ann.page) == [], name.pattern
        ann.button(words.CLOSE).click()


@EVERY_GAME
def test_table_end_and_rules(player: Callable[..., Player]) -> None:
    ann = player()
    check_table(ann.make(ME, BOT))
    ann.open(f"/t/{finished_table(ann.address, ann.game)}")
    expect(ann.headline).to_be_visible()
    assert grave(ann.page, *lights(ann)) == []
    ann.open(f"/rules/{ann.game}")
    ann.page.locator("section h2").first.wait_for()
    assert grave(ann.page, *lights(ann)) == []


def lights(ann: Player) -> tuple[str, ...]:
    """By night only with one game: but for the board, at which `check_table` looks by night too, the colours are the same."""
    return () if ann.game == GAMES[0] else ("light",)


def check_table(ann: Player) -> None:
    """With a hint and its move, to be confirmed; and with one refused."""
    ann.wait_turn()
    ann.play_move()
    ann.button(words.HINT).click()
    ann.button(words.WHERE).click(timeout=THOUGHT)
    ann.button(words.SHOW_ME).click()
    ann.button(words.CONFIRM).wait_for()
    assert grave(ann.page) == []
    ann.button(words.CANCEL).click()
    ann.page.keyboard.press("Escape")
    while not ann.driver.forbidden(ann.page).count():
        ann.play_move()
    ann.driver.forbidden(ann.page).first.click()
    ann.page.get_by_role("alert").wait_for()
    assert grave(ann.page, *lights(ann)) == []


def test_menu_replay_and_review(player: Callable[..., Player]) -> None:
    """With one game: but for the boards, which are those of its table, they are the same for all."""
    ann = player().make(ME, BOT)
    ann.wait_turn()
    ann.button(words.MENU).click()
    for summary in ann.page.locator("dialog summary").all():
        summary.click()
    assert grave(ann.page) == []
    ann.open(f"/r/{finished_table(ann.address, ann.game)}")
    ann.button(words.REPLAY_PLAY).wait_for()
    assert grave(ann.page) == []
    ann.button(words.REVIEW_GAME).click()
    expect(ann.page.locator(".picture")).to_be_visible(timeout=REVIEWED)
    ann.page.locator("summary", has_text=words.FIGURES).click()
    assert grave(ann.page) == []


@pytest.mark.parametrize("path", ["/watch", "/nowhere", "/r"])
def test_small_pages(player: Callable[..., Player], path: str) -> None:
    assert grave(player().open(path).page) == []


def test_invitation_and_cover(player: Callable[..., Player]) -> None:
    ann, bob = player().make(ME, OPEN).arrive(), player()
    assert grave(ann.page) == []
    bob.page.goto(ann.page.get_by_label(words.INVITE).input_value())
    bob.page.get_by_label(words.CALLED).wait_for()
    assert grave(bob.page) == []
    ann.make(ME, {**ME, "name": "Bob"}, one_screen=True)
    ann.button(words.READY).wait_for()
    assert grave(ann.page) == []


def test_what_is_wrong_is_found(player: Callable[..., Player]) -> None:
    ann = player().open()
    ann.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert "button-name" in " ".join(grave(ann.page))
