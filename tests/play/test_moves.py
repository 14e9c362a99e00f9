from __future__ import annotations

import pytest

from escale.play import rulings
from escale.play.events import Moved, Redeal
from escale.play.match import Match
from escale.play.rulings import Refused
from escale.server import projection
from tests.play.tables import ADA, BOB, BOT, EVERY_GAME, OPEN, STRANGER, by, done, first_move, human, match_of


def holder_to_move(match: Match) -> str:
    assert match.turn is not None
    return min(match.seats[match.turn].holders)


def other(holder: str) -> str:
    return BOB if holder == ADA else ADA


def refusal(match: Match, *args: object, **kwargs: object) -> Refused:
    before = (match.position.to_bytes(), match.seq)
    with pytest.raises(Refused) as refused:
        rulings.move(match, *args, **kwargs)  # type: ignore[arg-type]
    assert (match.position.to_bytes(), match.seq) == before
    return refused.value


@EVERY_GAME
def test_a_move_is_played_and_told(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    who, move = holder_to_move(match), first_move(match)
    seat, before = match.turn, match.position.copy()
    done(match, rulings.move(match, by(who), match.seq, move))
    assert (match.ply, match.seq, match.moved_at) == (1, 2, 2)
    assert match.told(0, seat) == move
    assert match.told(0, None) == before.told(move, None)  # which may hide something of it
    assert match.log[-1]["seat"] == seat
    assert match.log[-1]["said"]["key"].startswith("log.")


@EVERY_GAME
def test_only_the_one_whose_turn_it_is_moves(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    move = first_move(match)
    assert refusal(match, by(other(holder_to_move(match))), 1, move).code == "not_your_turn"
    assert refusal(match, by(STRANGER), 1, move).code == "not_your_turn"
    assert refusal(match, by(""), 1, move).code == "not_your_turn"


@EVERY_GAME
def test_nobody_moves_for_a_bot_nor_a_bot_for_anybody(game: str) -> None:
    bots = match_of(BOT, BOT, game=game)
    assert refusal(bots, by(ADA), 1, first_move(bots)).code == "not_your_turn"
    people = match_of(human(ADA), human(BOB), game=game)
    assert refusal(people, by(""), 1, first_move(people), bot=True).code == "not_your_turn"
    done(bots, rulings.move(bots, by(""), 1, first_move(bots), bot=True))
    assert bots.ply == 1


@EVERY_GAME
def test_a_move_for_another_position_is_stale(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    done(match, rulings.move(match, by(holder_to_move(match)), 1, first_move(match)))
    assert refusal(match, by(holder_to_move(match)), 1, first_move(match)).code == "stale"
    assert refusal(match, by(holder_to_move(match)), 3, first_move(match)).code == "stale"


@EVERY_GAME
def test_a_change_of_seats_does_not_make_a_move_stale(game: str) -> None:
    match = match_of(human(ADA), OPEN, OPEN, game=game)
    done(match, rulings.join(match, by(BOB), 1, "Bob"))
    done(match, rulings.seat_change(match, by(ADA), 2, BOT, ["random"]))
    while match.turn not in (0, 1):
        done(match, rulings.move(match, by(""), match.seq, first_move(match), bot=True))
    thought_from = match.seq
    done(match, rulings.seat_change(match, by(ADA), 2, OPEN, ["random"]))
    assert isinstance(rulings.move(match, by(holder_to_move(match)), thought_from, first_move(match)), Moved)


@EVERY_GAME
def test_an_illegal_move_says_which_rule(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    illegal = next(move for move in range(1 << 13) if match.position.why_not(move))
    expected = match.position.why_not(illegal)
    assert expected is not None
    said = refusal(match, by(holder_to_move(match)), 1, illegal)
    assert (said.code, said.rule, said.reason) == ("illegal", expected.rule, expected.name)
    assert refusal(match, by(holder_to_move(match)), 1, "no such move!").code == "unreadable"


@EVERY_GAME
def test_a_game_ends_by_the_rules(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    while match.status == "playing":
        done(match, rulings.move(match, by(holder_to_move(match)), match.seq, match.position.names()[0]))
    assert match.status == "over"
    assert match.turn is None
    assert refusal(match, by(ADA), match.seq, "x").code == "over"


@EVERY_GAME
def test_a_journal_read_again_gives_the_same_match(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    events = []
    while match.status == "playing":
        events.append(rulings.move(match, by(holder_to_move(match), f"c{match.seq}"), match.seq, match.position.names()[-1]))
        done(match, events[-1])
    again = Match.of(match.id, [match.created, *events])
    assert again.position == match.position
    assert (again.seq, again.log, again.moves, again.answers) == (match.seq, match.log, match.moves, match.answers)
    assert again.at(3).to_bytes() == match.at(3).to_bytes() != match.position.to_bytes()


@EVERY_GAME
def test_a_trial_goes_on_from_its_moves(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    names = []
    for _ in range(3):
        names.append(match.position.names()[0])
        done(match, rulings.move(match, by(holder_to_move(match)), match.seq, names[-1]))
    trial = match_of(human(ADA), BOT, start=names, trial=True, game=game)
    assert trial.position == match.position
    assert (trial.ply, trial.seq) == (3, 1)
    with pytest.raises(Refused, match="nothing_to_undo"):
        rulings.undo(trial, by(ADA), 1)


@EVERY_GAME
@pytest.mark.parametrize("kept", [None, 0])
def test_the_past_of_a_trial_is_seen_as_ones_own_only_by_those_who_still_have_that_hand(game: str, kept: int | None) -> None:
    names = match_of(human(ADA), human(BOB), game=game).position.names()[:1]
    redeals = [Redeal(1, 5, kept)]
    trial = match_of(human(ADA), human(BOB), start=names, trial=True, redeals=redeals, game=game)
    assert [trial.eyes(0, seat) for seat in (0, 1, None)] == [kept, None, None]
    assert [trial.eyes(1, seat) for seat in (0, 1, None)] == [0, 1, None]
    watched, finished = projection.past(trial, 0, None).view, projection.frames(trial, 1, revealed=False)
    assert projection.past(trial, 0, 1).view == watched
    assert projection.past(trial, 0, 0).view["seat"] == kept
    assert projection.past(trial, 1, 1).view["seat"] == 1
    assert [frame.view["seat"] for frame in finished] == [None, 1]
    assert trial.told(0, 1) == trial.told(0, None)
    assert trial.effects(0, 1) == trial.effects(0, None)
