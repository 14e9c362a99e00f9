from __future__ import annotations

from typing import Any

import pytest

import escale
from escale.lab.bench import bench
from escale.lab.simulate import simulate

GAMES = list(escale.games())


def counted(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key != "games_per_s"}


@pytest.mark.parametrize("game_id", GAMES)
def test_threads_change_nothing_but_the_speed(game_id: str) -> None:
    game = escale.load(game_id)
    runs = [simulate(game, games=300, seed=11, bots=["greedy"], threads=threads) for threads in (1, 2, 5)]
    assert counted(runs[0]) == counted(runs[1]) == counted(runs[2])


@pytest.mark.parametrize("game_id", GAMES)
def test_wins_and_draws_account_for_every_game(game_id: str) -> None:
    game = escale.load(game_id)
    for players in game.info.players:
        result = simulate(game, players, games=200, seed=4)
        assert len(result["wins"]) == len(result["mean_scores"]) == len(result["mean_points"]) == players
        assert all(0 <= wins <= 200 for wins in result["wins"])
        assert 0 <= result["draws"] <= 200
        assert result["mean_moves"] > 0


@pytest.mark.parametrize("game_id", GAMES)
def test_the_simulator_plays_the_games_that_python_plays(game_id: str) -> None:
    """One game of the simulator, dealt and played again through the friendly positions."""
    import numpy as np

    from escale.rules.chance import derived_seed, new_rng

    game = escale.load(game_id)
    seed = int(derived_seed(np.uint64(9), 0))
    position = game.new(seed=seed)
    rng = new_rng(np.uint64(0))
    rng[0] = derived_seed(np.uint64(seed), 1)
    moves = 0
    while not position.over:
        position.play(int(game.draw_one(game.blank(position.to_bytes()), game.move_room(), rng)))
        moves += 1
    result = simulate(game, games=1, seed=9)
    assert (result["mean_moves"], result["mean_scores"]) == (moves, list(position.scores))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "at least 1"),
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
