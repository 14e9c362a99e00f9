"""A finished game: stepped through, taken up again, saved, verified, and opened on another server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx2 as httpx
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.console import Console
from tests.browser.finished_games import finished_table
from tests.browser.player import BOT, LOG, ME, Player
from tests.browser.tables import EVERY_GAME, has_secrets, options_for
from tests.server.running import Server


def places(ann: Player) -> tuple[int, int]:
    """Which position is shown, of how many moves."""
    shown, last = ann.page.locator("output").inner_text().split("/")
    return int(shown), int(last)


@EVERY_GAME
def test_a_finished_game(player: Callable[..., Player], server: Server, arranged_server: Server, tmp_path: Path) -> None:
    reader = player()
    reader.open(f"/r/{finished_table(server.address, reader.game)}")
    reader.button(words.REPLAY_PLAY).wait_for()
    _, last = places(reader)
    check_steps(reader, last)
    check_seat(reader, last)
    file, link = save(reader, tmp_path)
    check_fork(reader)
    check_elsewhere(reader, arranged_server, file, link, last)


def check_steps(reader: Player, last: int) -> None:
    """By buttons, by keys, by the log, and by itself."""
    page = reader.page
    assert places(reader) == (0, last)
    assert last > 5
    reader.button(words.NEXT).first.click()
    reader.button(words.NEXT).first.click()
    reader.button(words.PREVIOUS).first.click()
    assert places(reader) == (1, last)
    page.locator("h1").focus()
    for key, place in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        assert places(reader) == (place, last)
    page.locator(LOG).nth(3).click()
    assert places(reader) == (4, last)
    reader.button(words.REPLAY_PLAY).click()
    expect(page.locator("output")).to_have_text(f"5 / {last}")
    reader.button(words.PAUSE).click()


def check_seat(reader: Player, last: int) -> None:
    """As one seat saw it: what the others had it sees only at the end, if the game shows it then."""
    with reader.page.expect_response(lambda response: "/replay?seat=1" in response.url) as answer:
        reader.page.locator("aside select").first.select_option("1")
    expect(reader.page.locator("output")).to_contain_text(f"/ {last}")
    everything = reader.page.context.request.get(f"{reader.address}/api/tables/{reader.table}/replay").json()["frames"]
    known, all_known = (
        [reader.driver.told(frame["view"]) for frame in frames] for frames in (answer.value.json()["frames"], everything)
    )
    assert len(known) == len(all_known) == last + 1
    assert set().union(*known[:-1]) == set().union(*all_known[:-1]) & {1}
    assert known[-1] in (known[-2], all_known[-1])
    secrets = has_secrets(reader.game, 2, options_for(reader.game, 2))
    assert set().union(*all_known) == ({0, 1} if secrets else set())


def save(reader: Player, folder: Path) -> tuple[Path, str]:
    """A file of the game that can be verified, and the link that holds all of it."""
    file = folder / "game.json"
    with reader.page.expect_download() as download:
        reader.button(words.SAVE).click()
    download.value.save_as(file)
    assert verify(file).returncode == 0
    reader.page.locator("summary", has_text=words.SHARE).click()
    return file, reader.page.get_by_label(words.WHOLE_LINK).input_value()


def check_fork(reader: Player) -> None:
    """Playing on from a position is a trial."""
    reader.page.locator("h1").focus()
    reader.page.keyboard.press("Home")
    for _ in range(4):
        reader.page.keyboard.press("ArrowRight")
    reader.button(words.FORK).click()
    reader.arrive().wait_turn()
    expect(reader.page.get_by_text(words.TRIAL)).to_be_visible()
    assert len(reader.log) >= 4
    reader.play_move()


def check_elsewhere(reader: Player, other: Server, file: Path, link: str, last: int) -> None:
    """It opens on another server, by link and as a file."""
    reader.page.goto(f"{other.address}/r#{link.partition('#')[2]}")
    reader.button(words.REPLAY_PLAY).wait_for()
    assert places(reader) == (0, last)
    reader.page.keyboard.press("End")
    assert places(reader) == (last, last)
    reader.page.goto(f"{other.address}/r")
    reader.page.locator("input[type=file]").set_input_files(file)
    reader.button(words.REPLAY_PLAY).wait_for()
    assert places(reader) == (0, last)


def test_a_spoiled_file_is_found(server: Server, tmp_path: Path, game: str) -> None:
    """With one game: every game's records are verified, whole and spoiled, without a browser."""
    export = f"{server.address}/api/tables/{finished_table(server.address, game)}/export"
    record = httpx.get(export).json()
    file = tmp_path / "spoiled.json"
    file.write_text(json.dumps({**record, "moves": [*record["moves"], record["moves"][0]]}), "utf-8")
    assert verify(file).returncode != 0


def verify(file: Path) -> subprocess.CompletedProcess[str]:
    """What `escale verify` says of a file."""
    return subprocess.run([sys.executable, "-m", "escale", "verify", str(file)], capture_output=True, text=True, check=False)


@EVERY_GAME
def test_a_game_still_going_on_is_not_shown(player: Callable[..., Player], console: Console) -> None:
    ann = player()
    ann.make(ME, BOT).wait_turn()
    ann.open(f"/r/{ann.table}")
    expect(ann.page.get_by_role("link", name=words.TO_TABLE)).to_be_visible()
    assert ann.page.locator("output").count() == 0
    assert ann.driver.pieces(ann.page).count() == 0
    assert len(console.complaints) == 1
    assert "409" in console.complaints.pop()  # the browser's own word for the server's no
