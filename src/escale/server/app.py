"""Puts a server together: a journal, its tables, their bots, the requests, the sockets, the pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escale.search.bots import bot_names
from escale.server.answering import JSON, failed, problem, respond
from escale.server.bot_turns import BotTurns
from escale.server.deadlines import Deadlines
from escale.server.openapi import description
from escale.server.pages import HEADERS, Pages
from escale.server.pulse import Pulse
from escale.server.readiness import Readiness
from escale.server.rest import Requests
from escale.server.routes import ENDPOINTS, Endpoint
from escale.server.socket import Sockets
from escale.server.tables import Tables
from escale.store.journal import Journal

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


def app(open_journal: Callable[[], Coroutine[Any, Any, Journal]], bot_pace: float) -> ASGIApp:
    """The whole server as an ASGI application; `open_journal` is called when it starts."""
    api = msgspec.json.encode(description())
    pages = Pages()

    @asynccontextmanager
    async def life(starlette: Starlette) -> AsyncIterator[None]:
        journal = await open_journal()
        readiness = Readiness()
        bots = BotTurns(bot_pace)
        deadlines = Deadlines(bot_names()[-1])
        pulse = Pulse(journal)
        tables = Tables(journal, readiness, pulse.give_back, [bots.wake, deadlines.wake, pulse.wake])
        starlette.state.requests = Requests(tables, readiness)
        starlette.state.sockets = Sockets(tables)
        readiness.begin()
        await pulse.begin()
        await journal.listen(tables.heard)
        resuming = tables.resume_soon()
        yield
        resuming.cancel()
        deadlines.close()
        await bots.close()
        await pulse.close()
        await journal.close()

    async def openapi(request: Request) -> Response:
        return Response(api, media_type=JSON)

    async def socket(websocket: Any) -> None:
        await websocket.app.state.sockets.serve(websocket)

    async def nothing(request: Request) -> Response:
        return problem(404, "no_such_path", f"no such address: {request.url.path[:80]}")

    async def page(request: Request) -> Response:
        return pages.serve(request)

    routes = [
        *(Route(endpoint.path, _handler(endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/api/tables/{table}/socket", socket),
        Route("/api/{rest:path}", nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
        Route("/{rest:path}", page),
    ]
    starlette = Starlette(routes=routes, lifespan=life, exception_handlers={Exception: _failed, 404: _failed, 405: _failed})
    return _with_headers(starlette)


def _handler(endpoint: Endpoint) -> Handler:
    async def handle(request: Request) -> Response:
        return await respond(endpoint, request.app.state.requests, request)

    return handle


async def _failed(request: Request, error: Exception) -> Response:
    return failed(error)


def _with_headers(inner: ASGIApp) -> ASGIApp:
    """Add the headers that protect a reader to every response."""
    headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        await inner(scope, receive, partial(_send_with, headers, send) if scope["type"] == "http" else send)

    return outer


async def _send_with(headers: list[tuple[bytes, bytes]], send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        message = {**message, "headers": [*message["headers"], *headers]}
    await send(message)
