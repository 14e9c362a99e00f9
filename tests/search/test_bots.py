"""Every bot in every game: legal, repeatable, honest, and greedy worth its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import escale
from escale.lab.simulate import simulate
from escale.rules.position import Position
from escale.search.bots import bot, bot_names

GAMES = list(escale.games())
Chooser = Callable[[Position], int]


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


def test_an_unknown_bot_names_those_there_are() -> None:
    with pytest.raises(escale.NoSuchBot, match="random, greedy"):
        bot("deep thought")


def test_no_move_is_chosen_when_the_game_is_over() -> None:
    position = escale.load(GAMES[0]).new(seed=1)
    while not position.over:
        position.play(position.moves()[0])
    with pytest.raises(escale.EscaleError, match="over"):
        bot("random").choose(position)
