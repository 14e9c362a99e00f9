"""By which names this server is called. A page elsewhere may let its own name point here: DNS rebinding."""

from __future__ import annotations

import ipaddress
import unicodedata
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from escale.rules.errors import BadOption, shown
from escale.server.answering import problem

MISDIRECTED = 421
LOCAL = ("localhost",)
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Escale</title>
<p lang="en">Escale is here, but not under this name. If it should be, its host starts it with <code>--public-url</code>.</p>
<p lang="fr">Escale est bien ici, mais pas sous ce nom. Pour l’y ouvrir, son hôte la lance avec <code>--public-url</code>.</p>
"""


def names_of(public: Collection[str], listening: str) -> frozenset[str] | None:
    """The names to answer to, besides those of this computer itself; None for any. BadOption if an address is none.

    Those that are said; else none if only this computer can come in, and any if others can.
    """
    if public:
        return frozenset(_host_of_url(url) for url in public)
    return frozenset() if _is_local(listening) else None


def for_names(inner: ASGIApp, names: frozenset[str] | None) -> ASGIApp:
    """An application that answers only those who call it by one of these names, or by one of this computer itself."""
    if names is None:
        return inner

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _is_called(HTTPConnection(scope).headers.getlist("host"), names):
            await inner(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()
        else:
            await _refusal(scope["path"])(scope, receive, send)

    return outer


def _refusal(path: str) -> Response:
    if path.startswith("/api/"):
        return problem(MISDIRECTED, "other_host", "this server has other names; its host names them with --public-url")
    return HTMLResponse(PAGE, MISDIRECTED)


def _is_called(hosts: list[str], names: frozenset[str]) -> bool:
    """A browser always says which host it wants; a program that doesn't is not one that a page has misled."""
    return all(host in names or _is_local(host) for host in map(_host, hosts))


def _host(authority: str) -> str:
    """The name in `name:port`, as it is compared."""
    if authority.startswith("["):
        return authority[1:].partition("]")[0].lower()
    return authority.partition(":")[0].lower().rstrip(".")


def _is_local(host: str) -> bool:
    try:
        return host in LOCAL or host.endswith(".localhost") or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _host_of_url(url: str) -> str:
    """The name in an address, https://play.example or just play.example."""
    try:
        parts = urlsplit(url if "://" in url else f"//{url}")
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or set(host) & set(" /\\*?#@") or parts.scheme not in ("", "http", "https"):
        raise BadOption(f"--public-url {shown(url)}: write it as in a browser, https://play.example")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadOption(f"--public-url {shown(url)}: Escale has a name of its own, no path at another's: https://play.example")
    if parts.username is not None:
        raise BadOption("--public-url: no name or password in it, nobody opens it so: https://play.example")
    return _as_sent(url, host.rstrip("."))


def _as_sent(url: str, host: str) -> str:
    """A name as browsers send it: xn--... if it has other letters than ASCII.

    Python's way of writing that is older than theirs, which keeps letters apart that it takes for others (ß and ss).
    """
    if host.isascii():
        return host
    try:
        sent = host.encode("idna")
        if sent.decode("idna") == unicodedata.normalize("NFKC", host):
            return sent.decode("ascii")
    except UnicodeError:
        pass
    raise BadOption(f"--public-url {shown(url)}: write this name as browsers send it, https://xn--...")
