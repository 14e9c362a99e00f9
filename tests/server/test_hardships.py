"""Whatever a database answers, whoever plays is told in words, nobody's clock pays, and afterwards all goes on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from escale.server.health import TEXTS, NotReady
from escale.server.journals import FILE, open_journal
from escale.store import background, postgres_pool
from escale.store.journal import Journal, Unavailable
from escale.store.postgres_pool import PostgresPool
from tests.server import hardships
from tests.server.hardships import SAID, Hardship, check_runs, check_stands, raising, small, weather

#: What is raised, and the word for it.
ERRORS: dict[type[Exception], str] = {
    asyncpg.UndefinedTableError: "fails",
    asyncpg.InsufficientPrivilegeError: "fails",
    asyncpg.DeadlockDetectedError: "fails",
    asyncpg.SerializationError: "fails",
    asyncpg.CheckViolationError: "fails",
    asyncpg.InternalServerError: "fails",
    asyncpg.PostgresIOError: "disk",
    asyncpg.PostgresSystemError: "disk",
    asyncpg.UndefinedFileError: "disk",
    asyncpg.DiskFullError: "full",
    asyncpg.InterfaceError: "away",
    asyncpg.ConnectionDoesNotExistError: "away",
    ConnectionResetError: "away",
}
ALL_KINDS = pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)


async def _weathered(
    monkeypatch: pytest.MonkeyPatch, hardship: Hardship, cause: str, place: tuple[Path | None, str | None]
) -> None:
    journal = await open_journal(*place)
    try:
        async with small(monkeypatch, journal) as server:
            await weather(server, hardship, cause)
    finally:
        await journal.close()


@ALL_KINDS
def test_any_error_of_postgresql_is_weathered_and_the_host_told_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, database: str, kind: type[Exception]
) -> None:
    asyncio.run(_weathered(monkeypatch, raising(kind(SAID)), ERRORS[kind], (None, database)))
    told = {getattr(record, "reason", "") for record in caplog.records if record.levelno >= logging.ERROR}
    quoted = SAID if kind is not asyncpg.CheckViolationError else kind.__name__  # whose text may quote a row
    assert len(told) == 1, told
    (reason,) = told
    assert reason.startswith(f"{ERRORS[kind]}: PostgreSQL database ")
    assert reason.endswith(quoted)


@contextlib.asynccontextmanager
async def _table_missing(journal: Journal, table: str, file: Path) -> AsyncIterator[None]:
    with contextlib.closing(sqlite3.connect(file)) as db:
        db.execute(f"ALTER TABLE {table} RENAME TO elsewhere")
        db.commit()
        yield
        db.execute(f"ALTER TABLE elsewhere RENAME TO {table}")
        db.commit()


@pytest.mark.parametrize("table", ["alive", "events", "matches"])
def test_a_file_without_one_of_its_tables_is_weathered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table: str) -> None:
    def hardship(journal: Journal) -> contextlib.AbstractAsyncContextManager[None]:
        return _table_missing(journal, table, tmp_path / FILE)

    asyncio.run(_weathered(monkeypatch, hardship, "fails", (tmp_path, None)))


@pytest.mark.parametrize(
    "kind", [kind for kind in ERRORS if not issubclass(kind, postgres_pool.GONE)], ids=lambda kind: kind.__name__
)
def test_the_harness_finds_a_pool_that_knows_few_failures(
    monkeypatch: pytest.MonkeyPatch, database: str, kind: type[Exception]
) -> None:
    monkeypatch.setattr(postgres_pool, "FAILURES", postgres_pool.GONE)
    with pytest.raises(kind):
        asyncio.run(_weathered(monkeypatch, raising(kind(SAID)), "fails", (None, database)))


def test_what_can_be_written_although_no_move_can_sets_no_clock_going(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def write() -> None:
        journal = await open_journal(tmp_path, None)
        monkeypatch.setattr(hardships, "QUICK", 60.0)  # between two beats
        async with small(monkeypatch, journal) as server, _table_missing(journal, "events", tmp_path / FILE):
            with pytest.raises(Unavailable):
                await server.watched.beat(0.0, 0.0)
            await server.watched.set("name", "value")
            assert server.uptime.stands
        await journal.close()

    asyncio.run(write())


def _all_below(kind: type[Exception]) -> set[type[Exception]]:
    return {kind}.union(*map(_all_below, kind.__subclasses__()))


def test_every_error_that_asyncpg_knows_leaves_the_pool_as_unavailable_with_a_word_for_it() -> None:
    class Connections:
        async def acquire(self, timeout: float) -> None:
            """Any will do."""

        async def release(self, connection: Any) -> None:
            """And can't be given back."""
            raise asyncpg.InterfaceError("closed")

    async def fail(kind: type[Exception]) -> Unavailable:
        with pytest.raises(Unavailable) as error:
            async with PostgresPool("", "PostgreSQL", Connections()).lent():
                raise kind(SAID)
        return error.value

    async def fail_all() -> None:
        kinds = {
            kind
            for base in (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
            for kind in _all_below(base)
        }
        found = {kind: await fail(kind) for kind in kinds}
        assert len(found) > 200
        assert {error.cause for error in found.values()} <= TEXTS.keys()
        assert found[asyncpg.DataCorruptedError].cause == found[asyncpg.IndexCorruptedError].cause == "damaged"
        hidden = {kind for kind, error in found.items() if SAID not in str(error)}
        assert hidden >= _all_below(asyncpg.DataError) | _all_below(asyncpg.IntegrityConstraintViolationError)

    asyncio.run(fail_all())


async def _beaten(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    """Our own mistake, in the middle of a beat, and what came after it."""
    journal = await open_journal(None, database)
    try:
        async with small(monkeypatch, journal) as server:
            async with raising(LookupError("our mistake"))(journal):
                await check_stands(server)
            await check_runs(server)
            await server.pulse.confirm()  # a flag may fall
    finally:
        await journal.close()


def test_whatever_ends_a_beat_clocks_run_on_afterwards(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, database: str
) -> None:
    asyncio.run(_beaten(monkeypatch, database))
    assert ("work in the background fails, and is begun again", "beats") in [
        (record.getMessage(), getattr(record, "reason", None)) for record in caplog.records
    ]


def test_the_harness_finds_beats_that_nobody_keeps(monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    async def once(name: str, work: Any) -> None:
        await work()

    monkeypatch.setattr(background, "_kept", once)
    monkeypatch.setattr(hardships, "SOON", 1.0)
    with pytest.raises(TimeoutError):
        asyncio.run(_beaten(monkeypatch, database))


def test_whatever_fails_in_a_look_at_the_database_there_is_a_word_for_it(
    monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    async def look() -> None:
        journal = await open_journal(None, database)
        async with small(monkeypatch, journal) as server:
            for what in ("probe", "damage"):
                with monkeypatch.context() as patch:
                    patch.setattr(type(journal), what, _fail)
                    server.health._looked = float("-inf")
                    with pytest.raises(NotReady) as error:
                        await server.health.check()
                    assert error.value.cause == "fails"
                    hardships.check_public(error.value)
            await server.health.check()
        await journal.close()

    asyncio.run(look())


async def _fail(*_: Any) -> None:
    raise LookupError(SAID)
