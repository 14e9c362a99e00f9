"""Proxies: whose word is taken for where a request comes from, and what is known of it without that."""

from __future__ import annotations

import ipaddress
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from escale.server.addresses import EVERYBODY, MAPPED, address_of, read_network

#: By these a request shows that somebody has passed it on.
PASSED_ON = frozenset({b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"})
PEER = "escale.peer"  # in a scope: who is connected to us


def behind(inner: ASGIApp, proxies: str) -> ASGIApp:
    """An application that takes the word of these proxies for where a request comes from, and whether it was HTTPS.

    `proxies` as `read_list` writes them. Whoever comes from an IPv4 address has that, also where the server listens on IPv6.
    """
    believing: ASGIApp = cast(Any, ProxyHeadersMiddleware(cast(Any, inner), as_uvicorn_reads(proxies)))

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        if peer := scope.get("client"):
            scope[PEER] = scope["client"] = (str(address_of(peer[0]) or peer[0]), peer[1])
        await believing(scope, receive, send)

    return outer


def as_uvicorn_reads(proxies: str) -> str | list[str]:
    """The same proxies for uvicorn, which takes an IPv4 address that a proxy writes as IPv6 for another one."""
    if proxies == EVERYBODY:
        return EVERYBODY
    networks = [read_network(word) for word in proxies.split(",") if word]
    v4 = [network for network in networks if isinstance(network, ipaddress.IPv4Network)]
    mapped = [f"::ffff:{network.network_address}/{MAPPED.prefixlen + network.prefixlen}" for network in v4]
    return [*map(str, networks), *mapped]


def is_known(scope: Scope) -> bool:
    """Whether a request comes from its address: nobody has passed it on, or a proxy that is believed has said for whom."""
    return scope["client"] is not scope.get(PEER) or not any(name in PASSED_ON for name, _ in scope["headers"])
