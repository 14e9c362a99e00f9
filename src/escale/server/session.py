"""Who a request comes from: the cookie, and whether our own pages sent it."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from escale.server.tokens import hashed, new_token

COOKIE = "escale"
YEAR = 365 * 24 * 3600


def token_of(connection: HTTPConnection) -> str | None:
    """The browser's token, if it has one."""
    token = connection.cookies.get(COOKIE)
    return token if token and len(token) < 100 else None


def holder_of(connection: HTTPConnection) -> str | None:
    """The hash by which seats know this browser."""
    token = token_of(connection)
    return hashed(token) if token else None


def remember(connection: HTTPConnection, response: Response, token: str) -> None:
    """Keep the browser's token for another year. Scripts can't read it, other sites can't send it."""
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


def token_for(connection: HTTPConnection) -> str:
    """The browser's token, or a new one."""
    return token_of(connection) or new_token()


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request that changes something comes from our own pages, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # no origin that any page has
        return False
