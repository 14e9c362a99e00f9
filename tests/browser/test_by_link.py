"""Two people, two browsers, one link."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import words
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
    ann, bob = player(), player(locale="en-GB")
    heard = {who: Hearing(who.page) for who in (ann, bob)}
    ann.make(ME, OPEN).arrive()
    link = ann.page.get_by_label(words.INVITE).input_value()
    assert "/j/" in link
    expect(ann.page.get_by_role("img", name="Code")).to_be_visible()
    accept(bob, link)
    for who in (ann, bob):
        see_name(who, "Bob")
    while not (ann.over or bob.over):
        who, other = (ann, bob) if ann.my_turn else (bob, ann)
        who.wait_turn()
        before = len(other.log)
        who.play_move(wait=False)
        other.wait_moves(before, wait=False)
    for who in (ann, bob):
        expect(who.headline).to_be_visible()

    seats = [
        next(frame["seat"] for frame in heard[who].got() if frame["t"] == "table" and frame["yours"]) for who in (ann, bob)
    ]
    assert sorted(seats) == [0, 1]
    for who, seat in zip((ann, bob), seats, strict=True):
        views = [frame["view"] for frame in heard[who].got() if frame.get("view") and not frame["view"]["over"]]
        if has_secrets(game, 2, options_for(game, 2)):
            assert any(who.driver.told(view) == {seat} for view in views)
        assert heard[who].leaks(who.driver, {seat}) == []
    ends = [heard[who].got() for who in (ann, bob)]
    one, other_end = ([frame["view"] for frame in frames if frame.get("view")][-1] for frames in ends)
    assert one["over"]
    assert one["winners"] == other_end["winners"]
    assert one["closing"] == other_end["closing"]
    assert ann.page.locator(".end tbody tr").count() == bob.page.locator(".end tbody tr").count() == 2


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
    ann = player().make(ME, OPEN).arrive()
    bob = accept(player(), ann.page.get_by_label(words.INVITE).input_value())
    see_name(ann, "Bob")
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
