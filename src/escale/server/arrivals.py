"""What arrives at connections is let in piece by piece: of each address a little at a time, and nothing while it owes time.

To parse what was sent costs a process more than to send it cost somebody, whatever it says. So it is charged to the address
before anything is known of it, and between two pieces the loop does what it has to do for others.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import Any, Protocol, cast

from escale.server.addresses import network
from escale.server.connections import BETWEEN_REQUESTS, Guard, Visit
from escale.server.loop_time import LoopTime

log = logging.getLogger("escale.arrivals")
PIECE_SECONDS = 0.00003  # for what it costs to read a piece, before it is parsed
ROUND_SECONDS = 0.001  # that the pieces of an address may take before the loop does something else


class Parser(Protocol):
    """What reads pieces."""

    scope: dict[str, Any] | None  # of what was asked for last

    @property
    def wants_no_more(self) -> bool:
        """Whether it has enough to do."""

    def data_received(self, data: bytes) -> None:
        """Parse a piece."""


class Arrivals:
    """What has arrived at one process and waits for its turn."""

    def __init__(self, guard: Guard, loop_time: LoopTime) -> None:
        """At the connections of a guard."""
        self._guard, self._loop_time = guard, loop_time
        self._waiting: dict[str, deque[Visit]] = {}  # those with held pieces, by whose time they take
        self._spent: dict[str, float] = {}  # in this round of the loop

    def arrive(self, visit: Visit, piece: bytes) -> None:
        """Let a piece in if it is its turn; else hold it, and read no more of this connection until then."""
        payer = self._payer(visit)
        if visit.held:
            self._hold(visit, piece)
        elif payer is None or (payer not in self._waiting and self._has_turn(payer)):
            self._let_in(visit, piece, payer)
        else:
            self._hold(visit, piece)
            self._guard.holds(visit)
            self._wait(visit, payer)

    def _payer(self, visit: Visit) -> str | None:
        """Whose time it takes; None for a proxy between two requests, as nobody knows yet for whom it comes next."""
        return None if visit.proxy and visit.stage in BETWEEN_REQUESTS else visit.address

    def _has_turn(self, payer: str) -> bool:
        return self._spent.get(payer, 0.0) < ROUND_SECONDS and not self._loop_time.wait(payer)

    def _hold(self, visit: Visit, piece: bytes) -> None:
        visit.transport.pause_reading()
        visit.held.append(piece)

    def _wait(self, visit: Visit, payer: str) -> None:
        if payer in self._waiting:
            self._waiting[payer].append(visit)
        else:
            self._waiting[payer] = deque([visit])
            self._go_on_soon(payer)

    def _go_on_soon(self, payer: str) -> None:
        loop, seconds = asyncio.get_running_loop(), self._loop_time.wait(payer)
        if seconds:
            loop.call_later(seconds, self._go_on, payer)
        else:
            loop.call_soon(self._go_on, payer)

    def _go_on(self, payer: str) -> None:
        """Let in what has its turn now, a piece of each connection after the other."""
        waiting = self._waiting[payer]
        while waiting and self._has_turn(payer):
            visit = waiting.popleft()
            if visit.held:  # else it has ended
                self._let_in(visit, visit.held.popleft(), payer)
                if visit.held:
                    waiting.append(visit)
                else:
                    self._read_on(visit)
        if waiting:
            self._go_on_soon(payer)
        else:
            del self._waiting[payer]

    def _read_on(self, visit: Visit) -> None:
        self._guard.holds_no_more(visit)
        if not visit.transport.is_closing() and not _parser(visit).wants_no_more:
            visit.transport.resume_reading()

    def _let_in(self, visit: Visit, piece: bytes, payer: str | None) -> None:
        begun = time.thread_time()
        try:
            _parser(visit).data_received(piece)
        except Exception:
            log.exception("what arrived at a connection could not be read")
            visit.transport.abort()
        seconds = time.thread_time() - begun + PIECE_SECONDS
        if visit.proxy:
            asyncio.get_running_loop().call_soon(self._look_for_whom, visit, payer, seconds)
        if payer is not None:
            self._charge(payer, seconds)

    def _look_for_whom(self, visit: Visit, payer: str | None, seconds: float) -> None:
        """By now the application has read for whom a proxy comes."""
        scope = None if self._guard.visit(visit.transport) is None else _parser(visit).scope  # it may have ended
        named = network(scope["client"][0]) if scope and scope["client"] else visit.address
        self._guard.comes_for(visit, named)
        if payer is None:
            self._charge(named, seconds)

    def _charge(self, payer: str, seconds: float) -> None:
        self._loop_time.charge(payer, seconds)
        if not self._spent:
            asyncio.get_running_loop().call_soon(self._spent.clear)
        self._spent[payer] = self._spent.get(payer, 0.0) + seconds


def _parser(visit: Visit) -> Parser:
    """What reads at a connection now: one for requests, or the one for a WebSocket that has taken its place."""
    return cast(Parser, visit.transport.get_protocol())
