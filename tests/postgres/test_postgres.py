"""The PostgreSQL of the tests is a real one, new for each test, and leaves nothing behind."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.postgres.server import ROOT, Server, started_postgres

STARTS_AND_WAITS = """
import time
from tests.postgres.server import started_postgres
with started_postgres() as server:
    print(server.folder, flush=True)
    time.sleep(60)
"""


def run_connected(dsn: str, count: int, work: Callable[..., Awaitable[Any]]) -> Any:
    """What the work returns, given that many connections."""

    async def connected() -> Any:
        connections = [await asyncpg.connect(dsn) for _ in range(count)]
        try:
            return await work(*connections)
        finally:
            for connection in connections:
                await connection.close()

    return asyncio.run(connected())


def test_is_version_18(database: str) -> None:
    async def version(connection: Any) -> str:
        return str(await connection.fetchval("SHOW server_version"))

    assert run_connected(database, 1, version).startswith("18.")


def test_tells_other_connections_what_was_committed(database: str) -> None:
    async def tell(speaker: Any, listener: Any) -> tuple[bool, str]:
        heard: asyncio.Queue[str] = asyncio.Queue()
        await listener.add_listener("news", lambda _connection, _process, _channel, payload: heard.put_nowait(payload))
        async with speaker.transaction():
            await speaker.execute("SELECT pg_notify('news', 'joué')")
            await listener.fetchval("SELECT 1")
            early = not heard.empty()
        return early, await asyncio.wait_for(heard.get(), 10)

    assert run_connected(database, 2, tell) == (False, "joué")


@pytest.mark.parametrize("time", ["first", "second"])
def test_is_empty_each_time(database: str, time: str) -> None:
    async def create(connection: Any) -> str:
        await connection.execute("CREATE TABLE same (word text)")
        await connection.execute("INSERT INTO same VALUES ($1)", time)
        return str(await connection.fetchval("SELECT string_agg(word, ' ') FROM same"))

    assert run_connected(database, 1, create) == time


def test_drops_a_database_in_use(postgres: Server) -> None:
    async def dropped(connection: Any) -> bool:
        postgres.drop("in_use")
        with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
            await connection.fetchval("SELECT 1")
        return True

    postgres.create("in_use")
    assert run_connected(postgres.dsn("in_use"), 1, dropped)
    with pytest.raises(OSError, match='"in_use" does not exist'):
        postgres.drop("in_use")


def test_is_gone_at_the_end() -> None:
    with started_postgres() as server:
        process = int((server.folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
        assert is_running(process)
    assert not server.folder.exists()
    assert not is_running(process)


def test_is_gone_when_its_user_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTS_AND_WAITS], cwd=ROOT, stdout=subprocess.PIPE, text=True) as user:
        assert user.stdout is not None
        folder = Path(user.stdout.readline().strip())
        process = int((folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
        user.kill()
    deadline = time.monotonic() + 20
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not folder.exists()
    assert not is_running(process)


def is_running(process: int) -> bool:
    return subprocess.run(["kill", "-0", str(process)], stderr=subprocess.DEVNULL).returncode == 0
