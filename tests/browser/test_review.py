"""The review of a finished game: waited for, followed along its curve, and taken up where it turned."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import escale
from tests.browser import words
from tests.browser.conftest import PHONE
from tests.browser.finished_games import finished_table, nearly_finished
from tests.browser.player import BOT, ME, Player
from tests.browser.tables import EVERY_GAME
from tests.conformance.files import nobody_may_win

REVIEWED = 120_000  # milliseconds a review may take on a machine that has other things to do
FEW = 3  # moves of a game that is soon looked at
WHERE_IT_TURNED = re.compile("^\\s*(Voir où la partie a basculé|See where the game turned)")
MADE_OF = "Review-"  # how the script begins that shows one


@pytest.fixture
def reader(player: Callable[..., Player]) -> Player:
    """Somebody at the replay of a game that two bots have finished."""
    ann = player()
    return at_replay(ann, f"/r/{finished_table(ann.address, ann.game)}")


def at_replay(ann: Player, path: str) -> Player:
    """Open a replay."""
    ann.open(path)
    ann.button(words.REPLAY_PLAY).wait_for()
    return ann


def review(ann: Player) -> Locator:
    """Ask for the review and wait for it; its curve."""
    ann.button(words.REVIEW_GAME).click()
    curve = ann.page.locator(".picture[role=slider]")
    expect(curve).to_be_visible(timeout=REVIEWED)
    return curve


def place(ann: Player) -> str:
    """Which position is shown."""
    return ann.page.locator("output").inner_text().split(" / ")[0]


@EVERY_GAME
def test_a_whole_game_is_reviewed(reader: Player) -> None:
    """In one go, as a review takes long."""
    check_curve(reader)
    check_turning_points(reader)


def check_curve(reader: Player) -> None:
    """The curve and the replay go together, and it ends with the result."""
    scripts: list[str] = []
    reader.page.on("request", lambda request: scripts.append(request.url))
    curve = review(reader)
    assert any(MADE_OF in url for url in scripts)  # loaded now and not before
    curve.focus()
    for key, shown in (("ArrowRight", "1"), ("ArrowUp", "2"), ("ArrowLeft", "1"), ("Home", "0")):
        reader.page.keyboard.press(key)
        assert place(reader) == shown
    box = curve.bounding_box()
    assert box
    curve.click(position={"x": box["width"] - 12, "y": 80})
    last = int(place(reader))
    assert last == int(curve.get_attribute("aria-valuemax") or "")
    reader.page.locator("summary", has_text=words.FIGURES).click()
    rows = reader.page.locator(".curve tbody tr")
    assert rows.count() == last + 1
    result = [text.rstrip("%").strip() for text in rows.last.locator("td").all_inner_texts()]
    assert result == percentages(reader)


def percentages(reader: Player) -> list[str]:
    """What each seat must have at the end: everything, its share of it, or nothing."""
    replay = reader.page.context.request.get(f"{reader.address}/api/tables/{reader.table}/replay").json()
    winners = replay["frames"][-1]["view"]["winners"]
    assert winners or nobody_may_win(escale.load(reader.game))
    return [str(100 // len(winners)) if seat in winners else "0" for seat in range(2)]


def check_turning_points(reader: Player) -> None:
    """A turning point is seen, bettered and played from."""
    points = reader.page.locator(".review ol > li")
    assert 1 <= points.count() <= 3  # bots that play anything err
    for point in points.all():
        assert not any("{" in text or not text for text in point.locator("dd").all_inner_texts())
        point.get_by_role("button", name=words.LOOK).click()
        heading = point.locator("h3").inner_text()
        assert f" {int(place(reader)) + 1}" in heading  # the position before the move of that number
    first = points.first
    first.get_by_role("button", name=words.SHOW_BETTER).click()
    expect(reader.page.locator(".better")).to_have_text(words.BETTER)
    expect(reader.page.locator(".better p")).to_contain_text(first.locator("dd").nth(1).inner_text())
    reader.button(words.BACK_TO_GAME).click()
    expect(reader.page.locator(".better")).to_have_count(0)
    ply = int(place(reader))
    first.get_by_role("button", name=words.PLAY_HERE).click()
    reader.arrive().wait_turn()  # on the seat that went wrong
    expect(reader.page.get_by_text(words.TRIAL)).to_be_visible()
    assert len(reader.log) == ply


@EVERY_GAME
def test_a_game_from_a_link_on_a_phone(player: Callable[..., Player]) -> None:
    ann = player(**PHONE)
    export = f"{ann.address}/api/tables/{finished_table(ann.address, ann.game)}/export"
    record = ann.page.context.request.get(export).json()
    short = {**record, "moves": record["moves"][:FEW]}
    fragment = urlsafe_b64encode(json.dumps(short).encode()).decode().rstrip("=")
    at_replay(ann, f"/r#{fragment}")
    curve = review(ann)
    width, window = ann.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert width <= window
    assert curve.get_attribute("aria-valuemax") == str(FEW)
    box = curve.bounding_box()
    assert box
    assert box["width"] > 280
    curve.scroll_into_view_if_needed()
    curve.tap(position={"x": box["width"] / 2, "y": 60})
    assert 0 < int(place(ann)) < FEW
    assert not any("{" in text or not text for text in ann.page.locator(".review dd").all_inner_texts())


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["wide", "phone"])
def test_the_end_of_a_game_leads_to_its_review(player: Callable[..., Player], settings: dict[str, Any]) -> None:
    """By one touch, or by the keyboard from where the focus is then."""
    ann = player(**settings)
    ann.make(ME, BOT, **nearly_finished(ann.address, ann.game))
    ann.play_on()
    expect(ann.headline).to_be_visible()
    way = ann.page.locator(".end").get_by_role("link", name=WHERE_IT_TURNED)
    expect(way).to_be_in_viewport()
    for _ in range(20):
        if way.evaluate("link => link === document.activeElement"):
            break
        ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    curve = ann.page.locator(".picture[role=slider]")
    expect(curve).to_be_visible(timeout=REVIEWED)
    expect(curve).to_be_in_viewport()
    expect(ann.page.locator("#review-title")).to_be_focused()
