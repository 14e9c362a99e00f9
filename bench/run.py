"""Measure what the project promises, and fail if a promise is broken: `./run bench [GAME | tables | stalls | search ...]`.

Machines are shared and noisy, so nearly all figures are ratios: both sides run in turn, several rounds, and medians compared.
Each game says in its own folder, in bench/bars.toml, what it is held to.
"""

from __future__ import annotations

import itertools
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyspiel

import escale
from escale.lab.bench import measure, warm_start
from escale.lab.simulate import simulate
from escale.lab.warm import warm

sys.path[0] = str(Path(__file__).resolve().parents[1])  # this folder is the package `bench`

from bench import search, stalls, starting, tables  # noqa: E402
from bench.promise import AT_LEAST, AT_MOST, NO_BAR, NOT_MEASURED, Row, tell  # noqa: E402

GAMES = Path(escale.__file__).parent / "games"
ROUNDS = 5
SECONDS = 0.7
FIRST_MOVE_S = 1.0
SIMULATED_S = 3.0  # how long a simulation on one core takes, about
DEALS = 64
LISTED_TIMES = 50
TABLES, STALLS, SEARCH = "tables", "stalls", "search"  # instead of a game: what the server promises, and the bots


def rounds(first: Callable[[], float], second: Callable[[], float]) -> float:
    """The median of the first measure over the median of the second, both taken in turn."""
    pairs = [(first(), second()) for _ in range(ROUNDS)]
    return statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)


def yardstick(folder: Path, bars: dict[str, Any], build: Path) -> Callable[[], tuple[float, float]]:
    """The game's native yardstick, compiled: gives play-outs and moves a second."""
    program = build / "yardstick"
    source = folder / bars["yardstick"]["source"]
    subprocess.run(["c++", "-O3", "-march=native", str(source), "-o", str(program)], check=True)

    def run() -> tuple[float, float]:
        said = subprocess.run([program, *bars["yardstick"]["arguments"]], capture_output=True, text=True, check=True).stdout
        found = [re.search(rf"{name}=(\S+)", said) for name in ("playouts/s", "steps/s")]
        playouts, steps = (float(match[1]) for match in found if match)
        return playouts, steps

    return run


def against_yardstick(game: escale.Game, folder: Path, bars: dict[str, Any]) -> Iterator[Row]:
    """The game's play-outs against its yardstick's."""
    if shutil.which("c++") is None:
        for bar in bars["bar"]:
            yield f"play-outs against C++, {bar['what']}: no C++ compiler here", 0.0, NOT_MEASURED, bar["at_least"]
        return
    with tempfile.TemporaryDirectory() as build:
        native = yardstick(folder, bars, Path(build))
        for bar in bars["bar"]:
            ours: list[tuple[float, float]] = []
            theirs: list[tuple[float, float]] = []
            for _ in range(ROUNDS):
                ours.append(measure(game, bar["players"], bar["options"], bar["way"], SECONDS))
                theirs.append(native())
            ratio = min(statistics.median(a[i] for a in ours) / statistics.median(b[i] for b in theirs) for i in range(2))
            speed = statistics.median(a for a, _ in ours)
            yield f"play-outs against C++, {bar['what']} ({speed:,.0f}/s)", ratio, AT_LEAST, bar["at_least"]


def copies(game: escale.Game, options: dict[str, Any]) -> Callable[[], escale.Position]:
    """Fresh copies of a few deals, in turn."""
    deals = itertools.cycle([game.new(None, seed, **options) for seed in range(DEALS)])
    return lambda: next(deals).copy()


def friendly_steps(deal: Callable[[], escale.Position]) -> float:
    """Steps a second of the loop anybody would write."""
    steps = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        position = deal()
        while not position.over:
            position.play(random.choice(position.moves()))
            steps += 1
    return steps / (time.perf_counter() - begun)


def open_spiel_steps() -> float:
    """The same loop on OpenSpiel's connect_four."""
    game = pyspiel.load_game("connect_four")
    steps = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps / (time.perf_counter() - begun)


def games_per_s(game: escale.Game, games: int, threads: int) -> float:
    """Games a second of `simulate`."""
    return float(simulate(game, games=games, seed=1, threads=threads)["games_per_s"])


def speeds(game: escale.Game, bars: dict[str, Any]) -> Iterator[Row]:
    """Random games a second on one core, where a game is held to a number of them."""
    for bar in bars.get("speed", []):
        measured = [measure(game, bar["players"], bar["options"], bar["way"], SECONDS) for _ in range(ROUNDS)]
        speed = statistics.median(playouts for playouts, _ in measured)
        yield f"random games a second, {bar['what']}", speed, *held(bar.get("at_least"))


def listing_us(game: escale.Game, players: int) -> float:
    """Microseconds that a full list of legal moves takes in the middle of random games, at the median over positions."""
    taken = []
    for seed in range(DEALS):
        position = game.new(players, seed)
        passed: list[escale.Position] = []
        while not position.over:
            passed.append(position.copy())
            position.play(random.Random(seed + len(passed)).choice(position.moves()))
        middle = max(passed[len(passed) // 3 : 2 * len(passed) // 3], key=lambda one: len(one.moves()))
        states, room = game.blank(middle.to_bytes()), game.move_room()
        begun = time.perf_counter()
        for _ in range(LISTED_TIMES):
            game.listing(states, room)
        taken.append((time.perf_counter() - begun) / LISTED_TIMES * 1e6)
    return statistics.median(taken)


def held(bar: float | None) -> tuple[str, float]:
    """What a figure must be at least, if anything."""
    return (NO_BAR, 0.0) if bar is None else (AT_LEAST, bar)


def promises(game: escale.Game, folder: Path) -> Iterator[Row]:
    """Everything one game is held to."""
    bars = tomllib.loads((folder / "bars.toml").read_text(encoding="utf-8"))
    yield "bytes a state", game.dtype.itemsize, AT_MOST, bars["state_bytes"]
    first_moves = [warm_start(game, *game.info.choose(None, {})) for _ in range(ROUNDS)]
    yield "seconds from import to the first move, cache warm", statistics.median(first_moves), AT_MOST, FIRST_MOVE_S
    yield from speeds(game, bars)
    for bar in bars.get("listing", []):
        what = f"microseconds to list all moves in mid-game, {bar['players']} players"
        yield what, listing_us(game, bar["players"]), AT_MOST, bar["at_most_us"]
    if "yardstick" in bars:
        yield from against_yardstick(game, folder, bars)
    chosen = bars.get("friendly_options", {})
    ratio = rounds(lambda: friendly_steps(copies(game, chosen)), open_spiel_steps)
    yield f"Python loop against OpenSpiel's connect_four {chosen or ''}", ratio, *held(bars.get("friendly_loop"))
    ratio = rounds(lambda: friendly_steps(copies(game, {})), open_spiel_steps)
    yield "the same, options as they come", ratio, NO_BAR, 0.0
    ratio = rounds(lambda: friendly_steps(game.new), open_spiel_steps)
    yield "the same, each game dealt anew", ratio, NO_BAR, 0.0
    games = int(SIMULATED_S * measure(game, None, {}, "listed", SECONDS)[0])
    ratio = rounds(lambda: games_per_s(game, games, 2), lambda: games_per_s(game, games, 1))
    yield "simulate, two threads against one", ratio, AT_LEAST, bars["threads"]


def sections(names: list[str]) -> Iterator[tuple[str, Iterator[Row]]]:
    """The titles and promises of all that is named, or of everything."""
    for game_id in [name for name in names if name not in (TABLES, STALLS, SEARCH)] if names else escale.games():
        game = escale.load(game_id)
        yield f"{game_id}: compiled in {warm([game.id]):.1f} s", promises(game, GAMES / game_id / "bench")
    if not names or TABLES in names:
        yield TABLES, itertools.chain(starting.promises(), tables.promises())
    if not names or STALLS in names:
        yield STALLS, stalls.promises()
    if not names or SEARCH in names:
        for game_id in escale.games():
            game = escale.load(game_id)
            yield f"{SEARCH} in {game_id}: compiled in {warm([game.id]):.1f} s", search.of_game(game, GAMES / game_id / "bench")
        yield SEARCH, search.of_all()


def main(names: list[str]) -> int:
    """Print every promise with what was measured; 1 if one is broken."""
    broken = missing = 0
    for title, rows in sections(names):
        print(title, flush=True)
        broke, missed = tell(rows)
        broken, missing = broken + broke, missing + missed
    print(f"{broken} promises broken, {missing} not measured")
    return 1 if broken else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except escale.EscaleError as error:
        sys.exit(f"escale: {error}")
