"""Connections before, between and beside requests: how many, from where, and how long one may keep us waiting.

uvicorn's protocols read and answer; those made here tell a `Guard` what a connection waits for. Live sockets may wait for
ever, whoever keeps us waiting has a deadline; and there are never so many that this process could open nothing else. How live
sockets are shared out is decided where their addresses are known, also behind a proxy: in `socket`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from enum import Enum
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from escale.server.addresses import among, network
from escale.server.limits import DEFAULTS, Limits

log = logging.getLogger("escale.connections")


class Stage(Enum):
    """What a connection waits for, or what waits for it."""

    HEAD = "head"  # for the whole head of a request
    BODY = "body"  # for the whole body
    ANSWER = "answer"  # we are answering
    IDLE = "idle"  # nothing has been asked since the last answer; uvicorn has a deadline for that
    OPENING = "opening"  # a WebSocket that nobody has said yes to yet
    LIVE = "live"  # a WebSocket, which has its own pings
    CLOSING = "closing"  # a WebSocket that was told why it is closed, and should say that it has heard


WAITING = (Stage.HEAD, Stage.BODY, Stage.IDLE, Stage.OPENING, Stage.CLOSING)  # these make room when there is none
SOCKET = (Stage.OPENING, Stage.LIVE, Stage.CLOSING)
SAID = {"websocket.accept": Stage.LIVE, "websocket.close": Stage.CLOSING}  # the stage of a WebSocket by what it is told
CLOSING_SECONDS = 2.0


class Visit:
    """One connection."""

    def __init__(self, transport: asyncio.Transport, address: str, proxy: bool) -> None:
        """`address`: what it counts as; a proxy comes for many."""
        self.transport, self.address, self.proxy = transport, address, proxy
        self.stage = Stage.IDLE
        self.request: object = None  # the one that the stage is of
        self.timer: asyncio.TimerHandle | None = None


class Queues:
    """Connections by address, the oldest of each first."""

    def __init__(self) -> None:
        """Nobody yet."""
        self._queues: dict[str, OrderedDict[Visit, None]] = {}

    def add(self, visit: Visit) -> None:
        """One more, at the end."""
        self._queues.setdefault(visit.address, OrderedDict())[visit] = None

    def remove(self, visit: Visit) -> None:
        """One less, if it is there."""
        queue = self._queues.get(visit.address)
        if queue is not None:
            queue.pop(visit, None)
            if not queue:
                del self._queues[visit.address]

    def count(self, address: str) -> int:
        """How many of an address."""
        return len(self._queues.get(address, ()))

    def oldest(self, address: str) -> Visit:
        """The first of an address that has one."""
        return next(iter(self._queues[address]))

    def longest(self) -> str | None:
        """The address with most; None if there is none."""
        return max(self._queues, key=self.count, default=None)


class Guard:
    """Counts the connections of one process, and ends those that wait too long or are too many."""

    def __init__(self, most: int, proxies: str, limits: Limits = DEFAULTS) -> None:
        """At most so many at a time. `proxies`: the addresses, as `--proxy` names them, that come for others."""
        self._most = most
        self._most_of_one = max(1, min(limits.connections_per_address, most // 2))
        self._most_waiting = max(1, min(limits.heads_per_address, most // 4))
        self._seconds = {
            Stage.HEAD: limits.head_seconds,
            Stage.BODY: limits.body_seconds,
            Stage.CLOSING: CLOSING_SECONDS,
        }
        self._is_proxy = among(proxies)
        self._visits: dict[asyncio.BaseTransport, Visit] = {}
        self._of_one: Counter[str] = Counter()
        self._waiting = Queues()  # whose turn it is to say something
        self._heads = Queues()  # of these, who have not sent a whole head

    def entered(self, transport: asyncio.Transport) -> None:
        """Somebody connects. If too many are here, one that keeps us waiting is ended; if there is none, this one."""
        address = _address(transport)
        visit = Visit(transport, network(address), self._is_proxy(address))
        if len(self._visits) >= self._most and not self._make_room():
            log.warning("no more connections can be taken")
            transport.abort()
            return
        if not visit.proxy and self._of_one[visit.address] >= self._most_of_one:
            log.warning("too many connections from one address", extra={"address": address})
            transport.abort()
            return
        self._visits[transport] = visit
        self._of_one[visit.address] += 1
        self._turn(visit, Stage.HEAD, None)
        if self._heads.count(visit.address) > self._most_waiting:
            self._end(self._heads.oldest(visit.address))

    def left(self, transport: asyncio.BaseTransport) -> None:
        """It has ended."""
        visit = self._visits.pop(transport, None)
        if visit is None:
            return
        self._forget(visit)
        self._of_one[visit.address] -= 1
        if not self._of_one[visit.address]:
            del self._of_one[visit.address]

    def goes_on(self, transport: asyncio.BaseTransport, stage: Stage, request: object = None) -> None:
        """A connection waits for something else now, or for the same of another request; each wait has its own deadline.

        What has become a WebSocket stays one, though the request that began it is only now complete.
        """
        visit = self._visits.get(transport)
        if visit is None or (visit.stage in SOCKET and stage not in SOCKET):
            return
        if (visit.stage, visit.request) != (stage, request):
            self._turn(visit, stage, request)

    def _turn(self, visit: Visit, stage: Stage, request: object) -> None:
        self._forget(visit)
        visit.stage, visit.request = stage, request
        seconds = self._seconds.get(stage)
        if seconds is not None:
            visit.timer = asyncio.get_running_loop().call_later(seconds, self._end, visit)
        if stage in WAITING:
            self._waiting.add(visit)
        if stage is Stage.HEAD:
            self._heads.add(visit)

    def _forget(self, visit: Visit) -> None:
        """Drop the deadline and the places among those who wait."""
        if visit.timer is not None:
            visit.timer.cancel()
            visit.timer = None
        self._waiting.remove(visit)
        self._heads.remove(visit)

    def _make_room(self) -> bool:
        """End the one that has kept us waiting longest, of the address with most of them; whether there was one."""
        address = self._waiting.longest()
        if address is None:
            return False
        self._end(self._waiting.oldest(address))
        return True

    def _end(self, visit: Visit) -> None:
        self.left(visit.transport)
        visit.transport.abort()  # what it has not read, it won't


def guarded(guard: Guard) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Uvicorn's protocols, for requests and for WebSockets, under a guard. It looks at what both of its readers have alike."""
    base: Any = AutoHTTPProtocol

    class Requests(base):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            guard.entered(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            guard.left(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            guard.goes_on(self.transport, _stage(self.cycle, Stage.HEAD), self.cycle)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            guard.goes_on(self.transport, _stage(self.cycle, Stage.IDLE), self.cycle)

    class Sockets(WebSocketsSansIOProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            guard.goes_on(transport, Stage.OPENING)

        async def send(self, message: Any) -> None:
            await super().send(message)
            if stage := SAID.get(message["type"]):
                guard.goes_on(self.transport, stage)

        def connection_lost(self, exc: Exception | None) -> None:
            guard.left(self.transport)
            super().connection_lost(exc)

    return Requests, Sockets


def _stage(cycle: Any, otherwise: Stage) -> Stage:
    """Where uvicorn is with a request; otherwise it waits for the next."""
    if cycle is None or cycle.response_complete:
        return otherwise
    return Stage.BODY if cycle.more_body else Stage.ANSWER


def descriptors(most: int = DEFAULTS.descriptors) -> int:
    """How many files and connections this process may have open, after asking for as many as it may, up to `most`."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft != resource.RLIM_INFINITY and soft < wished:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
            return wished
        except (OSError, ValueError):  # a system with another limit of its own
            return soft
    return most if soft == resource.RLIM_INFINITY else soft


def most_connections(limit: int, kept: int = DEFAULTS.descriptors_kept) -> int:
    """How many connections a process with so many descriptors takes: some are kept for files, the database, own bots."""
    return max(limit - kept, limit // 4, 1)


def most_sockets(connections: int) -> int:
    """How many of so many connections may be WebSockets: whoever only asks for something finds room beside them."""
    return max(1, connections * 3 // 4)


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""
