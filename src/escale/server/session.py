"""Who a request comes from: the cookie, and whether our own pages sent it."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from escale.server import tokens
from escale.store.journal import Journal

COOKIE = "escale"
HOST_COOKIE = "__Host-escale"  # under HTTPS: a browser takes it from this very host only, and over HTTPS only
YEAR = 365 * 24 * 3600
KEY = "token_key"  # the name of the setting


class Sessions:
    """Knows browsers by tokens that were made here; one that somebody made up is nobody's."""

    def __init__(self, journal: Journal, key: str) -> None:
        """`key` has signed the tokens; the journal knows those from elsewhere, or from before they were signed."""
        self._journal, self._key = journal, key

    @classmethod
    async def of(cls, journal: Journal) -> Sessions:
        """With the key that all processes of this database share, made by the first of them."""
        return cls(journal, await journal.setting(KEY, tokens.new_key()))

    async def token_of(self, connection: HTTPConnection) -> str | None:
        """The browser's token, if it has one of ours: signed here, or with a seat at one of our tables."""
        token = _sent(connection)
        if token is None or tokens.is_signed(token, self._key):
            return token
        return token if await self._journal.held_by(tokens.hashed(token), 1) else None

    async def holder_of(self, connection: HTTPConnection) -> str | None:
        """The hash by which seats know this browser."""
        token = await self.token_of(connection)
        return tokens.hashed(token) if token else None

    async def token_for(self, connection: HTTPConnection) -> str:
        """The browser's token, or a new one."""
        return await self.token_of(connection) or tokens.signed(tokens.new_token(), self._key)


def remember(connection: HTTPConnection, response: Response, token: str) -> None:
    """Keep the browser's token for another year. Scripts can't read it, other sites can't send it."""
    secure = _is_secure(connection)
    name = HOST_COOKIE if secure else COOKIE
    response.set_cookie(name, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    if secure and COOKIE in connection.cookies:
        response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="lax")


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request that changes something comes from our own pages, or from no page at all."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # no origin that any page has
        return False


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")


def _sent(connection: HTTPConnection) -> str | None:
    """What the cookie says, of whomever.

    Under HTTPS anybody on the way, or on a subdomain, may have set the plain one, to a token of their own. So it counts there
    only for those who come from before this server had two, and only until the other is there.
    """
    plain = connection.cookies.get(COOKIE)
    token = plain
    if _is_secure(connection):
        token = connection.cookies.get(HOST_COOKIE, plain if plain and tokens.is_old(plain) else None)
    return token if token and len(token) < tokens.LONGEST_TOKEN else None
