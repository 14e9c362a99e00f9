from __future__ import annotations

import pytest

from escale.play import rulings
from escale.play.events import Asked, Sitting, Undone
from escale.play.match import Match
from escale.play.rulings import Refused, can_undo
from tests.play.tables import ADA, BOB, BOT, CARA, STRANGER, by, done, first_move, human, match_of


def play(match: Match, times: int = 1) -> Match:
    """Whoever's turn it is plays."""
    for _ in range(times):
        assert match.turn is not None
        seat = match.seats[match.turn]
        holder = min(seat.holders) if seat.human else ""
        done(match, rulings.move(match, by(holder), match.seq, first_move(match), bot=not seat.human))
    return match


def until_another_acted(match: Match) -> Match:
    """Ada has moved, and somebody else after her."""
    while not any(played.seat == 0 for played in match.moves) or match.moves[-1].seat == 0:
        play(match)
    return match


def test_alone_against_bots_one_goes_back_as_far_as_one_likes() -> None:
    match = play(match_of(human(ADA), BOT, BOT), 7)
    first = next(ply for ply, played in enumerate(match.moves) if played.seat == 0)
    back = 0
    while can_undo(match, ADA):
        assert can_undo(match, ADA) == "free"
        done(match, rulings.undo(match, by(ADA), match.seq))
        assert match.turn == 0
        back += 1
    assert (match.ply, back >= 2, match.undone) == (first, True, True)
    assert match.position == match.at(first)


def test_a_move_that_shows_nothing_is_free_until_another_acts() -> None:
    match = play(match_of(human(ADA), human(BOB)))
    who = min(match.seats[match.moves[0].seat].holders)
    event = rulings.undo(match, by(who), match.seq)
    assert event == Undone(at=event.at, by=who, seat=match.moves[0].seat, ply=0)
    done(match, event)
    assert (match.undone, match.ply, match.log[-1]["event"]) == (False, 0, "undid")


def test_a_move_that_reveals_something_is_asked_for() -> None:
    match = play(match_of(human(ADA), human(BOB)), 2)
    while not any(match.position.reveals(name) for name in match.position.names()):
        play(match)
    revealing = next(name for name in match.position.names() if match.position.reveals(name))
    assert match.turn is not None
    who = min(match.seats[match.turn].holders)
    done(match, rulings.move(match, by(who), match.seq, revealing))
    if match.status == "playing":
        assert can_undo(match, who) == "ask"


def test_after_another_has_acted_all_others_must_agree() -> None:
    match = until_another_acted(match_of(human(ADA), human(BOB), human(CARA)))
    event = rulings.undo(match, by(ADA), match.seq)
    assert isinstance(event, Asked)
    done(match, event)
    assert match.asking is not None
    assert sorted(match.asking.waiting) == [1, 2]
    assert rulings.agreed(match, 0.0) is None
    done(match, rulings.answer(match, by(BOB), True))
    assert rulings.agreed(match, 0.0) is None
    done(match, rulings.answer(match, by(CARA), True))
    ply = event.ply
    done(match, rulings.agreed(match, 0.0))
    assert (match.ply, match.undone) == (ply, True)
    assert match.asking is None


def test_one_no_is_enough_and_the_asker_may_withdraw() -> None:
    for who in (BOB, ADA):
        match = until_another_acted(match_of(human(ADA), human(BOB)))
        ply = match.ply
        done(match, rulings.undo(match, by(ADA), match.seq))
        done(match, rulings.answer(match, by(who), False))
        assert match.asking is None
        assert match.ply == ply


def test_nobody_else_answers() -> None:
    match = until_another_acted(match_of(human(ADA), human(BOB)))
    done(match, rulings.undo(match, by(ADA), match.seq))
    for who, yes in ((STRANGER, True), (ADA, True), (STRANGER, False)):
        with pytest.raises(Refused, match="not_yours"):
            rulings.answer(match, by(who), yes)
    with pytest.raises(Refused, match="busy"):
        rulings.end(match, by(BOB), [])


def test_a_move_settles_the_question() -> None:
    match = until_another_acted(match_of(human(ADA), human(BOB)))
    done(match, rulings.undo(match, by(ADA), match.seq))
    play(match)
    assert match.asking is None


def test_on_one_screen_everything_can_be_taken_back() -> None:
    both = [Sitting("human", name, None, (ADA,)) for name in ("Ada", "Bob")]
    match = play(match_of(*both, one_screen=True), 4)
    for ply in (3, 2, 1, 0):
        done(match, rulings.undo(match, by(ADA), match.seq))
        assert match.ply == ply
    with pytest.raises(Refused, match="nothing_to_undo"):
        rulings.undo(match, by(ADA), match.seq)


def test_who_came_and_went_stays_in_the_log() -> None:
    match = play(match_of(human(ADA), BOT, BOT), 4)
    before = [line for line in match.log if line["ply"] <= 1]
    done(match, rulings.seat_change(match, by(ADA), 2, Sitting("bot", None, "hard"), ["hard"]))
    play(match)
    done(match, rulings.seat_change(match, by(ADA), 2, Sitting("open"), []))
    done(match, Undone(at=1.0, seat=0, ply=1))
    told = [(line["seat"], line["ply"], line["event"]) for line in match.log[len(before) :]]
    assert match.log[: len(before)] == before
    assert told == [(2, 1, "bot"), (2, 1, "left"), (0, 1, "undid")]
    assert match.log[len(before)]["bot"] == "hard"
    assert match.seats[2].sitting.kind == "open"


def test_an_undo_of_another_position_is_stale() -> None:
    match = play(match_of(human(ADA), BOT), 3)
    with pytest.raises(Refused, match="stale"):
        rulings.undo(match, by(ADA), 1)


def test_a_watcher_takes_nothing_back() -> None:
    match = play(match_of(human(ADA), BOT), 3)
    assert can_undo(match, STRANGER) is None
    with pytest.raises(Refused, match="nothing_to_undo"):
        rulings.undo(match, by(STRANGER), match.seq)
