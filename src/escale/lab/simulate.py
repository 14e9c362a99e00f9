"""Many games between bots, on all cores."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from escale.rules.chance import derived_seed, new_rng
from escale.rules.compile import compiled, entry
from escale.rules.cores import cores
from escale.rules.errors import BadOption
from escale.rules.game import Game
from escale.rules.info import checked_seed
from escale.rules.verbs import OVER, play, points, score, setup, turn
from escale.search.bots import bot
from escale.search.budget import whole_number_within
from escale.search.policies import ASKED, POLICIES, WORLDS, choose

CHUNK = 64  # games a thread plays before it reports; sums are added up in this order, so threads don't change a digit
AHEAD = 4  # chunks waiting for each thread
FULL_WIN = 1.0

# The sums a chunk reports: two numbers, then three for each seat.
MOVES, DRAWS, SEATS = range(3)
WINS, SCORES, POINTS, SUMS_A_SEAT = range(4)


@compiled
def play_games(
    states: Any, moves: Any, rng: Any, options: Any, policies: Any, seed: Any, first: Any, count: Any, sums: Any
) -> None:
    """Play games number `first` to `first + count - 1` of a run, adding to `sums`; `states`, `moves`, `rng` are room."""
    players = options[0]
    payoffs = np.zeros(players, np.float64)
    counted = np.zeros(players, np.float64)
    for number in range(first, first + count):
        game_seed = derived_seed(seed, number)
        rng[0] = derived_seed(game_seed, 1)
        setup(states[ASKED], options, game_seed)
        while turn(states[ASKED]) != OVER:
            policy = policies[turn(states[ASKED])]
            play(states[ASKED], choose(policy, states, moves, payoffs, rng))
            sums[MOVES] += 1
        score(states[ASKED], payoffs)
        points(states[ASKED], counted)
        shared = False
        for seat in range(players):
            place = SEATS + SUMS_A_SEAT * seat
            sums[place + WINS] += payoffs[seat] == FULL_WIN
            sums[place + SCORES] += payoffs[seat]
            sums[place + POINTS] += counted[seat]
            shared = shared or 0.0 < payoffs[seat] < FULL_WIN
        sums[DRAWS] += shared


@cache
def player_of_games(game: Game) -> Callable[..., Any]:
    """`play_games`, compiled for a game."""
    options = np.zeros(1, np.int64)
    sums = np.zeros(1, np.float64)
    return entry(play_games, *_room(game), options, options, np.uint64(0), 0, 0, sums)


def simulate(
    game: Game,
    players: int | None = None,
    games: int = 1000,
    seed: int | None = None,
    bots: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Play `games` games and count. The seed decides everything but the speed; `progress` is told games done and games in all.

    One bot for every seat, or one name for all; wins are of sole victories, draws of shared ones.
    """
    games = whole_number_within("games", games, 1)
    encoded = game.encoded(players, options or {})
    seats = int(encoded[0])
    names = _bot_of_each_seat(bots or ["random"], seats)
    policies = np.array([POLICIES[name] for name in names], np.int64)
    run_seed = checked_seed(seed)
    run = player_of_games(game)

    def chunk(first: int) -> Any:
        sums = np.zeros(SEATS + SUMS_A_SEAT * seats, np.float64)
        run(*_room(game), encoded, policies, np.uint64(run_seed), first, min(CHUNK, games - first), sums)
        return sums

    begun = time.perf_counter()
    total = np.zeros(SEATS + SUMS_A_SEAT * seats, np.float64)
    for number, sums in enumerate(_in_turn(chunk, range(0, games, CHUNK), _checked_threads(threads)), 1):
        total += sums
        if progress is not None:
            progress(min(number * CHUNK, games), games)
    seconds = time.perf_counter() - begun
    by_seat = total[SEATS:].reshape(seats, SUMS_A_SEAT)
    return {
        "game": game.id,
        "players": seats,
        "options": game.info.decode(encoded.tolist())[1],
        "bots": names,
        "games": games,
        "seed": run_seed,
        "mean_moves": float(total[MOVES] / games),
        "wins": by_seat[:, WINS].astype(int).tolist(),
        "draws": int(total[DRAWS]),
        "mean_scores": (by_seat[:, SCORES] / games).tolist(),
        "mean_points": (by_seat[:, POINTS] / games).tolist(),
        "games_per_s": games / seconds,
    }


def _in_turn(work: Callable[[int], Any], firsts: range, threads: int) -> Iterator[Any]:
    """The results of the work in the order of its arguments, done by threads that stay only a little ahead."""
    with ThreadPoolExecutor(threads) as pool:
        ahead: deque[Future[Any]] = deque()
        try:
            for first in firsts:
                ahead.append(pool.submit(work, first))
                if len(ahead) > AHEAD * threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


def _room(game: Game) -> tuple[Any, Any, Any]:
    return np.zeros(WORLDS, game.dtype), game.move_room(), new_rng(np.uint64(0))


def _bot_of_each_seat(bots: Sequence[str], seats: int) -> list[str]:
    for name in bots:
        bot(name)  # says which there are if it isn't one
        if name not in POLICIES:
            raise BadOption(f"bot {name!r} thinks too long for this: simulate plays {', '.join(POLICIES)}; see tournament")
    if len(bots) == 1:
        return list(bots) * seats
    if len(bots) != seats:
        raise BadOption(f"{len(bots)} bots for {seats} seats: allowed are 1, for every seat, or {seats}")
    return list(bots)


def _checked_threads(threads: int | None) -> int:
    return cores() if threads is None else whole_number_within("threads", threads, 1)
