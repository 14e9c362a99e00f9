"""Threads to think in: never more at a time than their line has lanes, and none that could keep anybody waiting for ever.

Each thought has a thread of its own, which costs nothing beside the thought. A pool's threads would be lost to it one by one
to thoughts that never end, and would keep the process from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import os
import queue
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from escale.rules.cores import cores
from escale.server.limits import DEFAULTS, Limits
from escale.server.shares import ANYBODY, Claim, Ledger, Line

Result = TypeVar("Result")
GRACE_SECONDS = 0.5  # that a thought may take to end after it was told to
MOST_LOST = 8  # threads that never came back; with so many, no new ones are begun
NAME = "thinking"
NICENESS = 5  # whoever waits for an answer of the loop goes first
QUICK_NICENESS = 0  # one that takes milliseconds, and most of them the interpreter's lock, must not be kept waiting with it


class Late(Exception):
    """A thought was not over in time."""


class Threads:
    """So many thoughts at a time; the others wait in a line, where who came first goes first among equals."""

    def __init__(
        self, at_once: int | None = None, name: str = NAME, niceness: int = NICENESS, line: Line | None = None
    ) -> None:
        """As many as there are cores, unless said; or as many as a line lets through."""
        self._name = name
        self._line = line or Line(at_once or cores())
        self._niceness = niceness
        self._lost = 0
        _starter()

    async def run(
        self, work: Callable[[], Result], deadline: float, stop: Callable[[], None], claim: Claim = ANYBODY
    ) -> Result:
        """What `work` returns or raises, done in a thread. After `deadline` seconds it is stopped, then left alone: Late.

        `stop` makes `work` return soon, if it can, or raise, which is Late too; it is also called when who waited has gone.
        `claim` says for whom it is, which decides who goes first; waiting for that does not count. TooMany and Unwanted as
        the line has it.
        """
        async with self._line.join(claim):
            if self._lost >= MOST_LOST:
                raise Late("too many threads never came back")
            thought = _begun(work, self._name, self._niceness)
            try:
                await asyncio.wait({thought}, timeout=deadline)
                stopped = not thought.done()
                if stopped:
                    stop()
                    await asyncio.wait({thought}, timeout=GRACE_SECONDS)
            except asyncio.CancelledError:
                stop()
                self._leave(thought)
                raise
            if not thought.done():
                self._leave(thought)
                raise Late("no answer in time")
            if stopped and (error := thought.exception()):
                raise Late("stopped, as there was no answer in time") from error
            return thought.result()

    def _leave(self, thought: asyncio.Future[Result]) -> None:
        self._lost += 1
        thought.add_done_callback(self._came_back)

    def _came_back(self, thought: asyncio.Future[Result]) -> None:
        self._lost -= 1
        if not thought.cancelled():
            thought.exception()  # nobody wants to know any more


async def in_thread(work: Callable[[], Result], name: str) -> Result:
    """What `work` returns or raises, however long it takes; unlike asyncio's own threads, it keeps no process from ending."""
    return await _begun(work, name, niceness=0)


def fair_threads(most: Limits = DEFAULTS) -> tuple[Threads, Threads]:
    """Those for thoughts that take a while, and for quick ones, which never wait for the others; both are charged alike.

    A core is left to those who are there: what nobody is there for takes all but one.
    """
    ledger, lanes = Ledger(2 * most.addresses_remembered), cores()
    strong = Line(lanes, ledger, spare=min(1, lanes - 1))
    quick = Line(max(1, lanes // 2), ledger)
    return Threads(line=strong), Threads(line=quick, niceness=QUICK_NICENESS)


def _begun(work: Callable[[], Result], name: str, niceness: int) -> asyncio.Future[Result]:
    """What comes of some work that a thread has begun."""
    loop = asyncio.get_running_loop()
    thought: asyncio.Future[Result] = loop.create_future()
    context = contextvars.copy_context()

    def done(result: Result) -> None:
        if not thought.done():
            thought.set_result(result)

    def failed(error: BaseException) -> None:
        if not thought.done():
            thought.set_exception(error if _can_be_told(error) else RuntimeError(type(error).__name__))

    def run() -> None:
        _be_nice(niceness)
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            try:
                result = context.run(work)
            except BaseException as error:  # one who asks the thread to end has failed too
                loop.call_soon_threadsafe(failed, error)
            else:
                loop.call_soon_threadsafe(done, result)

    def refused(error: BaseException) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(failed, error)

    _starter().put((threading.Thread(target=run, name=name, daemon=True), refused))
    return thought


@cache
def _starter() -> queue.SimpleQueue[tuple[threading.Thread, Callable[[BaseException], None]]]:
    """What is put there is started by a thread that does nothing else, or its failure told.

    Whoever starts a thread waits until the system lets it begin: on a busy machine the event loop can't.
    """
    to_start: queue.SimpleQueue[tuple[threading.Thread, Callable[[BaseException], None]]] = queue.SimpleQueue()

    def start() -> None:
        while True:
            thread, refused = to_start.get()
            try:
                thread.start()
            except RuntimeError as error:  # the system gives no more threads
                refused(error)

    threading.Thread(target=start, name="starting", daemon=True).start()
    return to_start


def _can_be_told(error: BaseException) -> bool:
    """Whether a future takes it, and who waits for that may catch it without ending itself."""
    return isinstance(error, Exception) and not isinstance(error, StopIteration)


def _be_nice(niceness: int) -> None:
    """Let the event loop go before this thread, where the system knows priorities of threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + niceness)
