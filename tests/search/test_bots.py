"""Every bot in every game: legal, repeatable, quick when there is nothing to think about; and greedy worth its name."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any, cast

import pytest

import escale
from escale.lab.simulate import simulate
from escale.rules.position import Position
from escale.rules.verbs import evaluate
from escale.search.bots import Bot, bot, bot_names
from escale.search.forest import MEMORY
from tests.search.shelf import GAMES

LITTLE = 20  # iterations
ENOUGH = 10  # positions
FEW = 5  # moves to choose among
SOON = 0.2  # seconds


def tables(game_id: str) -> Iterator[Position]:
    """A deal for each number of players and each value of the options."""
    game = escale.load(game_id)
    for players in game.info.players:
        yield game.new(players, seed=players)
    for option in game.info.options:
        for value in option.values:
            if not option.needs:
                yield game.new(None, 5, **{option.name: value})


def chosen(player: Bot, position: Position) -> int:
    """Its move, soon: those who would think for long are given little."""
    return player.choose(position, iterations=None if player.instant else LITTLE)


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("game_id", GAMES)
def test_plays_whole_games_and_only_legal_moves(game_id: str, name: str) -> None:
    for position in tables(game_id):
        player = bot(name, seed=1)
        while not position.over:
            forced = len(position.moves()) == 1
            before = position.to_bytes()
            move = chosen(player, position)
            assert position.to_bytes() == before, "thinking changes nothing"
            assert 0 <= player.ease <= 1
            assert not forced or player.ease == 1
            position.play(move)


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("game_id", GAMES)
def test_a_seed_repeats_its_moves(game_id: str, name: str) -> None:
    for position in tables(game_id):
        one, other = bot(name, seed=3), bot(name, seed=3)
        for _ in range(6):
            if not position.over:
                move = chosen(one, position)
                assert chosen(other, position.copy()) == move
                position.play(move)


@pytest.mark.parametrize("name", [name for name in bot_names() if name != "greedy"])
def test_other_seeds_give_other_moves(name: str) -> None:
    """At least in some game. (To greedy it only matters among equals: see below.)"""
    for position in (position for game_id in GAMES for position in tables(game_id)):
        if len({chosen(bot(name, seed), position) for seed in range(6)}) > 1:
            return
    raise AssertionError("always the same moves")


@pytest.mark.parametrize("name", ["hard", "expert", "uct"])
def test_the_only_move_needs_no_thinking(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = escale.load(GAMES[0]).new(seed=1)
    monkeypatch.setattr(Position, "moves", lambda position: [5])
    player = bot(name, 1)
    assert player.choose(position, iterations=10**9) == 5
    assert player.ease == 1


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


@pytest.mark.parametrize("name", ["random", "expert"])
@pytest.mark.parametrize("threads", [True, "2", 2.0, None], ids=repr)
def test_threads_are_a_whole_number(name: str, threads: Any) -> None:
    with pytest.raises(escale.BadOption, match=rf"^threads={threads}: a whole number is needed, not .*; allowed are 1 to "):
        bot(name, threads=threads)
    with pytest.raises(escale.BadOption, match=r"^0 threads: allowed are 1 to "):
        bot(name, threads=0)


@pytest.mark.parametrize("name", ["random", "expert"])
@pytest.mark.parametrize("given", [True, "5", b"5", [5]], ids=repr)
def test_how_long_to_think_is_a_number(name: str, given: Any) -> None:
    position = escale.load(next(iter(escale.games()))).new(seed=1)
    with pytest.raises(escale.BadOption, match=r"^iterations=.*: a whole number is needed, not "):
        bot(name, 1).choose(position, iterations=given)
    with pytest.raises(escale.BadOption, match=r"^seconds=.*: a number is needed, more than 0, at most 3600, not "):
        bot(name, 1).choose(position, seconds=given)
    with pytest.raises(escale.BadOption, match=r"^nan seconds: more than 0, at most 3600$"):
        bot(name, 1).choose(position, seconds=float("nan"))
    with pytest.raises(escale.BadOption, match=r"^iterations=1\.5: a whole number is needed, not float"):
        bot(name, 1).choose(position, iterations=cast(int, 1.5))


def test_an_unknown_bot_names_those_there_are() -> None:
    for name in ("deep thought", "", "RANDOM", 3, None):
        with pytest.raises(escale.NoSuchBot, match="random, greedy, child"):
            bot(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", bot_names())
def test_no_move_is_chosen_when_the_game_is_over(name: str) -> None:
    for players in escale.games()[GAMES[0]].players:
        position = escale.load(GAMES[0]).new(players, seed=1)
        while not position.over:
            position.play(position.moves()[0])
        with pytest.raises(escale.EscaleError, match="over"):
            bot(name).choose(position)


@pytest.mark.parametrize("name", ["hard", "expert"])
def test_one_told_to_stop_before_it_begins_chooses_soon_and_the_next_time_thinks_again(name: str) -> None:
    position = escale.load(GAMES[0]).new(2, seed=1)
    player = bot(name, seed=1)
    player.stop()
    assert player.choose(position, iterations=10**9) in position.moves()
    later = threading.Timer(SOON, player.stop)
    begun = time.perf_counter()
    later.start()
    assert player.choose(position, iterations=10**9) in position.moves()
    assert time.perf_counter() - begun >= SOON
    later.join()


def test_bots_leave_quietly() -> None:
    """Also those still there when Python ends."""
    code = "import escale; import escale.rules as keeper; keeper.bot = escale.bot('hard', 1); escale.bot('expert')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, MEMORY: "nonsense"})
    assert (done.returncode, done.stderr) == (0, "")
