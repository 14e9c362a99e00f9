"""Hearing what other processes write to a PostgreSQL database and say there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import Any

from escale.store.background import kept
from escale.store.journal import Ears, Unavailable
from escale.store.postgres_pool import FAILURES, FIRST_PAUSE, PostgresPool, line

log = logging.getLogger("escale.store")

EVENTS, WORDS, BLOCKS = "escale_events", "escale_words", "escale_blocks"  # the channels
REMOVED = 0  # in place of the seq of an event: there is no such match any more
LONGEST_PAUSE = 3.0  # between two tries to listen again
LISTENER_CHECK_SECONDS = 15.0


class Listening:
    """A connection of its own, made anew when it is lost, and who is told what comes on it."""

    def __init__(self, pool: PostgresPool, origin: str, ears: Ears) -> None:
        """`origin`: what the words of this process begin with, which it needn't hear."""
        self._pool, self._origin, self._ears = pool, origin, ears
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Whatever is said from when this returns is heard; Unavailable."""
        connection = await self._connected()
        self._task = kept("listening to other processes", partial(self._keep, connection))

    async def end(self) -> None:
        """Hear no more."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _written(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        origin, match, seq = payload.split(" ")
        if origin == self._origin:
            return
        if int(seq) == REMOVED:
            self._ears.removed(match)
        else:
            self._ears.written(match, int(seq))

    def _said(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        origin, _, text = payload.partition(" ")
        if origin != self._origin:
            self._ears.said(text)

    def _blocked(self, _connection: Any, _process: int, _channel: str, _payload: str) -> None:
        self._ears.blocked()

    async def _connected(self) -> Any:
        """A connection that hears."""
        connection = await self._pool.one_more()
        try:
            await connection.add_listener(EVENTS, self._written)
            await connection.add_listener(WORDS, self._said)
            await connection.add_listener(BLOCKS, self._blocked)
        except BaseException as error:
            connection.terminate()
            raise self._pool.unavailable(error) if isinstance(error, FAILURES) else error from None
        return connection

    async def _keep(self, connection: Any) -> None:
        try:
            while True:
                await until_lost(connection)
                connection.terminate()
                log.warning("%s: the connection that listens was lost", self._pool.place)
                connection = await self._connected_again()
                self._ears.missed()
        finally:
            connection.terminate()

    async def _connected_again(self) -> Any:
        pause, failures = FIRST_PAUSE, 0
        while True:
            try:
                connection = await self._connected()
            except Unavailable as error:
                failures += 1
                if failures == 1:
                    log.warning("%s: can't listen: %s", self._pool.place, line(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                log.warning("%s: listens again, after %d failures", self._pool.place, failures)
                return connection


async def until_lost(connection: Any) -> None:
    """Return when a connection is lost; one that is silent is asked now and then, as a cut cable says nothing."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not connection.is_closed():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LISTENER_CHECK_SECONDS):  # wait_for would lose a `close` in the moment of the loss
                await lost.wait()
            return
        try:
            await connection.fetchval("SELECT 1")
        except FAILURES:
            return
