"""A database that goes away and comes back, for as long as a context lasts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from tests.postgres.server import Server

SOCKET = ".s.PGSQL.5432"
GONE_MS = 20_000  # how long one who is cut off may take to go
CUT = f"""
    SELECT pg_terminate_backend(pid, {GONE_MS}) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


async def cut(dsn: str, only: str = "TRUE") -> int:
    """Cut the connections to a database, or some of them, and wait until they are gone; how many there were."""
    connection = await asyncpg.connect(dsn)
    try:
        return len(await connection.fetch(f"{CUT} AND {only}"))
    finally:
        await connection.close()


@asynccontextmanager
async def away(postgres: Server, dsn: str) -> AsyncIterator[None]:
    """Nobody reaches the server meanwhile, and those who were connected to the database are cut off."""
    door = postgres.folder / SOCKET
    hidden = door.with_name("hidden")

    connection = await asyncpg.connect(dsn)
    door.rename(hidden)
    try:
        await connection.execute(CUT)
        connection.terminate()
        yield
    finally:
        hidden.rename(door)
