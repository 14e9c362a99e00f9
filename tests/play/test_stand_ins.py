"""A bot that gave no move: the journal tells of it with the move that another made."""

from __future__ import annotations

import json

import pytest

from escale.play import rulings
from escale.play.events import Event, Moved, Seated, Sitting, Trouble, Undone, decode, encode
from escale.play.match import Match, StandIn
from escale.play.rulings import Command
from tests.play.tables import BOT, first_move, match_of


def moved(match: Match, stood_in: Trouble | None = None) -> Event:
    """One more move of the bot whose turn it is, in words of the journal."""
    event = rulings.move(match, Command("", "", 1.0), match.seq, first_move(match), bot=True, stood_in=stood_in)
    match.apply(event)
    return event


def played(*troubles: Trouble | None) -> tuple[Match, list[Event]]:
    """A match of bots with these troubles, and its journal."""
    match = match_of(BOT, Sitting("bot", None, "hard"))
    return match, [match.created, *(moved(match, trouble) for trouble in troubles)]


def test_each_is_told_with_its_move() -> None:
    match, _ = played("once", None, "for_good")
    told = match.stand_ins()
    assert [(one.ply, one.for_good) for one in told] == [(1, False), (3, True)]
    for one in told:
        assert match.moves[one.ply - 1].seat == one.seat
        assert match.seats[one.seat].sitting.bot == one.bot


def test_it_goes_with_the_move_and_does_not_come_back_with_another() -> None:
    match, _ = played("once", None, "for_good")
    match.apply(Undone(at=2.0, seat=0, ply=2))
    assert [one.ply for one in match.stand_ins()] == [1]
    moved(match)
    moved(match)
    assert [one.ply for one in match.stand_ins()] == [1]


def test_it_names_the_bot_that_sat_there_then() -> None:
    match, _ = played("once")
    (told,) = match.stand_ins()
    match.apply(Seated(at=2.0, seat=told.seat, sitting=Sitting("bot", None, "expert")))
    assert match.stand_ins() == [told]
    assert told.bot == match.created.seats[told.seat].bot


@pytest.mark.parametrize("trouble", ["once", "for_good", None])
def test_the_journal_keeps_it(trouble: Trouble | None) -> None:
    match, events = played(trouble)
    again = Match.of("table", [decode(encode(event)) for event in events])
    assert again.stand_ins() == match.stand_ins()
    assert len(again.stand_ins()) == (trouble is not None)


def test_a_move_without_trouble_is_written_as_it_always_was() -> None:
    match, (_, event) = played(None)
    assert json.loads(encode(event)) == {"e": "moved", "at": 1.0, "move": match.moves[0].text}
    old = decode(b'{"e": "moved", "at": 1.0, "move": "x"}')
    assert isinstance(old, Moved)
    assert old.stood_in is None
    assert match.stand_ins() == list[StandIn]()
