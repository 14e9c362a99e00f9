from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import escale
from escale import Game, Position
from escale.lab.bench import bench
from escale.lab.sides import sides_of
from escale.lab.simulate import simulate
from escale.rules.chance import derived_seed, new_rng
from tests.conformance.files import nobody_may_win, quick_options
from tests.conformance.tables import Table
from tests.lab.tables import some_tables
from tests.play.tables import EVERY_GAME
from tests.search.shelf import GAMES

REPLAYED = 100  # games a table


def counted(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key != "games_per_s"}


@pytest.mark.parametrize("game_id", GAMES)
def test_threads_change_nothing_but_the_speed(game_id: str) -> None:
    game = escale.load(game_id)
    quick = quick_options(game)
    runs = [simulate(game, None, 100, 11, ["greedy"], quick, threads) for threads in (1, 2, 5)]
    assert counted(runs[0]) == counted(runs[1]) == counted(runs[2])


@EVERY_GAME
def test_wins_and_draws_account_for_every_game(game: str) -> None:
    """But for those that nobody wins, where that may happen; what partners win counts once."""
    unwon = [unwon_games(escale.load(game), at) for at in some_tables(game, least=2)]
    assert min(unwon) >= 0
    assert not any(unwon) or nobody_may_win(escale.load(game))


def test_games_that_nobody_wins_are_among_them() -> None:
    assert any(unwon_games(escale.load(game), at) for game in escale.games() for at in some_tables(game, least=2))


def unwon_games(game: Game, at: Table) -> int:
    """How many of some games have no victor, says the simulator."""
    sides = sides_of(game, at.players, dict(at.options))
    result = simulate(game, at.players, 200, 4, options=dict(at.options))
    assert len(result["wins"]) == len(result["mean_scores"]) == len(result["mean_points"]) == at.players
    assert all(len({result["wins"][seat] for seat in side}) == 1 for side in sides)
    assert all(0 <= wins <= 200 for wins in (*result["wins"], result["draws"]))
    assert result["mean_moves"] > 0
    return int(200 - sum(result["wins"][side[0]] for side in sides) - result["draws"])


def replayed(game: Game, at: Table, number: int) -> tuple[Position, int]:
    """The end of a simulator's game, dealt and played again through the friendly positions, and its number of moves."""
    seed = int(derived_seed(np.uint64(at.seed), number))
    position = game.new(at.players, seed, **dict(at.options))
    rng = new_rng(np.uint64(0))
    rng[0] = derived_seed(np.uint64(seed), 1)
    moves = 0
    while not position.over:
        position.play(int(game.draw_one(game.blank(position.to_bytes()), game.move_room(), rng)))
        moves += 1
    return position, moves


def counted_by_hand(game: Game, at: Table) -> dict[str, Any]:
    """What `simulate` must say of random games at a table."""
    ends = [replayed(game, at, number) for number in range(REPLAYED)]
    scores = [end.scores for end, _ in ends]
    points = [end.points for end, _ in ends]
    seats = range(at.players)
    return {
        "game": game.id,
        "players": at.players,
        "options": dict(at.options),
        "bots": ["random"] * at.players,
        "games": REPLAYED,
        "seed": at.seed,
        "mean_moves": sum(moves for _, moves in ends) / REPLAYED,
        "wins": [sum(score[seat] == 1.0 for score in scores) for seat in seats],
        "draws": sum(any(0 < share < 1 for share in score) for score in scores),
        "mean_scores": pytest.approx([sum(score[seat] for score in scores) / REPLAYED for seat in seats]),
        "mean_points": pytest.approx([sum(point[seat] for point in points) / REPLAYED for seat in seats]),
    }


@EVERY_GAME
def test_every_figure_is_that_of_the_games_python_plays(game: str) -> None:
    won: set[int] = set()
    for at in some_tables(game):
        result = simulate(escale.load(game), at.players, REPLAYED, at.seed, ["random"], dict(at.options))
        assert counted(result) == counted_by_hand(escale.load(game), at), str(at)
        won.update(seat for seat, wins in enumerate(result["wins"]) if wins)
    assert won == set(range(max(escale.games()[game].players)))


def draws(game: str, at: Table) -> int:
    shared: int = simulate(escale.load(game), at.players, REPLAYED, at.seed, ["random"], dict(at.options))["draws"]
    return shared


def test_shared_victories_are_among_them() -> None:
    """In most of the games; by the rules of some, there are none."""
    sharing = [game for game in escale.games() if any(draws(game, at) for at in some_tables(game))]
    assert len(sharing) > len(escale.games()) / 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "at least 1"),
        ({"games": True}, "a whole number is needed, not bool; at least 1"),
        ({"games": "2"}, "a whole number is needed, not a text; at least 1"),
        ({"threads": True}, "a whole number is needed, not bool; at least 1"),
        ({"threads": 0}, "at least 1"),
        ({"seed": -1}, "from 0 to"),
        ({"players": 77}, "allowed are"),
        ({"bots": ["hal"]}, "there are"),
        ({"bots": ["random"] * 9}, "seats"),
        ({"options": {"nonsense": 1}}, "there are"),
    ],
)
def test_bad_input_names_what_is_allowed(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(escale.EscaleError, match=said):
        simulate(escale.load(GAMES[0]), **wrong)


@pytest.mark.parametrize("game_id", GAMES)
def test_bench_measures_every_figure(game_id: str) -> None:
    game = escale.load(game_id)
    result = bench(game, seconds=0.05)
    assert result["state_bytes"] == len(game.new(seed=1).to_bytes())
    assert all(result[key] > 0 for key in ("playouts_per_s", "moves_per_s", "mean_moves", "warm_start_s"))
    with pytest.raises(escale.BadOption, match="more than 0"):
        bench(game, seconds=0)
