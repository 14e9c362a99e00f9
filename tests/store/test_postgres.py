"""What PostgreSQL does beyond what a file can: telling other processes, and being away."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import asyncpg
import pytest

from escale.store.journal import Conflict, Ears, Unavailable
from escale.store.postgres import PostgresJournal
from escale.store.postgres_listening import until_lost
from escale.store.postgres_pool import place_of
from tests.postgres.keeper import USER
from tests.postgres.server import Server
from tests.store.outage import away, cut
from tests.store.places import entry

SOON = 20.0
LISTENERS = "query LIKE '%LISTEN%'"


class Hearing:
    """Somebody with ears, and all that came to them."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[object] = asyncio.Queue()
        self.ears = Ears(
            written=lambda match, seq: self.news.put_nowait((match, seq)),
            removed=lambda match: self.news.put_nowait(("removed", match)),
            blocked=lambda: self.news.put_nowait("blocked"),
            said=self.news.put_nowait,
            missed=lambda: self.news.put_nowait("missed"),
        )

    async def next(self) -> object:
        return await asyncio.wait_for(self.news.get(), SOON)


@contextlib.asynccontextmanager
async def journals(dsn: str, count: int) -> AsyncIterator[list[PostgresJournal]]:
    opened = [await PostgresJournal.open(dsn) for _ in range(count)]
    try:
        yield opened
    finally:
        for journal in opened:
            await journal.close()


def test_others_hear_what_is_committed_and_nobody_hears_themselves(database: str) -> None:
    async def tell() -> None:
        hers, his = Hearing(), Hearing()
        async with journals(database, 2) as (ada, bob):
            await ada.listen(hers.ears)
            await bob.listen(his.ears)
            await ada.append(entry("aaaaaaaa", 1))
            with pytest.raises(Conflict):
                await ada.append(entry("aaaaaaaa", 3))
            await ada.append(entry("aaaaaaaa", 2))
            await ada.say("hello, with spaces")
            assert [await his.next() for _ in range(3)] == [("aaaaaaaa", 1), ("aaaaaaaa", 2), "hello, with spaces"]
            await bob.say("done")
            assert await hers.next() == "done"

    asyncio.run(tell())


def test_a_listener_that_was_cut_off_listens_again_and_says_that_it_missed_something(database: str) -> None:
    async def lose() -> None:
        his = Hearing()
        async with journals(database, 2) as (ada, bob):
            await bob.listen(his.ears)
            assert await cut(database, LISTENERS) == 1
            assert await his.next() == "missed"
            await ada.append(entry("aaaaaaaa", 1))
            assert await his.next() == ("aaaaaaaa", 1)

    asyncio.run(lose())


def test_a_journal_closed_in_the_moment_its_listener_is_lost_is_closed() -> None:
    class Lost:
        def add_termination_listener(self, told: Callable[[object], None]) -> None:
            self.tell = told

        def is_closed(self) -> bool:
            return False

    async def close() -> None:
        lost = Lost()
        listening = asyncio.create_task(until_lost(lost))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        lost.tell(lost)
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening

    asyncio.run(close())


def test_commits_wait_for_the_disk(database: str) -> None:
    async def ask() -> str:
        async with journals(database, 1) as (journal,), journal._pool.lent() as connection:
            return str(await connection.fetchval("SHOW synchronous_commit"))

    assert asyncio.run(ask()) == "on"


def test_one_who_waits_for_a_place_does_not_keep_others_waiting(database: str) -> None:
    async def wait() -> list[bytes]:
        async with journals(database, 1) as (journal,):
            for match in ("aaaaaaaa", "bbbbbbbb"):
                await journal.append(entry(match, 1))
            other = await asyncpg.connect(database)
            transaction = other.transaction()
            await transaction.start()
            await other.execute("INSERT INTO events VALUES ('aaaaaaaa', 2, 'not committed yet')")
            waiting = asyncio.create_task(journal.append(entry("aaaaaaaa", 2, "mine")))
            for seq in range(2, 12):
                await journal.append(entry("bbbbbbbb", seq))
            assert not waiting.done()
            await transaction.rollback()
            await waiting
            await other.close()
            return await journal.read("aaaaaaaa", 1)

    assert asyncio.run(wait()) == [b"mine"]


def test_while_it_is_away_all_is_refused_and_afterwards_it_goes_on(postgres: Server, database: str) -> None:
    async def lose() -> None:
        his = Hearing()
        async with journals(database, 1) as (journal,):
            await journal.listen(his.ears)
            await journal.append(entry("aaaaaaaa", 1))
            async with away(postgres, database):
                start = time.monotonic()
                with pytest.raises(Unavailable, match="is away"):
                    await journal.append(entry("aaaaaaaa", 2, "refused"))
                with pytest.raises(Unavailable):
                    await journal.read("aaaaaaaa")
                assert time.monotonic() - start < SOON
            await journal.append(entry("aaaaaaaa", 2, "kept"))
            assert await journal.read("aaaaaaaa") == [b"{}", b"kept"]
            assert await his.next() == "missed"

    asyncio.run(lose())


def test_a_short_absence_is_waited_for(database: str) -> None:
    async def interrupted() -> list[bytes]:
        async with journals(database, 1) as (journal,):
            await journal.append(entry("aaaaaaaa", 1))
            assert await cut(database) >= 1
            await journal.append(entry("aaaaaaaa", 2))
            return await journal.read("aaaaaaaa")

    assert asyncio.run(interrupted()) == [b"{}", b"{}"]


@pytest.mark.parametrize(
    ("dsn", "shown"),
    [
        ("postgresql://ada:secret@db.example:5433/games", "PostgreSQL database games at db.example, port 5433"),
        ("postgresql:///games", "PostgreSQL database games"),
        ("postgresql://ada:sec/ret@db.example/games", "PostgreSQL"),
    ],
)
def test_a_password_is_never_shown(dsn: str, shown: str) -> None:
    assert place_of(dsn) == shown


def locked_out(database: str) -> str:
    """An address with a wrong password."""

    async def make() -> None:
        connection = await asyncpg.connect(database)
        await connection.execute("DROP ROLE IF EXISTS locked")
        await connection.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
        rules = Path(await connection.fetchval("SHOW hba_file"))
        if "locked" not in rules.read_text():
            rules.write_text(f"local all locked scram-sha-256\n{rules.read_text()}")
        await connection.execute("SELECT pg_reload_conf()")
        await connection.close()
        await locked()

    async def locked() -> None:
        """Until the new rules are in force, anybody is let in."""
        async with asyncio.timeout(SOON):
            with contextlib.suppress(asyncpg.InvalidPasswordError):
                while True:
                    await (await asyncpg.connect(dsn)).close()

    dsn = database.replace(f"{USER}@", "locked:wr0ng@", 1)
    asyncio.run(make())
    return dsn


def newer(database: str) -> str:
    """A database of a newer version."""

    async def make() -> None:
        await (await PostgresJournal.open(database)).close()
        connection = await asyncpg.connect(database)
        await connection.execute("INSERT INTO migrations (number) VALUES (999)")
        await connection.close()

    asyncio.run(make())
    return database


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("unreachable", "cannot reach PostgreSQL database x at 127.0.0.1, port 1"),
        ("wrong password", 'password authentication failed for user "locked"'),
        ("newer", "made by a newer version of this program (form 999"),
        ("missing", 'database "nowhere" does not exist'),
        ("no address", "write postgresql://"),
        ("no driver", "escale[postgres]"),
    ],
)
def test_what_is_wrong_at_the_start_is_one_line(postgres: Server, database: str, kind: str, words: str) -> None:
    dsns: dict[str, Callable[[], str]] = {
        "unreachable": lambda: "postgresql://ada:wr0ng@127.0.0.1:1/x",
        "wrong password": lambda: locked_out(database),
        "newer": lambda: newer(database),
        "missing": lambda: postgres.dsn("nowhere"),
        "no address": lambda: "mysql://ada:wr0ng@localhost/x",
        "no driver": lambda: database,
    }
    dsn = dsns[kind]()
    hide = "import sys; sys.modules['asyncpg'] = None; " if kind == "no driver" else ""
    program = f"{hide}from escale.cli import main; main()"
    command = [sys.executable, "-c", program, "serve", "--port", "0"]
    done = subprocess.run(command, env={**os.environ, "ESCALE_DATABASE": dsn}, capture_output=True, text=True, timeout=60)
    assert done.returncode == (1 if kind == "unreachable" else 2), done.stderr  # it may be there in a while
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert "wr0ng" not in done.stderr
    assert done.stdout == ""
