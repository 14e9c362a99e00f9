"""A watcher is told what everybody may know, and can do nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser import words
from tests.browser.hearing import Hearing
from tests.browser.player import BOT, LOG, ME, Player
from tests.server.planted.plants import with_fault
from tests.server.running import serving


def watch(ann: Player, eve: Player) -> Hearing:
    """Eve at Ann's table."""
    heard = Hearing(eve.page)
    eve.open(f"/t/{ann.table}").arrive()
    expect(eve.page.get_by_text(words.WATCHING)).to_be_visible()
    return heard


def test_a_watcher_is_told_no_secret(player: Callable[..., Player]) -> None:
    ann, eve = player(), player()
    ann.make(ME, BOT).wait_turn()
    heard = watch(ann, eve)
    for _ in range(3):
        before = len(eve.log)
        ann.play_move()
        eve.wait_moves(before, wait=False)
    expect(eve.page.locator(LOG)).to_have_count(len(ann.log))
    assert eve.log == ann.log
    eve.page.locator("h1").focus()
    eve.page.keyboard.press("Home")
    expect(eve.page.locator(".bar .words")).to_have_text(words.PAST)
    eve.page.keyboard.press("End")

    assert eve.driver.secrets(eve.page) == []
    assert eve.driver.targets(eve.page).count() == 0
    eve.page.locator("[role=gridcell]").last.click()
    expect(eve.button(words.CONFIRM)).to_be_hidden()
    assert heard.responses
    assert len(heard.got()) > 3
    assert heard.leaks(eve.driver, set()) == []

    ann.play_on()
    expect(eve.headline).to_be_visible()
    assert heard.leaks(eve.driver, set()) == []
    assert any(frame.get("seed") for frame in heard.got())  # now all is told


def test_the_server_takes_no_move_from_a_watcher(player: Callable[..., Player]) -> None:
    ann, eve = player(), player()
    ann.make(ME, BOT).wait_turn()
    heard = Hearing(ann.page)
    ann.page.reload()
    ann.wait_turn()
    frame = next(frame for frame in heard.got() if frame["t"] == "table")
    watch(ann, eve)
    answer = eve.page.evaluate(
        """([seq, move]) => new Promise((answer) => {
          const socket = new WebSocket(`ws://${location.host}/api/tables/${location.pathname.split('/').pop()}/socket`);
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.t === 'table') socket.send(JSON.stringify({ t: 'play', id: 'x', seq, move }));
            if (message.id === 'x') { socket.close(); answer(message); }
          };
        })""",
        [frame["seq"], frame["view"]["moves"][0]["text"]],
    )
    assert answer["t"] == "refused"
    assert ann.my_turn


@pytest.mark.parametrize("fault", ["shows_watchers_a_seat", "tells_the_salt"])
def test_a_server_that_tells_too_much_is_found(
    visitor: Callable[..., BrowserContext], tmp_path: Path, game: str, fault: str
) -> None:
    with serving(tmp_path, program=with_fault(fault)) as server:
        ann, eve = (Player(visitor().new_page(), server.address, game) for _ in range(2))
        heard = watch(ann.make(ME, BOT), eve)
        assert heard.leaks(eve.driver, set())
