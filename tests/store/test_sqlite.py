"""What is of the file alone: writers share transactions; a full disk, a lock and damage are told apart."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from escale.store import sqlite, sqlite_lanes
from escale.store.journal import Unavailable
from escale.store.sqlite import SqliteJournal
from escale.store.sqlite_damage import first_damage, interrupted, is_damage, read_only
from tests.store.places import entry


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How much each transaction has done."""
    done: list[int] = []
    really = sqlite_lanes.do_all

    def counted(db: sqlite3.Connection, batch: list[sqlite_lanes.Job]) -> list[sqlite_lanes.Result]:
        done.append(len(batch))
        return really(db, batch)

    monkeypatch.setattr(sqlite_lanes, "do_all", counted)
    return done


def test_what_comes_at_once_is_one_transaction(tmp_path: Path, batches: list[int]) -> None:
    async def write() -> None:
        journal = SqliteJournal(tmp_path / "file.db")
        await asyncio.gather(*(journal.append(entry(f"match{number:03}", 1)) for number in range(50)))
        await journal.close()

    asyncio.run(write())
    assert [size for size in batches if size] == [50]


def test_one_alone_does_not_wait_for_others(tmp_path: Path, batches: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_lanes, "GATHER_SECONDS", 3600.0)

    async def write() -> None:
        journal = SqliteJournal(tmp_path / "file.db")
        await asyncio.wait_for(journal.append(entry("aaaaaaaa", 1)), 60)
        late = asyncio.create_task(journal.append(entry("aaaaaaaa", 2)))
        await asyncio.sleep(0)
        await journal.close()  # writes what has gathered
        await late

    asyncio.run(write())
    assert [size for size in batches if size] == [1, 1]


LONG = 60.0  # seconds to look at a file
PAGE = 4096


def cause(error: pytest.ExceptionInfo[Unavailable]) -> str:
    return error.value.cause


async def filled(path: Path, matches: int = 60) -> SqliteJournal:
    """A journal of some pages."""
    journal = SqliteJournal(path)
    await asyncio.gather(*(journal.append(entry(f"match{number:03}", 1, "x" * 500)) for number in range(matches)))
    return journal


def harm(path: Path, table: str, mode: str) -> None:
    """Spoil the first page of a table, or of its entries, in a file that nobody has open."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    db.close()
    body = bytearray(path.read_bytes())
    if mode == "page":
        body[(root - 1) * PAGE : root * PAGE] = bytes(range(256)) * (PAGE // 256)
    else:
        body[:16] = b"no database here"
    path.write_bytes(body)


def test_a_full_disk_fails_what_is_written_and_nothing_else(tmp_path: Path) -> None:
    async def fill() -> None:
        journal = await filled(tmp_path / "file.db")

        async def narrow(pages: str) -> None:
            await journal._do(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchall())

        await narrow("1")
        with pytest.raises(Unavailable, match="full") as error:
            await asyncio.gather(*(journal.append(entry("match000", seq, "x" * 3000)) for seq in range(2, 20)))
        assert cause(error) == "full"
        assert len(await journal.read("match001")) == 1
        await narrow("1000000")
        await journal.append(entry("match000", len(await journal.read("match000")) + 1))
        await journal.close()

    asyncio.run(fill())


def test_a_lock_is_told_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PROBE_SECONDS", 0.1)

    async def lock() -> None:
        journal = await filled(tmp_path / "file.db")
        other = sqlite3.connect(tmp_path / "file.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable) as error:
            await journal.probe(1.0)
        assert cause(error) == "locked"
        other.close()
        await journal.probe(2.0)
        await journal.close()

    asyncio.run(lock())


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program keeps the file from being written."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


def test_while_a_lock_lasts_each_waits_as_long_as_it_may_and_a_short_one_fails_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_lanes, "LOCK_SECONDS", 1.0)
    monkeypatch.setattr(sqlite_lanes, "LONG_LOCK_SECONDS", 0.2)

    async def lock() -> None:
        journal = await filled(tmp_path / "file.db")
        loop = asyncio.get_running_loop()
        with locked(tmp_path / "file.db"):
            waiting = asyncio.create_task(journal.append(entry("match000", 2)))
            await asyncio.sleep(0.4)
        await waiting
        with locked(tmp_path / "file.db"):
            began, failed = loop.time(), []
            for _ in range(3):
                with pytest.raises(Unavailable) as error:
                    await journal._do(lambda db: db.execute("SELECT 1"), 1.0)
                failed.append(loop.time() - began)
                assert cause(error) == "locked"
                assert len(await journal.read("match000")) == 2  # whoever reads waits for nothing
            assert 1.0 < failed[0] < 2.0
            assert failed[2] - failed[0] < 1.0, "once a lock has lasted for long, nobody waits for as long again"
        await journal.append(entry("match000", 3))
        await journal.close()

    asyncio.run(lock())


def test_a_read_is_not_failed_by_a_write_beside_it(tmp_path: Path) -> None:
    async def fill() -> None:
        journal = await filled(tmp_path / "file.db")
        await journal._do(lambda db: db.execute("PRAGMA max_page_count = 1").fetchall())
        works = [
            work for _ in range(10) for work in (journal.append(entry("aaaaaaaa", 1, "x" * 9000)), journal.read("match001"))
        ]
        found = await asyncio.gather(*works, return_exceptions=True)
        assert all(isinstance(failure, Unavailable) for failure in found[::2])
        assert found[1::2] == [[b"x" * 500]] * 10
        await journal.close()

    asyncio.run(fill())


def test_damage_fails_who_needs_what_is_damaged_and_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "file.db"

    async def damage() -> None:
        await (await filled(path)).close()
        assert first_damage(path, LONG) is None
        harm(path, "holders", "page")
        damaged = entry("match002", 2, holders=["ada"])
        journal = SqliteJournal(path)
        works = [journal.append(entry("match000", 2)), journal.append(damaged), journal.read("match001")]
        written, broken, found = await asyncio.gather(*works, return_exceptions=True)
        assert written is None
        assert isinstance(broken, Unavailable)
        assert broken.cause == "damaged"
        assert found == [b"x" * 500]
        assert [len(await journal.read(match)) for match in ("match000", "match002")] == [2, 1]
        assert await journal.damage()
        await journal.close()

    asyncio.run(damage())


@pytest.mark.parametrize("mode", ["page", "header"])
def test_a_quick_look_finds_damage_and_changes_nothing(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "file.db"

    async def write() -> None:
        await (await filled(path)).close()

    asyncio.run(write())
    harm(path, "events", mode)
    before = path.read_bytes()
    found = first_damage(path, LONG)
    assert found
    assert "\n" not in found
    assert path.read_bytes() == before


def test_a_quick_look_is_quick_and_makes_no_file(tmp_path: Path) -> None:
    assert first_damage(tmp_path / "nosuch.db", LONG) is None
    assert list(tmp_path.iterdir()) == []
    path = tmp_path / "file.db"
    sqlite3.connect(path).close()
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"
    with (
        contextlib.closing(read_only(path)) as db,
        interrupted(db, 0.2),
        pytest.raises(sqlite3.OperationalError, match="interrupted") as error,
    ):
        db.execute(endless).fetchone()
    assert not is_damage(error.value)


def test_a_text_that_is_none_any_more_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "file.db"

    async def read() -> None:
        await (await filled(path)).close()
        with sqlite3.connect(path) as db:
            db.execute("UPDATE events SET body = CAST(x'ff' AS TEXT) WHERE match = 'match003'")
        db.close()
        journal = SqliteJournal(path)
        with pytest.raises(Unavailable) as error:
            await journal.read("match003")
        assert cause(error) == "damaged"
        assert await journal.read("match004")
        await journal.close()

    asyncio.run(read())


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """What everybody may do with a folder and the files in it."""
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in (folder, *folder.iterdir())}


@pytest.mark.usefixtures("usual_umask")
def test_other_users_of_the_machine_read_nothing(tmp_path: Path) -> None:
    numbers = itertools.count()

    async def write() -> dict[str, int]:
        journal = SqliteJournal(tmp_path / "games" / "file.db")
        await journal.append(entry(f"match{next(numbers)}", 1))
        found = modes(tmp_path / "games")
        await journal.close()
        return found

    closed = {"games": 0o700, "file.db": 0o600, "file.db-wal": 0o600, "file.db-shm": 0o600}
    assert asyncio.run(write()) == closed
    (tmp_path / "games" / "file.db").chmod(0o664)  # as versions before made it, in a group that may write
    (tmp_path / "games").chmod(0o755)
    assert asyncio.run(write()) == {"games": 0o755, **dict.fromkeys(list(closed)[1:], 0o660)}
