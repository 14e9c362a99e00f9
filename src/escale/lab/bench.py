"""How fast a game is played at random, on one core."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from escale.rules.chance import new_rng, rng_below
from escale.rules.compile import compiled, entry
from escale.rules.errors import BadOption
from escale.rules.game import Game
from escale.rules.verbs import OVER, draw, legal, play, turn

DEALS = 256  # positions the play-outs start from, in turn
BATCH = 512  # play-outs between two looks at the clock
WARM_START = """
import time
begun = time.perf_counter()
import escale
position = escale.load({game!r}).new({players}, seed=1, **{options!r})
position.play(position.moves()[0])
print(time.perf_counter() - begun)
"""


@compiled
def listed_playouts(starts: Any, work: Any, moves: Any, rng: Any, count: Any) -> Any:
    """Play `count` games to the end, listing all legal moves before each one; returns how many moves were played."""
    played = 0
    for i in range(count):
        work[0] = starts[i % len(starts)]
        while turn(work[0]) != OVER:
            listed = legal(work[0], moves)
            play(work[0], moves[rng_below(rng, listed)])
            played += 1
    return played


@compiled
def drawn_playouts(starts: Any, work: Any, moves: Any, rng: Any, count: Any) -> Any:
    """The same with the verb that draws a move, which a game may have to save itself the listing."""
    played = 0
    for i in range(count):
        work[0] = starts[i % len(starts)]
        while turn(work[0]) != OVER:
            play(work[0], draw(work[0], moves, rng))
            played += 1
    return played


WAYS = {"listed": listed_playouts, "drawn": drawn_playouts}


@cache
def playouts(game: Game, way: str) -> Callable[..., Any]:
    """One of WAYS, compiled for a game."""
    return entry(WAYS[way], game.blank(), game.blank(), game.move_room(), new_rng(np.uint64(0)), 0)


def measure(game: Game, players: int | None, options: Mapping[str, Any], way: str, seconds: float) -> tuple[float, float]:
    """Play-outs a second, and moves a second."""
    if not seconds > 0:
        raise BadOption(f"{seconds} seconds: more than 0")
    run = playouts(game, way)
    encoded = game.encoded(players, options)
    starts = np.zeros(DEALS, game.dtype)
    for i in range(DEALS):
        game.set_up(starts[i : i + 1], encoded, np.uint64(i))
    room = (game.blank(), game.move_room(), new_rng(np.uint64(1)))
    games = moves = 0
    begun = time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < seconds:
        moves += run(starts, *room, BATCH)
        games += BATCH
    return games / elapsed, moves / elapsed


def bench(
    game: Game, players: int | None = None, options: Mapping[str, Any] | None = None, seconds: float = 2.0
) -> dict[str, Any]:
    """Random play on one core for so many seconds, half with the full list of moves at every step and half with `draw`; and
    how long a new process takes to its first move.
    """
    encoded = game.encoded(players, options or {})
    seats, values = game.info.decode(encoded.tolist())
    playouts_per_s, moves_per_s = measure(game, players, options or {}, "listed", seconds / 2)
    drawn_per_s, _ = measure(game, players, options or {}, "drawn", seconds / 2)
    return {
        "game": game.id,
        "players": seats,
        "options": values,
        "playouts_per_s": playouts_per_s,
        "drawn_playouts_per_s": drawn_per_s,
        "moves_per_s": moves_per_s,
        "mean_moves": moves_per_s / playouts_per_s,
        "state_bytes": game.dtype.itemsize,
        "warm_start_s": warm_start(game, seats, values),
    }


def warm_start(game: Game, players: int, options: Mapping[str, Any]) -> float:
    """Seconds from `import escale` to the first move played, in a new process that finds everything compiled."""
    game.new(players, seed=1, **options)
    program = WARM_START.format(game=game.id, players=players, options=dict(options))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(done.stdout)
