"""The board, the cards, and how a game begins (POU.M1, POU.M2, POU.M3, POU.M4, POU.S1, POU.S2)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from typing import Any

import pytest

from escale import BadOption, Position
from escale.games.poucet.tests.tables import (
    GAME,
    after,
    against,
    at,
    described,
    ends,
    hand,
    line_of,
    path,
    plays,
    seat_of,
    stock,
)
from escale.rules.compile import interpreted

SEEDS = range(40 if interpreted else 400)
ALL = {
    **{"ri": 15, "rl": 8, "rt": 10, "gi": 15, "gl": 8, "gt": 10, "yi": 15, "yl": 8, "yt": 10},
    **{"wolf": 4, "ogre": 4, "forest": 10, "river": 6, "pebbles": 7, "boots": 5},
}


def share_is_near(count: int, of: int, share: float) -> bool:
    """Whether a count is within five standard deviations of what is expected."""
    return abs(count - of * share) < 5 * sqrt(of * share * (1 - share))


def begun(players: int, colours: str, *cells: str, **options: Any) -> Position:
    """A game in which these colours were taken and start cards laid, from the first seat on."""
    moves = [*(f"take {colour}" for colour in colours), *(f"start {cell}" for cell in cells)]
    return after(GAME.new(players=players, seed=1, **options), *moves)


# The board and the cards


@pytest.mark.parametrize(
    ("players", "size", "side", "flower"),
    [
        *((players, "usual", 13, [6, 6]) for players in (2, 3, 4)),
        *((players, "usual", 11, [5, 5]) for players in (5, 6)),
        *((players, "9", 9, [4, 4]) for players in (2, 6)),
        *((players, "11", 11, [5, 5]) for players in (2, 6)),
        *((players, "13", 13, [6, 6]) for players in (2, 6)),
    ],
)
def test_the_board(players: int, size: str, side: int, flower: list[int]) -> None:
    """POU.M1: 13 by 13 for two to four players, 11 by 11 for five and six, or as one likes; the flower in the middle."""
    seen = GAME.new(players=players, seed=1, size=size).view(None)
    assert (seen["side"], seen["flower"], seen["cells"]) == (side, flower, [])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_hundred_and_thirty_five_cards(players: int) -> None:
    """POU.M3, POU.M4, POU.S1: by kind; six to each player, the rest is the stock, and nothing is discarded."""
    pos = GAME.new(players=players, seed=3)
    hands = [hand(pos, seat) for seat in range(players)]
    assert [len(cards) for cards in hands] == [6] * players
    assert len(stock(pos)) == 135 - 6 * players == pos.view(None)["stock"]
    assert Counter([*stock(pos), *(card for cards in hands for card in cards)]) == ALL
    assert line_of(pos, "discard") == pos.view(None)["discard"] == []


def test_two_start_cards_of_each_colour() -> None:
    """POU.M2: six in all, which nobody has at first."""
    pos = GAME.new(players=6, seed=1)
    assert pos.view(None)["starts"] == {"r": 2, "g": 2, "y": 2}
    assert after(pos, "take g", "take r", "take g").view(None)["starts"] == {"r": 1, "g": 0, "y": 2}
    assert [seat_of(pos, seat)["colour"] for seat in range(6)] == [None] * 6


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("a5", {"a6 n", "b5 e", "a4 s"}),
        ("e1", {"e2 n", "f1 e", "d1 w"}),
        ("i5", {"i6 n", "i4 s", "h5 w"}),
        ("e9", {"f9 e", "e8 s", "d9 w"}),
        ("b1", {"b2 n", "c1 e", "a1 w"}),
        ("a1", {"a2 n", "b1 e"}),
        ("i1", {"i2 n", "h1 w"}),
        ("a9", {"b9 e", "a8 s"}),
        ("i9", {"i8 s", "h9 w"}),
    ],
)
def test_how_a_start_card_opens(cell: str, expected: set[str]) -> None:
    """POU.M2: inwards and both ways along the border; in a corner on the two sides that stay on the board."""
    other = "c9" if cell != "e9" else "c1"
    pos = at(f"{cell} R0, {other} G1")
    assert set(ends(pos, 0)) == expected
    assert path(pos, 0) == cell
    opened = next(card["open"] for card in pos.view(None)["cells"] if card["seat"] == 0)
    assert set(opened) == {end.split()[1] for end in expected}
    assert opened == "".join(side for side in "nesw" if side in opened)


@pytest.mark.parametrize("colour", "rgy")
def test_straights_bends_and_forks(colour: str) -> None:
    """POU.M3: two opposite sides, two adjacent ones, three; each may be turned any way, which the order of moves shows."""
    other = {"r": "G", "g": "Y", "y": "R"}[colour]
    pos = at(f"a5 {other}0, e9 {other}1", " ".join(colour + shape for shape in "ilt"))
    ways = ("ns", "ew", "ne", "es", "sw", "nw", "nes", "new", "nsw", "esw")
    assert plays(pos, "e8:") == [f"e8:{colour}{way}" for way in ways]  # against the other, any way round
    assert [described(pos, f"e8:{colour}{way}")["card"][1] for way in ways] == list("iilllltttt")


# Who begins


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_who_begins(players: int) -> None:
    """POU.S1: anybody, each as often; who begins moves first."""
    games = [GAME.new(players=players, seed=seed) for seed in SEEDS]
    assert all(pos.turn == pos.view(None)["first"] == pos.view(None)["mover"] for pos in games)
    counted = Counter(pos.turn for pos in games)
    assert all(share_is_near(counted[seat], len(games), 1 / players) for seat in range(players))


def test_cards_come_by_chance() -> None:
    """POU.S1: every kind is as likely in a hand and next in the stock as its number says."""
    games = [GAME.new(players=2, seed=seed) for seed in SEEDS]
    held = Counter(card for pos in games for card in hand(pos, 1))
    assert all(share_is_near(held[kind], 6 * len(games), many / 135) for kind, many in ALL.items())
    following = Counter(stock(pos)[-1] for pos in games)
    assert all(share_is_near(following[kind], len(games), many / 135) for kind, many in ALL.items())
    lowest = Counter(stock(pos)[0] for pos in games)
    assert all(share_is_near(lowest[kind], len(games), many / 135) for kind, many in ALL.items())


def test_a_seed_gives_one_deal() -> None:
    """POU.S1: the same seed the same deal, another seed another one."""
    assert GAME.new(seed=5) == GAME.new(seed=5)
    assert len({GAME.new(seed=seed).text() for seed in range(50)}) == 50


@pytest.mark.parametrize("players", [0, 1, 7, -2])
def test_two_to_six(players: int) -> None:
    """POU.S1: other numbers of players are refused."""
    with pytest.raises(BadOption, match="2, 3, 4, 5, 6"):
        GAME.new(players=players)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"size": "10"}, "usual, 9, 11, 13"),
        ({"crossing": "maybe"}, "on, off"),
        ({"favour": "never"}, "forced, free"),
        ({"deck": 3}, "size, crossing, favour"),
    ],
)
def test_options_are_checked(options: dict[str, Any], allowed: str) -> None:
    """POU.M1, POU.X1, POU.T1: other values are refused, and the message names what is allowed."""
    with pytest.raises(BadOption, match=allowed):
        GAME.new(**options)


def test_the_usual_table() -> None:
    """POU.M1, POU.X1, POU.T1: without options two play with crossing, and favour nobody unless forced."""
    pos = GAME.new(seed=1)
    assert (pos.players, pos.view(None)["step"], pos.view(None)["task"]) == (2, "choose", "choose")
    assert pos.options == {"size": "usual", "crossing": "on", "favour": "forced"}


# Start cards


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(4))
def test_the_phases(players: int, seed: int) -> None:
    """POU.S2, POU.S1: each takes a start card, then each lays it, then each plays; always from the first seat on."""
    pos = GAME.new(players=players, seed=seed)
    first = pos.turn
    assert first is not None
    order = [(first + step) % players for step in range(players)]
    for step in ("choose", "start"):
        for number, seat in enumerate(order):
            assert (pos.view(None)["step"], pos.turn) == (step, seat)
            pos.play(pos.names()[7 * number % len(pos.names())])
            assert seat_of(pos, seat)["colour"] is not None
            assert (seat_of(pos, seat)["start"] is None) == (step == "choose")
    assert (pos.view(None)["step"], pos.turn) == ("play", first)
    assert all(len(hand(pos, seat)) == 6 for seat in range(players))


def test_hands_are_seen_before_choosing() -> None:
    """POU.S2: who chooses sees their own six cards and nobody else's."""
    pos = GAME.new(players=3, seed=2)
    assert pos.view(pos.turn)["hands"][pos.turn] == hand(pos, pos.turn or 0)
    assert [cards for cards in pos.view(pos.turn)["hands"] if cards is not None] == [hand(pos, pos.turn or 0)]


def test_two_players_a_colour() -> None:
    """POU.S2: two may take the same colour; a third has to choose another."""
    pos = after(GAME.new(players=4, seed=1), "take y", "take y")
    assert pos.names() == ["take r", "take g"]
    assert against(pos, "take y") == ("no_colour_left", "S2")
    six = after(GAME.new(players=6, seed=1), "take y", "take r", "take r", "take y", "take g")
    assert six.names() == ["take g"]


@pytest.mark.parametrize("colours", list(permutations("rgy", 2)))
def test_a_start_card_taken_is_laid(colours: tuple[str, str]) -> None:
    """POU.S2: the one that was taken, on the cell that was chosen."""
    pos = begun(2, "".join(colours), "a5", "m5")
    first = pos.view(None)["first"]
    for seat, colour, place in ((first, colours[0], [0, 4]), (1 - first, colours[1], [12, 4])):
        assert (seat_of(pos, seat)["colour"], seat_of(pos, seat)["start"]) == (colour, place)
    assert line_of(pos, "chose") == []


@pytest.mark.parametrize(("players", "size", "cells"), [(2, "usual", 48), (5, "usual", 40), (3, "9", 32)])
def test_a_start_card_lies_on_a_free_border_cell(players: int, size: str, cells: int) -> None:
    """POU.S2: on any cell of the border that nobody else has, corners too, and nowhere else."""
    pos = begun(players, "rgyrg"[:players], size=size)
    side = pos.view(None)["side"]
    assert len(pos.names()) == cells
    assert {"start a1", f"start a{side}"} <= set(pos.names())
    assert against(pos, "start b2") == ("not_border", "S2")
    assert against(pos, f"start {'abcdefghijklmn'[side]}1") == ("off_board", "M1")
    pos.play("start a1")
    assert against(pos, "start a1") == ("not_free", "S2")
    assert len(pos.names()) == cells - 1


def test_start_cards_may_lie_side_by_side() -> None:
    """POU.S2, POU.D1: which may cause problems later; of one colour they are joined at once."""
    joined = begun(2, "rr", "a5", "a6")
    assert path(joined, 0) == path(joined, 1) == "a5 a6"
    apart = begun(2, "rg", "a5", "a6")
    first = apart.view(None)["first"]
    assert path(apart, first) == "a5"
    assert ends(apart, first)["a6 n"] == "dead"
