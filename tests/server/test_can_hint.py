"""A table says whether a hint would be given, so that nobody is offered one and then refused."""

from __future__ import annotations

from typing import Any

import pytest

from escale.play import rulings
from escale.play.events import Seated, Sitting
from escale.play.match import Match
from escale.play.rulings import Refused
from escale.server import projection
from escale.server.projection import Onlooker
from tests.play.tables import ADA, BOB, BOT, EVERY_GAME, OPEN, STRANGER, first_move, human, match_of


def told(match: Match, holder: str | None, seat: int | None) -> bool:
    """What the table says of it."""
    said = projection.table(match, Onlooker(holder, seat), [True, True], 0)["can_hint"]
    assert isinstance(said, bool)
    return said


def at_turn_of(holder: str, *seats: Sitting, **more: Any) -> Match:
    """A match where it is the turn of the first seat that somebody holds."""
    match = match_of(*seats, **more)
    while match.turn not in match.held_by(holder):
        match._play(first_move(match))
    return match


@EVERY_GAME
def test_against_bots_on_ones_turn_with_ones_view(game: str) -> None:
    match = at_turn_of(ADA, human(ADA), BOT, game=game)
    while match.turn == 0:  # however many decisions a turn has
        assert told(match, ADA, 0)
        assert not told(match, ADA, None)
        assert not told(match, STRANGER, None)
        match._play(first_move(match))
    assert match.turn == 1
    assert not told(match, ADA, 0)


@EVERY_GAME
def test_not_where_somebody_else_plays_or_may_come(game: str) -> None:
    assert not told(at_turn_of(ADA, human(ADA), human(BOB), game=game), ADA, 0)
    match = at_turn_of(ADA, human(ADA), BOT, game=game)
    match.apply(Seated(at=1.0, seat=1, sitting=OPEN))
    assert match.turn == 0
    assert not told(match, ADA, 0)


@EVERY_GAME
def test_not_where_a_bot_plays_for_one_who_may_return(game: str) -> None:
    """What the seats show is a bot's; only the server knows of who has left."""
    match = at_turn_of(ADA, human(ADA), human(BOB), game=game)
    match.apply(Seated(at=1.0, seat=1, sitting=BOT))
    assert match.turn == 0
    assert projection.shown(match.seats[1]).kind == "bot"
    assert not told(match, ADA, 0)
    with pytest.raises(Refused, match="hints_alone"):
        rulings.hint(match, ADA, 0, match.seq)


@EVERY_GAME
def test_on_one_screen_for_the_seat_that_is_shown(game: str) -> None:
    match = at_turn_of(ADA, human(ADA), human(ADA), one_screen=True, game=game)
    assert match.turn is not None
    assert told(match, ADA, match.turn)
    assert not told(match, ADA, 1 - match.turn)
