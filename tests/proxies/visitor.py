"""Somebody who comes from an address to a proxy, over HTTPS, by the name that is in its files."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from http.cookies import SimpleCookie
from types import MappingProxyType
from typing import Any, NamedTuple

from websockets.asyncio.client import connect

from tests.proxies.fronts import NAME, Front
from tests.server.running import ANSWER_SECONDS, Screen

NOTHING: Mapping[str, str] = MappingProxyType({})


class Answer(NamedTuple):
    """What a request gets."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


class Visitor:
    """A browser as the proxy knows it, with a cookie once it has one."""

    def __init__(self, front: Front, address: str) -> None:
        """Somebody new."""
        self._front, self._address = front, address
        self._tls = ssl.create_default_context(cafile=str(front.certificate))
        self.cookie = ""

    @property
    def origin(self) -> str:
        """Of our pages, as it sees them."""
        return f"https://{NAME}:{self._front.port}"

    def connected(self) -> ssl.SSLSocket:
        """A connection, over which nothing has been asked."""
        plain = socket.create_connection(("127.0.0.1", self._front.port), ANSWER_SECONDS, (self._address, 0))
        return self._tls.wrap_socket(plain, server_hostname=NAME)

    def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] = NOTHING) -> Answer:
        """A request as our pages send it; a body that is not bytes goes as JSON."""
        connection = http.client.HTTPSConnection(NAME, self._front.port)
        connection.sock = self.connected()
        sent = {"Origin": self.origin, **({"Cookie": self.cookie} if self.cookie else {}), **headers}
        with contextlib.closing(connection):
            content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the answer may be there all the same
                connection.request(method, path, content, sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        self._remember(answer.headers)
        return answer

    def make(self, seats: list[dict[str, Any]], **more: Any) -> str:
        """The id of a new table."""
        answer = self.ask("POST", "/api/tables", {"seats": seats, **more})
        assert answer.status == 201, answer.body
        return str(answer.json()["id"])

    @contextlib.asynccontextmanager
    async def at(self, table: str, headers: Mapping[str, str] = NOTHING) -> AsyncIterator[Screen]:
        """A seat before the table's screen."""
        screen = Screen(None)  # type: ignore[arg-type]
        url = f"wss://{NAME}:{self._front.port}/api/tables/{table}/socket"
        async with connect(
            url,
            host="127.0.0.1",
            local_addr=(self._address, 0),
            ssl=self._tls,
            origin=self.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie, **headers},
            max_size=None,
            max_queue=None,
        ) as socket:
            screen.socket = socket
            await screen.read()
            yield screen

    def _remember(self, headers: http.client.HTTPMessage) -> None:
        for line in headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(line).items():
                self.cookie = f"{name}={morsel.value}"
