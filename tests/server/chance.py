"""Takes all chance out of a server inside the test, so that two of them differ in nothing but what is dealt."""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from escale import Position
from escale.rules.game import Game
from escale.server import bot_turns, hints, making, tables, tokens, uptime
from escale.server.logs import JsonLines

SEED, SALT = 6, "5a"
NOW = 1_800_000_000.0
WRITTEN = {"escale": logging.DEBUG, "asyncio": logging.WARNING}  # the loggers whose lines a host may see, and from which level
HINT_SECONDS = 0.001
TIMES = ("at", "seconds")  # the fields of a line that tell nothing but how fast the machine is

# Each server has its own of these, in the context that all it does happens in.
DEAL: contextvars.ContextVar[Position] = contextvars.ContextVar("DEAL")
GATE: contextvars.ContextVar[asyncio.Semaphore] = contextvars.ContextVar("GATE")
NUMBERS: contextvars.ContextVar[Iterator[int]] = contextvars.ContextVar("NUMBERS")
LINES: contextvars.ContextVar[list[str]] = contextvars.ContextVar("LINES")


class Gated:
    """asyncio, but that a bot's pause before its move lasts until we let it move."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Until the gate is opened once."""
        await GATE.get().acquire()


class Kept(logging.Handler):
    """Keeps each line for the server that wrote it; `stray` are those of nobody we know."""

    def __init__(self) -> None:
        """Formatted as a server's own, but without the time."""
        super().__init__(logging.DEBUG)
        self.setFormatter(JsonLines())
        self.stray: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        line = json.loads(self.format(record))
        told = {name: value for name, value in line.items() if name not in TIMES}
        LINES.get(self.stray).append(json.dumps(told))


@contextmanager
def nothing_by_chance() -> Iterator[Kept]:
    """Ids, keys, seeds and the clock are the same in both worlds, bots move when we say; the deal is each world's own."""
    deal = Game.new

    def dealt(game: Game, players: int | None = None, seed: int | None = None, **options: Any) -> Position:
        ours = seed == SEED and DEAL in contextvars.copy_context()
        return DEAL.get().copy() if ours else deal(game, players, seed, **options)

    with (
        mock.patch.object(Game, "new", dealt),
        mock.patch.object(making, "new_seed", return_value=(SEED, SALT)),
        mock.patch.object(tables, "new_seed", return_value=(SEED, SALT)),
        mock.patch.object(tokens, "_letters", lambda count: str(next(NUMBERS.get())).rjust(count, "k")),
        mock.patch.object(tokens, "new_token", numbered_token),
        mock.patch.object(bot_turns, "asyncio", Gated()),
        mock.patch.object(hints, "SECONDS", HINT_SECONDS),
        mock.patch.object(time, "time", return_value=NOW),
        mock.patch.object(uptime.Uptime, "now", return_value=0.0),
        mock.patch.object(uptime.Uptime, "stands", new=False),
        lines_kept() as kept,
    ):
        yield kept


def numbered_token() -> str:
    """In place of one made of chance."""
    return f"token{next(NUMBERS.get())}"


@contextmanager
def lines_kept() -> Iterator[Kept]:
    """All that a server with `--log debug` would write, kept while the context lasts."""
    kept = Kept()
    loggers = {logging.getLogger(name): level for name, level in WRITTEN.items()}
    before = {logger: logger.level for logger in loggers}
    for logger, level in loggers.items():
        logger.addHandler(kept)
        logger.setLevel(level)
    try:
        yield kept
    finally:
        for logger, level in before.items():
            logger.removeHandler(kept)
            logger.setLevel(level)
