from __future__ import annotations

import pytest

from escale.play import rulings
from escale.play.events import Asked, Sitting, Undone
from escale.play.match import Match
from escale.play.rulings import Refused, can_undo
from tests.play.tables import (
    ADA,
    BOB,
    BOT,
    CARA,
    EVERY_GAME,
    GAMES,
    STRANGER,
    WITH_SECRETS,
    by,
    done,
    first_move,
    human,
    match_of,
)

SOME = 12  # moves, in which both seats have their turns, however many decisions a turn has


def mover(match: Match) -> str:
    """The holder whose turn it is; nobody's is a bot's."""
    assert match.turn is not None
    return min(match.seats[match.turn].holders, default="")


def play(match: Match, times: int = 1, move: str | None = None) -> Match:
    """Whoever's turn it is plays."""
    for _ in range(times):
        who = mover(match)
        done(match, rulings.move(match, by(who), match.seq, move or first_move(match), bot=not who))
    return match


def until_another_acted(match: Match, turns: int = 1) -> Match:
    """Ada has had so many turns, and somebody else has moved after her."""
    had, last = 0, False
    while had < turns or last:
        play(match)
        had, last = had + (not last and match.moves[-1].seat == 0), match.moves[-1].seat == 0
    return match


@EVERY_GAME
def test_alone_against_bots_one_goes_back_as_far_as_one_likes(game: str) -> None:
    match = until_another_acted(match_of(human(ADA), BOT, BOT, game=game), turns=2)
    mine = [ply for ply, played in enumerate(match.moves) if played.seat == 0]
    for ply in reversed(mine):
        assert can_undo(match, ADA) == "free"
        done(match, rulings.undo(match, by(ADA), match.seq))
        assert (match.turn, match.ply, match.undone) == (0, ply, True)
        assert match.position == match.at(ply)
    assert can_undo(match, ADA) is None


def takes_back_at_once(match: Match, who: str) -> None:
    """The last move, which is theirs."""
    last, ply = match.moves[-1], match.ply - 1
    event = rulings.undo(match, by(who), match.seq)
    assert event == Undone(at=event.at, by=who, seat=last.seat, ply=ply)
    done(match, event)
    assert (match.undone, match.ply, match.log[-1]["event"]) == (False, ply, "undid")


@EVERY_GAME
def test_a_move_that_shows_nothing_is_free_until_another_acts(game: str) -> None:
    """And one that shows something is asked for, as in some games every move is."""
    match, moved = match_of(human(ADA), human(BOB), game=game), set[str]()
    for _ in range(SOME):
        who, shows = mover(match), match.position.reveals(first_move(match))
        play(match)
        assert can_undo(match, who) == ("ask" if shows else "free")
        if not shows:
            takes_back_at_once(match, who)
            play(match)
        moved.add(who)
        assert [can_undo(match, other) for other in {ADA, BOB} - {who}] == ["ask" if len(moved) == 2 else None]
    assert moved == {ADA, BOB}


def test_most_games_have_moves_that_show_nothing() -> None:
    """Else the test above would hardly try any."""
    first = [match_of(human(ADA), human(BOB), game=game).position for game in GAMES]
    quiet = [position for position in first if not all(map(position.reveals, position.names()))]
    assert len(quiet) > len(GAMES) / 2


@WITH_SECRETS
def test_a_move_that_reveals_something_is_asked_for(game: str) -> None:
    """If it isn't the last one, after which nothing is taken back."""
    match = play(match_of(human(ADA), human(BOB), game=game), 2)
    while not any(match.position.reveals(name) for name in match.position.names()):
        play(match)
    revealing = next(name for name in match.position.names() if match.position.reveals(name))
    who = mover(match)
    play(match, move=revealing)
    assert can_undo(match, who) == ("ask" if match.status == "playing" else None)


@EVERY_GAME
def test_after_another_has_acted_all_others_must_agree(game: str) -> None:
    match = until_another_acted(match_of(human(ADA), human(BOB), human(CARA), game=game))
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


@EVERY_GAME
def test_one_no_is_enough_and_the_asker_may_withdraw(game: str) -> None:
    for who in (BOB, ADA):
        match = until_another_acted(match_of(human(ADA), human(BOB), game=game))
        ply = match.ply
        done(match, rulings.undo(match, by(ADA), match.seq))
        done(match, rulings.answer(match, by(who), False))
        assert match.asking is None
        assert match.ply == ply


@EVERY_GAME
def test_nobody_else_answers(game: str) -> None:
    match = until_another_acted(match_of(human(ADA), human(BOB), game=game))
    done(match, rulings.undo(match, by(ADA), match.seq))
    for who, yes in ((STRANGER, True), (ADA, True), (STRANGER, False)):
        with pytest.raises(Refused, match="not_yours"):
            rulings.answer(match, by(who), yes)
    with pytest.raises(Refused, match="busy"):
        rulings.end(match, by(BOB), [])


@EVERY_GAME
def test_a_move_settles_the_question(game: str) -> None:
    match = until_another_acted(match_of(human(ADA), human(BOB), game=game))
    done(match, rulings.undo(match, by(ADA), match.seq))
    play(match)
    assert match.asking is None


@EVERY_GAME
def test_on_one_screen_everything_can_be_taken_back(game: str) -> None:
    both = [Sitting("human", name, None, (ADA,)) for name in ("Ada", "Bob")]
    match = play(match_of(*both, one_screen=True, game=game), SOME)
    assert {played.seat for played in match.moves} == {0, 1}
    for ply in reversed(range(SOME)):
        done(match, rulings.undo(match, by(ADA), match.seq))
        assert match.ply == ply
    with pytest.raises(Refused, match="nothing_to_undo"):
        rulings.undo(match, by(ADA), match.seq)


@EVERY_GAME
def test_who_came_and_went_stays_in_the_log(game: str) -> None:
    match = play(match_of(human(ADA), BOT, BOT, game=game), 4)
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


@EVERY_GAME
def test_an_undo_of_another_position_is_stale(game: str) -> None:
    match = until_another_acted(match_of(human(ADA), BOT, game=game))
    with pytest.raises(Refused, match="stale"):
        rulings.undo(match, by(ADA), 1)


@EVERY_GAME
def test_a_watcher_takes_nothing_back(game: str) -> None:
    match = until_another_acted(match_of(human(ADA), BOT, game=game))
    assert can_undo(match, STRANGER) is None
    with pytest.raises(Refused, match="nothing_to_undo"):
        rulings.undo(match, by(STRANGER), match.seq)
