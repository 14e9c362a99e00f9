"""Connections before, between and beside requests: how many, from where, and how long one may keep us waiting.

uvicorn's protocols read and answer; ours (`protocols`) tell a `Guard` what a connection waits for. Live sockets may wait for
ever, whoever keeps us waiting has a deadline; and there are never so many that this process could open nothing else.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from enum import Enum

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
    CLOSING = "closing"  # it was told that it is closed, and should go


WAITING = (Stage.HEAD, Stage.BODY, Stage.IDLE, Stage.OPENING, Stage.CLOSING)  # these make room first
LAST = (Stage.OPENING, Stage.LIVE, Stage.CLOSING)  # after these there is no other request
BETWEEN_REQUESTS = (Stage.HEAD, Stage.IDLE)
CLOSING_SECONDS = 2.0
HELD_SECONDS = 1.0  # after which one whose deadline is over is looked at again, as we keep it waiting ourselves
UNREAD_SECONDS = 30.0  # that what was sent may stay unread


class Visit:
    """One connection."""

    def __init__(self, transport: asyncio.Transport, address: str, proxy: bool) -> None:
        """`address`: where it comes from; a proxy comes for many."""
        self.transport, self.home, self.proxy = transport, address, proxy
        self.address = address  # what it counts as: while a proxy waits for an answer, the address that it comes for
        self.stage = Stage.IDLE
        self.request: object = None  # the one that the stage is of
        self.timer: asyncio.TimerHandle | None = None
        self.unread: asyncio.TimerHandle | None = None  # runs while it doesn't read what is sent
        self.held: deque[bytes] = deque()  # what has arrived and waits for its turn


class Queues:
    """Connections by address, the oldest of each first."""

    def __init__(self) -> None:
        """Nobody yet."""
        self._queues: dict[str, OrderedDict[Visit, None]] = {}

    def add(self, visit: Visit) -> None:
        """One more, at the end."""
        self._queues.setdefault(visit.address, OrderedDict())[visit] = None

    def remove(self, visit: Visit) -> bool:
        """One less, if it is there; whether it was."""
        queue = self._queues.get(visit.address)
        if queue is None or visit not in queue:
            return False
        del queue[visit]
        if not queue:
            del self._queues[visit.address]
        return True

    def count(self, address: str) -> int:
        """How many of an address."""
        return len(self._queues.get(address, ()))

    def oldest(self, address: str) -> Visit:
        """The first of an address that has one."""
        return next(iter(self._queues[address]))

    def newest(self, address: str) -> Visit:
        """The last of an address that has one."""
        return next(reversed(self._queues[address]))

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
            Stage.IDLE: limits.idle_seconds + UNREAD_SECONDS,  # uvicorn says good-bye before that, if the answer was read
            Stage.CLOSING: CLOSING_SECONDS,
        }
        self._is_proxy = among(proxies)
        self._visits: dict[asyncio.BaseTransport, Visit] = {}
        self._everybody = Queues()
        self._waiting = Queues()  # whose turn it is to say something
        self._heads = Queues()  # of these, who have not sent a whole head

    def entered(self, transport: asyncio.Transport) -> None:
        """Somebody connects. If too many are here, another makes room; if there is none, this one is ended."""
        address = _address(transport)
        visit = Visit(transport, network(address), self._is_proxy(address))
        if len(self._visits) >= self._most and not self._make_room(visit.address):
            log.warning("no more connections can be taken")
            transport.abort()
            return
        if not visit.proxy and self._everybody.count(visit.address) >= self._most_of_one:
            log.warning("too many connections from one address", extra={"address": address})
            transport.abort()
            return
        self._visits[transport] = visit
        self._everybody.add(visit)
        self._turn(visit, Stage.HEAD, None)
        if self._heads.count(visit.address) > self._most_waiting:
            self._end(self._heads.oldest(visit.address))

    def left(self, transport: asyncio.BaseTransport) -> None:
        """It has ended."""
        visit = self._visits.pop(transport, None)
        if visit is None:
            return
        self._forget(visit)
        _cancel_unread(visit)
        self._everybody.remove(visit)
        visit.held.clear()

    def visit(self, transport: asyncio.BaseTransport) -> Visit | None:
        """The one of a transport, while it lasts."""
        return self._visits.get(transport)

    def goes_on(self, transport: asyncio.BaseTransport, stage: Stage, request: object = None) -> None:
        """A connection waits for something else now, or for the same of another request; each wait has its own deadline.

        What has become a WebSocket stays one, though the request that began it is only now complete.
        """
        visit = self._visits.get(transport)
        if visit is None or (visit.stage in LAST and stage not in LAST):
            return
        if (visit.stage, visit.request) != (stage, request):
            self._turn(visit, stage, request)

    def comes_for(self, visit: Visit, address: str) -> None:
        """A proxy has said for whom it comes; until it has the answer it counts as that address."""
        if visit.address != address and visit.transport in self._visits and visit.stage not in BETWEEN_REQUESTS:
            self._count_as(visit, address)

    def reads_no_more(self, transport: asyncio.BaseTransport) -> None:
        """It doesn't take what is sent. If that lasts, it is ended."""
        visit = self._visits.get(transport)
        if visit is not None and visit.unread is None:
            visit.unread = asyncio.get_running_loop().call_later(UNREAD_SECONDS, self._end, visit)

    def reads_again(self, transport: asyncio.BaseTransport) -> None:
        """It has taken most of what was sent."""
        if (visit := self._visits.get(transport)) is not None:
            _cancel_unread(visit)

    def holds(self, visit: Visit) -> None:
        """Something of it waits here for its turn: it keeps nobody waiting."""
        self._heads.remove(visit)

    def holds_no_more(self, visit: Visit) -> None:
        """That was let in."""
        if visit.stage is Stage.HEAD and visit.transport in self._visits:
            self._heads.add(visit)

    def _turn(self, visit: Visit, stage: Stage, request: object) -> None:
        self._forget(visit)
        if stage in BETWEEN_REQUESTS and visit.address != visit.home:
            self._count_as(visit, visit.home)
        visit.stage, visit.request = stage, request
        seconds = self._seconds.get(stage)
        if seconds is not None:
            visit.timer = asyncio.get_running_loop().call_later(seconds, self._end_late, visit)
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

    def _count_as(self, visit: Visit, address: str) -> None:
        queues = [queue for queue in (self._everybody, self._waiting, self._heads) if queue.remove(visit)]
        visit.address = address
        for queue in queues:
            queue.add(visit)

    def _make_room(self, address: str) -> bool:
        """End one for a newcomer of an address; whether there was one. Nobody makes room for an address that has more."""
        here, fullest = self._everybody.count(address), self._everybody.longest()
        if fullest is not None and self._everybody.count(fullest) > here + 1:
            self._end(self._first_to_go(fullest))
            return True
        waiting = self._waiting.longest()
        if waiting is not None and self._everybody.count(waiting) <= here:
            waiting = address if self._waiting.count(address) else None
        if waiting is None:
            return False
        self._end(self._waiting.oldest(waiting))
        return True

    def _first_to_go(self, address: str) -> Visit:
        """Of an address, the one that has kept us waiting longest; the newest if none does."""
        return (self._waiting.oldest if self._waiting.count(address) else self._everybody.newest)(address)

    def _end_late(self, visit: Visit) -> None:
        """End one whose time is over, unless it waits for its turn itself."""
        if visit.held and visit.stage is not Stage.CLOSING:
            visit.timer = asyncio.get_running_loop().call_later(HELD_SECONDS, self._end_late, visit)
        else:
            self._end(visit)

    def _end(self, visit: Visit) -> None:
        self.left(visit.transport)
        visit.transport.abort()  # what it has not read, it won't


def _cancel_unread(visit: Visit) -> None:
    if visit.unread is not None:
        visit.unread.cancel()
        visit.unread = None


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
    return most if soft == resource.RLIM_INFINITY else min(soft, most)


def most_connections(limit: int, kept: int = DEFAULTS.descriptors_kept) -> int:
    """How many connections a process with so many descriptors takes: some are kept for files, the database, own bots."""
    return max(limit - kept, limit // 4, 1)


def most_sockets(connections: int) -> int:
    """How many of so many connections may be WebSockets: whoever only asks for something finds room beside them."""
    return max(1, connections * 3 // 4)


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""
