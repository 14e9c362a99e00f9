"""Compile beforehand what would otherwise be compiled when it is first needed."""

from __future__ import annotations

import time
from collections.abc import Callable

from escale.lab.bench import WAYS, playouts
from escale.lab.simulate import player_of_games
from escale.rules.game import COMPILED_FORMS, Game
from escale.search import reading, solo
from escale.search.bots import chooser
from escale.search.thinking import filler, searcher


def warm(game: Game, progress: Callable[[int, int], None] | None = None) -> float:
    """Compile all of a game that isn't yet; returns the seconds it took. `progress` is told steps done and steps in all."""
    steps: list[Callable[[], object]] = [lambda form=form: getattr(game, form) for form in COMPILED_FORMS]  # type: ignore[misc]
    steps += [lambda: tell(game), lambda: chooser(game), lambda: player_of_games(game)]
    steps += [lambda way=way: playouts(game, way) for way in WAYS]  # type: ignore[misc]
    steps += [lambda: filler(game), lambda: searcher(game)]
    steps.append(lambda: reading.prepare(game))
    if 1 in game.info.players:
        steps.append(lambda: solo.searcher(game.dtype, game.max_moves))
    begun = time.perf_counter()
    for done, step in enumerate(steps, 1):
        step()
        if progress is not None:
            progress(done, len(steps))
    return time.perf_counter() - begun


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
