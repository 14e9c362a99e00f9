"""A turn: the card, the other one, two draws, empty piles, and passing (LPPG.T1, LPPG.T2, LPPG.T3, LPPG.S3)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from escale import Position
from escale.games.lppg.tests.tables import (
    GAME,
    after,
    against,
    at,
    cells_of,
    drawn,
    frozen,
    hand,
    line_of,
    parsed,
    piles_of,
    step,
)

BLOCK = ("rrrr", "rrrr", "rrrr")
PLAY = "23,22:2x3:r1"  # one cell at the corner, white outside: nothing follows from it
HANDS = ("r1 r24", "r2 b2")


def table(piles: tuple[str, str], discard: str = "", said: str = "", hands: tuple[str, ...] = HANDS) -> Position:
    """A block of red cells, with cards as they are given."""
    return at(*BLOCK, hands=hands, piles=piles, discard=discard, said=said)


def cards_of(pos: Position) -> list[str]:
    """All cards that aren't on the terrain."""
    hands = [card for seat in range(pos.players) for card in hand(pos, seat)]
    return sorted([*hands, *(card for pile in piles_of(pos) for card in pile), *line_of(pos, "discard")])


def test_a_turn_step_by_step() -> None:
    """LPPG.T1: lay one card, discard the other, draw two, one after the other; then the next player."""
    pos = table(("b3 y3 g3", "y1 g1 b1"))
    pos.play(PLAY)
    assert drawn(pos) == ["...wr", "...rr", "rrrrr", "rrrr.", "rrrr."]
    assert step(pos) == ("draw", 0)
    assert (hand(pos, 0), line_of(pos, "discard")) == ([], ["r24"])
    pos.play("draw 1")
    assert step(pos) == ("draw", 0)
    assert (hand(pos, 0), piles_of(pos)) == (["g3"], [["b3", "y3"], ["y1", "g1", "b1"]])
    pos.play("draw 2")
    assert step(pos) == ("place", 1)
    assert (hand(pos, 0), piles_of(pos)) == (["g3", "b1"], [["b3", "y3"], ["y1", "g1"]])
    assert (hand(pos, 1), line_of(pos, "discard")) == (["r2", "b2"], ["r24"])


@pytest.mark.parametrize(("draws", "cards"), [("11", "g3 y3"), ("12", "g3 b1"), ("21", "b1 g3"), ("22", "b1 g1")])
def test_each_draw_from_either_pile(draws: str, cards: str) -> None:
    """LPPG.T1: the top card of one pile or the other, twice from one if one likes; a hand keeps its order."""
    pos = after(table(("b3 y3 g3", "y1 g1 b1")), PLAY, *(f"draw {pile}" for pile in draws))
    assert hand(pos, 0) == cards.split()


def test_the_second_draw_sees_more() -> None:
    """LPPG.T1, LPPG.M2: the colour that the first draw uncovered, and the pattern of the card drawn."""
    pos = after(table(("b3 y3 g3", "y1 g1 b1")), PLAY)
    assert [pile["colour"] for pile in pos.view(0)["piles"]] == ["g", "b"]
    pos.play("draw 1")
    assert [pile["colour"] for pile in pos.view(0)["piles"]] == ["y", "b"]
    assert pos.view(0)["hands"][0] == [{"colour": "g", "pattern": "3"}]
    assert pos.view(1)["hands"][0] == [{"colour": "g", "pattern": None}]


def test_either_card_may_be_placed() -> None:
    """LPPG.T1: one of the two is laid, the other discarded, whichever."""
    pos = table(("b3 y3 g3", "y1 g1 b1"))
    assert line_of(after(pos, "23,22:2x3:r24"), "discard") == ["r1"]
    assert line_of(after(pos, "23,22:2x3:r6"), "discard") == ["r24"]


def test_what_is_asked_is_answered() -> None:
    """LPPG.T1, LPPG.S3: no draw before a card, nothing but a draw afterwards, and from one of two piles."""
    pos = table(("b3 y3 g3", "y1 g1 b1"))
    assert against(pos, "draw 1") == ("nothing_to_draw", "T1")
    pos.play(PLAY)
    for wrong in (PLAY, "pass", "keep o", "o@20,20"):
        assert against(pos, wrong) == ("must_draw", "T1")
    assert against(pos, "draw 3") == ("no_such_pile", "S3")
    assert set(pos.names()) == {"draw 1", "draw 2"}


@pytest.mark.parametrize("players", [2, 4])
def test_turns_go_round(players: int) -> None:
    """LPPG.T1, LPPG.S1: clockwise, seat after seat, whatever is decided in between."""
    pos = GAME.new(players=players, seed=3)
    rng = Random(3)
    movers = [pos.view(None)["mover"]]
    while not pos.over and len(movers) < 9:
        pos.play(rng.choice(pos.moves()))
        if not pos.over and pos.view(None)["step"] == "place":
            movers.append(pos.view(None)["mover"])
    assert movers == [(movers[0] + turn) % players for turn in range(len(movers))]
    assert len(movers) > 5


def test_an_empty_pile_between_two_draws() -> None:
    """LPPG.T2: the moment a pile is empty all is shuffled, the card just discarded included; the first gets the odd card."""
    pos = after(table(("b3", "y1 g1"), discard="g2 g3"), PLAY)
    assert piles_of(pos) == [["b3"], ["y1", "g1"]]
    assert line_of(pos, "discard") == ["g2", "g3", "r24"]
    pos.play("draw 1")
    assert step(pos) == ("draw", 0)
    first, second = piles_of(pos)
    assert (len(first), len(second)) == (3, 2)
    assert sorted(first + second) == ["g1", "g2", "g3", "r24", "y1"]
    assert line_of(pos, "discard") == []
    assert hand(pos, 0) == ["b3"]


def test_an_empty_pile_after_the_second_draw() -> None:
    """LPPG.T2: also after the second draw, before the next player's turn; whichever pile is empty."""
    pos = after(table(("b3 y3", "y1"), discard="g2"), PLAY, "draw 1", "draw 2")
    assert step(pos) == ("place", 1)
    first, second = piles_of(pos)
    assert (len(first), len(second)) == (2, 1)
    assert sorted(first + second) == ["b3", "g2", "r24"]
    assert hand(pos, 0) == ["y3", "y1"]


def test_an_empty_pile_after_the_discard() -> None:
    """LPPG.T2: with one card left the second pile is empty; after the discard there are two, and two piles again."""
    pos = table(("b3", ""))
    assert [pile["count"] for pile in pos.view(None)["piles"]] == [1, 0]
    pos.play(PLAY)
    assert step(pos) == ("draw", 0)
    assert sorted(map(len, piles_of(pos))) == [1, 1]
    assert sorted(card for pile in piles_of(pos) for card in pile) == ["b3", "r24"]
    assert line_of(pos, "discard") == []


def test_no_pile_is_empty_no_shuffle() -> None:
    """LPPG.T2: as long as both have cards, piles and discard stay as they are."""
    pos = after(table(("b3 y3", "y1 g1"), discard="g2 g3"), PLAY, "draw 1", "draw 2")
    assert piles_of(pos) == [["b3"], ["y1"]]
    assert line_of(pos, "discard") == ["g2", "g3", "r24"]


def test_one_card_left_in_all() -> None:
    """LPPG.T2: it lies on the first pile; the other one stays empty, so that the draw isn't asked."""
    pos = after(table(("b3", "y1")), PLAY, "draw 1", "draw 2")
    assert step(pos) == ("place", 1)
    assert [len(pile) for pile in piles_of(pos)] == [1, 0]
    assert hand(pos, 0)[0] == "b3"
    assert len(hand(pos, 0)) == 2
    pos.play("20,22:2x3:r2")
    assert step(pos) == ("draw", 1)
    assert [len(pile) for pile in piles_of(pos)] == [1, 1]
    pos.play("draw 2")  # the other card follows at once: it is the only one
    assert step(pos) == ("place", 0)
    assert [len(pile) for pile in piles_of(pos)] == [0, 0]
    assert len(hand(pos, 1)) == 2


def test_no_card_is_lost_or_made() -> None:
    """LPPG.T2, LPPG.T1: through many shuffles each card is somewhere, once; one a placement goes to the terrain."""
    pos = table(("b3 y3", "y1 g1 y34"), discard="g2 g3 r23", hands=("r1 r24", "r2 r13"))
    rng = Random(5)
    there = set(cards_of(pos))
    shuffled = 0
    while not pos.over and pos.view(None)["last"] is None:
        before = line_of(pos, "discard")
        move = rng.choice(pos.names())
        pos.play(move)
        shuffled += len(line_of(pos, "discard")) < len(before)
        if ":" in move:
            there -= {card for card in there if same_card(card, move)}
        assert cards_of(pos) == sorted(there)
    assert shuffled > 3


def same_card(card: str, move: str) -> bool:
    """Whether a placement is one of this card: their whites look alike, turned somehow."""
    cells = cells_of(move)
    left, low = min(cells)
    width = max(x for x, _ in cells) - left + 1
    whites = {(x - left, y - low) for (x, y), shown in cells.items() if shown == "w"}
    if width == 3:
        whites = {(y, 2 - x) for x, y in whites}
    numbers = sorted(1 + x + 2 * (2 - y) for x, y in whites)
    names = {"".join(map(str, numbers)), "".join(str(7 - number) for number in reversed(numbers))}
    return card in {move.split(":")[2][0] + name for name in names}


def shuffles(chances: range) -> Counter[tuple[str, ...]]:
    """The orders into which four cards are shuffled, for many values of what chance is made from."""
    text = table(("b3", "y1 g1"), discard="g2").text()
    lines = [line for line in text.splitlines() if not line.startswith("chance")]
    orders: Counter[tuple[str, ...]] = Counter()
    for chance in chances:
        pos = parsed("\n".join([*lines, f"chance {0x9E3779B97F4A7C15 * (chance + 1) % (1 << 64):016x}"]))
        first, second = piles_of(after(pos, PLAY, "draw 1"))
        orders[(*first, *second)] += 1
    return orders


def test_shuffles_are_fair() -> None:
    """LPPG.T2: all orders come, each about as often."""
    tried = 600
    orders = shuffles(range(tried))
    assert set(orders) == set(permutations(["y1", "g1", "g2", "r24"]))
    expected = tried / 24
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 23 + 5 * (2 * 23) ** 0.5


def test_the_same_chance_gives_the_same_shuffle() -> None:
    """LPPG.T2: a position tells all that comes of it; its text included."""
    pos = table(("b3", "y1 g1"), discard="g2 g3 g12 y12 b12")
    again = GAME.parse(pos.text())
    assert piles_of(after(pos, PLAY, "draw 1")) == piles_of(after(again, PLAY, "draw 1"))


def test_a_second_shuffle_is_another() -> None:
    """LPPG.T2: chance goes on: the same cards in the same place aren't shuffled the same way for ever."""
    orders = set()
    for chance in range(40):
        lines = table(("b3", "y1"), discard="g2 g3 g12").text().splitlines()
        text = "\n".join([*(line for line in lines if not line.startswith("chance")), f"chance {chance + 1:016x}"])
        pos = after(parsed(text), PLAY, "draw 1")
        orders.add(tuple(card for pile in piles_of(pos) for card in pile))
    assert len(orders) > 20


# Passing


def test_no_card_goes_anywhere() -> None:
    """LPPG.T3: passing is all one can do; both cards are discarded, two are drawn, and the turn passes."""
    pos = frozen("", said="")
    assert pos.names() == ["pass"]
    pos.play("pass")
    assert line_of(pos, "discard") == ["y1", "g1"]
    assert (hand(pos, 0), step(pos)) == ([], ("draw", 0))
    assert pos.view(None)["passes"] == 1
    pos = after(pos, "draw 1", "draw 2")
    assert (hand(pos, 0), step(pos)) == (["b13", "g23"], ("place", 1))
    assert pos.view(None)["passes"] == 1


@pytest.mark.parametrize("cards", ["r1 r2", "r1 y1", "y1 r1"])
def test_no_passing(cards: str) -> None:
    """LPPG.T3: as long as one of the two cards can be placed, passing is refused."""
    pos = at(*BLOCK, hands=(cards, "b1 b2"), piles=("b3 y3", "y12 g1"))
    assert against(pos, "pass") == ("no_passing", "T3")
    assert pos.names()


def test_a_single_placement_is_asked() -> None:
    """LPPG.T3, LPPG.P1: who has one placement left has to make it, and isn't helped."""
    rows = ["r" * 48] * 47 + ["r" * 47 + "."]
    pos = at(*rows[::-1], place=(0, 0), hands=("r34 y2", "b1 b2"))
    assert sorted(pos.names()) == ["45,46:3x2:r25", "46,45:2x3:r34"]
    assert step(pos) == ("place", 0)
    narrow = at(*rows[::-1], place=(0, 0), hands=("y34 y2", "b1 b2"))
    assert narrow.names() == ["pass"]


def test_a_placement_ends_a_row_of_passes() -> None:
    """LPPG.T3: only passes in a row count, all players together."""
    pos = at(*BLOCK, hands=("r1 y1", "b1 b2"), piles=("b3 y3", "y12 g1"), said="passes=11")
    pos.play(PLAY)
    assert pos.view(None)["passes"] == 0
    assert not pos.over


def test_twelve_passes_in_a_row() -> None:
    """LPPG.T3: of all players together; the twelfth ends the game."""
    pos = frozen("", said="turn=1")
    for count in range(12):
        assert not pos.over
        assert (pos.view(None)["passes"], pos.turn) == (count, (1 + count) % 2)
        pos.play("pass")
        while not pos.over and pos.view(None)["step"] == "draw":
            pos.play("draw 2")
    assert pos.over
    assert pos.view(None)["passes"] == 12
    assert (pos.winners, pos.turn, pos.moves()) == ((), None, [])
    assert against(pos, "pass") == ("over_passes", "T3")


@pytest.mark.parametrize("players", [2, 4])
def test_eleven_are_not_enough(players: int) -> None:
    """LPPG.T3: with 2 or 4 players alike."""
    assert not after(frozen("", players, said="passes=10"), "pass").over
    assert after(frozen("", players), "pass").over


def test_what_passes_do_to_piles() -> None:
    """LPPG.T3, LPPG.T2: two cards go to the discard at once, and an empty pile is filled with them."""
    pos = at(*BLOCK, hands=("y1 g1", "b1 b2"), piles=("b3", "y12"))
    pos = after(pos, "pass", "draw 1")
    assert sorted(card for pile in piles_of(pos) for card in pile) == ["g1", "y1", "y12"]
    assert [len(pile) for pile in piles_of(pos)] == [2, 1]
