"""What only this game has, in a real browser: paths cut and repaired, a wolf drowned, a new start, and a table of four."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from escale import Position
from escale.games.poucet.tests.tables import GAME
from tests.browser import words
from tests.browser.player import ME, OPEN, Player
from tests.browser.test_by_link import accept
from tests.server.running import Server

SIDES = {"n": "nord|north", "e": "est|east", "s": "sud|south", "w": "ouest|west"}
TURNS = 4
PLAYERS = 4

# Games up to a moment, by their seed: on the small board, the seat 0 to move.
CROSSING = (
    44,
    "take g/take y/start h1/start f1/i1:gnew/g1:yew/g1:gnew/g2:rns/g2:gns/i2:resw/e1:forest/g1:ynw/f2:res/h2:ynsw/f2:ynes/"
    "e1:boots",
)
DROWNING = (24, "take y/take g/start a3/start g1/f1:wolf")
BLOCKED = (300, "take y/take g/start i8/start i9/h9:ogre")
CUT = re.compile("est coupé|is cut")
BLOCKED_NOW = re.compile("chemin est bloqué|path is blocked|are blocked")
AGAIN = re.compile("rouge|red")


def sat(player: Callable[..., Player], server: Server, seed: int, told: str) -> tuple[Player, Player, Position]:
    """Two players by link before a game that was begun, and the position."""
    moves, options = told.split("/"), {"size": "9"}
    position = GAME.new(2, seed, **options)
    for move in moves:
        position.play(move)
    assert position.turn == 0
    start = {"game": GAME.id, "version": GAME.version, "players": 2, "options": options, "seed": str(seed), "moves": moves}
    ann = player(server.address).make({"kind": "me", "name": "Ann"}, OPEN, options=options, start=start)
    return ann, accept(player(server.address, locale="en-GB"), ann.page.get_by_label(words.INVITE).input_value()), position


def lay(who: Player, position: Position, wanted: str) -> None:
    """Lay a card as people do with keys: go to the cell, take the card, turn it until it lies so, and confirm."""
    who.wait_turn()
    view = position.view(position.turn)
    move = next(move for move in view["moves"] if move["text"] == wanted)
    x, y = move["at"]
    who.page.locator(f"[data-cell='{x},{-y - 1}']").focus()
    who.page.keyboard.press(str(view["hands"][position.turn].index(move["card"]) + 1))
    card = who.page.locator("fieldset.hand").get_by_role("radio", checked=True)
    for _ in range(TURNS):
        if "open" not in move or sides_told(card.get_attribute("aria-label") or "") == set(move["open"]):
            break
        who.page.keyboard.press("r")
    who.page.keyboard.press("Enter")
    before = len(who.log)
    who.button(words.CONFIRM).click()
    who.wait_moves(before, wait=False)
    position.play(wanted)


def sides_told(label: str) -> set[str]:
    """The sides to which a card opens, as its label says."""
    return {side for side, said in SIDES.items() if re.search(rf"\b(?:{said})\b", label)}


def seen(who: Player, position: Position) -> dict[str, Any]:
    """The table as the page's server has it, having seen that it is the position."""
    view = who.page.context.request.get(f"{who.address}/api/tables/{who.table}/past/{len(who.log)}").json()["view"]
    assert (view["cells"], view["seats"]) == (position.view(None)["cells"], position.view(None)["seats"])
    return dict(view)


def test_a_path_is_cut_and_repaired(player: Callable[..., Player], arranged_server: Server) -> None:
    """POU.X1: a card laid over another's cuts that path; covered in its turn, it is whole again."""
    ann, bob, position = sat(player, arranged_server, *CROSSING)
    whole = [cell["at"] for cell in position.view(None)["cells"] if 1 in cell["paths"]]
    lay(ann, position, "g1:gew")
    assert CUT.search(ann.log[-1])
    cut = [cell["at"] for cell in seen(ann, position)["cells"] if 1 in cell["paths"]]
    assert len(cut) < len(whole)
    lay(bob, position, "g1:yew")
    joined = [cell for cell in seen(bob, position)["cells"] if 1 in cell["paths"]]
    repaired = next(cell for cell in joined if cell["at"] == [6, 0])
    assert [card.get("colour") for card in repaired["below"]] == ["y", "g", "y", "g"]
    expect(bob.page.locator("[data-piece=g1]").first).to_be_visible()


def test_a_wolf_is_drowned_and_the_river_crossed(player: Callable[..., Player], arranged_server: Server) -> None:
    """POU.T5: a river on the wolf, then boots on the river."""
    ann, bob, position = sat(player, arranged_server, *DROWNING)
    lay(ann, position, "f1:river")
    drowned = next(cell for cell in seen(ann, position)["cells"] if cell["at"] == [5, 0])
    assert (drowned["kind"], drowned["paths"]) == ("river", [])
    bob.wait_turn()
    other = next(move for move in position.view(1)["moves"] if move["at"] != [5, 0])
    lay(bob, position, other["text"])
    lay(ann, position, "f1:boots")
    piled = next(cell for cell in seen(ann, position)["cells"] if cell["at"] == [5, 0])
    assert [card["kind"] for card in (*piled["below"], piled)] == ["wolf", "river", "boots"]
    assert 0 in piled["paths"]


def test_who_is_blocked_starts_again(player: Callable[..., Player], arranged_server: Server) -> None:
    """POU.B2: by another start card of any colour, on any free cell of the border."""
    ann, _, position = sat(player, arranged_server, *BLOCKED)
    ann.wait_turn()
    expect(ann.page.get_by_text(BLOCKED_NOW).first).to_be_visible()
    ann.page.locator("[data-pick=restart]").filter(has_text=AGAIN).click()
    before = len(ann.log)
    ann.page.locator("[data-cell='4,-1']").click()
    ann.button(words.CONFIRM).click()
    ann.wait_moves(before, wait=False)
    position.play("restart r e1")
    assert seen(ann, position)["seats"][0]["start"] == [4, 0]


def test_a_table_of_four(player: Callable[..., Player]) -> None:
    """POU.S1: a whole game with three bots; who wins is the one whose path leads into the flower."""
    bot = {"kind": "bot", "bot": "easy"}
    ann = player().make(ME, bot, bot, bot, pace="quick", options={"size": "9"})
    ann.play_on()
    expect(ann.headline).to_be_visible()
    assert ann.page.locator(".end tbody tr").count() == PLAYERS
    view = ann.page.context.request.get(f"{ann.address}/api/tables/{ann.table}/past/{len(ann.log)}").json()["view"]
    assert view["over"]
    arrived = [seat for seat, one in enumerate(view["seats"]) if one["distance"] == 0]
    left = [seat for seat, one in enumerate(view["seats"]) if not one["out"]]
    assert view["winners"] == ([view["winner"]] if view["winner"] is not None else [])
    assert view["winner"] is None or view["winner"] in arrived or left == [view["winner"]]
