"""What goes to a browser: at once while it keeps up, else one after the other, and up to a bound."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Coroutine, Generator
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from escale.server import limits

GONE = (WebSocketDisconnect, RuntimeError)  # the latter when the socket is being closed already


class Outgoing:
    """The frames for one browser. A frame that need not wait costs no task, no queue and no turn of the loop."""

    def __init__(self, socket: WebSocket) -> None:
        """A socket that nobody else sends to."""
        self._socket = socket
        self._waiting: deque[bytes] = deque()
        self._sending: asyncio.Task[None] | None = None
        #: Done once nothing more is sent: True if too much waited, False if they have gone, an exception if sending failed.
        self.end: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def send(self, frame: bytes) -> None:
        """Send a frame; never waits, never fails."""
        if self.end.done():
            return
        if self._sending is None:
            self._begin(frame)
        elif len(self._waiting) < limits.FRAMES_WAITING:
            self._waiting.append(frame)
        else:
            self.end.set_result(True)

    async def stop(self) -> None:
        """Leave what waits."""
        self.end.cancel()
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)

    def _begin(self, frame: bytes) -> None:
        """Take the first step of sending right here; a browser that keeps up needs no other."""
        sending = self._sent(frame)
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception as error:
            self._fail(error)
        else:
            self._sending = asyncio.create_task(self._go_on(sending, waits_for))

    async def _go_on(self, sending: Coroutine[Any, Any, None], waits_for: Any) -> None:
        try:
            await resumed(sending, waits_for)
            while self._waiting:
                await self._sent(self._waiting.popleft())
        except Exception as error:
            self._fail(error)
        self._sending = None

    def _fail(self, error: Exception) -> None:
        if self.end.done():
            return
        if isinstance(error, GONE):
            self.end.set_result(False)
        else:
            self.end.set_exception(error)

    def _sent(self, frame: bytes) -> Coroutine[Any, Any, None]:
        return self._socket.send({"type": "websocket.send", "text": frame.decode()})


@types.coroutine
def resumed(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, None, None]:
    """The rest of a coroutine whose first step has been taken, and gave what it waits for."""
    while True:
        failure: BaseException | None = None
        try:
            yield waits_for
        except BaseException as error:
            failure = error
        try:
            waits_for = work.throw(failure) if failure else work.send(None)
        except StopIteration:
            return
