"""A whole server inside the test, spoken to as uvicorn would: every byte it sends is kept."""

from __future__ import annotations

import asyncio
import contextvars
import json
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

from escale.server import tokens
from escale.server.app import app
from escale.server.journals import open_journal
from escale.server.limits import DEFAULTS, Limits
from escale.server.metrics import PrometheusMetrics
from escale.server.session import COOKIE, KEY
from escale.store.journal import Journal

PATIENCE = 60.0
TOKEN_KEY = "inside"
Message = MutableMapping[str, Any]


async def _opened(data: Path) -> Journal:
    """A journal whose tokens are signed by the key that we know."""
    journal = await open_journal(data, None)
    assert await journal.setting(KEY, TOKEN_KEY) == TOKEN_KEY
    return journal


class Wire:
    """One WebSocket."""

    def __init__(self) -> None:
        """Not connected yet."""
        self.frames: list[str] = []
        self.closing = False  # it takes no more frames, and doesn't say that it ends
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._news = asyncio.Condition()
        self._inbox.put_nowait({"type": "websocket.connect"})

    async def receive(self) -> Message:
        """For the server."""
        return await self._inbox.get()

    async def send(self, message: Message) -> None:
        """For the server."""
        if self.closing:
            raise RuntimeError("sent while it is being closed")
        async with self._news:
            if message["type"] == "websocket.send":
                self.frames.append(message["text"])
            elif message["type"] == "websocket.close":
                self.frames.append(f"closed: {message.get('code')}")
            self._news.notify_all()

    def say(self, **fields: Any) -> None:
        """Send a message."""
        self._inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(fields)})

    async def until(self, wanted: Callable[[str], bool], start: int = 0) -> str:
        """The first frame from a place on that is as wanted."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(lambda: any(map(wanted, self.frames[start:]))), PATIENCE)
            return next(frame for frame in self.frames[start:] if wanted(frame))

    def hang_up(self) -> None:
        """Go away."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})


class Inside:
    """The server, with everything it does happening in a context of its own."""

    def __init__(self, data: Path, context: contextvars.Context, limits: Limits = DEFAULTS) -> None:
        """What is set in the context holds for this server only."""
        self._context = context
        self._tasks: list[asyncio.Task[None]] = []
        self._life: Wire = Wire()
        self._state: dict[str, Any] = {}
        self._app = app(lambda: _opened(data), 0.0, PrometheusMetrics(), limits=limits)
        self._stop = asyncio.Event()

    async def start(self) -> None:
        """Start it, as a server does."""
        started = asyncio.Event()
        steps = iter(({"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}))

        async def receive() -> Message:
            step = next(steps)
            if step["type"] == "lifespan.shutdown":
                await self._stop.wait()
            return dict(step)

        async def send(message: Message) -> None:
            assert not message["type"].endswith("failed"), message
            started.set()

        self._run({"type": "lifespan", "state": self._state}, receive, send)
        await asyncio.wait_for(started.wait(), PATIENCE)

    async def close(self) -> None:
        """Stop it."""
        self._stop.set()
        await asyncio.wait_for(asyncio.gather(*self._tasks), PATIENCE)

    async def request(self, method: str, path: str, token: str | None, body: Any = None) -> bytes:
        """A request; the whole answer as bytes, its status and headers first."""
        asked = [{"type": "http.request", "body": json.dumps(body).encode() if body is not None else b""}]
        got: list[bytes] = []

        async def receive() -> Message:
            return dict(asked.pop()) if asked else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                got.append(repr((message["status"], message["headers"])).encode())
            else:
                got.append(message["body"])

        await self._run({**self._scope(path, token), "type": "http", "method": method, "scheme": "http"}, receive, send)
        return b"\n".join(got)

    def connect(self, path: str, token: str | None) -> Wire:
        """A WebSocket."""
        wire = Wire()
        scope = {**self._scope(path, token), "type": "websocket", "scheme": "ws", "subprotocols": []}
        self._run(scope, wire.receive, wire.send)
        return wire

    def _scope(self, path: str, token: str | None) -> dict[str, Any]:
        place, _, query = path.partition("?")
        signed = f"{COOKIE}={tokens.signed(token, TOKEN_KEY)}" if token else ""
        headers = [(b"host", b"inside"), *([(b"cookie", signed.encode())] if token else [])]
        return {
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "server": ("inside", 80),
            "client": ("127.0.0.1", 1),
            "root_path": "",
            "path": place,
            "raw_path": place.encode(),
            "query_string": query.encode(),
            "headers": headers,
            "state": self._state,
        }

    def _run(
        self, scope: dict[str, Any], receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> asyncio.Task[None]:
        async def run() -> None:
            await self._app(scope, receive, send)

        task = asyncio.get_running_loop().create_task(run(), context=self._context)
        self._tasks.append(task)
        return task
