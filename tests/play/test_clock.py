from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from escale.play import events, rulings
from escale.play.clock import AFTER_RETURN, Terms
from escale.play.events import Asked, Ended, Moved, Resumed, Sitting
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from tests.play.tables import ADA, BOB, BOT, EVERY_GAME, GAMES, OPEN, SECRETIVE, done, first_move, human, match_of

MOVE = Terms("move", 30.0)
GAME = Terms("game", 100.0, 5.0)
SOME = 12  # moves, in which both seats have their turns, however many decisions a turn has


def two(game: str, clock: Terms | None = None) -> Match:
    """Ada and Bob, alone."""
    return match_of(human(ADA), human(BOB), game=game, clock=clock)


def on_turn(match: Match) -> int:
    """The seat that must decide."""
    assert match.turn is not None
    return match.turn


def holder_of(match: Match, seat: int) -> str:
    return min(match.seats[seat].holders)


def after(match: Match, seconds: float) -> float:
    """A moment, counted from the last event."""
    return match.updated + seconds


def move_at(match: Match, at: float) -> Moved:
    return rulings.move(match, Command(holder_of(match, on_turn(match)), "", at), match.seq, first_move(match))


def bots_turn(match: Match, at: float) -> None:
    """All decisions of the turn of the bot that must decide."""
    seat = match.turn
    while match.turn == seat:
        done(match, rulings.move(match, Command("", "", at), match.seq, first_move(match), bot=True))


def up_to_the_last_decision(match: Match) -> None:
    """Play without thinking, up to the move with which a turn ends."""
    while match.attempt(first_move(match)).after.turn == match.turn:
        done(match, move_at(match, match.updated))


def undo_at(match: Match, seat: int, at: float) -> events.Undone | Asked:
    return rulings.undo(match, Command(holder_of(match, seat), "", at), match.seq)


def take_back(match: Match, seat: int, at: float) -> None:
    """A seat's last move, at once if it is free, or as all the others agree to it."""
    event = undo_at(match, seat, at)
    done(match, event)
    if isinstance(event, Asked):
        for other in event.waiting:
            done(match, rulings.answer(match, Command(holder_of(match, other), "", at), True))
        done(match, rulings.agreed(match, at))


def left(match: Match, at: float) -> list[float]:
    assert match.clock is not None
    return match.clock.shown(match.turn, at)


@EVERY_GAME
def test_a_game_has_so_much_and_more_with_each_move(game: str) -> None:
    match = two(game, GAME)
    assert left(match, after(match, 7))[on_turn(match)] == 93
    expected = [100, 100]
    for spent in range(7, 7 + SOME):
        expected[on_turn(match)] += 5 - spent
        done(match, move_at(match, after(match, spent)))
        assert left(match, match.updated) == expected
    assert {played.seat for played in match.moves} == {0, 1}
    assert left(match, after(match, 1))[on_turn(match)] == expected[on_turn(match)] - 1


@EVERY_GAME
def test_each_move_has_its_own_time(game: str) -> None:
    match = two(game, MOVE)
    for _ in range(SOME):
        done(match, move_at(match, after(match, 29)))
        assert left(match, match.updated) == [30, 30]
    assert {played.seat for played in match.moves} == {0, 1}


@EVERY_GAME
def test_a_move_too_late_is_refused_and_the_seat_goes_to_a_bot(game: str) -> None:
    match = two(game, MOVE)
    late = after(match, 30)
    assert rulings.run_out(match, late - 0.1, "random") is None
    with pytest.raises(Refused, match="too_late"):
        move_at(match, late)
    slow = on_turn(match)
    done(match, rulings.run_out(match, late, "random"))
    assert match.seats[slow].sitting.bot == "random"
    name = ("Ada", "Bob")[slow]
    assert [(line["event"], line["name"]) for line in match.log[-2:]] == [("clock", name), ("bot", name)]
    assert rulings.run_out(match, late + 1000, "random") is None  # bots have time
    holder = holder_of(match, slow)
    with pytest.raises(Refused, match="too_late"):  # the bot makes this move
        rulings.seat_change(match, Command(holder, "", late + 1), slow, Sitting("human"), [])
    done(match, rulings.move(match, Command("", "", late + 2), match.seq, first_move(match), bot=True))
    done(match, rulings.seat_change(match, Command(holder, "", late + 3), slow, Sitting("human"), []))
    assert left(match, late + 3)[slow] == 30


@EVERY_GAME
def test_or_the_table_ends(game: str) -> None:
    match = two(game, Terms("game", 60.0, then="end"))
    event = rulings.run_out(match, after(match, 61), "random")
    assert isinstance(event, Ended)
    done(match, event)
    assert (match.status, match.log[-1]["event"]) == ("ended", "clock")


@EVERY_GAME
def test_who_comes_back_to_no_time_gets_a_little(game: str) -> None:
    match = two(game, GAME)
    slow = on_turn(match)
    done(match, rulings.run_out(match, after(match, 500), "random"))
    bots_turn(match, match.updated)
    holder = holder_of(match, slow)
    done(match, rulings.seat_change(match, Command(holder, "", match.updated), slow, Sitting("human"), []))
    assert left(match, match.updated)[slow] == AFTER_RETURN


@EVERY_GAME
def test_sitting_down_where_one_sits_gives_no_time(game: str) -> None:
    match = two(game, GAME)
    seat = on_turn(match)
    holder = holder_of(match, seat)
    for _ in range(3):
        done(match, rulings.seat_change(match, Command(holder, "", after(match, 20)), seat, Sitting("human"), []))
    assert left(match, match.updated)[seat] == 40
    done(match, rulings.seat_change(match, Command(holder, "", after(match, 1)), seat, BOT, ["random"]))
    done(match, rulings.seat_change(match, Command(holder, "", after(match, 1)), seat, Sitting("human"), []))
    assert left(match, match.updated)[seat] == 39


@EVERY_GAME
@pytest.mark.parametrize("terms", [GAME, MOVE], ids=["game", "move"])
def test_a_move_taken_back_gives_no_time_and_takes_none_from_others(game: str, terms: Terms) -> None:
    match = two(game, terms)
    up_to_the_last_decision(match)
    seat = on_turn(match)
    start = left(match, match.updated)
    for _ in range(5):  # moving and taking back in turn: 5 seconds of thinking each time
        done(match, move_at(match, after(match, 5)))
        assert match.turn == 1 - seat
        take_back(match, seat, after(match, 3))
    assert left(match, match.updated)[seat] == start[seat] - 25
    assert left(match, match.updated)[1 - seat] == start[1 - seat]


@EVERY_GAME
def test_it_stands_while_a_seat_is_open(game: str) -> None:
    match = match_of(human(ADA), OPEN, game=game, clock=MOVE)
    assert rulings.run_out(match, after(match, 10_000), "random") is None
    done(match, rulings.join(match, Command(BOB, "", after(match, 10_000)), None, "Bob"))
    assert left(match, match.updated) == [30, 30]
    assert left(match, after(match, 10)) != [30, 30]


@EVERY_GAME
def test_it_runs_on_for_one_who_opens_the_seat_that_must_decide(game: str) -> None:
    match = two(game, GAME)
    seat = on_turn(match)
    holder = holder_of(match, seat)
    done(match, rulings.seat_change(match, Command(holder, "", after(match, 10)), seat, OPEN, []))
    assert left(match, after(match, 60))[seat] == 30
    done(match, rulings.seat_change(match, Command(holder, "", after(match, 60)), seat, Sitting("human"), []))
    assert left(match, match.updated)[seat] == 30
    done(match, rulings.seat_change(match, Command(holder, "", after(match, 10)), seat, OPEN, []))
    done(match, rulings.run_out(match, after(match, 20), "random"))
    assert match.seats[seat].sitting.bot == "random"


@EVERY_GAME
def test_it_stands_while_another_seat_is_open(game: str) -> None:
    match = two(game, GAME)
    other = 1 - on_turn(match)
    command = Command(holder_of(match, other), "", after(match, 10))
    done(match, rulings.seat_change(match, command, other, OPEN, []))
    assert left(match, after(match, 60))[on_turn(match)] == 90


@EVERY_GAME
def test_it_stands_for_bots(game: str) -> None:
    match = match_of(BOT, BOT, game=game, clock=MOVE)
    assert rulings.run_out(match, after(match, 10_000), "random") is None


@EVERY_GAME
def test_elapsed_time_is_charged_whatever_the_wall_clock_says(game: str) -> None:
    match = two(game, GAME)
    expected = [100, 100]
    for number in range(SOME):  # somebody sets the wall clock by two hours, and back again
        elapsed, step = 5 + number, -7200.0 if number % 2 else 7200.0
        expected[on_turn(match)] += 5 - elapsed
        event = move_at(match, match.time + elapsed)
        done(match, msgspec.structs.replace(event, at=match.updated + elapsed + step, elapsed=float(elapsed)))
        assert left(match, match.time) == expected
    assert {played.seat for played in match.moves} == {0, 1}
    expected[on_turn(match)] -= 4
    assert left(match, match.time + 4) == expected


@EVERY_GAME
def test_a_journal_from_before_goes_on_with_elapsed_time(game: str) -> None:
    match = two(game, GAME)
    seat = on_turn(match)
    done(match, rulings.share(match, Command(ADA, "", after(match, 30)), 0, "phone"))  # by the wall clock
    later = rulings.share(match, Command(ADA, "", match.time), 0, "tablet")
    done(match, msgspec.structs.replace(later, at=match.updated + 1e6, elapsed=5.0))
    assert left(match, match.time)[seat] == 65


def test_elapsed_is_kept_in_the_journal_and_absent_from_those_before() -> None:
    event = Moved(at=1.0, move="x", elapsed=2.5)
    assert events.decode(events.encode(event)) == event
    old = b'{"e":"moved","at":1.0,"move":"x"}'
    assert events.encode(events.decode(old)) == old


@EVERY_GAME
def test_the_time_without_a_server_is_not_counted(game: str) -> None:
    match = two(game, GAME)
    seat = on_turn(match)
    alive, back = after(match, 10), after(match, 50_000)
    done(match, Resumed(at=back + 3, start=alive, end=back))
    assert left(match, back)[seat] == 90
    assert left(match, back + 5)[seat] == 85


@EVERY_GAME
def test_a_turn_begun_since_is_charged_in_full(game: str) -> None:
    match = two(game, GAME)
    done(match, Resumed(at=match.created.at, start=match.created.at - 1000, end=match.created.at - 1))
    assert left(match, after(match, 50))[on_turn(match)] == 50


@EVERY_GAME
def test_a_turn_begun_after_the_last_beat_loses_nothing(game: str) -> None:
    match = two(game, GAME)
    seat = on_turn(match)
    back = after(match, 50_000)
    done(match, Resumed(at=back, start=match.created.at - 3, end=back))
    assert left(match, match.updated)[seat] == 100


@EVERY_GAME
def test_seats_and_questions_give_no_time(game: str) -> None:
    match = two(game, GAME)
    seat = on_turn(match)
    done(match, rulings.share(match, Command(ADA, "", after(match, 30)), 0, "phone"))
    assert left(match, after(match, 10))[seat] == 60


@EVERY_GAME
def test_without_terms_there_is_no_clock(game: str) -> None:
    match = two(game)
    assert match.clock is None
    assert rulings.run_out(match, 1e12, "random") is None
    done(match, Resumed(at=1e12, start=1.0, end=1e12))
    assert match.clock is None


THINKING, WAITING = 5.0, 7.0  # seconds before a move, and between it and its being taken back


def moments(game: str, options: dict[str, Any] | None, moves: int = 60) -> Iterator[tuple[Match, int]]:
    """Moments of a game of people at which one of them, who must decide, may take the first move back without asking."""
    match = match_of(human(ADA), human(BOB), game=game, options=options, clock=Terms("game", 100_000.0))
    draw = random.Random(1)
    while match.status == "playing" and match.ply < moves:
        seat = match.turn
        assert seat is not None
        if match.seats[seat].human:
            done(match, move_at(match, match.updated))
            back = undo_at(match, seat, match.updated) if match.status == "playing" else None
            if isinstance(back, events.Undone):
                done(match, back)
                yield match, seat
        if match.turn is not None:
            name, mover = draw.choice(match.position.names()), match.seats[match.turn]
            holder = "" if mover.sitting.kind == "bot" else min(mover.holders)
            done(match, rulings.move(match, Command(holder, "", match.updated), match.seq, name, bot=not mover.human))


def same_seat(match: Match, seat: int) -> bool:
    """Whether the seat decides again after the move that it may take back."""
    done(match, move_at(match, match.updated))
    again = match.turn == seat
    done(match, undo_at(match, seat, match.updated))
    return again


USUAL_AND_SECRET: list[dict[str, Any] | None] = [{}, None]


@pytest.mark.parametrize("options", USUAL_AND_SECRET, ids=["usual", "secret"])
@EVERY_GAME
def test_what_is_taken_back_without_asking_gives_back_nothing_that_was_thought(
    game: str, options: dict[str, Any] | None
) -> None:
    found = 0
    for match, seat in moments(game, options):
        before, spent = left(match, match.updated), 0.0
        for _ in range(2):
            done(match, move_at(match, after(match, THINKING)))
            spent += THINKING + WAITING * (match.turn == seat)
            done(match, undo_at(match, seat, after(match, WAITING)))
        assert left(match, match.updated) == [time - spent * (place == seat) for place, time in enumerate(before)]
        found += 1
    assert found > 0 or game in SECRETIVE, "where nothing is hidden, no move shows anything"


def test_what_would_leave_no_time_is_not_taken_back() -> None:
    inside_a_turn = 0
    for game in GAMES:
        for match, seat in moments(game, {}):
            if same_seat(match, seat):
                spare = left(match, match.updated)[seat]
                done(match, move_at(match, after(match, THINKING)))
                with pytest.raises(Refused, match="no_time_left"):
                    undo_at(match, seat, after(match, spare - THINKING))
                assert isinstance(undo_at(match, seat, after(match, spare - THINKING - 1)), events.Undone)
                inside_a_turn += 1
                break
    assert inside_a_turn > 0, "in some game a seat takes back its own move in the middle of its turn"


@EVERY_GAME
def test_alone_one_has_again_what_one_had(game: str) -> None:
    match = match_of(human(ADA), BOT, game=game, clock=GAME)
    while match.turn != 0:
        bots_turn(match, match.updated)
    done(match, move_at(match, after(match, 10)))
    done(match, undo_at(match, 0, after(match, 40)))
    assert left(match, match.updated)[0] == 90


@EVERY_GAME
def test_where_all_agree_everybody_has_again_what_they_had(game: str) -> None:
    match = two(game, GAME)
    up_to_the_last_decision(match)
    start, first = left(match, match.updated), on_turn(match)
    done(match, move_at(match, after(match, 10)))
    done(match, move_at(match, after(match, 20)))
    assert isinstance(undo_at(match, first, match.updated), Asked)
    take_back(match, first, after(match, 30))
    assert left(match, match.updated) == [time - 10 * (seat == first) for seat, time in enumerate(start)]
