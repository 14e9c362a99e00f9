"""Reloaded, cut off, or with the server killed: the table is there again, and no move is lost or made twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.console import Console
from tests.browser.hearing import Hearing
from tests.browser.line import Line
from tests.browser.player import BOT, ME, Player
from tests.server.running import serving


def test_a_refresh_restores_everything(player: Callable[..., Player]) -> None:
    ann = player().make(ME, BOT)
    ann.wait_turn()
    for _ in range(2):
        ann.play_move()
    log, secrets = ann.log, ann.driver.secrets(ann.page)
    assert secrets
    ann.page.reload()
    ann.arrive().wait_turn()
    assert ann.log == log
    assert ann.driver.secrets(ann.page) == secrets
    ann.play_move()
    assert ann.log[: len(log)] == log


def test_a_move_whose_answer_is_lost_is_made_once(player: Callable[..., Player], line: Line, console: Console) -> None:
    console.network_may_fail = True
    ann = player(line.address)
    heard = Hearing(ann.page)
    ann.make(ME, BOT).wait_turn()
    ann.play_move()
    before = len(ann.log)
    ann.show_move()
    line.silence()
    ann.button(words.CONFIRM).click()
    expect(ann.page.locator(".bar [role=status]")).to_be_visible()  # it is being sent
    line.cut()
    expect(ann.page.get_by_role("status").filter(has_text=words.RECONNECTING)).to_be_visible()
    assert len(ann.log) == before
    line.mend()
    ann.wait_moves(before)
    expect(ann.page.get_by_role("status").filter(has_text=words.RECONNECTING)).to_be_hidden()

    sent = heard.sent("play")[-2:]
    assert sent[0]["id"] == sent[1]["id"], "it was not sent again"
    assert len(ann.log) == before + 2  # ours once, and the bot's
    ann.play_move()


def check_kept(ann: Player, cut: Callable[[], object], mend: Callable[[], object]) -> None:
    """A move confirmed while there is no line is sent when there is one again, once."""
    heard = Hearing(ann.page)
    ann.make(ME, BOT).wait_turn()
    before = len(ann.log)
    mine = ann.page.get_by_role("listitem").filter(has_text="Ada", visible=True).first
    expect(mine).to_contain_text(words.HERE)
    ann.show_move()
    cut()
    expect(ann.page.get_by_role("status").filter(has_text=words.RECONNECTING)).to_be_visible()
    expect(mine).not_to_contain_text(words.HERE)  # who could know?
    ann.button(words.CONFIRM).click()
    expect(ann.page.locator(".bar [role=status]")).to_contain_text(words.SENDING)
    assert heard.sent("play") == []
    mend()
    ann.wait_moves(before)
    expect(mine).to_contain_text(words.HERE)
    assert len(heard.sent("play")) == 1
    assert len(ann.log) == before + 2


def test_a_move_confirmed_on_a_cut_line_is_sent_later(player: Callable[..., Player], line: Line, console: Console) -> None:
    console.network_may_fail = True
    check_kept(player(line.address), line.cut, line.mend)


def test_a_move_confirmed_to_a_killed_server_is_sent_later(
    player: Callable[..., Player], console: Console, tmp_path: Path
) -> None:
    console.network_may_fail = True
    with serving(tmp_path) as server:
        check_kept(player(server.address), server.kill, server.start)


def test_without_a_network_the_table_waits(player: Callable[..., Player], line: Line, console: Console) -> None:
    console.network_may_fail = True
    ann = player(line.address).make(ME, BOT)
    ann.wait_turn()
    ann.show_move()
    ann.page.context.set_offline(True)
    line.cut()
    banner = ann.page.get_by_role("status").filter(has_text=words.RECONNECTING)
    expect(banner).to_be_visible()
    log = ann.log
    line.mend()
    ann.page.context.set_offline(False)
    expect(banner).to_be_hidden()
    ann.wait_turn()
    assert ann.log == log
    ann.button(words.CONFIRM).click()  # what was shown before is still shown
    ann.wait_moves(len(log))


def test_a_killed_server_goes_on_where_it_was(player: Callable[..., Player], console: Console, tmp_path: Path) -> None:
    console.network_may_fail = True
    with serving(tmp_path) as server:
        ann = player(server.address).make(ME, BOT)
        ann.wait_turn()
        for _ in range(3):
            ann.play_move()
        log, secrets = ann.log, ann.driver.secrets(ann.page)
        server.kill()
        banner = ann.page.get_by_role("status").filter(has_text=words.RECONNECTING)
        expect(banner).to_be_visible()
        assert ann.log == log  # still to be seen
        server.start()
        expect(banner).to_be_hidden()
        ann.wait_turn()
        assert ann.log == log
        assert ann.driver.secrets(ann.page) == secrets
        ann.play_on()
        assert ann.log[: len(log)] == log
        expect(ann.headline).to_be_visible()
