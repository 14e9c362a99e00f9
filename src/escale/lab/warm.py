"""Compile beforehand what would otherwise be compiled when it is first needed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from escale.lab.bench import WAYS, playouts
from escale.lab.processes import Step, in_processes
from escale.lab.simulate import player_of_games
from escale.rules import notice
from escale.rules.cores import cores
from escale.rules.game import COMPILED_FORMS, Game
from escale.rules.registry import load
from escale.search import reading, solo
from escale.search.bots import chooser
from escale.search.thinking import filler, searcher

NO_HURRY = 3600.0  # seconds


def warm(game_ids: Sequence[str], progress: Callable[[int, int], None] | None = None) -> float:
    """Compile all of these games that isn't yet, as many at a time as there are cores; returns the seconds it took.

    `progress` is told games done and games in all.
    """
    begun = time.perf_counter()
    finished = in_processes(warm_one, game_ids, cores(), NO_HURRY)
    for done, _ in enumerate(finished, 1):
        if progress is not None:
            progress(done, len(game_ids))
    return time.perf_counter() - begun


def warm_one(game_id: str, step: Step) -> None:
    """Compile all of a game that isn't yet."""
    notice.quiet = True
    game = load(game_id)
    for form in COMPILED_FORMS:
        getattr(game, form)
    tell(game)
    chooser(game)
    player_of_games(game)
    for way in WAYS:
        playouts(game, way)
    filler(game)
    searcher(game)
    reading.prepare(game)
    if 1 in game.info.players:
        solo.searcher(game.dtype, game.max_moves)


def tell(game: Game) -> None:
    """Show, write, read and explain a position with something in it: games compile some of what that takes, too."""
    position = game.new(seed=1)
    for _ in range(2):
        position.play(position.moves()[0])
    position.view(position.turn)
    game.parse(position.text())
    move = position.moves()[0]
    position.effects(move)
    game.advice.idea(position.state, move, position.turn)
    game.advice.place(position.state, move)
