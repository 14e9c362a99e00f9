"""Frames to a browser: in order, kept to a bound, and an end to it when they can't be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from escale.server import limits
from escale.server.outgoing import Outgoing


class Line:
    """A socket that takes frames while it is open."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.sent: list[str] = []
        self.failure: Exception | None = None

    async def send(self, message: dict[str, Any]) -> None:
        await self.open.wait()
        if self.failure:
            raise self.failure
        self.sent.append(message["text"])


def on_a_line(check: Callable[[Line, Outgoing], Any]) -> None:
    async def run() -> None:
        line = Line()
        outgoing = Outgoing(line)  # type: ignore[arg-type]
        await check(line, outgoing)
        await outgoing.stop()

    asyncio.run(run())


def test_what_can_be_sent_is_sent_before_anything_else_happens() -> None:
    async def check(line: Line, outgoing: Outgoing) -> None:
        line.open.set()
        for number in range(3):
            outgoing.send(b"%d" % number)
        assert line.sent == ["0", "1", "2"]

    on_a_line(check)


def test_what_waits_is_sent_in_order_and_before_what_comes_later() -> None:
    async def check(line: Line, outgoing: Outgoing) -> None:
        for number in range(5):
            outgoing.send(b"%d" % number)
        await asyncio.sleep(0)
        assert line.sent == []
        line.open.set()
        outgoing.send(b"5")
        while len(line.sent) < 6:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        outgoing.send(b"6")
        assert line.sent == [str(number) for number in range(7)]

    on_a_line(check)


def test_more_than_may_wait_is_the_end() -> None:
    async def check(line: Line, outgoing: Outgoing) -> None:
        for _ in range(limits.FRAMES_WAITING + 1):
            outgoing.send(b"")
        await asyncio.sleep(0)
        assert not outgoing.end.done()
        outgoing.send(b"")
        assert await outgoing.end

    on_a_line(check)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("failure", [WebSocketDisconnect(), RuntimeError("closed"), OSError("broken")])
def test_when_sending_fails_it_ends_and_nothing_is_sent_after(failure: Exception, late: bool) -> None:
    async def check(line: Line, outgoing: Outgoing) -> None:
        line.failure = failure
        if not late:
            line.open.set()
        for _ in range(3):
            outgoing.send(b"lost")
        await asyncio.sleep(0)
        line.open.set()
        if isinstance(failure, OSError):
            with pytest.raises(OSError, match="broken"):
                await outgoing.end
        else:
            assert await outgoing.end is False
        line.failure = None
        outgoing.send(b"after")
        await asyncio.sleep(0)
        assert line.sent == []

    on_a_line(check)


def test_one_who_is_left_while_something_waits_is_sent_nothing_more() -> None:
    async def check(line: Line, outgoing: Outgoing) -> None:
        outgoing.send(b"never")
        await outgoing.stop()
        line.open.set()
        outgoing.send(b"neither")
        await asyncio.sleep(0)
        assert line.sent == []

    on_a_line(check)
