"""Gets the games ready to play, beside the event loop: importing and compiling them may take seconds."""

from __future__ import annotations

import asyncio
import logging

from escale.rules.shelf import games, known_game
from escale.server.bodies import Frame

log = logging.getLogger("escale.games")
DEMO_SEED = 5
DEMO_PLIES = 40


class Readiness:
    """Which games can be played at once, and a short game of each to show."""

    def __init__(self) -> None:
        """Nothing is ready yet."""
        self._preparing: dict[str, asyncio.Task[list[Frame]]] = {}
        self._one_at_a_time = asyncio.Lock()

    def begin(self) -> None:
        """Prepare every game, one after the other, in the order of the shelf."""
        for game_id in games():
            self._task(game_id)

    async def wait(self, game_id: str) -> None:
        """Return when a game can be played; NoSuchGame if there is none of that id."""
        await asyncio.shield(self._task(known_game(game_id)))

    async def demo(self, game_id: str) -> list[Frame]:
        """A short game of bots, as a watcher sees it."""
        return await asyncio.shield(self._task(known_game(game_id)))

    def _task(self, game_id: str) -> asyncio.Task[list[Frame]]:
        task = self._preparing.get(game_id)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._preparing[game_id] = asyncio.create_task(self._prepare(game_id))
        return task

    async def _prepare(self, game_id: str) -> list[Frame]:
        async with self._one_at_a_time:
            return await asyncio.to_thread(played_through, game_id)


def played_through(game_id: str) -> list[Frame]:
    """Play a short game with every call a table makes, so that all of it is loaded and compiled."""
    from escale.rules.registry import load
    from escale.search.bots import bot, bot_names

    game = load(game_id)
    position = game.new(max(2, min(game.info.players)) if 2 in game.info.players else None, seed=DEMO_SEED)
    player = bot(bot_names()[-1], DEMO_SEED)
    frames = [Frame(0, position.view(), None, None)]
    while not position.over and len(frames) <= DEMO_PLIES:
        move = position.name(player.choose(position))
        seat, effects = position.turn, position.effects(move)
        position.view(seat), position.said(move), position.reveals(move), position.why_not(move)
        position.play(move)
        frames.append(Frame(len(frames), position.view(), None, {"seat": seat, "move": move, "effects": effects}))
    _ = position.scores  # compiled here too, before a game ends
    return frames
