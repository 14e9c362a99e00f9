"""The tiles, the stacks, and how a game begins (PLAN.S1, PLAN.S2)."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from escale import BadOption, Position
from escale.games.planete.tests.tables import GAME, STACKS, after, aside, lines_of, new, parsed, stack, step
from escale.rules.compile import interpreted

SEEDS = range(40 if interpreted else 400)
CORE = "bWWB bFWW bGG vll vlFW vlG vlG vlSW vlSW vS vS lllF rll llc llS cWW cW cG W E"
EDGE = "bsG br* bGB b*B vll* vslFG vlWG vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE"
CHARACTERS = {
    **{"vain": 2, "geographer": 2, "astronomer": 2, "king": 1, "lamplighter": 2, "hunter": 2, "drunkard": 1},
    **{"white": 1, "beige": 1, "brown": 1, "gardener": 2, "turk": 2, "prince": 1},
}
ALL = {
    "core": Counter(CORE.split()),
    "rising": Counter(["bsE", *EDGE.split()]),
    "falling": Counter(["bsS", *EDGE.split()]),
    "character": Counter(CHARACTERS),
}
SET_ASIDE = {2: 8, 3: 8, 4: 4, 5: 0}


def share_is_near(count: int, of: int, share: float) -> bool:
    """Whether a count is within five standard deviations of what is expected."""
    return abs(count - of * share) < 5 * sqrt(of * share * (1 - share))


def unseen(pos: Position, name: str) -> dict[str, int]:
    """What a watcher hasn't seen of a stack, without kinds of which none is left."""
    return {tile: many for tile, many in pos.view(None)["unseen"][name].items() if many}


# Tiles and stacks


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_eighty_tiles(players: int) -> None:
    """PLAN.S1: twenty of each stack, by kind; some are set aside, the rest is the stack."""
    pos = new(players, 3)
    for name in STACKS:
        assert Counter([*stack(pos, name), *aside(pos, name)]) == ALL[name]
        assert ALL[name].total() == 20
        assert len(aside(pos, name)) == SET_ASIDE[players]
        assert unseen(pos, name) == ALL[name]


@pytest.mark.parametrize(
    ("players", "plain", "left"), [(2, False, 12), (2, True, 12), (3, False, 12), (4, False, 16), (5, False, 20)]
)
def test_how_many_are_left(players: int, plain: bool, left: int) -> None:
    """PLAN.S1: 8 of each are set aside for two or three players, 4 for four, none for five."""
    pos = new(players, 1, plain)
    assert pos.view(None)["stacks"] == [{"stack": name, "left": left, "chosen": 0} for name in STACKS]


def test_five_players_set_nothing_aside() -> None:
    """PLAN.S1: and so nothing is said of it."""
    assert lines_of(new(5, 1), "aside") == []


def test_nothing_lies_there_yet() -> None:
    """PLAN.S1, PLAN.R1: no planet has a tile, none is on the table, none out of the game; the first round begins."""
    for players in (2, 3, 4, 5):
        seen = new(players, 1).view(None)
        assert [planet["tiles"] for planet in seen["planets"]] == [[]] * players
        assert (seen["offer"], seen["out"], seen["round"], seen["waiting"], seen["step"]) == (None, [], 1, [], "stack")
        assert new(players, 1).points == (0.0,) * players


def test_stacks_are_shuffled() -> None:
    """PLAN.S1: every tile is as likely to be next, to be lowest, and to be set aside; each stack on its own."""
    games = [new(2, seed) for seed in SEEDS]
    for name in STACKS:
        following = Counter(stack(pos, name)[-1] for pos in games)
        lowest = Counter(stack(pos, name)[0] for pos in games)
        set_aside = Counter(tile for pos in games for tile in aside(pos, name))
        for tile, many in ALL[name].items():
            assert share_is_near(following[tile], len(games), many / 20)
            assert share_is_near(lowest[tile], len(games), many / 20)
            assert share_is_near(set_aside[tile], 8 * len(games), many / 20)
    edges = Counter(stack(pos, "rising")[-1] == stack(pos, "falling")[-1] for pos in games)
    assert share_is_near(edges[True], len(games), 19 / 400)


def test_a_seed_gives_one_deal() -> None:
    """PLAN.S1: the same seed the same deal, another seed another one."""
    assert GAME.new(seed=5) == GAME.new(seed=5)
    assert len({GAME.new(seed=seed).text() for seed in range(50)}) == 50


# Who begins


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_who_begins(players: int) -> None:
    """PLAN.S2: anybody, each as often; who begins chooses a stack."""
    games = [new(players, seed) for seed in SEEDS]
    assert all(step(pos) == ("stack", pos.turn) for pos in games)
    assert all(pos.turn == pos.view(None)["first"] for pos in games)
    counted = Counter(pos.turn for pos in games)
    assert all(share_is_near(counted[seat], len(games), 1 / players) for seat in range(players))


# The table


@pytest.mark.parametrize("players", [0, 1, 6, -2])
def test_two_to_five(players: int) -> None:
    """PLAN.S1: other numbers of players are refused."""
    with pytest.raises(BadOption, match="2, 3, 4, 5"):
        GAME.new(players=players)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"two_player": "both"}, "offer, plain"),
        ({"deck": 3}, "two_player"),
        ({"players": 6, "two_player": "offer"}, "2, 3, 4, 5"),
    ],
)
def test_options_are_checked(options: dict[str, Any], allowed: str) -> None:
    """PLAN.R3: other values are refused, and the message names what is allowed."""
    with pytest.raises(BadOption, match=allowed):
        GAME.new(**options)


def test_the_usual_table() -> None:
    """PLAN.R3: without options two play by the sheet, with two tiles face up."""
    pos = GAME.new(seed=1)
    assert (pos.players, pos.options, pos.view(None)["task"]) == (2, {"two_player": "plain"}, "stack")
    assert GAME.new(seed=1, two_player="offer").options == {"two_player": "offer"}
    assert len(after(pos, "stack core").view(None)["offer"]["tiles"]) == 2


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_hidden_tile_is_for_two(players: int) -> None:
    """PLAN.R3: with more players the option means nothing, whatever was said: games were recorded with either value."""
    games = [GAME.new(players=players, seed=1, two_player=value) for value in ("offer", "plain")]
    assert games[0] == games[1] == GAME.new(players=players, seed=1)
    assert games[0].options == {"two_player": "plain"}
    assert parsed(f"planete players={players} two_player=offer").options == {"two_player": "plain"}
