"""The time of the event loop: an address that has had its share of it waits, and nobody else notices that it asks for more.

What is charged is measured, step by step: a page out of memory, the view of a large table and a list of fifty tables differ by
a factor of a hundred, so a number of requests per second says little.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from functools import partial
from typing import Any, Generic, TypeVar, cast
from weakref import WeakValueDictionary

from starlette.types import ASGIApp, Receive, Scope, Send

from escale.server.addresses import network
from escale.server.limits import DEFAULTS, Limits, Rates

log = logging.getLogger("escale.loop")
Result = TypeVar("Result")
ARRIVAL_SECONDS = 0.0005  # for what a request or a message costs before it is ours: to read, to decode, to hand over


#: Who pays for what is done now, and in tasks begun from here.
PAYS: ContextVar[Callable[[float], None] | None] = ContextVar("PAYS", default=None)


class LoopTime:
    """What each address has used of the event loop lately."""

    def __init__(self, most: Limits = DEFAULTS, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing yet."""
        self._rates = Rates(most.loop_share_per_address, most.loop_seconds_at_once, most.addresses_remembered)
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._clock = clock

    async def spend(self, address: str, work: Coroutine[Any, Any, Result]) -> Result:
        """Do some work for an address, once it is its turn.

        What comes from one address goes in one by one, and between two of them the loop does what it has to do for others.
        """
        key = network(address)
        try:
            await self._turn(key)
        except BaseException:
            work.close()
            raise
        self.charge(key, ARRIVAL_SECONDS)
        tell = partial(self.charge, key)
        token = PAYS.set(tell)
        try:
            return await Timed(work, tell)
        finally:
            PAYS.reset(token)

    async def _turn(self, key: str) -> None:
        door = self._doors.setdefault(key, asyncio.Lock())
        await door.acquire()
        try:
            while seconds := self.wait(key):
                await asyncio.sleep(seconds)
        finally:
            asyncio.get_running_loop().call_soon(door.release)  # after what this one does, and what else is there to be done

    def wait(self, key: str) -> float:
        """For how many seconds an address, as `network` has it, must wait until it may go on."""
        now = self._clock()
        seconds = self._rates.of(key, now).wait(now)
        if seconds:
            log.warning("an address waits, as it has had its share of the server", extra={"address": key})
        return seconds

    def charge(self, key: str, seconds: float) -> None:
        """It has used so many, whether it had them or not."""
        now = self._clock()
        self._rates.of(key, now).charge(seconds, now)


class Timed(Generic[Result]):
    """Some work whose steps in the event loop are timed; what it waits for takes none of its time."""

    def __init__(self, work: Coroutine[Any, Any, Result], tell: Callable[[float], None]) -> None:
        """`tell` is told the seconds of each step."""
        self._work, self._tell = work, tell

    def __await__(self) -> Generator[Any, Any, Result]:
        value: Any = None
        error: BaseException | None = None
        while True:
            begun = time.thread_time()
            try:
                awaited = self._work.send(value) if error is None else self._work.throw(error)
            except StopIteration as end:
                return cast(Result, end.value)
            finally:
                self._tell(time.thread_time() - begun)
            value = error = None
            try:
                value = yield awaited
            except BaseException as raised:  # which the work may want to hear of, whatever it is
                error = raised


async def charged(work: Coroutine[Any, Any, Result]) -> Result:
    """Do some work in a task of its own, at the cost of whoever began it."""
    tell = PAYS.get()
    return await (work if tell is None else Timed(work, tell))


def sharing(inner: ASGIApp, loop_time: LoopTime) -> ASGIApp:
    """Let everybody have their share of the loop, whatever they ask for."""

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] == "lifespan" or not client:
            await inner(scope, receive, send)
        else:
            await loop_time.spend(client[0], _answered(inner, scope, receive, send))

    return outer


async def _answered(inner: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await inner(scope, receive, send)
