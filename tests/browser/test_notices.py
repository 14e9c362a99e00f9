"""On one's turn, somebody who looks elsewhere is called back, if they allowed it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import words
from tests.browser.notices import Notices
from tests.browser.player import ME, OPEN, Player
from tests.browser.tables import EVERY_GAME


def sit_down(player: Callable[..., Player], permission: str) -> tuple[Player, Notices, Player]:
    """Ann, what her browser tells her, and Bob, whose turn it is."""
    ann, bob = player(), player()
    notices = Notices(ann.page, ann.address, permission)
    ann.make(ME, OPEN).arrive()
    expect(ann.page).not_to_have_title("Escale")  # it is the game's, or says whose turn it is
    invitation = ann.page.get_by_label(words.INVITE).input_value().rsplit("/", 1)[1]
    joined = bob.page.context.request.post(f"{bob.address}/api/invitations/{invitation}", data={"name": "Bob"})
    assert joined.ok, joined.text()
    bob.open(f"/t/{ann.table}").arrive()
    if ann.my_turn:
        ann.play_turn()
    bob.wait_turn()
    return ann, notices, bob


def play(mover: Player, other: Player) -> None:
    """One plays a turn; the other sees it, and that it is theirs."""
    mover.play_turn()
    expect(other.page).to_have_title(words.YOUR_TURN)


@EVERY_GAME
def test_who_looks_elsewhere_is_told_of_their_turn(player: Callable[..., Player]) -> None:
    """Once a turn, however many decisions the other's had."""
    ann, notices, bob = sit_down(player, "granted")
    play(bob, ann)
    assert notices.told() == []  # she sees it

    play(ann, bob)
    notices.look_away()
    play(bob, ann)
    (told,) = notices.told()
    assert words.TURN_NOTICE.match(told["title"])
    assert told["body"] == ann.page.locator("header .title").inner_text()
    assert ann.page.request.get(ann.address + told["icon"]).ok
    notices.click()
    assert notices.told() == [{**told, "closed": True}]


def test_the_system_shows_one_notice_at_a_time(player: Callable[..., Player]) -> None:
    """With one game: what it goes by is the same for all."""
    ann, notices, bob = sit_down(player, "granted")
    for _ in range(2):
        notices.look_away()
        play(bob, ann)
        notices.look_back()
        play(ann, bob)
    first, second = notices.told()
    assert first["tag"] == second["tag"]


@pytest.mark.parametrize("permission", ["denied", "prompt"])
def test_who_did_not_allow_it_is_told_nothing(player: Callable[..., Player], permission: str) -> None:
    """With one game: it is the browser that is asked."""
    ann, notices, bob = sit_down(player, permission)
    notices.look_away()
    play(bob, ann)
    assert notices.told() == []
