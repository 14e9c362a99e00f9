"""A round: a stack is chosen, tiles lie face up, everybody takes one and names the next (PLAN.R1, PLAN.R2)."""

from __future__ import annotations

from random import Random

import pytest

from escale import Position
from escale.games.planete.tests.tables import (
    STACKS,
    after,
    against,
    at,
    described,
    effect,
    kinds,
    lines_of,
    new,
    offer,
    stack,
    step,
    tiles,
)

TABLES = [(2, True), (3, False), (4, False), (5, False)]
THREE = at("", "", "", more="stack core vlG W E cG cW cWW llc llS rll lllF vS vS")
NO_CORE = ("W E cG cW / / / ", "rll llc llS lllF / / / ", "vS vS vll vlFW / / / ")


def begun(players: int, plain: bool, seed: int = 1) -> Position:
    """A game whose leader has chosen the core."""
    return after(new(players, seed, plain), "stack core")


# Stacks


@pytest.mark.parametrize(("players", "plain"), TABLES)
def test_as_many_tiles_as_players(players: int, plain: bool) -> None:
    """PLAN.R1: the next tiles of the stack lie face up for everybody; the leader takes first."""
    for name in STACKS:
        pos = new(players, 2, plain)
        top = stack(pos, name)[-players:]
        later = after(pos, f"stack {name}")
        assert sorted(offer(later)) == sorted(top)
        assert stack(later, name) == stack(pos, name)[:-players]
        for reader in (None, *range(players)):
            seen = later.view(reader)
            assert seen["offer"] == {"stack": name, "tiles": [{"tile": tile, "hidden": False} for tile in offer(later)]}
            assert seen["waiting"] == list(range(players))
            assert pos.effects(f"stack {name}", reader) == [{"kind": "turn_up", "stack": name, "tiles": offer(later)}]
        assert step(later) == ("take", pos.turn)
        counted = {entry["stack"]: (entry["left"], entry["chosen"]) for entry in later.view(None)["stacks"]}
        assert counted[name] == (len(top + stack(later, name)) - players, 1)


def test_any_stack_may_be_chosen() -> None:
    """PLAN.R1: in the order of the rules, whichever comes first."""
    assert new(4, 1).names() == ["stack core", "stack rising", "stack falling", "stack character"]
    assert described(new(4, 1), "stack falling") == {"do": "stack", "stack": "falling"}


def test_a_stack_four_times() -> None:
    """PLAN.R1: a planet takes four tiles of each kind, so a stack is chosen four times and not five."""
    pos = at(*NO_CORE)
    assert pos.names() == ["stack rising", "stack falling", "stack character"]
    assert against(pos, "stack core") == ("stack_done", "R1")
    three = at("W E cG / / / ", "rll llc llS / / / ", "vS vS vll / / / ")
    assert "stack core" in three.names()
    counted = {entry["stack"]: entry["chosen"] for entry in after(three, "stack core").view(None)["stacks"]}
    assert counted == {"core": 4, "rising": 0, "falling": 0, "character": 0}


def test_a_stack_that_is_done_with_tiles_left() -> None:
    """PLAN.R1: two players of the sheet leave four tiles in each stack, which can't be chosen all the same."""
    pos = at("W E cG cW / / / ", "rll llc llS lllF / / / ", said="two_player=plain")
    assert pos.view(None)["stacks"][0] == {"stack": "core", "left": 4, "chosen": 4}
    assert against(pos, "stack core") == ("stack_done", "R1")


@pytest.mark.parametrize("move", ["take vlG", "take hidden", "hide vlG", "name 1", "take king 0"])
def test_a_stack_comes_first(move: str) -> None:
    """PLAN.R1: nothing else may be done before one is chosen."""
    assert against(THREE, move) == ("must_stack", "R1")


# Taking and naming


def test_a_round_of_three() -> None:
    """PLAN.R2: the leader takes and names somebody, who does the same; the last gets the last tile and leads the next round."""
    pos = after(THREE, "stack core")
    assert (offer(pos), step(pos)) == (["vS", "vS", "lllF"], ("take", 0))
    pos = after(pos, "take lllF")
    assert (pos.names(), step(pos), pos.view(None)["waiting"]) == (["name 1", "name 2"], ("name", 0), [1, 2])
    pos = after(pos, "name 2")
    assert (offer(pos), step(pos)) == (["vS", "vS"], ("take", 2))
    pos = after(pos, "take vS")
    assert (pos.names(), step(pos), pos.view(None)["waiting"]) == (["name 1"], ("name", 2), [1])
    pos = after(pos, "name 1")
    assert (step(pos), pos.view(None)["first"]) == (("take", 1), 0)
    last = after(pos, "take vS")
    assert (step(last), last.view(None)["first"], last.view(None)["offer"]) == (("stack", 1), 1, None)
    assert [tiles(last, seat) for seat in range(3)] == ["5:lllF", "5:vS", "5:vS"]
    assert (last.view(None)["round"], last.view(None)["waiting"]) == (2, [])


@pytest.mark.parametrize(("players", "plain"), TABLES)
def test_everybody_gets_one_tile_a_round(players: int, plain: bool) -> None:
    """PLAN.R2: whoever is named; the number of moves of a round is always the same, forced ones too."""
    pos = new(players, 6, plain)
    rng = Random(players)
    moves = 0
    for number in range(1, 17):
        leader, order = pos.turn, []
        moves += 1
        assert pos.view(None)["round"] == number
        pos.play(rng.choice(pos.names()))
        while step(pos)[0] in ("take", "name"):
            if step(pos)[0] == "take":
                order.append(pos.turn)
            assert pos.view(None)["first"] == leader
            moves += 1
            pos.play(rng.choice(pos.names()))
        assert order[0] == leader
        assert sorted(str(seat) for seat in order) == [str(seat) for seat in range(players)]
        assert number == 16 or pos.turn == order[-1] == pos.view(None)["first"]
    assert pos.over
    assert moves == 16 * 2 * players  # a stack, takes, and names but for the last one


def test_who_is_named_takes() -> None:
    """PLAN.R2: and nobody else."""
    pos = after(begun(5, False), "take " + offer(begun(5, False))[0])
    leader = pos.turn
    assert pos.names() == [f"name {seat}" for seat in range(5) if seat != leader]
    for seat in range(5):
        if seat != leader:
            assert step(after(pos, f"name {seat}")) == ("take", seat)
            assert pos.effects(f"name {seat}", None) == [{"kind": "name", "seat": leader, "to": seat}]
            assert described(pos, f"name {seat}") == {"do": "name", "seat": seat}


def test_who_may_not_be_named() -> None:
    """PLAN.R2: who has a tile, oneself, nobody."""
    pos = after(THREE, "stack core", "take vS", "name 2", "take vS")
    assert against(pos, "name 0") == ("has_a_tile", "R2")
    assert against(pos, "name 2") == ("names_self", "R2")
    assert against(pos, "name 3") == ("no_such_player", "R2")
    assert pos.names() == ["name 1"]


def test_the_last_tile_is_forced() -> None:
    """PLAN.R2: one kind to take, wherever it goes; nobody is named afterwards."""
    pos = after(THREE, "stack core", "take vS", "name 2", "take lllF", "name 1")
    assert pos.names() == ["take vS", "take vS 6", "take vS 9", "take vS 10"]
    assert kinds(pos, "take vS") == ["take", "lead"]
    assert effect(pos, "take vS", "lead") == {"seat": 1}
    assert kinds(after(THREE, "stack core"), "take vS") == ["take"]


def test_equal_tiles_are_one_move() -> None:
    """PLAN.R2: whichever of two alike is taken, the other stays."""
    pos = after(THREE, "stack core")
    assert pos.names() == [f"take {tile}{place}" for tile in ("vS", "lllF") for place in ("", " 6", " 9", " 10")]
    assert offer(after(pos, "take vS")) == ["vS", "lllF"]


@pytest.mark.parametrize("move", ["take W", "take king", "take sE 1", "take bsS"])
def test_only_what_lies_there_is_taken(move: str) -> None:
    """PLAN.R2: neither tiles of the stack nor those of another one."""
    assert against(after(THREE, "stack core"), move) == ("not_on_table", "R2")


def test_what_was_taken_is_gone() -> None:
    """PLAN.R2: the next one chooses among the rest."""
    pos = after(THREE, "stack core", "take lllF", "name 1")
    assert against(pos, "take lllF") == ("not_on_table", "R2")


@pytest.mark.parametrize(
    ("moves", "wrong", "why"),
    [
        (["stack core"], ["stack core", "name 1", "hide vS"], ("must_take", "R2")),
        (["stack core", "take vS"], ["take vS", "stack rising", "hide vS", "take hidden"], ("must_name", "R2")),
        (["stack core", "take vS", "name 1"], ["name 2", "stack rising"], ("must_take", "R2")),
    ],
)
def test_one_thing_at_a_time(moves: list[str], wrong: list[str], why: tuple[str, str]) -> None:
    """PLAN.R2: take, then name."""
    for move in wrong:
        assert against(after(THREE, *moves), move) == why


def test_two_players_of_the_sheet() -> None:
    """PLAN.R2, PLAN.R3: `two_player=plain`: two tiles, one is named all the same, the last leads."""
    pos = at("", "", said="two_player=plain", more="stack core vlG W E cG cW cWW llc llS rll lllF vll vS")
    pos = after(pos, "stack core")
    assert offer(pos) == ["vll", "vS"]
    pos = after(pos, "take vll")
    assert (pos.names(), step(pos)) == (["name 1"], ("name", 0))
    pos = after(pos, "name 1", "take vS")
    assert (step(pos), lines_of(pos, "out")) == (("stack", 1), [])
    assert against(after(pos, "stack rising"), "take hidden") == ("not_on_table", "R2")


def test_what_a_take_shows() -> None:
    """PLAN.R2: who takes what, and where it goes, for everybody."""
    pos = after(THREE, "stack core")
    expected = {"seat": 0, "tile": "vS", "at": 9, "stack": "core", "hidden": False}
    assert all(effect(pos, "take vS 9", "take", reader) == expected for reader in (None, 0, 1, 2))
