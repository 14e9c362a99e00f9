"""Who may have a hint, and where that is fair."""

from __future__ import annotations

import pytest

from escale.play import rulings
from escale.play.events import Sitting
from escale.play.match import Match
from escale.play.rulings import Refused
from tests.play.tables import ADA, BOB, BOT, EVERY_GAME, OPEN, STRANGER, by, done, first_move, human, match_of


def alone(game: str, turn: int = 0) -> Match:
    """Ada, on seat 0, against a bot, when it is first the turn of one of them."""
    match = match_of(human(ADA), BOT, game=game)
    while match.turn != turn:
        holder = min(match.seats[0].holders) if match.turn == 0 else ""
        done(match, rulings.move(match, by(holder), match.seq, first_move(match), bot=not holder))
    return match


def refusal(match: Match, holder: str | None, shown: int | None, seq: int | None = None) -> str:
    with pytest.raises(Refused) as refused:
        rulings.hint(match, holder, shown, match.seq if seq is None else seq)
    return refused.value.code


@EVERY_GAME
def test_who_plays_alone_against_bots_may_have_one(game: str) -> None:
    match = alone(game)
    assert rulings.hint(match, ADA, 0, match.seq) == 0


@EVERY_GAME
@pytest.mark.parametrize("holder", [BOB, STRANGER, None])
def test_nobody_else_may(game: str, holder: str | None) -> None:
    assert refusal(alone(game), holder, 0) == "not_your_turn"


@EVERY_GAME
def test_only_in_ones_turn(game: str) -> None:
    assert refusal(alone(game, turn=1), ADA, 0) == "not_your_turn"


@EVERY_GAME
def test_not_where_other_people_play(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    mover = ADA if match.turn == 0 else BOB
    assert refusal(match, mover, match.turn) == "hints_alone"


@EVERY_GAME
def test_nor_where_they_may_come_or_come_back(game: str) -> None:
    match = alone(game)
    match.seats[1].sitting = OPEN
    assert refusal(match, ADA, 0) == "hints_alone"
    match.seats[1].sitting = Sitting("bot", None, "random")
    match.seats[1].holders = {BOB}
    assert refusal(match, ADA, 0) == "hints_alone"


@EVERY_GAME
def test_another_device_of_ones_own_is_nobody_else(game: str) -> None:
    match = alone(game)
    match.seats[0].holders.add("phone")
    assert rulings.hint(match, "phone", 0, match.seq) == 0


@EVERY_GAME
def test_on_one_screen_for_the_seat_that_is_shown(game: str) -> None:
    match = match_of(human(ADA), human(ADA), one_screen=True, game=game)
    turn = match.turn
    assert turn is not None
    assert rulings.hint(match, ADA, turn, match.seq) == turn
    assert refusal(match, ADA, 1 - turn) == "not_your_turn"
    assert refusal(match, ADA, None) == "not_your_turn"


@EVERY_GAME
def test_not_for_another_position(game: str) -> None:
    match = alone(game)
    assert refusal(match, ADA, 0, match.seq + 1) == "stale"
    assert refusal(match, ADA, 0, 0) == "stale"


@EVERY_GAME
def test_not_when_all_is_over(game: str) -> None:
    match = alone(game)
    done(match, rulings.end(match, by(ADA), ()))
    assert refusal(match, ADA, 0) == "not_your_turn"
