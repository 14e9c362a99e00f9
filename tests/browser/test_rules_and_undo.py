"""What the rules forbid is said with the rule, and a move can be taken back."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.hearing import Hearing
from tests.browser.player import BOT, LOG, ME, Player
from tests.browser.tables import EVERY_GAME

GAMES = Path(__file__).resolve().parents[2] / "src" / "escale" / "games"


@EVERY_GAME
def test_a_rule_is_named_and_a_move_taken_back(player: Callable[..., Player]) -> None:
    ann = player()
    heard = Hearing(ann.page)
    ann.make(ME, BOT).wait_turn()
    check_refusal(ann, heard)
    check_undo(ann, heard)


def check_refusal(ann: Player, heard: Hearing) -> None:
    """An illegal attempt names its rule, which can be read."""
    while not ann.driver.forbidden(ann.page).count():
        ann.play_move()
    ann.driver.forbidden(ann.page).first.click()
    alert = ann.page.get_by_role("alert")
    expect(alert).to_be_visible()
    reason = next(frame for frame in heard.got() if frame["t"] == "reason")
    texts = tomllib.loads((GAMES / ann.game / "texts" / "fr.toml").read_text("utf-8"))
    assert alert.inner_text() == texts["refusal"][reason["reason"]]
    ann.button(words.READ_RULE).click()
    paragraph = ann.page.locator(f"dialog [id='{reason['rule']}']")
    expect(paragraph).to_be_in_viewport()
    expect(paragraph).to_contain_text(texts["rule"][reason["rule"]]["title"])
    assert "pointed" in (paragraph.get_attribute("class") or "")
    ann.page.keyboard.press("Escape")


def check_undo(ann: Player, heard: Hearing) -> None:
    """Against a bot the last decision is taken back freely, and all that came after it; it is said if it had told anything."""
    start = ann.log
    ann.play_move()
    assert ann.log[: len(start)] == start
    assert len(ann.log) > len(start)
    ann.button(words.UNDO).click()
    expect(ann.page.locator(LOG)).to_have_count(len(start))
    ann.wait_turn()
    assert ann.log == start
    marked = [frame["undone"] for frame in heard.got() if "undone" in frame][-1]
    expect(ann.page.get_by_text(words.TAKEN_BACK)).to_be_visible(visible=marked)
    ann.play_move()
    assert len(ann.log) > len(start)
