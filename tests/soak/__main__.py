"""`python -m tests.soak [--minutes M] [--seed N] [--only HARNESS]`: every harness of the server, over and over, with new seeds.

| harness | what it does | sizes of a full round |
| --- | --- | --- |
| kills | kills the server at random moments while people and bots play every game | 500 kills on either database |
| cuts | cuts connections after random numbers of bytes | 20 games, on either database |
| storms | takes database, disk, process or wall clock away while clocks run | 12 faults for each game, on either database |
| races | lets four processes play the same move at once | 5,000 races, half on either database |
| worlds | compares all that is sent and logged where only secrets differ | every kind of table, 1,000 messages for each game |
| glances | compares what the rules show and tell a seat where only secrets differ | 200,000 comparisons for each game |
| leaks | scans every frame that a watcher gets | 3 of each game |
| fuzz | sends what is no frame, no message, no request | 20 times each |
| slow | connects and does not read | 2 readers |
| crowd | keeps connections that say little or nothing | 1,500 connections |
| crumbs | sends pings, empty frames and tiny chunks from one address without end | each kind once |
| rush | crowd, flood and 30 reviews at once, while a person plays every game | 300 moves timed before, 300 in it |
| signals | tells a server to stop that compiles, once or twice | 3 servers for each game |
| roles | tries every request and message in every role | all, with every game |
| attacks | tries in every order to learn what two seats know | 1,500 tables of every game for each beginning |
| contract | asks everything that the OpenAPI describes, and more | 50 examples each |
| flood | makes tables of experts from six addresses while a person plays easy bots | 120 tables, 3 times 150 moves |
| backlog | asks for 30 reviews from six addresses while others ask for one each | 5 newcomers |
| memory | lets people play bots at tables of every game, and leave | 200 tables |

`worlds` compares bytes that were sent: messages, answers, lines of logs. `glances` has no server: it compares the views and the
words for moves that they are made of. Where a game has no secrets (`glances` says "comparisons" of it too), what all its seats
are shown and told is compared instead, and `worlds` has nothing to compare.

Each harness runs at least once. A run of FULL_MINUTES also fails if less was tried than in a full round. A run of less takes as
much less of everything, but never nothing: so `--minutes 0.2` tries all of it in a minute or two. Those that measure nobody's
waiting run side by side, one for each core; the others alone. Prints how much each has tried, beside what a full round reaches.
Ends with status 1 if a promise was broken, and says with which seed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from signal import SIGINT, SIGTERM

import escale
from tests.postgres.server import started_postgres
from tests.server import races
from tests.server.attacks import try_every_order
from tests.server.backlog import crowd_out_reviews
from tests.server.contract import ask_everything
from tests.server.crowded import send_the_crowd_away
from tests.server.crumbled import throw_all_crumbs
from tests.server.cuts import cut_at_random
from tests.server.flood import flood_with_experts
from tests.server.fuzz import fuzz
from tests.server.glances import compare_glances
from tests.server.kills import kill_at_random
from tests.server.leaks import watch_whole_games
from tests.server.memory import give_memory_back
from tests.server.roles import odd_table, try_roles
from tests.server.rush import CONNECTIONS, MOVES, REVIEWS, TABLES, stand_the_rush
from tests.server.signals import stop_while_compiling
from tests.server.slow import drop_the_slow
from tests.server.storms import raise_storms
from tests.server.worlds import compare_worlds

FULL_MINUTES = 30.0  # about what a full round takes on two quiet cores
KILLS = 500  # on either database
RACES = 5_000
COMPARISONS = 200_000  # of views and moves, for each game
SENT = 1_000  # messages, answers and lines that are compared, for each game with secrets
SQLITE, POSTGRESQL = " (SQLite)", " (PostgreSQL)"

Harness = Callable[[Path, int, float], Counter[str]]  # given a folder, a seed, and how much of a full round to do


def _on_postgres(harness: Callable[..., Counter[str]], full: int) -> Harness:
    """The same harness with the games in a real PostgreSQL, new for it."""

    def run(data: Path, seed: int, share: float) -> Counter[str]:
        with started_postgres() as server:
            server.create("soak")
            return harness(data, _of(full, share), seed, database=server.dsn("soak"))

    return run


def _with_every_game(harness: Callable[[str], Counter[str]]) -> Counter[str]:
    """The same harness with each game of the shelf; what was tried in all."""
    counts = Counter[str]()
    for game in escale.games():
        counts.update(harness(game))
    return counts


def _of(full: int, share: float) -> int:
    return max(1, round(full * share))


def _stopped(data: Path, game: str) -> Counter[str]:
    ways = ([SIGTERM], [SIGINT], [SIGINT, SIGINT])
    stops = [stop_while_compiling(data / game / str(number), how, game=game) for number, how in enumerate(ways)]
    return sum(stops, Counter[str]())


def _roles(data: Path, game: str) -> Counter[str]:
    counts = try_roles(data / game, game=game)
    if table := odd_table(game):
        counts.update(try_roles(data / f"{game}-odd", game=game, table=table))
    return counts


def _glances(game: str) -> Harness:
    return lambda data, seed, share: compare_glances(game, _of(COMPARISONS, share), seed)


# What costs most comes first, so that no core is left without work at the end.
SIDE_BY_SIDE: dict[str, Harness] = {
    f"kills{SQLITE}": lambda data, seed, share: kill_at_random(data, _of(KILLS, share), seed),
    f"kills{POSTGRESQL}": _on_postgres(kill_at_random, KILLS),
    **{f"glances at {game}": _glances(game) for game in reversed(escale.games())},
    f"cuts{SQLITE}": lambda data, seed, share: cut_at_random(data, _of(20, share), seed),
    f"cuts{POSTGRESQL}": _on_postgres(cut_at_random, 20),
    f"storms{SQLITE}": lambda data, seed, share: raise_storms(data, _of(12, share), seed),
    f"storms{POSTGRESQL}": _on_postgres(raise_storms, 12),
    "worlds": lambda data, seed, share: compare_worlds(data, 1, seed, every=share >= 1),
    "leaks": lambda data, seed, share: _with_every_game(
        lambda game: watch_whole_games(data / game, _of(3, share), seed, game=game)
    ),
    "fuzz": lambda data, seed, share: fuzz(data, _of(20, share), seed),
    "roles": lambda data, seed, share: _with_every_game(partial(_roles, data)),
    "attacks": lambda data, seed, share: _with_every_game(lambda game: try_every_order(game, _of(1500, share))),
    "contract": lambda data, seed, share: ask_everything(data, _of(50, share), seed, phases="examples,coverage,fuzzing"),
}
ALONE: dict[str, Harness] = {
    "races": lambda data, seed, share: races.run(_of(RACES, share)),
    "slow": lambda data, seed, share: drop_the_slow(data),
    "crowd": lambda data, seed, share: send_the_crowd_away(data, _of(CONNECTIONS, share)),
    "crumbs": lambda data, seed, share: throw_all_crumbs(data),
    # As many moves in a short run: fewer would say nothing of 99 in 100.
    "rush": lambda data, seed, share: stand_the_rush(
        data, _of(CONNECTIONS, share), _of(TABLES, share), _of(REVIEWS, share), MOVES, seed
    ),
    "signals": lambda data, seed, share: _with_every_game(partial(_stopped, data)),
    "flood": lambda data, seed, share: flood_with_experts(data, _of(TABLES, share), _of(150, share), seed),
    "backlog": lambda data, seed, share: crowd_out_reviews(data, _of(5, share), seed),
    "memory": lambda data, seed, share: give_memory_back(data, _of(200, share), seed),
}
HARNESSES = {**SIDE_BY_SIDE, **ALONE}

#: What a full round must reach: the end of a name in HARNESSES, what it counts, and how many.
FULL = (
    (f"kills{SQLITE}", "kills", KILLS),
    (f"kills{POSTGRESQL}", "kills", KILLS),
    ("races", "sqlite rounds", RACES // 2),
    ("races", "postgresql rounds", RACES // 2),
    *((f"glances at {game}", f"comparisons at {game}", COMPARISONS) for game in escale.games()),
    *(("worlds", f"comparisons at {game}", SENT) for game, info in escale.games().items() if info.secrets),
    ("rush", "slow connections", CONNECTIONS),
    ("rush", "tables of experts", TABLES),
    ("rush", "moves in the rush", MOVES),
)


def main() -> int:
    """Run until the time is over, each harness at least once; the exit status."""
    parser = argparse.ArgumentParser(prog="./run soak", description="Every harness of the server, over and over.")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long; every harness runs at least once (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="of the first round; each round adds one")
    parser.add_argument("--only", metavar="WORD", default="", help="only the harnesses with this word in their name")
    parser.add_argument("--one", choices=HARNESSES, help=argparse.SUPPRESS)  # what this program starts itself
    parser.add_argument("--share", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--counts", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        return _try(asked.one, asked.seed, asked.share, asked.counts)
    totals: dict[str, Counter[str]] = {name: Counter() for name in HARNESSES if asked.only in name}
    if not totals:
        parser.error(f"no harness '{asked.only}': there are {', '.join(HARNESSES)}")
    broken = _run(totals, asked.minutes, asked.seed)
    fell_short = False
    print("\nin all:")
    for name, total in totals.items():
        print(f"{name:>18}: {_told(total)}")
    print("\nof what a full round reaches:")
    for name, what, full in FULL:
        if name in totals:
            print(f"{name:>18}: {totals[name][what]:,} of {full:,} {what}")
            fell_short |= asked.minutes >= FULL_MINUTES and totals[name][what] < full
    short = "less was tried than in a full round" if fell_short else "all promises were kept"
    print("a promise was broken" if broken else short)
    return int(broken or fell_short)


def _run(totals: dict[str, Counter[str]], minutes: float, first_seed: int) -> bool:
    """Round after round, each counted in its harness's total; whether a promise was broken."""
    end, share = time.monotonic() + minutes * 60, min(1.0, minutes / FULL_MINUTES)
    seed, broken = first_seed, False
    while not broken and (seed == first_seed or time.monotonic() < end):
        until = math.inf if seed == first_seed else end
        for name, counts in _round([name for name in totals if name in SIDE_BY_SIDE], os.cpu_count() or 1, seed, share, until):
            broken |= _counted(name, counts, totals[name])
        for name, counts in _round([name for name in totals if name in ALONE], 1, seed, share, until):
            broken |= _counted(name, counts, totals[name])
        seed += 1
    return broken


def _round(names: list[str], at_once: int, seed: int, share: float, end: float) -> Iterator[tuple[str, Counter[str] | None]]:
    """Each harness in a process of its own, so many at once, and none begun after the end; what it counts, None if it broke."""
    with ThreadPoolExecutor(at_once) as watchers:
        waiting = {watchers.submit(_one, name, seed, share, end): name for name in names}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def _one(name: str, seed: int, share: float, end: float) -> Counter[str] | None:
    """One harness, in a process of its own, which prints all it has to say when it ends."""
    if time.monotonic() >= end:
        return Counter()
    with tempfile.TemporaryDirectory() as folder:
        counted = Path(folder) / "counts.json"
        command = [sys.executable, "-m", "tests.soak", "--one", name, "--seed", str(seed), "--share", str(share)]
        ended = subprocess.run(
            [*command, "--counts", str(counted)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        print(ended.stdout, end="", flush=True)
        return None if ended.returncode else Counter(json.loads(counted.read_text()))


def _try(name: str, seed: int, share: float, counted: Path) -> int:
    """One harness, here; the exit status."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            counts = HARNESSES[name](Path(folder), seed, share)
        except Exception:
            traceback.print_exc()
            print(f"{name}, seed {seed}: BROKEN")
            return 1
    print(f"{name}, seed {seed}: kept in {time.monotonic() - began:.0f} s: {_told(counts)}")
    counted.write_text(json.dumps(counts))
    return 0


def _counted(name: str, counts: Counter[str] | None, total: Counter[str]) -> bool:
    """Add what a harness has counted to its total; whether it broke."""
    total.update(counts or ())
    total["broken" if counts is None else "rounds"] += int(counts is None or bool(counts))
    return counts is None


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main())
