"""What is of the file alone: writers share transactions."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from escale.store import sqlite
from escale.store.sqlite import SqliteJournal
from tests.store.places import entry


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How much each transaction has done."""
    done: list[int] = []
    really = sqlite._do_all

    def counted(db: sqlite3.Connection, batch: list[sqlite.Job]) -> list[sqlite.Result]:
        done.append(len(batch))
        return really(db, batch)

    monkeypatch.setattr(sqlite, "_do_all", counted)
    return done


def test_what_comes_at_once_is_one_transaction(tmp_path: Path, batches: list[int]) -> None:
    async def write() -> None:
        journal = SqliteJournal(tmp_path / "file.db")
        await asyncio.gather(*(journal.append(entry(f"match{number:03}", 1)) for number in range(50)))
        await journal.close()

    asyncio.run(write())
    assert [size for size in batches if size] == [50]


def test_one_alone_does_not_wait_for_others(tmp_path: Path, batches: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "GATHER_SECONDS", 3600.0)

    async def write() -> None:
        journal = SqliteJournal(tmp_path / "file.db")
        await asyncio.wait_for(journal.append(entry("aaaaaaaa", 1)), 60)
        late = asyncio.create_task(journal.append(entry("aaaaaaaa", 2)))
        await asyncio.sleep(0)
        await journal.close()  # writes what has gathered
        await late

    asyncio.run(write())
    assert [size for size in batches if size] == [1, 1]
