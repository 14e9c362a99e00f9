"""Another program keeps the database locked: that is told soon; who reads notices nothing, and no clock pays."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from escale.server.health import KEPT_SECONDS
from escale.server.journals import FILE
from tests.server.running import BOT, ME, Person, Screen, Server, on, serving
from tests.store.places import KINDS

SOON = 5.0  # seconds within which everybody is told
SLACK = 2.0  # for a busy machine
SHORT = 1.5  # seconds that a lock may last without anybody being told
SECONDS = 3000.0  # on a clock
UNKNOWN = 2.0  # of them that may be charged, as nobody knows


@contextlib.asynccontextmanager
async def locked(data: Path, database: str | None) -> AsyncIterator[None]:
    """Nothing can be written meanwhile."""
    if database:
        connection = await asyncpg.connect(database)
        async with connection.transaction():
            await connection.execute("LOCK TABLE events, matches, alive IN EXCLUSIVE MODE")
            yield
        await connection.close()
        return
    other = sqlite3.connect(data / FILE, isolation_level=None, timeout=60.0)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


def told(server: Server) -> list[dict[str, Any]]:
    """What the log says of the journal."""
    return [line for line in map(json.loads, server.errors.read_text().splitlines()) if "the journal" in line["what"]]


async def health(person: Person) -> str:
    """The word of /health."""
    response = await asyncio.to_thread(person.http.get, person.server.address + "/health")
    return str(response.json().get("error", {}).get("code", "ok"))


async def moved(screen: Screen, command: str) -> str:
    """Try to move when it is one's turn; "done" once everybody knows, or why not."""
    await screen.until(lambda _: screen.my_turn)
    move = {"seq": screen.table["seq"], "move": screen.table["view"]["moves"][0]["text"]}
    answer = await screen.say("play", id=command, **move)
    if answer["t"] == "done":
        await screen.until(lambda table: table["seq"] >= answer["seq"])
    return str(answer.get("code", "done"))


async def refused(screen: Screen) -> list[str]:
    """Why a move isn't taken, tried three times; each is answered in time."""
    codes: list[str] = []
    while len(codes) < 3:
        began = time.monotonic()
        codes.append(await moved(screen, "third"))
        assert time.monotonic() - began < SOON + SLACK
    return codes


async def watched(person: Person) -> list[str]:
    """What /health says for a while, each time it is asked."""
    began, words = time.monotonic(), []
    while time.monotonic() - began < SOON:
        words.append(await health(person))
    return words


@pytest.mark.parametrize("kind", KINDS)
def test_a_lock_is_told_soon_and_a_short_one_fails_nobody(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = request.getfixturevalue("database") if kind != "sqlite" else None

    async def lock(server: Server) -> None:
        ada = Person(server)
        clock = {"each": "game", "seconds": SECONDS, "then": "end"}
        table = await asyncio.to_thread(ada.make, [ME, BOT], clock=clock)
        async with ada.at(table) as screen:
            assert await moved(screen, "first") == "done"
            async with locked(tmp_path, database):
                moving = asyncio.create_task(moved(screen, "second"))
                await asyncio.sleep(SHORT)
            assert await moving == "done"
            assert told(server) == []
            await screen.until(lambda _: screen.my_turn)
            before = screen.table["clock"]["left"][0]
            async with locked(tmp_path, database):
                codes, words = await asyncio.gather(refused(screen), watched(ada))
                assert codes == ["unavailable"] * 3
                assert "locked" in words
                assert set(words) <= {"locked", "slow"}  # on a machine that has other things to do
                async with ada.at(table) as reading:
                    assert reading.table["seq"] == screen.table["seq"]
            assert await moved(screen, "third") == "done"
            assert before - screen.table["clock"]["left"][0] < UNKNOWN
            await asyncio.sleep(KEPT_SECONDS)  # an answer is given again for so long
            assert await health(ada) == "ok"

    with serving(tmp_path, *on(database)) as server:
        asyncio.run(lock(server))
        began, ended = told(server)
        assert (began["what"], ended["what"]) == ("writing the journal fails", "writing the journal works again")
        assert began["reason"].startswith("locked: ")
