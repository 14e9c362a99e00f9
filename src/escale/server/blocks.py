"""Addresses that the host doesn't let in: which they are, kept up to date while the server runs, and what they are told."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections.abc import Callable, Iterable
from functools import partial

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from escale.server.addresses import Address, Network, address_of
from escale.server.answering import FORBIDDEN, problem
from escale.store.background import kept
from escale.store.journal import Blocked, Journal, StoreError

log = logging.getLogger("escale.blocks")
PROXIES = "proxies"  # the setting that says whose word is taken for where a request comes from
BLOCKED = 4423  # the code with which sockets are closed
AWAY_SECONDS = 1.0  # before it is tried again, when the database is away
TEXT = "those who run this library let nobody in from your network"
PAGE = (
    "Those who run this library let nobody in from your network."
    " / Les responsables de cette ludothèque ne laissent entrer personne depuis votre réseau.\n"
)
ALWAYS_ANSWERED = ("/health", "/health/live")  # or a host who blocks the wrong network would think that the server is down


class Networks:
    """Some networks, each until a moment or for good; whether an address is in one takes as long for many as for few."""

    def __init__(self, blocked: Iterable[Blocked] = ()) -> None:
        """What isn't a network is passed over."""
        self._until: dict[tuple[int, int], dict[int, float | None]] = {}  # by version and bits: the network, and until when
        for one in blocked:
            try:
                network: Network = ipaddress.ip_network(one.network)
            except ValueError:
                continue
            same = self._until.setdefault((network.version, network.prefixlen), {})
            same[_prefix(network.network_address, network.prefixlen)] = one.until

    def have(self, address: Address, now: float) -> bool:
        """Whether an address is in one of them whose time isn't over."""
        for (version, bits), networks in self._until.items():
            if version == address.version and (prefix := _prefix(address, bits)) in networks:
                until = networks[prefix]
                if until is None or now < until:
                    return True
        return False


def _prefix(address: Address, bits: int) -> int:
    return int(address) >> (address.max_prefixlen - bits)


class Blocks:
    """Those of one process, as they were last read from the database."""

    def __init__(self) -> None:
        """Nobody is blocked yet."""
        self._journal: Journal | None = None
        self._networks = Networks()
        self._on_change: Callable[[], None] = lambda: None
        self._reading: asyncio.Task[None] | None = None
        self._again = False

    async def begin(self, journal: Journal, on_change: Callable[[], None]) -> None:
        """Read them; `on_change` is told whenever they are others."""
        self._journal, self._on_change = journal, on_change
        self._networks = Networks(await journal.blocked())

    def read_soon(self) -> None:
        """They may be others now."""
        self._again = True
        if self._journal and (self._reading is None or self._reading.done()):
            self._reading = kept("reading who is blocked", partial(self._read, self._journal))

    async def close(self) -> None:
        """Read no more."""
        if self._reading:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

    def has(self, address: str) -> bool:
        """Whether whoever comes from an address isn't let in."""
        known = address_of(address)
        return known is not None and self._networks.have(known, time.time())

    async def _read(self, journal: Journal) -> None:
        while self._again:
            self._again = False
            try:
                self._networks = Networks(await journal.blocked())
                self._on_change()
            except Exception as error:
                self._again = True  # they are still to be read, or heeded
                if not isinstance(error, StoreError):
                    raise
                await asyncio.sleep(AWAY_SECONDS)


def for_others(inner: ASGIApp, blocks: Blocks) -> ASGIApp:
    """An application that tells those who are blocked so, and nothing else."""

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        address = (scope.get("client") or ("",))[0]
        if scope["type"] == "lifespan" or not blocks.has(address) or scope["path"] in ALWAYS_ANSWERED:
            await inner(scope, receive, send)
        elif scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            await socket.accept()  # so that the browser can read why
            await socket.close(BLOCKED)
        else:
            await _refusal(scope["path"])(scope, receive, send)

    return outer


def _refusal(path: str) -> Response:
    return problem(FORBIDDEN, "blocked", TEXT) if path.startswith("/api/") else PlainTextResponse(PAGE, FORBIDDEN)
