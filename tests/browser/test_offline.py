"""Installed, and without a network: the shell opens and says what is the matter.

With one game, as no board is on these pages; that a table opens when the line is back is tried with all: `test_broken_lines`.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.console import Console
from tests.browser.line import Line
from tests.browser.player import Player


def test_the_shell_opens_and_says_so(player: Callable[..., Player], line: Line, console: Console) -> None:
    console.network_may_fail = True
    ann = player(line.address).open()
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    line.cut()
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name=words.ADRIFT)).to_be_visible()
    assert not ann.card.count()
    line.mend()
    ann.button(words.RETRY).click()
    expect(ann.card).to_be_visible()
    expect(ann.page.get_by_role("heading", name=words.ADRIFT)).to_be_hidden()


def test_the_manifest_is_one(player: Callable[..., Player]) -> None:
    ann = player().open()
    link = ann.page.locator("link[rel=manifest]").get_attribute("href")
    answer = ann.page.context.request.get(f"{ann.address}{link}")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.body())
    assert manifest["name"]
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        response = ann.page.context.request.get(ann.address + icon["src"])
        assert response.ok
        assert response.headers["content-type"] == icon["type"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    session = ann.page.context.new_cdp_session(ann.page)
    assert session.send("Page.getAppManifest")["errors"] == []
