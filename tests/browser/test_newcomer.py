"""Somebody who has never been here: one click, and a whole game against a bot."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser import words
from tests.browser.player import Player
from tests.browser.tables import EVERY_GAME
from tests.server.running import Server


@EVERY_GAME
def test_one_click_and_a_whole_game(visitor: Callable[..., BrowserContext], server: Server, game: str) -> None:
    page = visitor().new_page()
    ann = Player(page, server.address, game).open()
    clicks = page.evaluate_handle("() => { const log = []; addEventListener('click', () => log.push(1), true); return log; }")
    ann.play_now()
    ann.wait_turn()
    assert clicks.json_value() == [1]
    assert not page.locator("dialog").count()

    ann.play_move()  # with its animation
    ann.button(words.MENU).click()
    page.locator("summary", has_text=words.SETTINGS).click()
    page.get_by_role("radio", name=words.NO_ANIMATIONS).click()
    ann.button(words.CLOSE).click()
    ann.play_on()

    expect(ann.headline).to_be_visible()
    expect(ann.headline).to_have_text(words.WON)
    rows = page.locator(".end tbody tr")
    assert rows.count() == 2
    assert rows.locator("th").first.inner_text()

    page.locator("summary", has_text=words.FAIR).click()
    ann.button(words.VERIFY).click()
    expect(page.get_by_role("status").filter(has_text=words.FITS)).to_be_visible()

    table = ann.table
    page.get_by_role("link", name=words.REVIEW).click()
    page.wait_for_url(f"**/r/{table}")
    expect(ann.button(words.REPLAY_PLAY)).to_be_visible()
    page.go_back()
    ann.button(words.REMATCH).click()
    page.wait_for_url(lambda url: "/t/" in url and not url.endswith(table))
    ann.arrive().wait_turn()
    ann.play_move()
