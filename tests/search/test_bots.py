"""Every bot in every game: legal, repeatable, honest, and greedy worth its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import escale
from escale.lab.simulate import simulate
from escale.rules.position import Position
from escale.rules.verbs import evaluate
from escale.search.bots import bot, bot_names

GAMES = list(escale.games())
Chooser = Callable[[Position], int]
ENOUGH = 10  # positions
FEW = 5  # moves to choose among


def tables(game_id: str) -> Iterator[Position]:
    """A deal for each number of players and each value of the options."""
    game = escale.load(game_id)
    for players in game.info.players:
        yield game.new(players, seed=players)
    for option in game.info.options:
        for value in option.values:
            if not option.needs:
                yield game.new(None, 5, **{option.name: value})


def check_honest(make: Callable[[], Chooser], position: Position) -> None:
    """Two worlds that differ only in what the seat to move can't know give the same move."""
    choices = {make()(position.determinized(position.turn, seed)) for seed in range(8)}
    assert len(choices) == 1, f"the bot plays {sorted(choices)} in worlds it can't tell apart"


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("game_id", GAMES)
def test_plays_whole_games_and_only_legal_moves(game_id: str, name: str) -> None:
    for position in tables(game_id):
        player = bot(name, seed=1)
        while not position.over:
            position.play(player.choose(position))


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("game_id", GAMES)
def test_a_seed_repeats_its_moves(game_id: str, name: str) -> None:
    for position in tables(game_id):
        assert bot(name, seed=3).choose(position) == bot(name, seed=3).choose(position.copy())


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("game_id", GAMES)
def test_uses_nothing_it_may_not_know(game_id: str, name: str) -> None:
    for position in tables(game_id):
        walker = bot("random", seed=2)
        while not position.over:
            check_honest(lambda: bot(name, seed=7).choose, position)
            position.play(walker.choose(position))


def test_a_bot_that_peeks_is_caught() -> None:
    """Planted: a bot that chooses by the whole state, secrets included."""

    def peek(position: Position) -> int:
        moves = position.moves()
        return moves[sum(position.to_bytes()) % len(moves)]

    caught = []
    for game_id in GAMES:
        position = escale.load(game_id).new(seed=1)
        try:
            check_honest(lambda: peek, position)
        except AssertionError as error:
            caught.append(str(error))
    assert caught


@pytest.mark.parametrize("game_id", GAMES)
def test_greedy_clearly_beats_random(game_id: str) -> None:
    game = escale.load(game_id)
    for players in game.info.players:
        if players == 1:
            continue
        shares = []
        for seat in range(players):
            names = ["random"] * players
            names[seat] = "greedy"
            shares.append(simulate(game, players, 600, seed=seat, bots=names)["mean_scores"][seat])
        assert sum(shares) / players > 1.3 / players, f"{players} players: {shares}"


def equally_good(position: Position) -> set[int]:
    """The moves that look best to the seat to move, when it sees everything."""
    seat = position.turn
    assert seat is not None
    worth = {}
    for move in position.moves():
        later = position.copy()
        later.play(move)
        worth[move] = later.scores[seat] if later.over else float(evaluate(later.state, seat))
    return {move for move, value in worth.items() if value == max(worth.values())}


def test_greedy_chooses_any_of_its_best_moves() -> None:
    """By the seed, where nothing is hidden from the seat to move, so that nothing else depends on it."""
    tried = 0
    for position in (position for game_id in GAMES for position in tables(game_id)):
        walker = bot("random", seed=4)
        while not position.over and tried < ENOUGH:
            open_to_it = all(position.determinized(position.turn, seed) == position for seed in range(8))
            best = equally_good(position) if open_to_it else set()
            if 1 < len(best) <= FEW:
                assert {bot("greedy", seed).choose(position) for seed in range(40 * FEW)} == best, str(position)
                tried += 1
            position.play(walker.choose(position))
    assert tried, "no game has a position where greedy must choose among equals"


def test_an_unknown_bot_names_those_there_are() -> None:
    with pytest.raises(escale.NoSuchBot, match="random, greedy"):
        bot("deep thought")


def test_no_move_is_chosen_when_the_game_is_over() -> None:
    position = escale.load(GAMES[0]).new(seed=1)
    while not position.over:
        position.play(position.moves()[0])
    with pytest.raises(escale.EscaleError, match="over"):
        bot("random").choose(position)
