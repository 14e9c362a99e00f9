"""Puts a server together: a journal, its tables, their bots, the requests, the sockets, the pages."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute, compile_path
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escale.search.bots import NEWCOMER
from escale.search.stand_in import DEADLINE_SECONDS
from escale.server.addresses import THIS_COMPUTER, among
from escale.server.answering import JSON, failed, problem, respond
from escale.server.blocks import PROXIES, Blocks, for_others
from escale.server.bot_turns import BotTurns
from escale.server.deadlines import Deadlines
from escale.server.elsewhere import Elsewhere
from escale.server.health import Health
from escale.server.hints import Hints
from escale.server.hosts import for_names
from escale.server.limits import DEFAULTS, Limits
from escale.server.live import ABSENT_SECONDS
from escale.server.loop_time import LoopTime, sharing
from escale.server.memory import Memory
from escale.server.metrics import CONTENT_TYPE, Metrics
from escale.server.openapi import description
from escale.server.pages import HEADERS, Pages
from escale.server.proxies import behind, is_known
from escale.server.pulse import Pulse
from escale.server.readiness import Readiness
from escale.server.rest import Requests
from escale.server.retention import Retention
from escale.server.reviews import Reviews
from escale.server.roster import Roster
from escale.server.routes import ENDPOINTS, Endpoint
from escale.server.seat_bots import SeatBots
from escale.server.session import Sessions
from escale.server.socket import TRY_AGAIN_LATER, Sockets, refuse
from escale.server.tables import Tables
from escale.server.threads import fair_threads
from escale.server.uptime import Uptime
from escale.server.watched import WatchedJournal
from escale.store.journal import Ears, Journal, Unavailable

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


def app(
    open_journal: Callable[[], Coroutine[Any, Any, Journal]],
    bot_pace: float,
    metrics: Metrics,
    absent_after: float = ABSENT_SECONDS,
    own_bots: Sequence[str] = (),
    bot_deadline: float = DEADLINE_SECONDS,
    closing: list[Callable[[], None]] | None = None,
    names: frozenset[str] | None = None,
    keep_days: float | None = None,
    proxies: str = "",
    limits: Limits = DEFAULTS,
    most_sockets: int = sys.maxsize,
    metrics_for: str = THIS_COMPUTER,
    loop_time: LoopTime | None = None,
) -> ASGIApp:
    """The whole server as an ASGI application; `open_journal` is called when it starts, `names`: see `hosts.names_of`.

    Tables where nothing has happened for `keep_days` are removed, if that is said; the word of `proxies` is taken.
    At most `most_sockets` browsers are at tables at a time. `metrics_for`: the addresses that may read the metrics.
    `loop_time`: where what each address uses is counted already.
    Whatever is added to `closing` wants to be told that it ends before requests under way are waited for.
    """
    roster = Roster(own_bots)
    api = msgspec.json.encode(description())
    pages = Pages()
    blocks = Blocks()
    shared = loop_time or LoopTime(limits)
    may_measure = among(metrics_for)
    known = [(compile_path(endpoint.path)[0], endpoint.method) for endpoint in ENDPOINTS]

    @asynccontextmanager
    async def life(starlette: Starlette) -> AsyncIterator[None]:
        uptime = Uptime()
        journal = WatchedJournal(await open_journal(), uptime)
        readiness = Readiness()
        if closing is not None:
            closing.append(readiness.close)
        strong, quick = fair_threads(limits)
        seat_bots = SeatBots(roster, strong, metrics, bot_deadline, quick)
        bots = BotTurns(bot_pace, seat_bots, readiness, metrics)
        reviews = Reviews(readiness, metrics, limits)
        pulse = Pulse(journal, uptime)
        deadlines = Deadlines(NEWCOMER, pulse.confirm, lambda match_id: tables.get(match_id), pulse.forget)
        elsewhere = Elsewhere()
        watching = [elsewhere.shared(bots.wake), bots.tidy, deadlines.wake, pulse.wake]
        tables = Tables(
            journal, readiness, pulse.wind, watching, pulse.meet, elsewhere, absent_after, seat_bots.forget, uptime, limits
        )
        starlette.state.requests = Requests(tables, readiness, roster, reviews, Health(journal), limits)
        starlette.state.sessions = await Sessions.of(journal)
        hints = Hints(readiness, limits)
        sockets = Sockets(tables, metrics, roster, hints, starlette.state.sessions, blocks.has, limits, shared, most_sockets)
        starlette.state.sockets = sockets
        readiness.begin()
        await pulse.begin()
        missed = partial(_missed, tables, elsewhere, blocks)
        await journal.listen(Ears(tables.heard, tables.removed, blocks.read_soon, elsewhere.heard, missed))
        await blocks.begin(journal, sockets.send_blocked_away)
        await journal.set(PROXIES, proxies)
        elsewhere.begin(journal.say, tables.presence_changed, tables.resume_soon)
        tables.resume_soon()
        retention = Retention(journal, keep_days, tables.removed, partial(elsewhere.first_in_line, "retention"))
        retention.begin()
        memory = Memory(tables.drop_idle, limits.table_idle_seconds)
        memory.begin()
        try:
            yield
            await memory.close()
            readiness.close()
            await retention.close()
            await blocks.close()
            tables.close()
            deadlines.close()
            await bots.close()
            await reviews.close()
            await elsewhere.close(journal.say)
            await pulse.close()
        finally:
            await journal.close()

    async def openapi(request: Request) -> Response:
        return Response(api, media_type=JSON)

    async def socket(websocket: Any) -> None:
        try:
            await websocket.app.state.sockets.serve(websocket)
        except Unavailable:
            await refuse(websocket, TRY_AGAIN_LATER)

    async def nothing(request: Request) -> Response:
        if allowed := [method for path, method in known if path.match(request.url.path)]:
            return failed(HTTPException(405, headers={"allow": ", ".join(allowed)}))
        return problem(404, "no_such_path", f"no such address: {request.url.path[:80]}")

    async def measured(request: Request) -> Response:
        counted = metrics.page()
        if counted is not None and not (request.client and is_known(request.scope) and may_measure(request.client.host)):
            return problem(404, "no_such_path", "metrics are for this computer, and for those named by --metrics-for")
        if counted is None:
            return problem(404, "no_such_path", "metrics are off: serve with --metrics")
        return Response(counted, headers={"content-type": CONTENT_TYPE})

    async def page(request: Request) -> Response:
        return pages.serve(request)

    routes = [
        *(Route(endpoint.path, _handler(endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS),
        Route("/api/openapi.json", openapi),
        Route("/metrics", measured),
        WebSocketRoute("/api/tables/{table}/socket", socket),
        Route("/api/{rest:path}", nothing, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]),
        Route("/{rest:path}", page),
    ]
    starlette = Starlette(routes=routes, lifespan=life, exception_handlers={Exception: _failed, 404: _failed, 405: _failed})
    answering = _with_headers(sharing(for_names(for_others(starlette, blocks), names), shared))  # also refusals cost time
    return behind(answering, proxies)


def _handler(endpoint: Endpoint) -> Handler:
    async def handle(request: Request) -> Response:
        state = request.app.state
        return await respond(endpoint, state.requests, state.sessions, request)

    return handle


def _missed(tables: Tables, elsewhere: Elsewhere, blocks: Blocks) -> None:
    tables.missed()
    elsewhere.missed()
    blocks.read_soon()


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
