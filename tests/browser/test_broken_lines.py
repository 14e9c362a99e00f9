"""Reloaded, cut off, or with the server killed: the table is there again, and no move is lost or made twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser import words
from tests.browser.console import Console
from tests.browser.hearing import Hearing
from tests.browser.line import Line
from tests.browser.player import BOT, ME, Player
from tests.browser.tables import EVERY_GAME, GAMES
from tests.server.running import serving


@EVERY_GAME
def test_nothing_is_lost_or_made_twice(player: Callable[..., Player], line: Line, console: Console) -> None:
    console.network_may_fail = True
    ann = player(line.address)
    heard = Hearing(ann.page)
    ann.make(ME, BOT).wait_turn()
    ann.play_round()
    check_refresh(ann, heard)
    check_lost_answer(ann, heard, line)
    check_confirmed_while_cut(ann, heard, line)
    check_without_network(ann, line)
    check_opened_while_cut(ann, line)


def check_refresh(ann: Player, heard: Hearing) -> None:
    """A refresh restores everything, and the game goes on."""
    log, secrets = ann.log, ann.driver.secrets(ann.page)
    view = heard.last_view()
    assert bool(secrets) == (view["seat"] in ann.driver.told(view))
    ann.page.reload()
    ann.arrive().wait_turn()
    assert ann.log == log
    assert ann.driver.secrets(ann.page) == secrets
    ann.play_move()
    assert ann.log[: len(log)] == log


def check_lost_answer(ann: Player, heard: Hearing, line: Line) -> None:
    """A move whose answer is lost is made once."""
    before, mine = len(ann.log), ann.own_moves
    ann.show_move()
    line.silence()
    ann.button(words.CONFIRM).click()
    expect(ann.page.locator(".bar [role=status]")).to_be_visible()  # it is being sent
    line.cut()
    expect(banner(ann)).to_be_visible()
    assert len(ann.log) == before
    mend(ann, line)
    ann.wait_moves(before)
    expect(banner(ann)).to_be_hidden()
    sent = heard.sent("play")[-2:]
    assert sent[0]["id"] == sent[1]["id"], "it was not sent again"
    assert ann.own_moves == mine + 1


def check_confirmed_while_cut(ann: Player, heard: Hearing, line: Line) -> None:
    """A move confirmed on a cut line is sent when there is one again, once."""
    expect(seat_of(ann)).to_contain_text(words.HERE)
    ann.show_move()
    line.cut()
    before, mine, sent = confirm_in_vain(ann, heard)
    mend(ann, line)
    check_sent_once(ann, heard, before, mine, sent)


def check_without_network(ann: Player, line: Line) -> None:
    """Without a network the table waits, and what was shown before is still shown."""
    ann.show_move()
    ann.page.context.set_offline(True)
    line.cut()
    expect(banner(ann)).to_be_visible()
    log = ann.log
    line.mend()
    ann.page.context.set_offline(False)
    expect(banner(ann)).to_be_hidden()
    ann.wait_turn()
    assert ann.log == log
    ann.button(words.CONFIRM).click()
    ann.wait_moves(len(log))


def check_opened_while_cut(ann: Player, line: Line) -> None:
    """A page that is installed opens without a line, and shows the table when there is one again."""
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    log = ann.log
    line.cut()
    ann.page.reload()
    expect(banner(ann)).to_be_visible()
    line.mend()  # and nothing tells the page
    ann.wait_turn()
    assert ann.log == log
    ann.play_move()


def test_a_killed_server_goes_on_where_it_was(player: Callable[..., Player], console: Console, tmp_path: Path) -> None:
    """A table of each game; a move confirmed to nobody is sent later."""
    console.network_may_fail = True
    with serving(tmp_path) as server:
        people = [player(server.address, of=game) for game in GAMES]
        ears = [Hearing(ann.page) for ann in people]
        for ann in people:
            ann.make(ME, BOT).wait_turn()
            ann.play_move()
        logs = [ann.log for ann in people]
        secrets = [ann.driver.secrets(ann.page) for ann in people]
        for ann in people:
            expect(seat_of(ann)).to_contain_text(words.HERE)
            ann.show_move()
        server.kill()
        confirmed = [confirm_in_vain(ann, heard) for ann, heard in zip(people, ears, strict=True)]
        assert [ann.log for ann in people] == logs  # still to be seen
        assert [ann.driver.secrets(ann.page) for ann in people] == secrets
        server.start()
        for ann, heard, counts, log in zip(people, ears, confirmed, logs, strict=True):
            check_sent_once(ann, heard, *counts)
            assert ann.log[: len(log)] == log
            ann.play_move()


def mend(ann: Player, line: Line) -> None:
    """The line is there again, and the reader looks at the page, which so tries it at once."""
    line.mend()
    ann.page.evaluate("() => void document.dispatchEvent(new Event('visibilitychange'))")


def banner(ann: Player) -> Locator:
    """What says that the line is cut."""
    return ann.page.get_by_role("status").filter(has_text=words.RECONNECTING)


def seat_of(ann: Player) -> Locator:
    """Ann among the players."""
    return ann.page.get_by_role("listitem").filter(has_text="Ada", visible=True).first


def confirm_in_vain(ann: Player, heard: Hearing) -> tuple[int, int, int]:
    """Confirm the move shown while there is no line; how many moves there were, one's own, and those sent."""
    before, mine, sent = len(ann.log), ann.own_moves, len(heard.sent("play"))
    expect(banner(ann)).to_be_visible()
    expect(seat_of(ann)).not_to_contain_text(words.HERE)  # who could know?
    ann.button(words.CONFIRM).click()
    expect(ann.page.locator(".bar [role=status]")).to_contain_text(words.SENDING)
    assert len(heard.sent("play")) == sent
    return before, mine, sent


def check_sent_once(ann: Player, heard: Hearing, before: int, mine: int, sent: int) -> None:
    """The line is back: the move that was confirmed is made, once."""
    ann.wait_moves(before)
    expect(seat_of(ann)).to_contain_text(words.HERE)
    assert len(heard.sent("play")) == sent + 1
    assert ann.own_moves == mine + 1
