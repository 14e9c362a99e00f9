"""Two people, two browsers, one link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.finished_games import nearly_finished
from tests.browser.hearing import Hearing
from tests.browser.player import ALOUD, LOG, ME, OPEN, Player
from tests.browser.tables import EVERY_GAME, has_secrets, options_for


def invite(ann: Player) -> str:
    """Make a table for two by the sheet, as somebody called Ann; the link for the other."""
    ann.open().card.get_by_role("button", name=words.FRIENDS).click()
    ann.page.get_by_label(words.NICKNAME).fill("Ann")
    ann.button(words.BEGIN).click()
    ann.arrive()
    return ann.page.get_by_label(words.INVITE).input_value()


def accept(bob: Player, link: str, name: str = "Bob") -> Player:
    """Sit down by a link, which asks for nothing but a name."""
    bob.page.goto(link)
    field = bob.page.get_by_label(words.CALLED)
    field.wait_for()
    assert bob.page.locator("main input").count() == 1
    field.fill(name)
    bob.button(words.SIT).click()
    return bob.arrive()


def see_name(who: Player, name: str) -> None:
    """Wait until a seat has this name."""
    expect(who.page.get_by_text(name, exact=True).filter(visible=True).first).to_be_visible()


@EVERY_GAME
def test_two_people_play_to_the_end(game: str, player: Callable[..., Player]) -> None:
    """The last moves of a game that was begun, and so its end."""
    ann, bob = player(), player(locale="en-GB")
    heard = {who: Hearing(who.page) for who in (ann, bob)}
    sit_down(ann, bob, **nearly_finished(ann.address, game))
    while not (ann.over or bob.over):
        who, other = (ann, bob) if ann.my_turn else (bob, ann)
        who.wait_turn()
        before = len(other.log)
        who.play_move(wait=False)
        other.wait_moves(before, wait=False)
    for who in (ann, bob):
        expect(who.headline).to_be_visible()
    check_secrets(ann, bob, heard)
    one, other_end = (heard[who].last_view() for who in (ann, bob))
    assert one["over"]
    assert one["winners"] == other_end["winners"]
    assert one["closing"] == other_end["closing"]
    assert ann.page.locator(".end tbody tr").count() == bob.page.locator(".end tbody tr").count() == 2


def sit_down(ann: Player, bob: Player, **more: Any) -> None:
    """Two people at a new table, one of whom came by its link."""
    ann.make(ME, OPEN, **more).arrive()
    link = ann.page.get_by_label(words.INVITE).input_value()
    assert "/j/" in link
    expect(ann.page.get_by_role("img", name="Code")).to_be_visible()
    accept(bob, link)
    for who in (ann, bob):
        see_name(who, "Bob")


def check_secrets(ann: Player, bob: Player, heard: dict[Player, Hearing]) -> None:
    """Each has been told what their seat knows, if there is such a thing, and never what the other's does."""
    seats = [
        next(frame["seat"] for frame in heard[who].got() if frame["t"] == "table" and frame["yours"]) for who in (ann, bob)
    ]
    assert sorted(seats) == [0, 1]
    known = [[who.driver.told(view) for view in heard[who].views() if not view["over"]] for who in (ann, bob)]
    assert all(told <= {seat} for seat, views in zip(seats, known, strict=True) for told in views)
    assert any(told for views in known for told in views) == has_secrets(ann.game, 2, options_for(ann.game, 2))
    for who, seat in zip((ann, bob), seats, strict=True):
        assert heard[who].leaks(who.driver, {seat}) == []


def test_nobody_sits_where_every_seat_is_taken(player: Callable[..., Player]) -> None:
    """With one game: the page of an invitation knows nothing of it."""
    ann, bob, eve = player(), player(), player()
    link = invite(ann)
    accept(bob, link)
    eve.page.goto(link)
    watch = eve.page.get_by_role("link", name=words.WATCH)
    expect(watch).to_be_visible()
    assert eve.page.locator("main input").count() == 0
    watch.click()
    eve.arrive()
    expect(eve.page.get_by_text(words.WATCHING)).to_be_visible()


@EVERY_GAME
def test_a_takeback_between_two_people_is_asked_for(player: Callable[..., Player]) -> None:
    """One's last decision goes, and all that came after it, however many decisions the turns had."""
    ann, bob = player(), player()
    heard = {who: Hearing(who.page) for who in (ann, bob)}
    sit_down(ann, bob)
    first, second = (ann, bob) if ann.my_turn else (bob, ann)
    first.play_turn()
    second.play_turn()
    first.wait_turn()
    for who in (first, second):
        expect(who.button(words.HINT)).to_have_count(0)  # nobody who plays with people gets one
    log, n = first.log, since_own(first)
    assert n > 1

    first.button(words.ASK_UNDO).click()
    expect(second.button(words.ACCEPT)).to_be_visible()
    named = second.page.locator(".bar .question .hint").all_inner_texts()
    assert named == [line.split("\n")[-1] for line in second.log[-n:]]  # it names the moves as this player saw them
    for told in (second.page.locator("h1"), second.page.locator(ALOUD)):
        expect(told).to_have_text(words.may_they(n))
    expect(second.page).to_have_title(words.QUESTION)
    expect(first.page.locator("h1")).to_have_text(words.HAVE_ASKED)
    second.button(words.DECLINE).click()
    expect(first.page.locator(".bar")).to_contain_text(words.DECLINED)
    expect(first.page.locator(ALOUD)).to_have_text(words.DECLINED)
    first.wait_turn()
    assert first.log == second.log == log

    first.button(words.ASK_UNDO).click()
    second.button(words.ACCEPT).click()
    for who in (first, second):
        expect(who.page.locator(LOG)).to_have_count(len(log) - n)
    first.wait_turn()
    first.play_move(wait=False)
    check_secrets(ann, bob, heard)


def since_own(who: Player) -> int:
    """How many moves there were from one's last one on, by the log."""
    own: list[bool] = who.page.locator(LOG).evaluate_all("all => all.map((one) => one.closest('li').matches('.own'))")
    return own[::-1].index(True) + 1


def test_the_link_of_a_page_of_this_computer_is_said_to_be_for_it_only(player: Callable[..., Player]) -> None:
    ann = player(viewport={"width": 768, "height": 1024})
    link = invite(ann)
    assert "localhost" in link
    hint = ann.page.get_by_text(words.HERE_ONLY).filter(visible=True)
    expect(hint.first).to_be_visible()
    expect(hint.first.locator("xpath=..")).to_contain_text("./run escale serve --host")
    heading, code = (ann.page.locator("section.sheet-card").locator(part).bounding_box() for part in ("h2", "svg[role=img]"))
    assert heading is not None
    assert code is not None
    assert code["y"] - (heading["y"] + heading["height"]) >= 10
