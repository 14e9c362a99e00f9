"""Gets the games ready to play, beside the event loop: importing and compiling them may take seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from escale.rules.shelf import card_of, games
from escale.server.bodies import Frame
from escale.server.memory import set_aside
from escale.server.threads import Threads, in_thread
from escale.store.journal import Unavailable

log = logging.getLogger("escale.games")
DEMO_SEED = 5
DEMO_PLIES = 40
DEMO_BOT = "greedy"
PAUSE_SECONDS = 5.0  # after what nobody asked for
WARMING_SECONDS = 300.0  # a cold compiler on a slow machine

Result = TypeVar("Result")
Rules = tuple[str, int]  # a game and its version


class Readiness:
    """Which games can be played at once, and a short game of each to show."""

    def __init__(self) -> None:
        """Nothing is ready yet."""
        self._preparing: dict[Rules, asyncio.Task[list[Frame]]] = {}
        self._warming: dict[Rules, asyncio.Task[None]] = {}
        self._beginning: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._threads = Threads(1, "getting ready", niceness=0)
        self._closing = asyncio.Event()

    def begin(self) -> None:
        """Prepare every game, one after the other, in the order of the shelf; then the search in each.

        Never two at once, and with a pause after each: what somebody asks for goes before. Kept rules only when asked for.
        """
        self._beginning = asyncio.create_task(self._prepare_all())

    def close(self) -> None:
        """Prepare nothing more; requests that wait for a game are told that it won't be ready."""
        if self._beginning is not None:
            self._beginning.cancel()
        self._closing.set()

    async def _prepare_all(self) -> None:
        for step in (self._task, self._search):
            for game_id, info in games().items():
                with suppress(Exception):  # who asks for the game is told
                    await step((game_id, info.version))
                await asyncio.sleep(PAUSE_SECONDS)

    async def wait(self, game_id: str, version: int | None = None) -> None:
        """Return when a game can be played, today's or a version; NoSuchGame or OtherVersion if there is no such thing,
        Unavailable if the server closes.
        """
        await self._unless_closing(self._task(rules_of(game_id, version)))

    async def demo(self, game_id: str) -> list[Frame]:
        """A short game of bots, as a watcher sees it; fails as `wait` does."""
        return await self._unless_closing(self._task(rules_of(game_id)))

    async def _unless_closing(self, task: asyncio.Task[list[Frame]]) -> list[Frame]:
        if task.done():
            return task.result()
        closing = asyncio.create_task(self._closing.wait())
        try:
            either: set[asyncio.Task[Any]] = {task, closing}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            closing.cancel()
        if not task.done():
            raise Unavailable("this server is closing")
        return task.result()

    async def to_think(self, game_id: str, version: int | None = None) -> None:
        """Return when bots can search in a game: they have a deadline, and should not spend it on being compiled."""
        await asyncio.shield(self._search(rules_of(game_id, version)))

    def _search(self, rules: Rules) -> asyncio.Task[None]:
        task = self._warming.get(rules)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._warming[rules] = asyncio.create_task(self._warm(rules))
        return task

    async def _warm(self, rules: Rules) -> None:
        await asyncio.shield(self._task(rules))
        async with self._one_at_a_time:
            try:
                await self._threads.run(
                    partial(_then_set_aside, partial(searched_through, *rules)), WARMING_SECONDS, lambda: None
                )
            except Exception:  # a table has its own way to go on without a bot that fails
                log.exception("searching a game fails", extra={"game": rules[0], "version": rules[1]})

    def _task(self, rules: Rules) -> asyncio.Task[list[Frame]]:
        task = self._preparing.get(rules)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._preparing[rules] = asyncio.create_task(self._prepare(rules))
        return task

    async def _prepare(self, rules: Rules) -> list[Frame]:
        async with self._one_at_a_time:
            return await in_thread(partial(_then_set_aside, partial(played_through, *rules)), "getting ready")


def _then_set_aside(compiled: Callable[[], Result]) -> Result:
    result = compiled()
    set_aside()
    return result


def rules_of(game_id: str, version: int | None = None) -> Rules:
    """The rules that are meant; NoSuchGame or OtherVersion if they aren't here."""
    return game_id, card_of(game_id, version).version


def played_through(game_id: str, version: int | None = None) -> list[Frame]:
    """Play a short game with every call a table makes, so that all of it is loaded and compiled."""
    from escale.rules.registry import load
    from escale.search.bots import bot

    game = load(game_id, version)
    position = game.new(max(2, min(game.info.players)) if 2 in game.info.players else None, seed=DEMO_SEED)
    player = bot(DEMO_BOT, DEMO_SEED)
    frames = [Frame(0, position.view(), None, None)]
    while not position.over and len(frames) <= DEMO_PLIES:
        move = position.name(player.choose(position))
        seat, told, effects = position.turn, position.told(move), position.effects(move)
        position.view(seat), position.said(move), position.reveals(move), position.why_not(move)
        position.play(move)
        frames.append(Frame(len(frames), position.view(), None, {"seat": seat, "move": told, "effects": effects}))
    _ = position.scores  # compiled here too, before a game ends
    return frames


def searched_through(game_id: str, version: int | None = None) -> None:
    """Search a little in every way that a table does, so that all of it is loaded and compiled."""
    from escale.rules.registry import load
    from escale.search import advice
    from escale.search.analysis import analyse
    from escale.search.bots import LEVELS, bot
    from escale.search.budget import Budget
    from escale.search.reading import prepare

    game, little = load(game_id, version), Budget(iterations=2)
    prepare(game)  # which a bot does only once others have moved
    for players in game.info.players:  # with more of them other things are hidden, and searched otherwise
        position = game.new(players, DEMO_SEED)
        for name in LEVELS:
            bot(name, DEMO_SEED).choose(position, little)
        if players in (min(game.info.players), max(game.info.players)):
            advice.prepare(position, DEMO_SEED)
        analyse(position, little, DEMO_SEED, omniscient=True)
