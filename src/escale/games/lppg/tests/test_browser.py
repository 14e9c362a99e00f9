"""What only this game has, in a real browser: teams, and a decision in the middle of another's turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from escale.games.lppg.tests.tables import GAME
from tests.browser import words
from tests.browser.player import ME, OPEN, Player
from tests.browser.test_by_link import accept
from tests.server.running import Server

# A game in which seat 0 can join an ordinary and a permanent territory of seat 1.
SEED = 2
BEFORE = """22,21:3x2:y24 o@23,22 draw_1 draw_1 21,24:3x2:b56 p@22,24 draw_2 draw_1 21,19:2x3:b25 p@22,21 draw_1 draw_2"""
JOINING = "23,20:3x2:y156"
JOINS = re.compile("n’en font plus qu’un|become one")
CHOOSE = re.compile("choisissez le marqueur que vous gardez|choose the marker you keep")
CHOOSES = re.compile("Bob choisit le marqueur qui reste|Bob is choosing the marker that stays")
KEEP = re.compile("Garder le marqueur permanent|Keep the permanent marker")
TURNED = re.compile("1, 5 (?:et|and) 6.*(?:couchée|lying)")
TURNS = 4
TEAM_ROWS = 4


def test_the_owner_decides_in_anothers_turn(player: Callable[..., Player], arranged_server: Server) -> None:
    """LPPG.C2: who plays sees the other asked, and goes on afterwards."""
    moves = [move.replace("_", " ") for move in BEFORE.split()]
    position = GAME.new(2, SEED)
    for move in moves:
        position.play(move)
    assert position.turn == 0
    start = {"game": "lppg", "version": GAME.version, "players": 2, "options": {}, "seed": str(SEED), "moves": moves}
    ann = player(arranged_server.address).make({"kind": "me", "name": "Ann"}, OPEN, start=start)
    bob = accept(player(arranged_server.address, locale="en-GB"), ann.page.get_by_label(words.INVITE).input_value())
    ann.wait_turn()
    lay(ann, position.view(0)["moves"])
    expect(ann.page.get_by_text(CHOOSES).first).to_be_visible()
    expect(bob.page.get_by_text(CHOOSE).first).to_be_visible()
    assert not ann.my_turn
    bob.button(KEEP).click()
    bob.button(words.CONFIRM).click()
    ann.wait_turn()
    assert any(JOINS.search(line) for line in ann.log)
    view = seen(ann, len(moves) + 2)
    assert [(one["kind"], len(one["cells"])) for one in view["territories"] if one["seat"] == 1] == [("permanent", 3)]
    assert (view["turn"], view["mover"]) == (0, 0)


def seen(ann: Player, ply: int) -> dict[str, Any]:
    """The table after so many moves, as a seat saw it."""
    return dict(ann.page.context.request.get(f"{ann.address}/api/tables/{ann.table}/past/{ply}").json()["view"])


def lay(ann: Player, moves: list[dict[str, Any]]) -> None:
    """Lay the card that joins the territories: take it, turn it until it lies so, and confirm."""
    move = next(move for move in moves if move["text"] == JOINING)
    x, y = move["at"]
    ann.page.locator(f"[data-cell='{x},{-y - 1}']").focus()
    ann.page.keyboard.press(str(int(move["card"]) + 1))
    card = ann.page.get_by_role("radio", name=TURNED)
    for _ in range(TURNS):
        if card.count():
            break
        ann.page.keyboard.press("r")
    expect(card).to_be_checked()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_text(JOINS).first).to_be_visible()
    ann.button(words.CONFIRM).click()


def test_a_team_plays_against_another(player: Callable[..., Player]) -> None:
    """LPPG.S1: four players, three of them bots; partners win and lose together."""
    bot = {"kind": "bot", "bot": "easy"}
    ann = player().make(ME, bot, bot, bot, pace="quick")
    ann.play_on()
    expect(ann.headline).to_be_visible()
    assert ann.page.locator(".end tbody tr").count() == TEAM_ROWS
    view = seen(ann, len(ann.log))
    assert view["over"]
    sizes = [len(one["cells"]) for one in view["territories"]]
    alone = [one for one in view["territories"] if sizes.count(len(one["cells"])) == 1]
    best = min(alone, key=lambda one: len(one["cells"]), default=None)
    assert view["winners"] == ([] if best is None else [best["seat"] % 2, best["seat"] % 2 + 2])
