"""Pictures of every page, to be looked at: `ESCALE_PICTURES=folder python -m tests.browser.pictures [words in their names]`."""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

import escale
from tests.browser import words
from tests.browser.chromium.launch import open_chromium
from tests.browser.player import BOT, ME, OPEN, Player
from tests.server.running import Server, serving

REVIEWED = 120_000  # milliseconds a review may take
SIZES = {"360": (360, 740), "768": (768, 1024), "1440": (1440, 900)}


def scenes(ann: Player) -> Iterator[tuple[str, bool]]:
    """Bring every page before the camera, one after the other: its name, and whether all of its length is wanted."""
    page = ann.page
    ann.open().card.wait_for()
    ann.driver.pieces(ann.card).first.wait_for()
    yield "home", True
    for name, way in (("options", words.OPTIONS), ("friends", words.FRIENDS)):
        ann.card.get_by_role("button", name=way).click()
        page.locator("dialog").wait_for()
        yield name, False
        ann.button(words.CLOSE).click()
    ann.make(ME, OPEN).arrive()
    page.get_by_label(words.INVITE).wait_for()
    yield "invite", False
    ann.make(ME, {**ME, "name": "Bob"}, one_screen=True)
    ann.button(words.READY).wait_for()
    yield "cover", False
    ann.make(ME, BOT).wait_turn()
    ann.play_move()
    yield "table", False
    ann.button(words.HINT).click()
    for name, step in (("hint", words.WHERE), ("hint-where", words.SHOW_ME)):
        ann.button(step).wait_for()
        yield name, False
        ann.button(step).click()
    ann.button(words.CONFIRM).wait_for()
    yield "hint-move", False
    for _ in range(2):  # first what was shown, then the hint
        page.keyboard.press("Escape")
    ann.show_move()
    yield "ghost", False
    ann.button(words.CANCEL).click()
    ann.driver.forbidden(page).first.click()
    page.get_by_role("alert").wait_for()
    yield "refusal", False
    ann.button(words.MENU).click()
    page.locator("dialog").wait_for()
    yield "menu", False
    ann.button(words.CLOSE).click()
    ann.play_on()
    expect(ann.headline).to_be_visible()
    yield "end", True
    ann.open(f"/r/{ann.table}")
    ann.button(words.REPLAY_PLAY).wait_for()
    page.locator("h1").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    yield "replay", True
    ann.button(words.REVIEW_GAME).click()
    page.locator(".picture").wait_for(timeout=REVIEWED)
    yield "review", True
    if page.locator(".review ol > li").count():
        ann.button(words.SHOW_BETTER).first.click()
        ann.button(words.BACK_TO_GAME).wait_for()
        yield "better", False
    ann.open(f"/rules/{ann.game}")
    page.locator("section h2").first.wait_for()
    yield "rules", False


def take(browser: Browser, server: Server, folder: Path, wanted: list[str]) -> None:
    """All pictures whose names hold all words wanted."""
    for size, light, language in itertools.product(SIZES, ("light", "dark"), ("fr", "en")):
        setting = f"{size}-{light}-{language}"
        if not all(word in setting or not set(word.split("-")) & {*SIZES, "light", "dark", "fr", "en"} for word in wanted):
            continue
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if light == "dark" else "light",
            locale=f"{language}-{language.upper()}",
            reduced_motion="reduce",
        )
        context.set_default_timeout(20_000)
        page = context.new_page()
        for name, whole in scenes(Player(page, server.address, next(iter(escale.games())))):
            shoot(page, folder / f"{name}-{setting}.png", whole)
        context.close()


def shoot(page: Page, file: Path, whole: bool) -> None:
    """Take one."""
    page.screenshot(path=file, full_page=whole)


def main() -> None:
    """Take them, with a server of our own."""
    folder = Path(os.environ["ESCALE_PICTURES"])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, open_chromium() as browser:
        take(browser, server, folder, sys.argv[1:])


if __name__ == "__main__":
    main()
