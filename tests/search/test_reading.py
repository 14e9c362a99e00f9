"""What the others' moves tell."""

from __future__ import annotations

import math
import threading
from functools import cache

import numpy as np
import pytest

import escale
from escale.rules import verbs
from escale.rules.position import Position
from escale.search import reading
from escale.search.bots import bot
from escale.search.budget import Budget
from escale.search.reading import FINEST, LEAST, SPREAD, SURPRISE, Reader, likelihoods
from tests.conformance.tables import tables
from tests.search.worlds import Chooser, check_honest

ENOUGH = Budget(iterations=1500)
SEED = 5


def can_be_read(game: escale.Game) -> bool:
    """Whether the game's secrets can be put into another moment of it."""
    deal = game.new(seed=0)
    return bool(verbs.suppose(deal.copy().state, deal.state))


READABLE = [game_id for game_id in escale.games() if can_be_read(escale.load(game_id))]


@cache
def games(game_id: str, players: int, deals: int) -> tuple[Position, ...]:
    """The positions of games of bots in which the first seat is to move."""
    positions = []
    for deal in range(deals):
        position = escale.load(game_id).new(players, seed=deal)
        seats = [bot("medium", seed=10 * deal + seat) for seat in range(players)]
        while not position.over:
            if position.turn == 0:
                positions.append(position.copy())
            position.play(seats[position.turn or 0].choose(position))
    return tuple(positions)


def test_there_is_a_game_to_read() -> None:
    assert READABLE


def test_a_move_is_likelier_with_the_secret_it_is_better_for() -> None:
    worths = np.array([[0.5, 0.5], [0.5, 0.4]])
    games_played = 100
    even, better = (math.exp(one) for one in likelihoods(worths, 0, games_played))
    assert even == pytest.approx(0.5)
    odds = math.exp(0.1 / math.sqrt(FINEST**2 + SPREAD / games_played))
    assert better == pytest.approx((1 - SURPRISE) * odds / (1 + odds) + SURPRISE / 2)


def test_what_was_seen_in_few_games_says_little() -> None:
    worths = np.array([[0.5, 0.5], [0.5, 0.2]])
    by_games = [np.diff(likelihoods(worths, 0, count))[0] for count in (4, 40, 400)]
    assert 0 < by_games[0] < by_games[1] < by_games[2]


@pytest.mark.parametrize("game_id", READABLE)
def test_secrets_are_guessed_by_the_moves(game_id: str) -> None:
    """In the second half of games for two, more often than any other is thought likeliest the one really held."""
    reader, guessed, by_chance = Reader(), 0, 0.0
    at = 0
    for position in games(game_id, 2, 6):
        if not position.history():
            reader = Reader()
        found = reader.read(position, ENOUGH, SEED)
        if len(position.history()) < 10 or len(found.suspects) == 0:
            continue
        truth = int(verbs.knowledge(position.state, 1))
        best = found.suspects[found.suspects["factor"].argmax()]
        guessed += int(best["key"]) == truth
        by_chance += 1 / len(found.suspects)
        at += 1
    assert at > 20
    assert guessed > 2 * by_chance


@pytest.mark.parametrize("game_id", READABLE)
def test_what_is_read_is_kept_and_paid_once(game_id: str) -> None:
    reader, paid = Reader(), 0
    for position in games(game_id, 2, 1):
        first = reader.read(position, ENOUGH, SEED)
        again = reader.read(position, ENOUGH, SEED)
        assert again.iterations == 0
        assert (again.suspects == first.suspects).all()
        paid += first.iterations
    assert paid > 0


@pytest.mark.parametrize("game_id", READABLE)
@pytest.mark.parametrize("iterations", [1, 50, 400])
def test_a_budget_is_never_overspent(game_id: str, iterations: int) -> None:
    for players in escale.load(game_id).info.players:
        if players > 1:
            for position in games(game_id, players, 1):
                assert Reader().read(position, Budget(iterations=iterations), SEED).iterations <= iterations


@pytest.mark.parametrize("game_id", READABLE)
def test_who_is_told_to_stop_reads_nothing(game_id: str) -> None:
    stop = threading.Event()
    stop.set()
    for position in games(game_id, 2, 1):
        assert Reader().read(position, ENOUGH, SEED, stop).iterations == 0


@pytest.mark.parametrize("game_id", READABLE)
def test_the_latest_moves_are_read_first(game_id: str) -> None:
    """Where not all can be: the last one with as little as it takes, and with less none."""
    late = games(game_id, 2, 1)[-3]
    newest = [len(before.moves()) for before, _ in late.history() if before.turn == 1 and len(before.moves()) > 1][-1]
    assert Reader().read(late, Budget(iterations=LEAST * newest), SEED).iterations == LEAST * newest
    assert Reader().read(late, Budget(iterations=LEAST * newest - 1), SEED).iterations == 0


@pytest.mark.parametrize("game_id", READABLE)
def test_what_is_cut_off_too_soon_is_not_kept(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that the clock left little time for is read another time, as well as if nothing had been."""
    late = games(game_id, 2, 1)[-3]
    hurried = Reader()
    with monkeypatch.context() as clock:
        clock.setattr(reading, "_played_out", lambda one, *_: (np.zeros((len(one.secrets), len(one.moves))), 1))
        assert hurried.read(late, ENOUGH, SEED).iterations > 0
    assert hurried.read(late, ENOUGH, SEED).iterations == Reader().read(late, ENOUGH, SEED).iterations > 0


@pytest.mark.parametrize("game_id", READABLE)
def test_who_has_no_time_reads_nothing(game_id: str) -> None:
    assert Reader().read(games(game_id, 2, 1)[-3], Budget(seconds=1e-9), SEED).iterations == 0


def read_by() -> Chooser:
    """A reader, with all that it finds."""
    reader = Reader()

    def choose(position: Position) -> tuple[int, object]:
        found = reader.read(position, ENOUGH, SEED)
        return position.moves()[0], (found.iterations, found.suspects.tobytes())

    return choose


@pytest.mark.parametrize("game_id", READABLE)
def test_a_reader_finds_the_same_in_worlds_one_cannot_tell_apart(game_id: str) -> None:
    game = escale.load(game_id)
    for number, at in enumerate(tables(game.info)[::2]):
        if at.players > 1:
            check_honest(read_by, at.new(game), number % at.players, number, for_all=True)


def expert() -> Chooser:
    """An expert with enough iterations to read."""
    player = bot("expert", SEED)
    return lambda position: (player.choose(position, ENOUGH), player.ease)


@pytest.mark.parametrize("game_id", READABLE)
def test_an_expert_who_reads_is_honest(game_id: str) -> None:
    game = escale.load(game_id)
    for number, at in enumerate(tables(game.info)[::4]):
        check_honest(expert, at.new(game), number % at.players, number)
