"""A process where many bots think at a time; prints by how many bytes its memory grew.

Arguments: a game, how many bots, the seconds of each move, the moves of each bot.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import escale
from escale.lab.warm import warm
from escale.search.bots import Bot, bot

LOOK_S = 0.02
PAGE = os.sysconf("SC_PAGE_SIZE")


def resident() -> int:
    """The memory this process has now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


@contextmanager
def watched(seen: list[int]) -> Iterator[None]:
    """Look at the memory again and again."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(LOOK_S):
            seen.append(resident())

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def think(game: escale.Game, player: Bot, seed: int, seconds: float, moves: int) -> None:
    """One bot plays the first moves of a game of its own, on both sides."""
    position = game.new(2, seed)
    for _ in range(moves):
        position.play(player.choose(position, seconds=seconds))


def main(game_id: str, bots: int, seconds: float, moves: int) -> None:
    """Compile first: only what thinking takes is counted."""
    game = escale.load(game_id)
    warm([game.id])
    bot("greedy", 1).choose(game.new(2, 1))
    seen = [before := resident()]
    players = [bot("expert", seed) for seed in range(bots)]
    with watched(seen), ThreadPoolExecutor(bots) as pool:
        running = [pool.submit(think, game, player, seed, seconds, moves) for seed, player in enumerate(players)]
        for one in running:
            one.result()
    seen.append(resident())
    print(max(seen) - before)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
