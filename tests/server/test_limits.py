"""One who asks for too much is refused, with the code that says so; nobody else notices, and a place given up can be had."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.running import ANSWER_SECONDS, BOT, GAME, ME, OPEN, Person, Screen, Server, limited, serving

CROWDED, TOO_MANY = 4429, 429
SOCKETS_PER_ADDRESS, TABLES_PER_PERSON = 20, 8
TABLES = 4  # that the sockets are spread over
ELSEWHERE = "127.0.0.2"  # another address of this machine, on Linux


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own, as nobody else may have taken a place, with limits that are reached soon."""
    data = tmp_path_factory.mktemp("data")
    limits = limited(data, sockets_per_address=SOCKETS_PER_ADDRESS, tables_per_person=TABLES_PER_PERSON)
    with serving(data, *limits) as running:
        yield running


BROKEN = 1006  # the connection ended without a word


async def refusal(person: Person, table: str) -> int | None:
    """The code with which a socket is closed before it hears a word; None if it isn't."""
    url = f"ws://localhost:{person.server.port}/api/tables/{table}/socket"
    async with connect(url, additional_headers={"cookie": person.cookie}) as socket:
        try:
            await asyncio.wait_for(socket.recv(), ANSWER_SECONDS)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else BROKEN
    return None


async def soon(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until it holds: the server hears of an end a little later than the one who ends."""
    async with asyncio.timeout(ANSWER_SECONDS):
        while not await holds():
            await asyncio.sleep(0.01)


def test_sockets_of_one_address(server: Server) -> None:
    ann = Person(server)
    tables = [ann.make([ME, BOT]) for _ in range(TABLES)]

    async def crowd() -> None:
        async with AsyncExitStack() as people:
            screens: list[Screen] = [
                await people.enter_async_context(ann.at(tables[n % TABLES])) for n in range(SOCKETS_PER_ADDRESS)
            ]
            bob = Person(server)
            for person, table in ((ann, tables[0]), (bob, tables[1])):
                assert await refusal(person, table) == CROWDED

            done = await screens[0].play()
            for other in screens[TABLES::TABLES]:
                await other.until(lambda table: table["seq"] >= done["seq"])
            if sys.platform == "linux":
                url = f"ws://127.0.0.1:{server.port}/api/tables/{tables[0]}/socket"
                async with connect(url, local_addr=(ELSEWHERE, 0)) as socket:
                    await asyncio.wait_for(socket.recv(), ANSWER_SECONDS)

            await screens[-1].socket.close()

            async def there_is_room() -> bool:
                return await refusal(ann, tables[0]) is None

            await soon(there_is_room)
            await soon(there_is_room)  # it was given back again
            async with ann.at(tables[0]) as screen:
                assert await refusal(bob, tables[0]) == CROWDED
                await screen.play()

    asyncio.run(crowd())


def test_tables_of_one_holder(server: Server) -> None:
    ann, bob = Person(server), Person(server)
    tables = [ann.make([ME, OPEN]) for _ in range(TABLES_PER_PERSON)]
    wish = {"game": GAME, "seats": [ME, OPEN]}
    assert ann.post("/api/tables", wish, TOO_MANY)["error"]["code"] == "too_many"
    bob.make([ME, OPEN])

    async def end_one() -> None:
        async with ann.at(tables[0]) as screen:
            done = await screen.say("end")
            assert done["t"] == "done", done

    asyncio.run(end_one())
    ann.make([ME, OPEN])
    assert ann.post("/api/tables", wish, TOO_MANY)["error"]["code"] == "too_many"
    assert tables[-1] in {table["id"] for table in ann.get("/api/tables/mine")["tables"]}
