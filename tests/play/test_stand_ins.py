"""A bot that gave no move: the journal tells of it with the move that another made."""

from __future__ import annotations

import json

import pytest

from escale.play import rulings
from escale.play.events import Event, Moved, Seated, Sitting, Trouble, Undone, decode, encode
from escale.play.match import Match, StandIn
from escale.play.rulings import Command
from tests.play.tables import BOT, EVERY_GAME, done, first_move, match_of

HARD = Sitting("bot", None, "hard")


def moved(match: Match, stood_in: Trouble | None = None) -> Event:
    """One more move of the bot whose turn it is, in words of the journal."""
    event = rulings.move(match, Command("", "", 1.0), match.seq, first_move(match), bot=True, stood_in=stood_in)
    match.apply(event)
    return event


def played(game: str, *troubles: Trouble | None) -> tuple[Match, list[Event]]:
    """A match of bots with these troubles, and its journal."""
    match = match_of(BOT, HARD, game=game)
    return match, [match.created, *(moved(match, trouble) for trouble in troubles)]


@EVERY_GAME
def test_each_is_told_with_its_move(game: str) -> None:
    match, _ = played(game, "once", None, "for_good")
    told = match.stand_ins()
    assert [(one.ply, one.for_good) for one in told] == [(1, False), (3, True)]
    for one in told:
        assert match.moves[one.ply - 1].seat == one.seat
        assert match.seats[one.seat].sitting.bot == one.bot


@EVERY_GAME
def test_it_goes_with_the_move_and_does_not_come_back_with_another(game: str) -> None:
    match, _ = played(game, "once", None, "for_good")
    match.apply(Undone(at=2.0, seat=0, ply=2))
    assert [one.ply for one in match.stand_ins()] == [1]
    moved(match)
    moved(match)
    assert [one.ply for one in match.stand_ins()] == [1]


@EVERY_GAME
def test_it_names_the_bot_that_sat_there_then(game: str) -> None:
    match, _ = played(game, "once")
    (told,) = match.stand_ins()
    match.apply(Seated(at=2.0, seat=told.seat, sitting=Sitting("bot", None, "expert")))
    assert match.stand_ins() == [told]
    assert told.bot == match.created.seats[told.seat].bot


def alternating(game: str, *troubles: Trouble | None) -> Match:
    """A match in which the bot of seat 0 had these troubles, and the other one none."""
    match = match_of(HARD, HARD, game=game)
    for trouble in troubles:
        while match.turn != 0:
            moved(match)
        moved(match, trouble)
    return match


@EVERY_GAME
@pytest.mark.parametrize(
    ("troubles", "failed", "replaced"),
    [
        ([], 0, False),
        (["once"], 1, False),
        (["once", None], 0, False),
        (["once", None, "once"], 1, False),
        (["once", "for_good"], 2, True),
        (["once", "for_good", None, None], 0, True),
    ],
)
def test_the_match_knows_what_follows_for_a_seat(
    game: str, troubles: list[Trouble | None], failed: int, replaced: bool
) -> None:
    match = alternating(game, *troubles)
    assert (match.failed_turns(0), match.replaced(0)) == (failed, replaced)
    assert (match.failed_turns(1), match.replaced(1)) == (0, False)


@EVERY_GAME
@pytest.mark.parametrize("sitting", [HARD, Sitting("bot", None, "expert")], ids=["same", "other"])
def test_it_ends_when_the_seat_changes_hands_also_if_moves_are_then_taken_back(game: str, sitting: Sitting) -> None:
    match = alternating(game, "once", "for_good")
    failed = match.ply
    done(match, Seated(at=2.0, seat=1, sitting=sitting))
    assert match.replaced(0)
    moved(match)
    done(match, Seated(at=2.0, seat=0, sitting=sitting))
    for _ in range(2):
        assert (match.failed_turns(0), match.replaced(0)) == (0, False)
        done(match, Undone(at=3.0, seat=0, ply=failed))
        moved(match)
    assert match.stand_ins()[-1].ply == failed


@EVERY_GAME
def test_it_ends_with_the_move_that_told_of_it(game: str) -> None:
    match = alternating(game, "once", "for_good", None)
    done(match, Undone(at=2.0, seat=0, ply=match.stand_ins()[-1].ply - 1))
    assert (match.failed_turns(0), match.replaced(0)) == (1, False)


@EVERY_GAME
@pytest.mark.parametrize("trouble", ["once", "for_good", None])
def test_the_journal_keeps_it(game: str, trouble: Trouble | None) -> None:
    match, events = played(game, trouble)
    again = Match.of("table", [decode(encode(event)) for event in events])
    assert again.stand_ins() == match.stand_ins()
    assert len(again.stand_ins()) == (trouble is not None)


@EVERY_GAME
def test_a_move_without_trouble_is_written_as_it_always_was(game: str) -> None:
    match, (_, event) = played(game, None)
    assert json.loads(encode(event)) == {"e": "moved", "at": 1.0, "move": match.told(0, None)}
    old = decode(b'{"e": "moved", "at": 1.0, "move": "x"}')
    assert isinstance(old, Moved)
    assert old.stood_in is None
    assert match.stand_ins() == list[StandIn]()
