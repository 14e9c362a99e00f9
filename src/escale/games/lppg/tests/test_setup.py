"""The cards, the markers, the table, and how a game begins (LPPG.M1, LPPG.M3, LPPG.M4, LPPG.M5, LPPG.S1, LPPG.S2, LPPG.S3)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt
from typing import Any

import pytest

from escale import BadOption, Position
from escale.games.lppg.tests.slow_model import cards_of, patterns
from escale.games.lppg.tests.tables import GAME, cells_of, closed, hand, line_of, parsed, piles_of
from escale.rules.compile import interpreted

SEEDS = range(30 if interpreted else 400)
PATTERNS = "1 2 3 12 13 14 16 23 24 25 34 123 124 125 126 134 136 234 235"
COLOURS = "rygb"


def share_is_near(count: int, of: int, share: float) -> bool:
    """Whether a count is within five standard deviations of what is expected."""
    return abs(count - of * share) < 5 * sqrt(of * share * (1 - share))


def card_of(laid: str) -> str:
    """The name of a card that stands somewhere, turned or not."""
    digits = laid.split(":")[2][1:]
    return laid.split(":")[2][0] + min(digits, "".join(str(7 - int(digit)) for digit in reversed(digits)))


def all_cards(pos: Position) -> list[str]:
    """Every card of a game that has just been dealt."""
    dealt = [card for seat in range(pos.players) for card in hand(pos, seat)]
    return [*map(card_of, line_of(pos, "laid")), *dealt, *(card for pile in piles_of(pos) for card in pile)]


@pytest.mark.parametrize("players", [2, 4])
def test_seventy_six_cards(players: int) -> None:
    """LPPG.M1, LPPG.M3: 19 in each of four colours, none twice; each has one, two or three white cells."""
    cards = all_cards(GAME.new(players=players, seed=1))
    assert len(cards) == len(set(cards)) == 76
    assert Counter(card[0] for card in cards) == dict.fromkeys(COLOURS, 19)
    assert {card for card in cards if card[0] == "g"} == {f"g{pattern}" for pattern in PATTERNS.split()}
    assert Counter(len(card) - 1 for card in cards) == {1: 12, 2: 32, 3: 32}


@pytest.mark.parametrize("players", [2, 4])
def test_eighty_eight_cards(players: int) -> None:
    """LPPG.M3: with `all22` all patterns there are: the three in a row, the checkerboard, the two ends of a long row too."""
    cards = all_cards(GAME.new(players=players, seed=1, deck="all22"))
    assert len(cards) == len(set(cards)) == 88
    assert {card[1:] for card in cards} == {*PATTERNS.split(), "15", "135", "145"}


def turned(digits: str) -> str:
    """The whites of a standing card after a half-turn."""
    return "".join(sorted(str(7 - int(digit)) for digit in digits))


def mirrored(digits: str) -> str:
    """The whites of a standing card in a mirror, left for right."""
    return "".join(sorted({"1": "2", "2": "1", "3": "4", "4": "3", "5": "6", "6": "5"}[digit] for digit in digits))


def test_how_the_patterns_come_about() -> None:
    """LPPG.M3: of the 22 up to a half-turn, all mirror pairs and three symmetric ones; 3, 8 and 8 by their whites."""
    every = {min(digits, turned(digits)) for count in (1, 2, 3) for digits in map("".join, combinations("123456", count))}
    alike = {digits for digits in every if mirrored(digits) in (digits, turned(digits))}
    assert (len(every), len(alike)) == (22, 6)
    assert set(PATTERNS.split()) == (every - alike) | {"3", "34", "12"}
    assert Counter(map(len, PATTERNS.split())) == {1: 3, 2: 8, 3: 8}


def test_the_model_has_the_same_deck() -> None:
    """LPPG.M3: cards that nobody mentions are dealt in the same order."""
    assert patterns("standard") == PATTERNS.split()
    for deck in ("standard", "all22"):
        pos = parsed(f"lppg deck={deck}\nterrain 20,20\n r\n")
        assert [*hand(pos, 0), *hand(pos, 1), *piles_of(pos)[0], *piles_of(pos)[1]] == list(cards_of(deck))


@pytest.mark.parametrize("players", [2, 4])
def test_markers(players: int) -> None:
    """LPPG.M4: two ordinary markers and a permanent one each."""
    assert GAME.new(players=players, seed=1).view(None)["markers"] == [[2, 1]] * players


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(8))
def test_the_starting_terrain(players: int, seed: int) -> None:
    """LPPG.S2, LPPG.M5: as many cards as players, upright and side by side, lower left at 24 - players, 22."""
    pos = GAME.new(players=players, seed=seed)
    seen = pos.view(None)
    assert seen["terrain"]["at"] == [24 - players, 22]
    assert [len(row) for row in seen["terrain"]["rows"]] == [2 * players] * 3
    laid = line_of(pos, "laid")
    assert [move.split(":")[:2] for move in laid] == [[f"{24 - players + 2 * place},22", "2x3"] for place in range(players)]
    shown = {cell: colour for move in laid for cell, colour in cells_of(move).items()}
    rows = ["".join(shown[x, y] for x in range(24 - players, 24 + players)) for y in (24, 23, 22)]
    assert seen["terrain"]["rows"] == rows
    assert [[card["at"], card["size"]] for card in seen["cards"]] == [
        [[24 - players + 2 * n, 22], [2, 3]] for n in range(players)
    ]


@pytest.mark.parametrize(
    ("players", "deck", "piles"),
    [(2, "standard", [35, 35]), (4, "standard", [32, 32]), (2, "all22", [41, 41]), (4, "all22", [38, 38])],
)
def test_hands_and_piles(players: int, deck: str, piles: list[int]) -> None:
    """LPPG.S3: two cards to each hand, the rest in two piles of the same size; nothing is discarded yet."""
    pos = GAME.new(players=players, seed=2, deck=deck)
    assert [len(hand(pos, seat)) for seat in range(players)] == [2] * players
    assert [len(pile) for pile in piles_of(pos)] == piles
    assert line_of(pos, "discard") == []


def test_the_usual_table() -> None:
    """LPPG.S1, LPPG.M3, LPPG.D2, LPPG.E4: without options two play one round with 76 cards."""
    pos = GAME.new(seed=1)
    assert pos.players == 2
    assert pos.options == {"deck": "standard", "outside_corners": "off", "match": "off"}
    assert pos.view(None)["step"] == "place"


@pytest.mark.parametrize("players", [0, 1, 3, 5, -2])
def test_two_or_four(players: int) -> None:
    """LPPG.S1: other numbers of players are refused."""
    with pytest.raises(BadOption, match="2, 4"):
        GAME.new(players=players)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"deck": "all"}, "standard, all22"),
        ({"outside_corners": "maybe"}, "off, on"),
        ({"match": 10}, "off, on"),
        ({"size": 3}, "deck, outside_corners, match"),
    ],
)
def test_options_are_checked(options: dict[str, Any], allowed: str) -> None:
    """LPPG.M3, LPPG.D2, LPPG.E4: other values are refused, and the message names what is allowed."""
    with pytest.raises(BadOption, match=allowed):
        GAME.new(**options)


def test_a_seed_gives_one_deal() -> None:
    """LPPG.S2: the same seed the same deal, another seed another one."""
    assert GAME.new(seed=5) == GAME.new(seed=5)
    assert len({GAME.new(seed=seed).text() for seed in range(50)}) == 50


@pytest.mark.parametrize("players", [2, 4])
def test_who_begins(players: int) -> None:
    """LPPG.S1: anybody, each as often; who begins moves first."""
    games = [GAME.new(players=players, seed=seed) for seed in SEEDS]
    assert all(pos.turn == pos.view(None)["first"] == pos.view(None)["mover"] for pos in games)
    begun = Counter(pos.turn for pos in games)
    assert all(share_is_near(begun[seat], len(games), 1 / players) for seat in range(players))


def test_cards_come_by_chance() -> None:
    """LPPG.S2, LPPG.S3: every card is as likely on the terrain, in a hand, on a pile; half of those laid are turned."""
    games = [GAME.new(seed=seed) for seed in SEEDS]
    laid = [line_of(pos, "laid") for pos in games]
    firsts = Counter(card_of(moves[0])[0] for moves in laid)
    assert all(share_is_near(firsts[colour], len(games), 1 / 4) for colour in COLOURS)
    whites = Counter(len(hand(pos, 0)[0]) - 1 for pos in games)
    assert all(share_is_near(whites[count], len(games), share) for count, share in ((1, 3 / 19), (2, 8 / 19), (3, 8 / 19)))
    tops = Counter(piles_of(pos)[1][-1][0] for pos in games)
    assert all(share_is_near(tops[colour], len(games), 1 / 4) for colour in COLOURS)
    turnable = [move for moves in laid for move in moves if turned(card_of(move)[1:]) != card_of(move)[1:]]
    upside_down = sum(move.split(":")[2] != card_of(move) for move in turnable)
    assert share_is_near(upside_down, len(turnable), 1 / 2)


def test_some_begin_with_a_closed_region() -> None:
    """LPPG.S2: about one deal in nine for two players; it counts as any other (see test_consequences.py)."""
    begun = sum(bool(closed(GAME.new(seed=seed))) for seed in SEEDS)
    assert share_is_near(begun, len(SEEDS), 0.11)
