"""What the rules forbid is said with the rule, and a move can be taken back."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.hearing import Hearing
from tests.browser.player import BOT, ME, Player

GAMES = Path(__file__).resolve().parents[2] / "src" / "escale" / "games"


def test_an_illegal_attempt_names_its_rule(player: Callable[..., Player]) -> None:
    ann = player()
    heard = Hearing(ann.page)
    ann.make(ME, BOT).wait_turn()
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
    ann.play_move()


def test_a_move_against_a_bot_is_taken_back_freely(player: Callable[..., Player]) -> None:
    ann = player().make(ME, BOT)
    ann.wait_turn()
    start = ann.log
    ann.play_move()
    assert len(ann.log) == len(start) + 2
    ann.button(words.UNDO).click()
    expect(ann.page.get_by_text(words.TAKEN_BACK)).to_be_visible()
    ann.wait_turn()
    assert ann.log == start
    ann.play_move()
