"""What the search promises: speed, strength, levels, lines for one player, memory.

Bots that think for a second a move take their time: `./run bench search` is some 20 minutes a game on two cores.
"""

from __future__ import annotations

import math
import statistics
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import escale
from bench import search_memory, search_speed, search_strength
from bench.promise import AT_MOST, NO_BAR, Row
from escale.lab.samegame_boards import random_board
from escale.lab.solve import solve_board
from escale.rules.cores import cores
from escale.search.advice import advise
from escale.search.budget import Budget, lasting
from escale.server.hints import SECONDS

PLAYERS = 2
BOARDS = 20  # SameGame boards, with these seeds from 0 up
COLUMNS = ROWS = 15
COLOURS = 5
A_BOARD = Budget(seconds=5.0)
HINTS = 8
HINT_SECONDS = 1.0  # that a hint may take on a machine that has nothing else to do


def of_game(game: escale.Game, folder: Path) -> Iterator[Row]:
    """What the search is held to in one game; `folder` has the game's own bars."""
    bars: dict[str, Any] = tomllib.loads((folder / "bars.toml").read_text(encoding="utf-8")).get("search", {})
    if PLAYERS in game.info.players:
        if game.info.secrets:
            yield from search_speed.promises(game, bars)
        yield hint(game)
        yield from search_strength.promises(game)
    if 1 in game.info.players:
        yield from search_strength.alone(game, bars)


def hint(game: escale.Game) -> Row:
    """How long a table waits for a hint, the longest of the first few moves."""
    position, longest = game.new(PLAYERS, seed=1), 0.0
    advise(position, lasting(game.info, SECONDS), 1)  # compiles
    for number in range(HINTS):
        begun = time.perf_counter()
        advice = advise(position, lasting(game.info, SECONDS), number)
        longest = max(longest, time.perf_counter() - begun)
        position.play(advice.move)
    return f"seconds of a hint, the longest of {HINTS}", longest, AT_MOST, HINT_SECONDS


def of_all() -> Iterator[Row]:
    """What it is held to whatever the game."""
    yield from same_game()
    first = next(game for game in escale.games() if PLAYERS in escale.load(game).info.players)
    yield from search_memory.promises(first)


def same_game() -> Iterator[Row]:
    """Totals on plain boards, to be compared with published ones."""
    with ThreadPoolExecutor(cores()) as pool:
        found = list(
            pool.map(lambda seed: solve_board(random_board(COLUMNS, ROWS, COLOURS, seed), A_BOARD, seed), range(BOARDS))
        )
    totals = [float(one["total"]) for one in found]
    sure = 1.96 * statistics.stdev(totals) / math.sqrt(BOARDS)
    cleared = sum(one["cleared"] for one in found)
    what = f"SameGame, mean total of {BOARDS} random boards of {COLUMNS}x{ROWS}, {COLOURS} colours, {A_BOARD.seconds:g} s each"
    mean = statistics.mean(totals)
    yield f"{what}: {mean:,.0f} ± {sure:,.0f}, {cleared} cleared", mean, NO_BAR, 0.0
