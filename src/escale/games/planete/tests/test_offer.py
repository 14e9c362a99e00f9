"""Two players: three tiles, one of them hidden (PLAN.R3)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from escale.games.planete.tests.tables import (
    after,
    against,
    at,
    described,
    effect,
    kinds,
    line_of,
    lines_of,
    new,
    offer,
    stack,
    step,
    tiles,
)

HIDE = at("", "", said="step=hide", more="offer core vlG vlG W")
LAID = after(HIDE, "hide W")  # two alike face up, W hidden; seat 1 takes first
READERS = (0, 1, None)


# Looking and hiding


def test_the_leader_looks_at_three() -> None:
    """PLAN.R3: the next three of the stack; the other sees that there are three."""
    pos = new(2, 4)
    leader = pos.turn
    assert leader is not None
    top = stack(pos, "falling")[-3:]
    later = after(pos, "stack falling")
    assert sorted(offer(later)) == sorted(top)
    assert step(later) == ("hide", leader)
    looked = [{"tile": tile, "hidden": False} for tile in offer(later)]
    assert later.view(leader)["offer"] == {"stack": "falling", "tiles": looked}
    nothing = {"stack": "falling", "tiles": [{"tile": None, "hidden": False}] * 3}
    assert later.view(1 - leader)["offer"] == later.view(None)["offer"] == nothing
    assert later.view(None, revealed=True)["offer"]["tiles"] == looked
    assert effect(pos, "stack falling", "look", leader) == {"seat": leader, "stack": "falling", "tiles": offer(later)}
    assert effect(pos, "stack falling", "look", 1 - leader) == {"seat": leader, "stack": "falling", "tiles": [None] * 3}
    assert effect(pos, "stack falling", "look") == {"seat": leader, "stack": "falling", "tiles": [None] * 3}


def test_hiding_one() -> None:
    """PLAN.R3: any of the three, equal ones once; then it is the other's turn, who sees two."""
    assert HIDE.names() == ["hide vlG", "hide W"]
    assert described(HIDE, "hide vlG") == {"do": "hide", "tile": "vlG"}
    assert (step(LAID), offer(LAID), line_of(LAID, "hidden")) == (("take", 1), ["vlG", "vlG"], ["W"])
    other = after(HIDE, "hide vlG")
    assert (offer(other), line_of(other, "hidden")) == (["vlG", "W"], ["vlG"])


@pytest.mark.parametrize(("reader", "tile"), [(0, "W"), (1, None), (None, None)])
def test_who_knows_the_hidden_tile(reader: int | None, tile: str | None) -> None:
    """PLAN.R3: who hid it; neither the other nor a watcher."""
    face_up = {"tile": "vlG", "hidden": False}
    expected = {"stack": "core", "tiles": [face_up, face_up, {"tile": tile, "hidden": True}]}
    assert LAID.view(reader)["offer"] == expected
    assert effect(HIDE, "hide W", "hide", reader) == {"seat": 0, "tile": tile}
    unseen = LAID.view(reader)["unseen"]["core"]
    assert unseen.get("W", 0) == (0 if tile else 1)
    assert unseen.get("vlG", 0) == 0
    assert HIDE.view(reader)["unseen"]["core"].get("vlG", 0) == (0 if tile else 2)


def test_only_what_is_looked_at_is_hidden() -> None:
    """PLAN.R3: no other tile."""
    assert against(HIDE, "hide vS") == ("not_looked_at", "R3")
    assert against(HIDE, "hide king") == ("not_looked_at", "R3")


@pytest.mark.parametrize("move", ["take vlG", "take hidden", "stack core", "name 1"])
def test_hiding_comes_first(move: str) -> None:
    """PLAN.R3: before anything is taken."""
    assert against(HIDE, move) == ("must_hide", "R3")


# Taking


def test_the_other_takes_first() -> None:
    """PLAN.R3: one of the two, or the hidden one; then who led takes one of the two left."""
    assert LAID.names() == [f"take {thing}{place}" for thing in ("vlG", "hidden") for place in ("", " 6", " 9", " 10")]
    left = after(LAID, "take vlG 9")
    assert (step(left), left.view(None)["first"], left.view(None)["waiting"]) == (("take", 0), 0, [0])
    assert (offer(left), line_of(left, "hidden")) == (["vlG"], ["W"])
    assert left.names() == LAID.names()


def test_the_hidden_one_is_taken_unseen() -> None:
    """PLAN.R3: the other isn't told what it is; then it lies face up for everybody."""
    unseen: dict[str, Any] = {"tile": None, "hidden": True, "turns": [], "points": None, "volcanoes": None}
    assert described(LAID, "take hidden") == {"do": "take", "stack": "core", "at": 5, **unseen}
    for reader in READERS:
        expected = {"seat": 1, "tile": "W", "at": 10, "stack": "core", "hidden": True}
        assert effect(LAID, "take hidden 10", "take", reader) == expected
        taken = after(LAID, "take hidden 10")
        assert taken.view(reader)["planets"][1]["tiles"] == [{"at": 10, "stack": "core", "tile": "W", "down": False}]
        assert taken.view(reader)["unseen"]["core"].get("W", 0) == 0
    taken = after(LAID, "take hidden")
    assert (offer(taken), line_of(taken, "hidden"), step(taken)) == (["vlG", "vlG"], [], ("take", 0))
    assert against(taken, "take hidden") == ("no_hidden", "R3")
    assert against(taken, "take W") == ("not_in_offer", "R3")


def test_the_leader_knows_what_is_hidden() -> None:
    """PLAN.R3: and may take it, knowing what it does; by the same text as the other would."""
    left = after(LAID, "take vlG")
    known = {"tile": "W", "hidden": True, "turns": [], "points": 0, "volcanoes": 0}
    assert described(left, "take hidden") == {"do": "take", "stack": "core", "at": 5, **known}
    assert against(left, "take W") == ("not_in_offer", "R3")  # it doesn't lie there face up
    assert tiles(after(left, "take hidden"), 0) == "5:W"


def test_a_tile_like_the_hidden_one() -> None:
    """PLAN.R3: whoever says its name takes the one that lies face up."""
    pos = after(HIDE, "hide vlG", "take vlG")
    assert (offer(pos), line_of(pos, "hidden")) == (["W"], ["vlG"])
    assert against(pos, "take vlG") == ("not_in_offer", "R3")


# The third tile


def test_out_unseen() -> None:
    """PLAN.R3: if the hidden one is left, it goes out of the game and only the leader has seen it."""
    left = after(LAID, "take vlG")
    last = after(left, "take vlG")
    assert lines_of(last, "out") == [["core", "W", "0"]]
    for reader, tile in ((0, "W"), (1, None), (None, None)):
        assert last.view(reader)["out"] == [{"stack": "core", "tile": tile, "seen_by": 0}]
        assert effect(left, "take vlG", "gone", reader) == {"stack": "core", "tile": tile}
        assert last.view(reader)["unseen"]["core"].get("W", 0) == (0 if tile else 1)
    (gone,) = last.view(None, revealed=True)["out"]
    assert (gone["stack"], gone["tile"]) == ("core", "W")


@pytest.mark.parametrize("moves", [("take vlG", "take hidden"), ("take hidden", "take vlG")])
def test_out_seen(moves: tuple[str, str]) -> None:
    """PLAN.R3: if one that lay face up is left, everybody has seen it."""
    last = after(LAID, *moves)
    assert lines_of(last, "out") == [["core", "vlG"]]
    assert all(last.view(reader)["out"] == [{"stack": "core", "tile": "vlG", "seen_by": None}] for reader in READERS)


def test_the_order_of_what_is_out_tells_nothing() -> None:
    """PLAN.R3: tiles that a reader hasn't seen are not told from each other by their place in the list."""
    planets = ("W E cG / / / ", "rll cW llc / / / ")
    one = at(*planets, said="first=1 turn=1", more="out core bGG 1; out core vS; out core cWW")
    other = at(*planets, said="first=1 turn=1", more="out core llS 1; out core vS; out core cWW")
    for reader in (0, None):
        assert json.dumps(one.view(reader)["out"]) == json.dumps(other.view(reader)["out"])
    assert one.view(1)["out"] != other.view(1)["out"]


def test_the_other_leads_the_next_round() -> None:
    """PLAN.R3: in turn, whoever took what; nobody is named."""
    for moves in (("take vlG", "take vlG"), ("take hidden", "take vlG"), ("take vlG", "take hidden")):
        last = after(LAID, *moves)
        assert (step(last), last.view(None)["first"], last.view(None)["round"]) == (("stack", 1), 1, 2)
        assert kinds(after(LAID, moves[0]), moves[1]) == ["take", "gone", "lead"]
        assert effect(after(LAID, moves[0]), moves[1], "lead") == {"seat": 1}
    assert kinds(LAID, "take vlG") == ["take"]


def test_leaders_alternate() -> None:
    """PLAN.R3: sixteen rounds, eight each."""
    pos = new(2, 3)
    leaders = []
    while not pos.over:
        if step(pos)[0] == "stack":
            leaders.append(pos.turn)
        pos.play(pos.names()[-1])
    assert leaders == [leaders[0], 1 - (leaders[0] or 0)] * 8
    assert len(lines_of(pos, "out")) == 16
    assert [stack(pos, name) for name in ("core", "rising", "falling", "character")] == [[]] * 4


@pytest.mark.parametrize("move", ["stack core", "hide vlG", "name 0"])
def test_two_take_and_do_nothing_else(move: str) -> None:
    """PLAN.R3: while tiles are on the table."""
    assert against(LAID, move) == ("must_take_offer", "R3")
    assert against(after(LAID, "take vlG"), move) == ("must_take_offer", "R3")


def test_no_hidden_tile_with_more_players() -> None:
    """PLAN.R3: three to five play with all tiles face up."""
    pos = after(new(3, 1), "stack core")
    assert against(pos, "take hidden") == ("not_on_table", "R2")
    assert against(pos, "hide vlG") == ("must_take", "R2")
