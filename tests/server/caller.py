"""People at addresses of their own: all of 127.0.0.0/8 is this machine, on Linux."""

from __future__ import annotations

import contextlib
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect

from tests.server.running import ANSWER_SECONDS, Person, Screen, Server


class Caller(Person):
    """Somebody who comes from an address."""

    def __init__(self, server: Server, address: str) -> None:
        """Somebody new there."""
        super().__init__(server)
        self.address = address
        transport = httpx.HTTPTransport(local_address=address, verify=False)
        self.http = server.people.enter_context(httpx.Client(timeout=ANSWER_SECONDS, transport=transport))

    def url(self, path: str) -> str:
        """Where that is."""
        return f"http://127.0.0.1:{self.server.port}{path}"

    def get(self, path: str, status: int = 200) -> Any:
        """A request that changes nothing."""
        return self._answer(self.http.get(self.url(path)), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        """A request that changes something."""
        return self._answer(self.http.post(self.url(path), json=body), status)

    @contextlib.asynccontextmanager
    async def at(self, table: str, query: str = "") -> Any:
        """A seat before the table's screen."""
        headers = {"cookie": self.cookie} if self.cookie else {}
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/socket{query}"
        local = (self.address, 0)
        async with connect(url, additional_headers=headers, local_addr=local, max_size=None, max_queue=None) as socket:
            screen = Screen(socket)
            await screen.read()
            yield screen
