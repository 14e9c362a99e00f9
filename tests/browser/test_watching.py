"""A watcher is told what everybody may know, and can do nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.hearing import Hearing
from tests.browser.player import BOT, LOG, ME, Player
from tests.browser.tables import EVERY_GAME, WITH_SECRETS, has_secrets, options_for
from tests.server.planted.plants import with_fault
from tests.server.running import Server, serving

DECISIONS = 3
SOON_SECRET = 8  # decisions, after which seat 0 has had a secret in every game


def watch(ann: Player, eve: Player) -> Hearing:
    """Eve at Ann's table."""
    heard = Hearing(eve.page)
    eve.open(f"/t/{ann.table}").arrive()
    expect(eve.page.get_by_text(words.WATCHING)).to_be_visible()
    return heard


@EVERY_GAME
def test_a_watcher_is_told_no_secret(player: Callable[..., Player]) -> None:
    ann, eve = player(), player()
    known = Hearing(ann.page)
    ann.make(ME, BOT).wait_turn()
    heard = watch(ann, eve)
    secrets = has_secrets(ann.game, 2, options_for(ann.game, 2))
    for number in range(SOON_SECRET):
        if number >= DECISIONS and (not secrets or any(map(ann.driver.told, known.views()))):
            break
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
    assert len(heard.got()) > DECISIONS
    assert heard.leaks(eve.driver, set()) == []
    assert any(map(ann.driver.told, known.views())) == secrets  # there was something to be told

    end(ann)
    expect(eve.page.locator("h1")).to_have_text(words.ENDED)
    assert heard.leaks(eve.driver, set()) == []
    assert any(frame.get("seed") for frame in heard.got())  # now all is told


def end(ann: Player) -> None:
    """End a table for everybody."""
    ann.button(words.MENU).click()
    ann.button(words.END).click()
    ann.button(words.END_SURE).click()


@EVERY_GAME
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


@WITH_SECRETS
def test_a_server_that_shows_watchers_a_seat_is_found(player: Callable[..., Player], leaky_server: Server) -> None:
    ann, eve = player(leaky_server.address), player(leaky_server.address)
    heard = watch(ann.make(ME, BOT), eve)
    for _ in range(SOON_SECRET):
        if heard.leaks(eve.driver, set()):
            break
        ann.wait_turn()
        before = len(eve.log)
        ann.play_move()
        eve.wait_moves(before, wait=False)
    assert "the secret of seat 0" in " ".join(heard.leaks(eve.driver, set()))


@pytest.fixture(scope="module")
def talkative_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that tells the salt."""
    with serving(tmp_path_factory.mktemp("talkative"), program=with_fault("tells_the_salt")) as running:
        yield running


@EVERY_GAME
def test_a_server_that_tells_the_salt_is_found(player: Callable[..., Player], talkative_server: Server) -> None:
    ann, eve = player(talkative_server.address), player(talkative_server.address)
    heard = watch(ann.make(ME, BOT), eve)
    assert "salt: " in " ".join(heard.leaks(eve.driver, set()))
