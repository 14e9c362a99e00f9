"""A finished game: stepped through, taken up again, saved, verified, and opened on another server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.console import Console
from tests.browser.drivers import driver_of
from tests.browser.player import BOT, Player
from tests.server.running import serving


@pytest.fixture
def reader(player: Callable[..., Player]) -> Player:
    """Somebody at the replay of a game that two bots have finished."""
    ann = player().make(BOT, BOT)
    expect(ann.page.get_by_role("heading", level=1, name=words.OVER)).to_be_visible()
    ann.open(f"/r/{ann.table}")
    ann.button(words.REPLAY_PLAY).wait_for()
    return ann


def places(ann: Player) -> tuple[int, int]:
    """Which position is shown, of how many moves."""
    shown, last = ann.page.locator("output").inner_text().split("/")
    return int(shown), int(last)


def test_stepping(reader: Player) -> None:
    page, (shown, last) = reader.page, places(reader)
    assert shown == 0
    assert last > 5
    reader.button(words.NEXT).first.click()
    reader.button(words.NEXT).first.click()
    reader.button(words.PREVIOUS).first.click()
    assert places(reader) == (1, last)
    page.locator("h1").focus()
    for key, place in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        assert places(reader) == (place, last)
    page.locator("[aria-labelledby=log-title] ol button").nth(3).click()
    assert places(reader) == (4, last)
    reader.button(words.REPLAY_PLAY).click()
    expect(page.locator("output")).to_have_text(f"5 / {last}")
    reader.button(words.PAUSE).click()
    with page.expect_response(lambda response: "/replay?seat=1" in response.url) as answer:
        page.locator("aside select").first.select_option("1")
    expect(page.locator("output")).to_contain_text(f"/ {last}")
    views = [frame["view"] for frame in answer.value.json()["frames"]]
    told = driver_of(views[0]["game"]).told
    assert [told(view) for view in views[:-1]] == [{1}] * last  # what the others had, it sees only at the end
    assert told(views[-1]) == {0, 1}


def test_playing_on_from_a_position_is_a_trial(reader: Player) -> None:
    reader.page.locator("h1").focus()
    for _ in range(4):
        reader.page.keyboard.press("ArrowRight")
    reader.button(words.FORK).click()
    reader.arrive().wait_turn()
    expect(reader.page.get_by_text(words.TRIAL)).to_be_visible()
    assert len(reader.log) >= 4
    reader.play_move()


def test_a_saved_game_is_verified_and_opens_elsewhere(reader: Player, tmp_path: Path) -> None:
    _, last = places(reader)
    file = tmp_path / "game.json"
    with reader.page.expect_download() as download:
        reader.button(words.SAVE).click()
    download.value.save_as(file)
    assert verify(file).returncode == 0
    record = json.loads(file.read_text("utf-8"))
    spoiled = tmp_path / "spoiled.json"
    spoiled.write_text(json.dumps({**record, "moves": [*record["moves"], record["moves"][0]]}), "utf-8")
    assert verify(spoiled).returncode != 0

    reader.page.locator("summary", has_text=words.SHARE).click()
    link = reader.page.get_by_label(words.WHOLE_LINK).input_value()
    with serving(tmp_path / "elsewhere") as other:
        reader.page.goto("about:blank")
        reader.page.goto(f"{other.address}/r#{link.partition('#')[2]}")
        reader.button(words.REPLAY_PLAY).wait_for()
        assert places(reader) == (0, last)
        reader.page.keyboard.press("End")
        assert places(reader) == (last, last)
        reader.page.goto(f"{other.address}/r")
        reader.page.locator("input[type=file]").set_input_files(file)
        reader.button(words.REPLAY_PLAY).wait_for()
        assert places(reader) == (0, last)


def verify(file: Path) -> subprocess.CompletedProcess[str]:
    """What `escale verify` says of a file."""
    return subprocess.run([sys.executable, "-m", "escale", "verify", str(file)], capture_output=True, text=True, check=False)


def test_a_game_still_going_on_is_not_shown(player: Callable[..., Player], console: Console) -> None:
    ann = player().open().play_now()
    ann.open(f"/r/{ann.table}")
    expect(ann.page.get_by_role("link", name=words.TO_TABLE)).to_be_visible()
    assert ann.page.locator("output").count() == 0
    assert len(console.complaints) == 1
    assert "409" in console.complaints.pop()  # the browser's own word for the server's no
