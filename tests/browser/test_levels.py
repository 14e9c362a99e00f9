"""Choosing a bot: five levels, each with what to expect of it, remembered for the next time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import words
from tests.browser.player import ME, Player

LEVELS = ("child", "easy", "medium", "hard", "expert")


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(player: Callable[..., Player], level: str) -> None:
    ann = player().make(ME, {"kind": "bot", "bot": level}, pace="quick")
    ann.wait_turn()
    ann.play_move()
    assert len(ann.log) >= 2


def test_a_level_is_chosen_and_met_again(player: Callable[..., Player]) -> None:
    ann = player().open()
    ann.card.get_by_role("button", name=words.OPTIONS).click()
    seat = ann.page.get_by_label(words.SEAT_TWO)
    expect(seat).to_be_visible()
    offered = seat.locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert offered[:7] == ["me", "open", *(f"bot:{level}" for level in LEVELS)]
    said = []
    for level in LEVELS:
        seat.select_option(f"bot:{level}")
        said.append(ann.page.locator(f"[id='{seat.get_attribute('aria-describedby')}']").inner_text())
    assert len({text for text in said if text}) == len(LEVELS)
    seat.select_option("bot:child")
    ann.page.get_by_role("group", name=words.BOT_PACE).get_by_role("radio", name=words.QUICKLY).check()
    ann.button(words.BEGIN).click()
    ann.arrive()
    expect(seated(ann)).to_be_visible()
    ann.button(words.MENU).click()
    ann.page.locator("summary", has_text=words.SEATS).click()
    expect(ann.page.locator("dialog").get_by_text(words.PACE_QUICK)).to_be_visible()
    ann.open()
    expect(ann.card.locator(".hint")).to_contain_text(words.AGAINST_LITTLE)
    ann.play_now()
    expect(seated(ann)).to_be_visible()


def seated(ann: Player) -> Locator:
    """The weakest of all, at the table."""
    return ann.page.locator("li strong:visible").filter(has_text=words.LITTLE)
