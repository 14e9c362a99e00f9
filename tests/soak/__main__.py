"""`python -m tests.soak [--minutes M]`: every harness of the server, over and over, with new seeds each time.

Prints how much each has tried. Ends with status 1 if a promise was broken, and says with which seed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.server.contract import ask_everything
from tests.server.cuts import cut_at_random
from tests.server.fuzz import fuzz
from tests.server.kills import kill_at_random
from tests.server.leaks import watch_whole_games
from tests.server.roles import try_roles
from tests.server.slow import drop_the_slow
from tests.server.worlds import compare_worlds

HARNESSES: dict[str, Callable[[Path, int], Counter[str]]] = {
    "kills": lambda data, seed: kill_at_random(data, 20, seed),
    "worlds": lambda data, seed: compare_worlds(data, 5, seed),
    "leaks": lambda data, seed: watch_whole_games(data, 10, seed),
    "cuts": lambda data, seed: cut_at_random(data, 20, seed),
    "fuzz": lambda data, seed: fuzz(data, 20, seed),
    "slow": lambda data, seed: drop_the_slow(data),
    "roles": lambda data, seed: try_roles(data),
    "contract": lambda data, seed: ask_everything(data, 50, seed, phases="examples,coverage,fuzzing"),
}


def main() -> int:
    """Run until the time is over, each harness at least once; the exit status."""
    parser = argparse.ArgumentParser(prog="./run soak", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30.0, help="how long; every harness runs at least once (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="of the first round; each round adds one")
    parser.add_argument("--only", choices=sorted(HARNESSES), action="append", help="only this harness; may be given again")
    asked = parser.parse_args()
    end = time.monotonic() + asked.minutes * 60
    totals: dict[str, Counter[str]] = {name: Counter() for name in asked.only or HARNESSES}
    seed, broken = asked.seed, False
    while not broken and (seed == asked.seed or time.monotonic() < end):
        for name, total in totals.items():
            if seed > asked.seed and time.monotonic() >= end:
                break
            broken |= not _round(name, seed, total)
        seed += 1
    for name, total in totals.items():
        print(f"{name:>9}: {', '.join(f'{count} {what}' for what, count in sorted(total.items()))}")
    print("a promise was broken" if broken else "all promises were kept")
    return int(broken)


def _round(name: str, seed: int, total: Counter[str]) -> bool:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            total.update(HARNESSES[name](Path(folder), seed))
        except Exception:
            traceback.print_exc()
            total["broken"] += 1
            print(f"{name}, seed {seed}: BROKEN", flush=True)
            return False
    total["rounds"] += 1
    print(f"{name}, seed {seed}: kept, {time.monotonic() - began:.0f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
