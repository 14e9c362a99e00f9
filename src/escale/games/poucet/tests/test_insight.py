"""What bots think of a table: who is likely to be first, and what is worth keeping."""

from __future__ import annotations

import pytest

import escale
from escale import Position
from escale.games.poucet.insight import evaluate
from escale.games.poucet.tests.tables import FACING, after, at, last_cards

PLAIN = "ri ri"  # a hand that can't pass anything


def likely(pos: Position, seat: int = 0) -> float:
    return float(evaluate(pos.state, seat))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_somebodys(players: int) -> None:
    """What all are thought likely to win comes to one game."""
    pos = at(", ".join(["a5 R0", "i5 G1", "e1 Y2", "e9 R3"][:players]), said=f"players={players}")
    assert pos.players == players
    assert sum(likely(pos, seat) for seat in range(players)) == pytest.approx(1.0)


def test_nearer_is_better() -> None:
    near, far, led_astray = (at(FACING + more, "gi gi", "gi gi") for more in (", c5 rew", "", ", c5 rew, d5 rns"))
    assert likely(near) > likely(far) > likely(led_astray) > 0


@pytest.mark.parametrize("lies", ["W", "O", "F", "V"])
def test_an_obstacle_of_others_is_worse(lies: str) -> None:
    assert likely(at(f"{FACING}, c5 {lies}", PLAIN, "gi")) < likely(at(FACING, PLAIN, "gi"))


@pytest.mark.parametrize(
    ("lies", "passes", "not_that"),
    [("F", "boots", "forest"), ("F", "pebbles", "forest"), ("V", "boots", "pebbles"), ("W", "boots river", "pebbles river")],
)
def test_what_passes_the_obstacle_before_one_is_worth_keeping(lies: str, passes: str, not_that: str) -> None:
    """More so than where nothing lies that it passes."""
    walled = "b4 O, b6 O, a4 O, a6 O"

    def gain(before: str) -> float:
        cards = f"{FACING}{before}, {walled}"
        return likely(at(cards, f"ri {passes}", "gi")) - likely(at(cards, f"ri {not_that}", "gi"))

    assert gain(f", c5 {lies}") > gain("")
    assert gain(f", c5 {lies}") > 0.02


@pytest.mark.parametrize("card", ["boots", "river", "wolf", "ogre"])
def test_rare_cards_are_worth_keeping(card: str) -> None:
    assert likely(at(FACING, f"ri {card}", "gi")) > likely(at(FACING, "ri forest", "gi"))


def test_whoever_can_win_is_likely_to() -> None:
    """With the card in hand much more than without, and most of all to move."""
    cards = "a5 R0, b5 rew, c5 rew, i5 G1, h5 gew"
    ready, not_ready = at(cards, "ri", "gi"), at(cards, "gi", "gi")
    assert likely(ready) > likely(not_ready) + 0.3
    assert likely(at(cards, "ri", "gi", said="turn=1")) < likely(ready) - 0.05


def test_a_bend_is_no_step_ahead_where_only_straight_on_leads_to_the_flower() -> None:
    cards = "a5 R0, b5 rew, c5 rew, i5 G1, h5 gew"
    assert likely(at(cards, "ri", "gi")) > likely(at(cards, "rl", "gi")) + 0.2


def test_pebbles_lead_straight_on() -> None:
    """POU.W1: where that is the way to the flower they are the last card, elsewhere not even a step."""
    round_the_corner = "a4 R0, b4 rew, c4 rew, d4 rnw, d5 F, i5 G1, h5 gew"
    straight_on = "a5 R0, b5 rew, c5 rew, d5 F, i5 G1, h5 gew"

    def gain(cards: str) -> float:
        return likely(at(cards, "pebbles", "gi")) - likely(at(cards, "forest", "gi"))

    assert gain(straight_on) > 0.3 > gain(round_the_corner)


def test_without_a_way_no_card_takes_a_step() -> None:
    """POU.B1: all ends are dead, whatever is in hand."""
    cards = "a5 R0, a4 O, a6 O, b5 rew, c5 rew, d5 rne, i5 G1"
    values = {likely(at(cards, f"{card} wolf wolf", "gi")) for card in ("ri", "rl", "rt")}
    assert len(values) == 1


def test_cards_run_out() -> None:
    """POU.T0, POU.E2: with no stock, who holds fewer cards than the way needs doesn't arrive, be it everybody."""
    far = "a5 R0, b5 rew, i5 G1, h5 gew"  # two cards each
    assert likely(last_cards(far, "ri ri", "gi")) > 0.9
    assert likely(last_cards(far, "ri", "gi gi")) == 0.0
    assert likely(last_cards(far, "ri", "gi gi"), 1) > 0.9
    assert likely(last_cards(far, "ri", "gi")) == likely(last_cards(far, "ri", "gi"), 1) == 0.0
    assert likely(at(far, "ri", "gi")) > 0.1
    shut_in = "a5 R0, a4 O, a6 O, b5 O, i5 G1, h5 gew"  # four cards from a new start
    assert likely(last_cards(shut_in, "ri ri ri", "gi")) == 0.0 < likely(last_cards(shut_in, "ri ri ri ri", "gi"))


def test_who_gave_up_won_t_win() -> None:
    pos = at("a5 R0, b5 rew, i5 G1, h5 gew, e1 Y2", more="out 1", said="players=3")
    assert likely(pos, 1) == 0.0


def test_no_way_on_counts_as_starting_again() -> None:
    """Who is shut in needs no more than a new path does, as long as start cards are left."""
    shut_in = likely(at("a5 R0, a4 O, a6 O, b5 O, i5 G1, h5 gew", PLAIN, "gi"))
    assert 0.1 < shut_in < likely(at("a5 R0, i5 G1, h5 gew", PLAIN, "gi"))


@pytest.mark.parametrize("seed", range(3))
def test_greedy_lays_the_last_card(seed: int) -> None:
    """POU.E1."""
    pos = at("a5 R0, b5 rew, c5 rew, i5 G1, h5 gew, g5 gew", "ri wolf gl", "gi")
    assert pos.name(escale.bot("greedy", seed).choose(pos)) == "d5:rew"


def test_it_is_best_to_bar_the_way_of_whoever_would_win() -> None:
    """POU.T3: rather than take a step, which is better while all are far away."""

    def best(theirs: str) -> str:
        pos = at(f"a5 R0, b5 rew, {theirs}", "ri wolf", "gi gi")
        return max(pos.names(), key=lambda move: likely(after(pos, move)))

    assert best("i5 G1, h5 gew, g5 gew") == "f5:wolf"
    assert best("i5 G1") == "c5:rew"
