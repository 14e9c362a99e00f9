"""Choosing a bot: five levels, each with what to expect of it, remembered for the next time."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import words
from tests.browser.conftest import PHONE
from tests.browser.player import ME, Player
from tests.browser.tables import EVERY_GAME

LEVELS = ("child", "easy", "medium", "hard", "expert")
NAMES = ("Débutant|Beginner", "Facile|Easy", "Moyen|Medium", "Fort|Hard", "Expert")
BEGINNER = words.either("Débutant", "Beginner")
AGAINST = words.either(r"Contre un robot\s:", "Against a bot:")
STRENGTH = words.either("Force des robots", "How strong the bots are")


@EVERY_GAME
def test_every_level_plays(player: Callable[..., Player]) -> None:
    """At one table, where one bot after the other takes the seat; at another one if that game is over."""
    ann = player().make(ME, {"kind": "bot", "bot": LEVELS[0]}, pace="quick")
    ann.play_round()
    for level in LEVELS[1:]:
        if ann.over:
            ann.make(ME, {"kind": "bot", "bot": level}, pace="quick")
        else:
            change_bot(ann, level)
        ann.play_round()


def change_bot(ann: Player, level: str) -> None:
    """Give the other seat to another bot, by the menu."""
    ann.button(words.MENU).click()
    ann.page.locator("summary", has_text=words.SEATS).click()
    ann.page.locator("dialog select").nth(1).select_option(f"bot:{level}")
    ann.button(words.CLOSE).click()
    expect(
        ann.page.locator("li strong:visible").filter(has_text=words.either(*NAMES[LEVELS.index(level)].split("|")))
    ).to_be_visible()


@EVERY_GAME
def test_a_level_is_chosen_beside_play_and_met_again(player: Callable[..., Player]) -> None:
    ann = player().open()
    levels = beside_play(ann)
    assert re.fullmatch(r"\s*".join(f"(?:{name})" for name in NAMES), levels.locator(".choices").inner_text().strip())
    said = []
    for level in levels.get_by_role("radio").all():
        level.check()
        said.append(ann.card.locator(".level .hint").inner_text())
    assert len({text for text in said if text}) == len(LEVELS)
    levels.get_by_role("radio", name=BEGINNER).check()
    ann.play_now()
    expect(seated(ann, BEGINNER)).to_be_visible()
    ann.open()
    expect(beside_play(ann).get_by_role("radio", name=BEGINNER)).to_be_checked()


def test_with_the_keyboard_too(player: Callable[..., Player]) -> None:
    """With one game, as the two that follow: the cards and their sheets are the same for all."""
    ann = player().open()
    ann.card.get_by_role("button", name=words.PLAY).focus()
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("ArrowLeft")
    expect(beside_play(ann).get_by_role("radio", name=BEGINNER)).to_be_checked()


@pytest.mark.parametrize("locale", ["fr-FR", "en-US"])
def test_on_a_phone_all_levels_stand_in_one_row_in_the_first_window(player: Callable[..., Player], locale: str) -> None:
    ann = player(**{**PHONE, "viewport": {"width": 360, "height": 640}, "locale": locale}).open()
    labels = beside_play(ann).locator("label")
    boxes = [box for box in (label.bounding_box() for label in labels.all()) if box]
    assert len(boxes) == len(LEVELS)
    assert len({round(box["y"]) for box in boxes}) == 1
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert max(box["y"] + box["height"] for box in boxes) <= 640
    labels.first.tap()
    expect(beside_play(ann).get_by_role("radio", name=BEGINNER)).to_be_checked()


def test_among_the_options_a_level_is_for_all_and_each_seat_may_have_its_own(player: Callable[..., Player]) -> None:
    ann = player().open()
    ann.card.get_by_role("button", name=words.OPTIONS).click()
    seat = ann.page.get_by_label(words.SEAT_TWO)
    expect(seat).to_be_visible()
    offered = seat.locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert offered[:7] == ["me", "open", *(f"bot:{level}" for level in LEVELS)]
    seat.select_option("bot:expert")
    ann.page.get_by_role("group", name=STRENGTH).get_by_role("radio", name=BEGINNER).check()
    expect(seat).to_have_value("bot:child")
    expect(ann.button(words.BEGIN)).to_be_in_viewport()
    ann.page.get_by_role("group", name=words.BOT_PACE).get_by_role("radio", name=words.QUICKLY).check()
    ann.button(words.BEGIN).click()
    ann.arrive()
    expect(seated(ann, BEGINNER)).to_be_visible()
    ann.button(words.MENU).click()
    ann.page.locator("summary", has_text=words.SEATS).click()
    expect(ann.page.locator("dialog").get_by_text(words.PACE_QUICK)).to_be_visible()


def beside_play(ann: Player) -> Locator:
    """The levels on the game's card."""
    return ann.card.get_by_role("group", name=AGAINST)


def seated(ann: Player, bot: re.Pattern[str]) -> Locator:
    """A bot of this name at the table."""
    return ann.page.locator("li strong:visible").filter(has_text=bot)
