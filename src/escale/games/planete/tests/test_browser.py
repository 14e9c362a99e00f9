"""What only this game has, in a real browser: a tile and a name in one go, a hidden tile, tiles moved about, a third baobab."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from escale.games.planete.tests.tables import GAME
from tests.browser import words
from tests.browser.conftest import PHONE
from tests.browser.player import ME, OPEN, Finger, Player
from tests.browser.test_by_link import accept
from tests.server.running import Server

ANN = {"kind": "me", "name": "Ann"}
BOT = {"kind": "bot", "bot": "child"}
# A table of three by its seed: seat 0 has two baobabs, on falling edges, leads, and a third one is on the table.
SEED = 17
BEFORE = (
    "stack falling/take bsG 13/name 2/take sllF 4/name 1/take vll* 4/stack falling/take sF 13/name 2/take lcc/name 0/take bGB/"
    "stack rising"
)
HIDDEN = {"two_player": "offer"}
FIRST, OTHER_FIRST = "[data-cell='2,0']", "[data-cell='3,2']"  # two places for falling edges: cells 2 and 11
WRONG = "[data-cell='1,0']"  # one for a rising edge
BAOBAB, FREE = re.compile("un baobab"), re.compile("libre")
THIRD = re.compile(r"Troisième baobab\s! Trois tuiles seront retournées\.")
MOVE_TILES = re.compile("^Déplacer$")
THREE, PLIES, TAKERS_TOLD = 3, 96, 2
# All that a page has, but for the list of all the tiles that its reader hasn't seen.
HTML = """() => {
  const page = document.documentElement.cloneNode(true);
  for (const list of page.querySelectorAll('details')) list.remove();
  return page.outerHTML;
}"""


def seen(who: Player) -> dict[str, Any]:
    """The table as the page's server tells it to this reader."""
    past = who.page.context.request.get(f"{who.address}/api/tables/{who.table}/past/{len(who.log)}")
    return dict(past.json()["view"])


def begun() -> dict[str, Any]:
    """The game of `SEED` up to the moment when seat 0 may take the third baobab."""
    moves = BEFORE.split("/")
    return {"game": GAME.id, "version": GAME.version, "players": THREE, "options": {}, "seed": str(SEED), "moves": moves}


def one_of(*people: Player) -> Player:
    """Whose turn it is of some people, once it is one's."""
    while True:
        for who in people:
            if who.my_turn or who.over:
                return who
        people[0].page.wait_for_timeout(20)


def play(who: Player) -> bool:
    """Do what is asked; a tile and who comes next in one go, where there is somebody to be named. Whether it was so."""
    before = len(who.log)
    who.show_move()
    then = who.page.locator("[data-then]")
    both = then.count() > 0
    (then.first if both else who.button(words.CONFIRM)).click()
    who.wait_moves(before + both, wait=False)
    return both


def counted(page: Page) -> list[int]:
    """What each character of the planet seen large gives, by the rows under it."""
    rows = page.locator(".score ol li:not(.total)").all_inner_texts()
    return [int(re.findall(r"\d+", row)[-1]) for row in rows[:-1]]


def test_two_people_and_a_bot_play_to_the_end(player: Callable[..., Player]) -> None:
    """PLAN.R2: one takes a tile and names the next in one go, the other in two; at the end every character is counted."""
    ann = player().make(ANN, OPEN, BOT, pace="quick")
    bob = accept(player(locale="en-GB"), ann.page.get_by_label(words.INVITE).input_value())
    at_once = 0
    while not (ann.over and bob.over):
        who = one_of(ann, bob)
        if who.over:
            expect(bob.headline).to_be_visible()
        elif who is ann:
            at_once += play(ann)
        else:
            bob.play_move(wait=False)
    assert at_once
    assert len(ann.log) == len(bob.log) == PLIES
    view = seen(ann)
    assert [len(planet["tiles"]) for planet in view["planets"]] == [16] * THREE
    for seat, planet in enumerate(view["planets"]):
        if seat:
            ann.page.locator(".others button").nth(seat - 1).click()
        assert counted(ann.page) == [one["points"] for one in planet["characters"]]
        assert str(planet["total"]) in ann.page.locator(".score .total").inner_text()
    for who in (ann, bob):
        expect(who.headline).to_be_visible()
        assert who.page.locator(".end tbody tr").count() == THREE


def check_hidden(leader: Player, other: Player, secrets: int) -> None:
    """Fail unless the one sees so many tiles that the other doesn't, as a picture or in words."""
    assert len(leader.driver.secrets(leader.page)) == secrets
    assert other.driver.secrets(other.page) == []
    covered = other.page.locator(".offer button.hidden" if secrets == 1 else ".offer button")
    expect(covered).to_have_count(secrets)
    for tile in covered.all():
        assert "<use" not in tile.inner_html()


def told(page: Page, name: str) -> int:
    """How often a tile is named on a page, seen or unseen."""
    return str(page.evaluate(HTML)).count(name)


def hide_one(leader: Player, other: Player) -> bool:
    """Choose a stack and hide a tile, while the other sees nothing of it; whether the name of no other tile hides its name."""
    leader.wait_turn()
    leader.play_move(wait=False)
    expect(other.page.locator(".offer")).to_be_visible()
    check_hidden(leader, other, secrets=3)
    names = [text.split("\N{NO-BREAK SPACE}: ", 1)[1] for text in leader.driver.secrets(leader.page)]
    before, log = told(other.page, names[0]), len(other.log)
    leader.play_move(wait=False)  # the first of the three
    other.wait_moves(log, wait=False)
    check_hidden(leader, other, secrets=1)
    assert names[0] in leader.driver.secrets(leader.page)[0]
    clear = not any(names[0] in name for name in names[1:])
    assert not clear or told(other.page, names[0]) <= before
    return clear


def test_two_people_with_a_hidden_tile(player: Callable[..., Player]) -> None:
    """PLAN.R3: who hid a tile sees it, the other doesn't, nowhere on the page; and so to the end of the game."""
    ann = player().make(ANN, OPEN, options=HIDDEN)
    bob = accept(player(), ann.page.get_by_label(words.INVITE).input_value())
    clear = 0
    while not (ann.over and bob.over):
        leader = one_of(ann, bob)
        other = bob if leader is ann else ann
        if leader.over:
            expect(other.headline).to_be_visible()
            continue
        clear += hide_one(leader, other)
        for who in (other, leader):
            before = len(leader.log), len(other.log)
            who.wait_turn()
            who.play_move(wait=False)
            leader.wait_moves(before[0], wait=False)
            other.wait_moves(before[1], wait=False)
    assert clear
    out = seen(ann)["out"]
    assert len(out) == 16
    assert seen(bob)["planets"] == seen(ann)["planets"]


def test_a_page_that_tells_the_hidden_tile_is_found(player: Callable[..., Player]) -> None:
    """PLAN.R3: the checks of the test above see a tile that was left on the page, in words or as a picture."""
    ann = player().make(ANN, OPEN, options=HIDDEN)
    bob = accept(player(), ann.page.get_by_label(words.INVITE).input_value())
    leader = one_of(ann, bob)
    other = bob if leader is ann else ann
    hide_one(leader, other)
    name = leader.driver.secrets(leader.page)[0].split("\N{NO-BREAK SPACE}: ", 1)[1]
    before = told(other.page, name)
    other.page.evaluate("(name) => document.querySelector('.middle').setAttribute('data-left', name)", name)
    assert told(other.page, name) == before + 1
    other.page.evaluate("() => { document.querySelector('.offer .hidden svg').innerHTML += '<use href=\"#b\" />' }")
    with pytest.raises(AssertionError):
        check_hidden(leader, other, secrets=1)


def test_who_sees_the_same_before_one_screen_needs_no_cover(player: Callable[..., Player]) -> None:
    """PLAN.R1, PLAN.R2, PLAN.R3: everybody sees the same, so the next one plays on at once, also of two by the sheet.

    Two with a hidden tile hand it over.
    """
    ann = player().make(ANN, {**ME, "name": "Bob"}, {**ME, "name": "Chloé"}, one_screen=True)
    for _ in range(6):  # a stack, and three tiles with two names
        ann.play_move(wait=False)
        ann.wait_turn()
    assert len(ann.log) >= 6
    assert ann.button(words.READY).count() == 0
    ann.make(ANN, {**ME, "name": "Bob"}, one_screen=True, options={})
    for _ in range(4):  # a stack, and two tiles with a name
        ann.play_move(wait=False)
        ann.wait_turn()
    assert ann.button(words.READY).count() == 0
    ann.make(ANN, {**ME, "name": "Bob"}, one_screen=True, options=HIDDEN)
    expect(ann.button(words.READY)).to_be_visible()


def carry(page: Page, start: str, end: str, finger: bool = False) -> None:
    """Drag what lies in one place to another."""
    boxes = [page.locator(f".window {place}").bounding_box() for place in (start, end)]
    (x, y), (to_x, to_y) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    way = [(x + (to_x - x) * n / 5, y + (to_y - y) * n / 5) for n in range(6)]
    if not finger:
        page.mouse.move(*way[0])
        page.mouse.down()
        for point in way[1:]:
            page.mouse.move(*point)
        page.mouse.up()
        return
    hand = page.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for px, py in way[1:]:
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": px, "y": py}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def check_moved(ann: Player, start: str, end: str) -> None:
    """Fail unless the baobab of one place lies in the other now."""
    grid = ann.page.locator(".window")
    expect(grid.locator(end)).to_have_attribute("aria-label", BAOBAB)
    expect(grid.locator(start)).to_have_attribute("aria-label", FREE)


def test_tiles_are_moved_by_drag(player: Callable[..., Player]) -> None:
    """PLAN.R4: to another place of their kind only; it is no move, counts for nothing, and stays when the page comes again."""
    ann = player().make(ANN, BOT, BOT, start=begun(), pace="quick")
    ann.wait_turn()
    log, planets = ann.log, seen(ann)["planets"]
    carry(ann.page, FIRST, WRONG)
    check_moved(ann, OTHER_FIRST, FIRST)
    carry(ann.page, FIRST, OTHER_FIRST)
    check_moved(ann, FIRST, OTHER_FIRST)
    assert (ann.log, seen(ann)["planets"]) == (log, planets)
    ann.page.reload()
    ann.wait_turn()
    check_moved(ann, FIRST, OTHER_FIRST)
    ann.play_move(wait=False)  # the game goes on with them as they lie
    check_moved(ann, FIRST, OTHER_FIRST)


def test_tiles_are_moved_with_a_finger(visitor: Callable[..., BrowserContext], server: Server, game: str) -> None:
    """PLAN.R4: once one has said that one wants that, as a finger scrolls the page else."""
    page = visitor(**PHONE, reduced_motion="reduce").new_page()
    ann = Finger(page, server.address, game).make(ME, BOT, BOT, start=begun(), pace="quick")
    ann.wait_turn()
    page.locator(".window").scroll_into_view_if_needed()
    ann.button(MOVE_TILES).tap()
    carry(page, FIRST, OTHER_FIRST, finger=True)
    check_moved(ann, FIRST, OTHER_FIRST)


def test_the_third_baobab_is_told_before_it_comes(player: Callable[..., Player]) -> None:
    """PLAN.B1: on the tile, and in words and on the planet as soon as it is pointed at; then three tiles are turned."""
    ann = player().make(ANN, BOT, BOT, start=begun(), pace="quick")
    ann.wait_turn()
    page = ann.page
    tile = page.locator(".offer button").filter(has=page.locator(".warn")).first
    told_by = page.locator(".told.warning")
    expect(page.locator(".offer .warn")).to_have_count(TAKERS_TOLD)
    expect(told_by).to_have_count(0)
    tile.hover()
    expect(told_by).to_have_text(THIRD)
    expect(page.locator(".window .turns")).to_have_count(THREE)
    assert seen(ann)["planets"][0]["face_down"] == 0
    before = len(ann.log)
    tile.click()
    ann.button(words.CONFIRM).click()
    ann.wait_moves(before, wait=False)
    planet = seen(ann)["planets"][0]
    assert (planet["face_down"], planet["counts"].get("b", 0)) == (THREE, 0)
    expect(page.locator(".window .tile.down")).to_have_count(THREE)
