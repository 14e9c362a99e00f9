"""A real PostgreSQL that answers with errors: a table is missing, a right was taken away, a file can't be read.

All in one server, one after the other, with a table that somebody is at all the while.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from escale.server.health import TEXTS
from escale.server.journals import open_journal
from tests.postgres.keeper import USER
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND, with_fault
from tests.server.running import BOT, ME, Person, Screen, Server, on, serving
from tests.store.outage import cut

NOT_NOW = 1
LONG = {"each": "game", "seconds": 3000}
QUICK = {"each": "game", "seconds": 5, "then": "end"}
SOON = 20.0
A_WHILE = 0.5  # seconds
ROUNDED = 0.2  # seconds by which a clock that is shown may differ, as it is in tenths

Fault = Callable[[str], contextlib.AbstractAsyncContextManager[str]]


def altered(change: str, back: str, said: str) -> Fault:
    """Something is otherwise for a while, by SQL with `{player}` for the server's user; `said` is what PostgreSQL then says."""

    @contextlib.asynccontextmanager
    async def fault(database: str) -> AsyncIterator[str]:
        await told(database, change.format(player=player(database)))
        try:
            yield said
        finally:
            await told(database, back.format(player=player(database)))

    return fault


def missing(table: str) -> Fault:
    """A table isn't there for a while, as while a backup takes its place."""
    there, away = f"ALTER TABLE elsewhere RENAME TO {table}", f"ALTER TABLE {table} RENAME TO elsewhere"
    return altered(away, there, f'relation "{table}" does not exist')


def forbidden(table: str) -> Fault:
    """The server's user may not use a table."""
    revoke, grant = f"REVOKE ALL ON {table} FROM {{player}}", f"GRANT ALL ON {table} TO {{player}}"
    return altered(revoke, grant, f"permission denied for table {table}")


def unreadable(table: str) -> Fault:
    """PostgreSQL can't open the file of a table."""

    @contextlib.asynccontextmanager
    async def fault(database: str) -> AsyncIterator[str]:
        where = "SELECT current_setting('data_directory') || '/' || pg_relation_filepath($1)"
        file = Path(await told(database, where, table))
        file.chmod(0)
        try:
            await cut(database)  # a connection that has the file open could go on reading it
            yield "could not open file|connection"  # whatever was just being asked meets the cut first
        finally:
            file.chmod(0o600)

    return fault


FAULTS = {
    "alive is missing": missing("alive"),
    "events are missing": missing("events"),
    "matches are forbidden": forbidden("matches"),
    "events can't be opened": unreadable("events"),
}


async def told(database: str, sql: str, *values: str) -> Any:
    """What PostgreSQL says to whoever looks after it."""
    connection = await asyncpg.connect(database)
    try:
        return await connection.fetchval(sql, *values)
    finally:
        await connection.close()


def player(database: str) -> str:
    """The user that the server is: not one whom nothing can be forbidden."""
    return "player_of_" + database.partition("@/")[2].partition("?")[0]


async def let_in(database: str) -> str:
    """The address for that user."""
    await told(database, f"CREATE ROLE {player(database)} LOGIN")
    await told(database, f"GRANT ALL ON SCHEMA public TO {player(database)}")
    return database.replace(f"{USER}@", f"{player(database)}@", 1)


async def health(person: Person) -> tuple[int, dict[str, Any]]:
    response = await asyncio.to_thread(person.http.get, person.server.address + "/health")
    return response.status_code, response.json().get("error", {})


async def until_healthy(person: Person, *, wanted: bool) -> dict[str, Any]:
    """What /health says, as soon as it is well, or isn't."""
    deadline = time.monotonic() + SOON
    while True:
        status, error = await health(person)
        if status not in (200, 503):
            raise Broken(f"/health answers {status}: {error}")
        if (status == 200) == wanted:
            return error
        if time.monotonic() > deadline:
            raise Broken(f"/health goes on saying {status}: {error}")
        await asyncio.sleep(0.1)


async def shown(screen: Screen, *, running: bool) -> float:
    """What the clock shows, as soon as it runs, or stands."""
    try:
        async with asyncio.timeout(SOON):
            await screen.until(lambda table: table["clock"]["running"] == running)
    except TimeoutError:
        raise Broken(f"the clock doesn't {'run' if running else 'stand'}: {screen.table['clock']}") from None
    return await left(screen)


async def left(screen: Screen) -> float:
    """What the clock shows now."""
    await screen.socket.send(json.dumps({"t": "sync"}))
    while (await screen.read())["t"] != "table":
        pass
    return float(screen.table["clock"]["left"][0])


async def meet(person: Person, screen: Screen, database: str, name: str) -> str:
    """One fault, weathered; what PostgreSQL says of it, for the log."""
    await screen.until(lambda _: screen.my_turn)
    seq = screen.table["seq"]
    move = {"seq": seq, "move": screen.table["view"]["moves"][0]["text"]}
    async with FAULTS[name](database) as said:
        while (error := await until_healthy(person, wanted=False))["code"] == "away":
            await asyncio.sleep(A_WHILE)
        assert error == {"code": "fails", "text": f"{TEXTS['fails']}: moves can't be taken now"}
        answer = await screen.say("play", **move)
        assert (answer["t"], answer["code"]) == ("refused", "unavailable")
        before = await shown(screen, running=False)
        await asyncio.sleep(A_WHILE)
        assert abs(await left(screen) - before) < ROUNDED
        assert screen.table["seq"] == seq
    await until_healthy(person, wanted=True)
    before = await shown(screen, running=True)
    await asyncio.sleep(A_WHILE)
    if await left(screen) >= before:
        raise Broken(f"{name}: the clock stands afterwards")
    await screen.play()
    return said


async def meet_all(server: Server, database: str, names: list[str]) -> list[str]:
    """All these faults, at one table; and at another one somebody's time runs out when they are over, or before."""
    ada = Person(server)
    quick = ada.make([ME, BOT], clock=QUICK)
    try:
        async with ada.at(ada.make([ME, BOT], clock=LONG)) as screen, ada.at(quick) as other:
            await other.until(lambda _: other.my_turn)
            found = [await meet(ada, screen, database, name) for name in names]
            async with asyncio.timeout(SOON):
                await other.until(lambda table: table["status"] == "ended")
            return found
    except ConnectionClosed as error:
        raise Broken(f"a socket was closed: {error}") from None


def try_all(data: Path, database: str, names: list[str], program: tuple[str, ...] = SOUND) -> None:
    """Broken if a fault isn't weathered, or the host isn't told of it in a line."""
    address = asyncio.run(let_in(database))
    with serving(data, "--database", address, program=program) as server:
        said = asyncio.run(meet_all(server, database, names))
        lines = [json.loads(line) for line in server.errors.read_text().splitlines()]
    reasons = [line.get("reason", "") for line in lines if line["level"] == "error"]
    assert all(any(re.search(words, reason) for reason in reasons) for words in said), (said, reasons)
    assert all(re.match("(fails|away): PostgreSQL database ", reason) for reason in reasons), lines


def test_errors_of_postgresql_are_weathered_at_a_table(tmp_path: Path, database: str) -> None:
    try_all(tmp_path, database, list(FAULTS))


def test_the_harness_finds_a_server_that_knows_few_failures(tmp_path: Path, database: str) -> None:
    with pytest.raises(Broken, match=r"/health answers 500|a socket was closed|the clock"):
        try_all(tmp_path, database, ["alive is missing"], program=with_fault("knows_few_failures"))


@pytest.mark.parametrize("table", ["alive", "blocked", "matches"])
def test_a_server_is_not_started_where_a_table_is_missing(database: str, table: str) -> None:
    """It says so in a line; a moment later it may be there again."""

    async def start() -> subprocess.CompletedProcess[str]:
        await (await open_journal(None, database)).close()  # which makes the tables
        async with missing(table)(database):
            command = [sys.executable, "-m", "escale", "serve", "--port", "0", *on(database)]
            return await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=60, check=False)

    done = asyncio.run(start())
    assert (done.returncode, done.stdout) == (NOT_NOW, "")
    assert re.fullmatch(rf"escale: .* fails: .*\"{table}\" does not exist\n", done.stderr), done.stderr
