"""Who may have a hint, and where that is fair."""

from __future__ import annotations

import pytest

from escale.play import rulings
from escale.play.events import Sitting
from escale.play.match import Match
from escale.play.rulings import Refused
from tests.play.tables import ADA, BOB, BOT, OPEN, STRANGER, by, done, human, match_of


def alone(turn: int = 0) -> Match:
    """Ada, on seat 0, against a bot, at the turn of one of them."""
    for seed in range(50):
        match = match_of(human(ADA), BOT, seed=seed)
        if match.turn == turn:
            return match
    raise AssertionError(f"seat {turn} never begins")


def refusal(match: Match, holder: str | None, shown: int | None, seq: int | None = None) -> str:
    with pytest.raises(Refused) as refused:
        rulings.hint(match, holder, shown, match.seq if seq is None else seq)
    return refused.value.code


def test_who_plays_alone_against_bots_may_have_one() -> None:
    match = alone()
    assert rulings.hint(match, ADA, 0, match.seq) == 0


@pytest.mark.parametrize("holder", [BOB, STRANGER, None])
def test_nobody_else_may(holder: str | None) -> None:
    assert refusal(alone(), holder, 0) == "not_your_turn"


def test_only_in_ones_turn() -> None:
    assert refusal(alone(turn=1), ADA, 0) == "not_your_turn"


def test_not_where_other_people_play() -> None:
    match = match_of(human(ADA), human(BOB))
    mover = ADA if match.turn == 0 else BOB
    assert refusal(match, mover, match.turn) == "hints_alone"


def test_nor_where_they_may_come_or_come_back() -> None:
    match = alone()
    match.seats[1].sitting = OPEN
    assert refusal(match, ADA, 0) == "hints_alone"
    match.seats[1].sitting = Sitting("bot", None, "random")
    match.seats[1].holders = {BOB}
    assert refusal(match, ADA, 0) == "hints_alone"


def test_another_device_of_ones_own_is_nobody_else() -> None:
    match = alone()
    match.seats[0].holders.add("phone")
    assert rulings.hint(match, "phone", 0, match.seq) == 0


def test_on_one_screen_for_the_seat_that_is_shown() -> None:
    match = match_of(human(ADA), human(ADA), one_screen=True)
    turn = match.turn
    assert turn is not None
    assert rulings.hint(match, ADA, turn, match.seq) == turn
    assert refusal(match, ADA, 1 - turn) == "not_your_turn"
    assert refusal(match, ADA, None) == "not_your_turn"


def test_not_for_another_position() -> None:
    match = alone()
    assert refusal(match, ADA, 0, match.seq + 1) == "stale"
    assert refusal(match, ADA, 0, 0) == "stale"


def test_not_when_all_is_over() -> None:
    match = alone()
    done(match, rulings.end(match, by(ADA), ()))
    assert refusal(match, ADA, 0) == "not_your_turn"
