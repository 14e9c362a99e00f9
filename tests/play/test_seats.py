from __future__ import annotations

import pytest

from escale.play import rulings
from escale.play.events import Answered, Asked, Ended, Sitting, Undone
from escale.play.names import LONGEST_NAME
from escale.play.rulings import Refused
from tests.play.tables import ADA, BOB, BOT, CARA, EVERY_GAME, OPEN, STRANGER, by, done, first_move, human, match_of

BOTS = ["random"]
ME = Sitting("human")


@EVERY_GAME
def test_an_open_seat_is_taken_by_invitation_once(game: str) -> None:
    match = match_of(human(ADA), OPEN, game=game)
    done(match, rulings.join(match, by(BOB), None, "  Bob\n the \x00 builder "))
    assert match.seats[1].sitting.name == "Bob the builder"
    assert match.held_by(BOB) == [1]
    for who in (CARA, BOB):
        with pytest.raises(Refused, match="seat_taken"):
            rulings.join(match, by(who), None, "Again")


@EVERY_GAME
def test_a_seat_by_its_number_must_be_open(game: str) -> None:
    match = match_of(human(ADA), OPEN, OPEN, game=game)
    with pytest.raises(Refused, match="seat_taken"):
        rulings.join(match, by(BOB), 0, "Bob")
    done(match, rulings.join(match, by(BOB), 2, "Bob"))
    assert match.held_by(BOB) == [2]


@EVERY_GAME
def test_somebody_leaves_to_a_bot_and_comes_back(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    done(match, rulings.seat_change(match, by(BOB), 1, BOT, BOTS))
    assert (match.held_by(BOB), match.kept_for(BOB)) == ([], [1])
    assert (match.log[-1]["event"], match.log[-1]["name"], match.log[-1]["bot"]) == ("bot", "Bob", "random")
    done(match, rulings.seat_change(match, by(BOB), 1, ME, BOTS))
    assert (match.held_by(BOB), match.seats[1].sitting.kind) == ([1], "human")


@EVERY_GAME
def test_who_is_absent_can_be_replaced_and_who_is_there_not(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    with pytest.raises(Refused, match="seat_taken"):
        rulings.seat_change(match, by(ADA), 1, BOT, BOTS)
    with pytest.raises(Refused, match="too_soon"):
        rulings.seat_change(match, by(ADA), 1, BOT, BOTS, [1])
    with pytest.raises(Refused, match="seat_taken"):  # nobody may come and look at Bob's secrets
        rulings.seat_change(match, by(ADA), 1, OPEN, BOTS, [1], [1])
    done(match, rulings.seat_change(match, by(ADA), 1, BOT, BOTS, [1], [1]))
    assert match.kept_for(BOB) == [1]
    with pytest.raises(Refused, match="seat_taken"):
        rulings.seat_change(match, by(ADA), 1, ME, BOTS, [1], [1])  # it is Bob's to take back
    with pytest.raises(Refused, match="seat_taken"):
        rulings.seat_change(match, by(ADA), 1, OPEN, BOTS)
    done(match, rulings.seat_change(match, by(BOB), 1, ME, BOTS))
    assert match.held_by(BOB) == [1]


@EVERY_GAME
def test_the_moves_of_one_who_may_come_back_are_not_taken_back_freely(game: str) -> None:
    """They can't be asked, and would play on against somebody who has seen more than them, where anything is hidden."""
    match = match_of(human(ADA), human(BOB), game=game)
    while {played.seat for played in match.moves} != {0, 1} or match.moves[-1].seat != 1:
        assert match.turn is not None
        holder = min(match.seats[match.turn].holders)
        done(match, rulings.move(match, by(holder), match.seq, first_move(match)))
    done(match, rulings.seat_change(match, by(ADA), 1, BOT, BOTS, [1], [1]))
    if match.hides:
        assert rulings.can_undo(match, ADA) is None
        with pytest.raises(Refused, match="not_all_here"):
            rulings.undo(match, by(ADA), match.seq)
        done(match, rulings.seat_change(match, by(BOB), 1, Sitting("human"), BOTS))
        assert rulings.can_undo(match, ADA) == "ask"
    else:
        done(match, rulings.undo(match, by(ADA), match.seq))
        assert match.asking
        done(match, rulings.agreed(match, 0.0))
        assert match.undone
        assert match.turn == 0


@EVERY_GAME
def test_a_bot_moves_only_where_a_bot_sits(game: str) -> None:
    match = match_of(human(ADA), BOT, game=game)
    while match.turn == 0:
        done(match, rulings.move(match, by(ADA), match.seq, first_move(match)))
    done(match, rulings.seat_change(match, by(ADA), 1, OPEN, BOTS))
    with pytest.raises(Refused, match="not_your_turn"):
        rulings.move(match, by(""), match.seq, first_move(match), bot=True)


@EVERY_GAME
def test_a_seat_has_so_many_devices_and_no_more(game: str) -> None:
    match = match_of(human(ADA), BOT, game=game)
    for number in range(rulings.MOST_HOLDERS - 1):
        done(match, rulings.share(match, by(ADA), 0, f"link {number}"))
    with pytest.raises(Refused, match="too_many"):
        rulings.share(match, by(ADA), 0, "one more")


@EVERY_GAME
def test_a_new_player_ends_the_right_of_the_old_one(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    done(match, rulings.seat_change(match, by(BOB), 1, OPEN, BOTS))
    done(match, rulings.join(match, by(CARA), None, "Cara"))
    assert (match.held_by(BOB), match.kept_for(BOB), match.held_by(CARA)) == ([], [], [1])
    with pytest.raises(Refused, match="not_yours"):
        rulings.seat_change(match, by(BOB), 1, ME, BOTS)


@EVERY_GAME
def test_strangers_change_no_seat_and_there_are_no_other_bots_or_seats(game: str) -> None:
    match = match_of(human(ADA), BOT, game=game)
    for who, seat, wish, code in (
        (STRANGER, 1, OPEN, "not_yours"),
        (ADA, 2, OPEN, "bad_message"),
        (ADA, 1, Sitting("bot", None, "nobody"), "unknown_bot"),
        (ADA, 1, ME, "seat_taken"),  # one seat each
    ):
        with pytest.raises(Refused, match=code):
            rulings.seat_change(match, by(who), seat, wish, BOTS)


@EVERY_GAME
def test_the_host_of_a_table_of_bots_may_sit_down(game: str) -> None:
    match = match_of(BOT, BOT, game=game)
    done(match, rulings.seat_change(match, by(ADA), 0, Sitting("human", "Ada"), BOTS))
    assert match.held_by(ADA) == [0]
    with pytest.raises(Refused, match="not_yours"):
        rulings.seat_change(match, by(BOB), 1, Sitting("human", "Bob"), BOTS)


@EVERY_GAME
def test_a_private_link_opens_the_seat_on_another_device(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    with pytest.raises(Refused, match="not_yours"):
        rulings.share(match, by(ADA), 1, "link")
    done(match, rulings.share(match, by(BOB), 1, "link"))
    with pytest.raises(Refused, match="not_yours"):
        rulings.claim(match, by(CARA), "other link")
    seat, event = rulings.claim(match, by("bob's phone"), "link")
    done(match, event)
    assert (seat, match.held_by("bob's phone"), match.held_by(BOB)) == (1, [1], [1])
    assert rulings.claim(match, by("bob's phone"), "link") == (1, None)


@EVERY_GAME
def test_a_table_is_ended_at_once_when_nobody_else_is_there(game: str) -> None:
    for match, absent in ((match_of(human(ADA), BOT, game=game), []), (match_of(human(ADA), human(BOB), game=game), [1])):
        event = rulings.end(match, by(ADA), absent)
        assert isinstance(event, Ended)
        done(match, event)
        assert (match.status, match.turn) == ("ended", None)
        with pytest.raises(Refused, match="over"):
            rulings.end(match, by(ADA), [])


@EVERY_GAME
def test_else_the_others_are_asked(game: str) -> None:
    match = match_of(human(ADA), human(BOB), game=game)
    event = rulings.end(match, by(ADA), [])
    assert isinstance(event, Asked)
    done(match, event)
    done(match, rulings.answer(match, by(BOB), True))
    done(match, rulings.agreed(match, 0.0))
    assert match.status == "ended"
    with pytest.raises(Refused, match="not_yours"):
        rulings.end(match_of(human(ADA), BOT, game=game), by(STRANGER), [])


@pytest.mark.parametrize("name", ["", "   ", "\x00\n\t", None])
def test_a_name_of_nothing_is_no_name(name: str | None) -> None:
    assert rulings.checked_name(name) is None


def test_a_long_name_is_cut() -> None:
    assert rulings.checked_name("x" * 500) == "x" * LONGEST_NAME


@EVERY_GAME
def test_the_log_names_who_left_and_nobody_where_nobody_sat(game: str) -> None:
    match = match_of(human(ADA), human(BOB), OPEN, game=game)
    done(match, rulings.seat_change(match, by(BOB), 1, OPEN, BOTS))
    done(match, rulings.seat_change(match, by(ADA), 2, BOT, BOTS))
    assert [(line["event"], line["name"]) for line in match.log] == [("left", "Bob"), ("bot", None)]


@EVERY_GAME
def test_a_takeback_is_off_when_somebody_who_was_asked_has_left(game: str) -> None:
    """They could come back, and play on against somebody who has seen more than them, where anything is hidden."""
    match = match_of(human(ADA), human(BOB), game=game)
    while {played.seat for played in match.moves} != {0, 1} or match.moves[-1].seat != 1:
        assert match.turn is not None
        done(match, rulings.move(match, by(min(match.seats[match.turn].holders)), match.seq, first_move(match)))
    done(match, rulings.undo(match, by(ADA), match.seq))
    assert match.asking is not None
    done(match, rulings.seat_change(match, by(BOB), 1, BOT, BOTS))
    follows = rulings.agreed(match, 0.0)
    assert isinstance(follows, Answered if match.hides else Undone)
    done(match, follows)
    assert match.asking is None
    assert match.undone != match.hides
