"""Uvicorn's protocols, for requests and for WebSockets, under a guard; what arrives at them comes in piece by piece."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from escale.server.arrivals import Arrivals
from escale.server.connections import Guard, Stage
from escale.server.limits import DEFAULTS, Allowance, Limits
from escale.server.socket import TALKATIVE

log = logging.getLogger("escale.protocols")
PIECE_BYTES = 4096  # of a request; thousands of its chunks would fit into what asyncio reads by itself
FRAMES_BYTES = 2048  # of a WebSocket: what browsers say there is short
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
SAID = {"websocket.accept": Stage.LIVE, "websocket.close": Stage.CLOSING}  # the stage of a WebSocket by what it is told


def guarded(
    guard: Guard, arrivals: Arrivals, limits: Limits = DEFAULTS
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Uvicorn's protocols under a guard. What is looked at here both of its readers of requests have alike."""
    base: Any = AutoHTTPProtocol

    class Requests(_in_pieces(guard, arrivals, PIECE_BYTES), base):  # type: ignore[misc]
        after_answer = 0  # bytes of a body that go on
        deaf = False  # nothing is parsed any more

        @property
        def wants_no_more(self) -> bool:
            return bool(self.flow.read_paused)

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            guard.entered(transport)

        def data_received(self, data: bytes) -> None:
            if self.deaf:
                return
            answered = self.cycle
            super().data_received(data)
            guard.goes_on(self.transport, _stage(self.cycle, Stage.HEAD), self.cycle)
            if answered and answered is self.cycle and answered.response_complete and answered.more_body:
                self._hear_the_rest(len(data))

        def _hear_the_rest(self, count: int) -> None:
            """Of a body that nobody waits for as much as a body may have: then it is only read so that the answer arrives."""
            self.after_answer += count
            if self.after_answer > limits.body_bytes and not self.transport.is_closing():
                self.deaf = True
                self.transport.write_eof()
                guard.goes_on(self.transport, Stage.CLOSING)

        def on_response_complete(self) -> None:
            self.after_answer = 0
            super().on_response_complete()
            guard.goes_on(self.transport, _stage(self.cycle, Stage.IDLE), self.cycle)

    class Sockets(_in_pieces(guard, arrivals, FRAMES_BYTES), WebSocketsSansIOProtocol):  # type: ignore[misc]
        scope: Any = None

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._wordless = Allowance(limits.commands_per_second, limits.commands_at_once, time.monotonic())

        @property
        def wants_no_more(self) -> bool:
            return self.read_paused

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            guard.goes_on(transport, Stage.OPENING)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if not (self.handshake_initiated or self.close_sent):  # the head comes whole: uvicorn has read it before
                self._refuse_handshake()

        def _refuse_handshake(self) -> None:
            """Answer a request for a WebSocket that can't be read: uvicorn would say nothing, and wait for ever."""
            self.transport.write(b"".join(self.conn.data_to_send()) or UNREADABLE)
            self.close_sent = True
            self.transport.close()
            guard.goes_on(self.transport, Stage.CLOSING)

        async def send(self, message: Any) -> None:
            await super().send(message)
            if stage := SAID.get(message["type"]):
                guard.goes_on(self.transport, stage)

        def handle_ping(self) -> None:
            if self._may_say_nothing() and self.writable.is_set():
                super().handle_ping()
            else:
                self.conn.data_to_send()  # the answer isn't kept

        def handle_pong(self, event: Any) -> None:
            if self._may_say_nothing():
                super().handle_pong(event)

        def handle_cont(self, event: Any) -> None:
            if self._may_say_nothing():
                super().handle_cont(event)

        def handle_text(self, event: Any) -> None:
            if event.fin or self._may_say_nothing():
                super().handle_text(event)

        def handle_bytes(self, event: Any) -> None:
            if event.fin or self._may_say_nothing():
                super().handle_bytes(event)

        def _may_say_nothing(self) -> bool:
            """Whether one more frame that is no whole message is heard: there may be as many as messages."""
            if self.close_sent or self.transport.is_closing():
                return False
            if self._wordless.spend(time.monotonic()):
                return True
            self._send_away()
            return False

        def _send_away(self) -> None:
            if not self.handshake_complete:
                self.transport.abort()
                return
            self.queue.put_nowait({"type": "websocket.disconnect", "code": TALKATIVE, "reason": ""})
            self.conn.data_to_send()  # answers to pings
            self.conn.send_close(TALKATIVE)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
            guard.goes_on(self.transport, Stage.CLOSING)

    return Requests, Sockets


def _in_pieces(guard: Guard, arrivals: Arrivals, most: int) -> type[asyncio.BufferedProtocol]:
    """What both have: they read at most so many bytes at a time, and tell the guard of whoever doesn't read."""
    buffer = bytearray(most)  # one for all connections: it is empty again before another one is read

    class InPieces(asyncio.BufferedProtocol):
        transport: asyncio.Transport

        def get_buffer(self, sizehint: int) -> bytearray:
            return buffer

        def buffer_updated(self, nbytes: int) -> None:
            visit = guard.visit(self.transport)
            if visit is not None:  # else it was ended
                arrivals.arrive(visit, bytes(buffer[:nbytes]))

        def pause_writing(self) -> None:
            super().pause_writing()
            guard.reads_no_more(self.transport)

        def resume_writing(self) -> None:
            guard.reads_again(self.transport)
            super().resume_writing()

        def connection_lost(self, exc: Exception | None) -> None:
            guard.left(self.transport)
            super().connection_lost(exc)

        def shutdown(self) -> None:
            """End because the server does; whatever goes wrong here, the others are told, and the journal is closed."""
            try:
                super().shutdown()  # type: ignore[misc]
            except Exception:
                log.exception("a connection could not be ended in order")
                self.transport.abort()

    return InPieces


def _stage(cycle: Any, otherwise: Stage) -> Stage:
    """Where uvicorn is with a request; otherwise it waits for the next."""
    if cycle is None or cycle.response_complete:
        return otherwise
    return Stage.BODY if cycle.more_body else Stage.ANSWER
