"""Threads to think in: bounded, fair, and never in the way of anybody."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from escale.server import threads
from escale.server.threads import MOST_LOST, Late, Threads


@pytest.fixture
def never() -> threading.Event:
    """What those wait for that hang; set at the end, so that no thread of a test outlives it."""
    return threading.Event()


def hang(never: threading.Event) -> Callable[[], None]:
    def work() -> None:
        never.wait(60)

    return work


def nothing() -> None:
    """Stops nobody."""


def test_no_more_at_once_than_allowed_and_first_come_first_served() -> None:
    began: list[int] = []
    running = [0, 0]  # now, and at most

    def work(number: int) -> int:
        began.append(number)
        running[0] += 1
        running[1] = max(running)
        time.sleep(0.02)
        running[0] -= 1
        return number

    async def all_of_them() -> list[int]:
        pool = Threads(2)
        return await asyncio.gather(*(pool.run(lambda n=n: work(n), 10, nothing) for n in range(8)))  # type: ignore[misc]

    assert asyncio.run(all_of_them()) == list(range(8))
    assert running[1] == 2
    assert all(abs(number - place) <= 1 for place, number in enumerate(began))


def test_what_it_raises_is_raised() -> None:
    def fail() -> None:
        raise LookupError("no idea")

    async def run() -> None:
        await Threads(1).run(fail, 10, nothing)

    with pytest.raises(LookupError, match="no idea"):
        asyncio.run(run())


@pytest.mark.parametrize("odd", [SystemExit, StopIteration, KeyboardInterrupt])
def test_what_would_end_the_loop_is_only_a_failure(odd: type[BaseException]) -> None:
    def fail() -> None:
        raise odd

    async def run() -> None:
        await Threads(1).run(fail, 10, nothing)

    with pytest.raises(RuntimeError, match=odd.__name__):
        asyncio.run(run())


def test_a_system_that_gives_no_more_threads_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> int:
        pool, start = Threads(1), threading.Thread.start

        def refused(thread: threading.Thread) -> None:
            if thread.name == threads.NAME:
                raise RuntimeError("can't start new thread")
            start(thread)

        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", refused)
            with pytest.raises(RuntimeError, match="start new thread"):
                await pool.run(lambda: 7, 10, nothing)
        return await pool.run(lambda: 7, 10, nothing)

    assert asyncio.run(run()) == 7


def test_the_loop_goes_on_while_a_thread_is_slow_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    began, start = threading.Event(), threading.Thread.start

    def slow(thread: threading.Thread) -> None:
        if thread.name == threads.NAME:
            began.wait(60)
        start(thread)

    async def run() -> int:
        waiting = asyncio.create_task(Threads(1).run(lambda: 7, 60, nothing))
        await asyncio.sleep(0.05)
        began.set()  # which nobody would, if the loop waited
        return await waiting

    monkeypatch.setattr(threading.Thread, "start", slow)
    assert asyncio.run(run()) == 7


def test_one_told_to_stop_at_its_deadline_may_still_answer() -> None:
    stop = threading.Event()

    def work() -> str:
        stop.wait(60)
        return "the best so far"

    async def run() -> str:
        return await Threads(1).run(work, 0.05, stop.set)

    assert asyncio.run(run()) == "the best so far"


def test_one_that_fails_when_told_to_stop_was_late() -> None:
    stop = threading.Event()

    def work() -> None:
        stop.wait(60)
        raise LookupError

    async def run() -> None:
        await Threads(1).run(work, 0.05, stop.set)

    with pytest.raises(Late):
        asyncio.run(run())


def test_those_that_hang_keep_no_slot(never: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "GRACE_SECONDS", 0.01)

    async def run() -> int:
        pool = Threads(1)
        for _ in range(3):
            with pytest.raises(Late):
                await pool.run(hang(never), 0.01, nothing)
        return await pool.run(lambda: 7, 10, nothing)

    assert asyncio.run(run()) == 7
    never.set()


def test_there_are_never_too_many_that_hang(never: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "GRACE_SECONDS", 0.01)

    async def run() -> None:
        pool = Threads(1)
        before = set(threading.enumerate())  # also of earlier tests; these may end meanwhile
        for _ in range(2 * MOST_LOST):
            with pytest.raises(Late):
                await pool.run(hang(never), 0.01, nothing)
        assert len(set(threading.enumerate()) - before) == MOST_LOST
        never.set()
        async with asyncio.timeout(30):
            while True:
                try:
                    assert await pool.run(lambda: 7, 10, nothing) == 7
                    return
                except Late:  # they are still coming back
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_when_nobody_waits_any_more_it_is_stopped() -> None:
    begun, stop = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        stop.wait(60)

    async def run() -> None:
        waiting = asyncio.create_task(Threads(1).run(work, 60, stop.set))
        await asyncio.to_thread(begun.wait, 60)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(run())
    assert stop.is_set()
