"""How a game ends and who wins (POU.E1, POU.E2)."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.poucet.tests.tables import FACING, after, against, at, distance, hand, last_cards, plays, stock

NEAR = "a5 R0, b5 rew, c5 rew, i5 G1"


def seen_end(pos: Position) -> tuple[bool, tuple[int, ...], int | None, str]:
    """Whether it is over, who won, and what the first line says."""
    header = dict(word.split("=") for word in pos.text().splitlines()[0].split()[1:])
    return pos.over, pos.winners, pos.view(None)["winner"], header.get("end", "")


# The flower


def test_the_flower_is_reached() -> None:
    """POU.E1: at once, by whoever is first to open into its cell."""
    pos = at(NEAR, "ri wolf", "gi")
    assert not pos.over
    pos.play("d5:rew")
    assert seen_end(pos) == (True, (0,), 0, "flower")
    assert (pos.turn, pos.moves(), pos.view(None)["mover"], pos.view(None)["step"]) == (None, [], 0, "over")
    assert pos.scores == (1.0, 0.0)
    assert pos.view(None)["closing"]["rule"] == "POU.E1"


@pytest.mark.parametrize(
    ("cards", "move"),
    [
        ("a5 R0, b5 rew, c5 rew", "d5:rew"),
        ("a5 R0, b5 rew, c5 rew", "d5:resw"),  # any opening of a fork
        ("a5 R0, b5 rew, c5 rew, d5 gns", "d5:rew"),  # a crossing
        ("a5 R0, b5 rew, c5 rew, d5 F", "d5:pebbles-e"),
        ("a5 R0, b5 rew, c5 rew, d5 F", "d5:boots"),
        ("a5 R0, b5 rew, c5 rew, d5 W V", "d5:boots"),
        ("e9 R0, e8 rns, e7 rns", "e6:rns"),
        ("i5 R0, h5 rew, g5 rew", "f5:rew"),
        ("e1 R0, e2 rns, e3 rns", "e4:rns"),
        ("a6 R0, b6 rew, c6 rew, d6 rsw", "d5:rne"),  # round a corner
        ("a5 R0, b5 rew, d5 rew", "c5:rew"),  # what lay there already
        ("a5 R0, b5 rew, d5 F B", "c5:rew"),
        ("a5 R0, b5 rew, d5 F 0e", "c5:rew"),
        ("a5 R0, b5 rew, c5 F, d5 F 0e", "c5:pebbles-e"),
    ],
)
def test_any_opening_counts(cards: str, move: str) -> None:
    """POU.E1: a fork's, pebbles' front, boots; from any side; wherever the last card was missing."""
    other = "a1 G1" if "i5" in cards else "i5 G1"
    pos = after(at(f"{cards}, {other}", "ri rl rt pebbles boots"), move)
    assert seen_end(pos) == (True, (0,), 0, "flower")
    assert distance(pos, 0) == 0


@pytest.mark.parametrize(
    ("cards", "move"),
    [
        ("a5 R0, b5 rew, c5 rew", "d5:rnw"),  # it turns away
        ("a5 R0, b5 rew, d5 rns", "c5:rew"),
        ("a5 R0, b5 rew, d5 F 0w", "c5:rew"),
        ("a5 R0, b5 rew, d5 F 1e", "c5:rew"),  # another's pebbles
        ("a5 R0, b5 rew, d5 gew", "c5:rew"),
        ("a6 R0, b6 rew, c6 rew", "d6:resw"),  # beside the flower's corner
    ],
)
def test_what_does_not_lead_there(cards: str, move: str) -> None:
    """POU.E1, POU.D1: only an opening of the path itself, into the cell."""
    assert not after(at(f"{cards}, i5 G1", "ri rl rt"), move).over


def test_whoever_laid_the_card() -> None:
    """POU.E1, POU.T1: who has to serve another, and completes the path, loses by it."""
    pos = at("a5 R0, b5 rew, c5 rew, i5 G1", "wolf", "ri", said="turn=1")
    assert "d5:rew" in pos.names()  # forced, as all red cards at green's own ends
    pos.play("d5:rew")
    assert seen_end(pos) == (True, (0,), 0, "flower")
    assert pos.view(None)["mover"] == 1


@pytest.mark.parametrize(("turn", "winner"), [(0, 0), (1, 1)])
def test_the_mover_first(turn: int, winner: int) -> None:
    """POU.E1: if one card completes several paths, the mover's own counts."""
    both = "a5 R0, b5 rew, c5 rew, d9 G1, d8 gns, d7 gns, d6 gns, d5 F"
    pos = after(at(both, "boots", "boots", said=f"turn={turn}"), "d5:boots")
    assert seen_end(pos) == (True, (winner,), winner, "flower")
    assert distance(pos, 0) == distance(pos, 1) == 0


@pytest.mark.parametrize(
    ("red", "green", "yellow", "winner"), [(0, 1, 2, 0), (1, 0, 2, 0), (0, 2, 1, 2), (2, 0, 1, 2), (1, 2, 0, 1)]
)
def test_then_in_turn_order(red: int, green: int, yellow: int, winner: int) -> None:
    """POU.E1: after the mover, who has to do it without arriving, the next one in turn."""
    both = f"a5 R{red}, b5 rew, c5 rew, d9 G{green}, d8 gns, d7 gns, d6 gns, d5 F, i1 Y{yellow}, i2 O, h1 O"
    hands = ["boots" if seat == yellow else "ri" for seat in range(3)]
    pos = after(at(both, *hands, said=f"players=3 turn={yellow}"), "d5:boots")
    assert seen_end(pos) == (True, (winner,), winner, "flower")


@pytest.mark.parametrize("turn", [0, 1])
def test_two_of_one_colour(turn: int) -> None:
    """POU.E1, POU.D1: whose paths are one: the mover arrives first."""
    pos = after(at("a5 R0, a6 R1, b5 rew, c5 rew, i5 G2", "ri", "ri", said=f"players=3 turn={turn}"), "d5:rew")
    assert pos.winners == (turn,)


def test_two_of_one_colour_and_a_third() -> None:
    """POU.E1: one card that serves two who share their path: the next in turn order."""
    pos = at("a5 R0, a6 R1, b5 rew, c5 rew, i1 G2, i2 O, h1 O", "ri", "ri", "ri", said="players=3 turn=2")
    assert after(pos, "d5:rew").winners == (0,)


def test_a_new_start_may_complete_a_path() -> None:
    """POU.E1, POU.B2: cards that led to the flower from nowhere lead there from it."""
    pos = at("a9 R0, a8 O, b9 O, i5 G1, b5 rew, c5 rew, d5 rew")
    assert not pos.over
    assert seen_end(after(pos, "restart r a5")) == (True, (0,), 0, "flower")
    assert not after(pos, "restart y a5").over


def test_a_new_start_may_complete_another_s_path() -> None:
    """POU.E1, POU.B2, POU.D1: one that it joins, whoever laid it; but the mover's own comes first."""
    cards = "a9 G0, a8 O, b9 O, a4 R1, b5 rew, c5 rew, d5 rew"
    assert after(at(cards), "restart r a5").winners == (0,)


def test_what_is_cut_does_not_arrive() -> None:
    """POU.E1, POU.X1: cards that open into the flower win nothing while they aren't joined to the start."""
    pos = at("a5 R0, b5 rew gns, c5 rew, d5 rew, b9 G1", "wolf rl")
    assert not pos.over
    assert not after(pos, "a9:wolf").over


def test_arriving_by_a_repair() -> None:
    """POU.E1, POU.X1: covering the card that cut it joins all again."""
    pos = at("a5 R0, b5 rew gns, c5 rew, d5 rew, b9 G1", "ri")
    assert after(pos, "b5:rew").winners == (0,)


def test_the_winning_card_is_a_turn_like_another() -> None:
    """POU.E1, POU.T0: after each card laid one is drawn."""
    pos = at(NEAR, "ri wolf")
    before = stock(pos)
    pos.play("d5:rew")
    assert len(hand(pos, 0)) == 2
    assert stock(pos) == before[:-1]


@pytest.mark.parametrize("move", ["d5:rew", "c5:wolf", "take r", "start a5", "restart r a5", "give up", "discard ri", "z9:rew"])
def test_nothing_is_played_afterwards(move: str) -> None:
    """POU.E1: everything is refused for that reason, before all others."""
    assert against(after(at(NEAR, "ri wolf"), "d5:rew"), move) == ("over_flower", "E1")


# All the others gave up


def test_the_last_one_wins() -> None:
    """POU.E2, POU.B2: when everybody else has given up, wherever the path is."""
    pos = at("a9 R0, a8 O, b9 O, i5 G1")
    pos.play("give up")
    assert seen_end(pos) == (True, (1,), 1, "alone")
    assert (pos.view(None)["mover"], pos.view(None)["closing"]["rule"]) == (0, "POU.E2")
    assert against(pos, "h5:gew") == ("over_alone", "E2")


def test_the_last_of_three() -> None:
    """POU.E2: not before."""
    shut = "a9 R0, a8 O, b9 O, i9 G1, i8 O, h9 O, e1 Y2"
    pos = at(shut, said="players=3")
    pos.play("give up")
    assert not pos.over
    pos.play("give up")
    assert seen_end(pos) == (True, (2,), 2, "alone")


def test_the_last_one_needs_no_cards() -> None:
    """POU.E2: who is left wins, with cards or without."""
    pos = last_cards("a9 R0, a8 O, b9 O, i5 G1", "wolf", "")
    pos.play("give up")
    assert seen_end(pos) == (True, (1,), 1, "alone")


# No cards are left


def test_nobody_holds_a_card() -> None:
    """POU.E2: no winner; how far everybody was is still seen."""
    pos = last_cards(FACING, "ri", "")
    pos.play("a4:rns")
    assert seen_end(pos) == (True, (), None, "cards")
    assert (distance(pos, 0), distance(pos, 1)) == (2, 2)
    assert pos.scores == (0.0, 0.0)
    assert against(pos, "c5:rew") == ("over_cards", "E2")
    assert pos.view(None)["mover"] == 0


def test_the_last_card_may_win() -> None:
    """POU.E1, POU.E2: reaching the flower comes first."""
    assert seen_end(after(last_cards(NEAR, "ri", ""), "d5:rew")) == (True, (0,), 0, "flower")


def test_the_last_card_is_discarded() -> None:
    """POU.E2, POU.T6: that ends it too."""
    assert seen_end(after(last_cards(FACING, "boots", ""), "discard boots")) == (True, (), None, "cards")


def test_who_has_no_cards_is_passed_over() -> None:
    """POU.E2: the others go on."""
    three = "a5 R0, i5 G1, e1 Y2"
    pos = last_cards(three, "ri ri ri", "", "yi yi", said="players=3")
    turns = []
    while not pos.over:
        turns.append(pos.turn)
        pos.play(plays(pos)[0])
    assert turns == [0, 2, 0, 2, 0]
    assert seen_end(pos) == (True, (), None, "cards")


def test_one_goes_on_alone() -> None:
    """POU.E2: who is the only one with cards has turn after turn."""
    pos = last_cards(NEAR, "ri ri wolf", "")
    pos = after(pos, "a4:rns", "h5:wolf")
    assert pos.turn == 0
    assert after(pos, "d5:rew").winners == (0,)


def test_the_hand_of_one_who_gave_up_does_not_count() -> None:
    """POU.E2, POU.B2: it has left the game."""
    pos = last_cards("a5 R0, i5 G1, e1 Y2", "ri", "gi gi", "", said="players=3", more="out 1")
    pos.play("b5:rew")
    assert seen_end(pos) == (True, (), None, "cards")


def test_giving_up_may_be_the_end() -> None:
    """POU.E2, POU.B2: if nobody who is still in holds a card."""
    pos = last_cards("a9 R0, a8 O, b9 O, i5 G1, e1 Y2", "wolf", "", "", said="players=3")
    pos.play("give up")
    assert seen_end(pos) == (True, (), None, "cards")


def test_hands_are_open_at_the_end() -> None:
    """POU.E1: for everybody to see."""
    pos = after(at(NEAR, "ri wolf", "gi gl"), "d5:rew")
    assert pos.view(None)["hands"] == [hand(pos, 0), ["gi", "gl"]]
