"""The form of the tables: made once, however many begin at the same time, and never undone."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import asyncpg
import pytest

from escale.server.journals import FILE, open_inspection
from escale.store.journal import StoreError, migrations
from tests.store.places import Place, entry


async def versions(place: Place) -> list[int]:
    if place.data:
        db = sqlite3.connect(place.data / FILE)
        try:
            return list(range(1, db.execute("PRAGMA user_version").fetchone()[0] + 1))
        finally:
            db.close()
    connection = await asyncpg.connect(place.database)
    try:
        return [row[0] for row in await connection.fetch("SELECT number FROM migrations ORDER BY number")]
    finally:
        await connection.close()


async def execute(place: Place, sqlite: str, postgres: str) -> None:
    if place.data:
        db = sqlite3.connect(place.data / FILE)
        db.execute(sqlite)
        db.commit()
        db.close()
        return
    connection = await asyncpg.connect(place.database)
    await connection.execute(postgres)
    await connection.close()


def test_each_is_numbered_and_has_the_next_number() -> None:
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


def test_a_second_start_changes_nothing(place: Place) -> None:
    async def twice() -> tuple[list[int], list[bytes]]:
        async with place.journal() as journal:
            await journal.append(entry("aaaaaaaa", 1))
        async with place.journal() as journal:
            return await versions(place), await journal.read("aaaaaaaa")

    assert asyncio.run(twice()) == ([number for number, _ in migrations()], [b"{}"])


def test_many_who_begin_at_once_apply_each_once(place: Place) -> None:
    async def at_once() -> list[int]:
        async def begin(number: int) -> None:
            async with place.journal() as journal:
                await journal.append(entry(f"match{number:03}", 1))

        await asyncio.gather(*(begin(number) for number in range(6)))
        async with place.journal() as journal:
            assert len(await journal.playing(0.0)) == 6
        return await versions(place)

    assert asyncio.run(at_once()) == [number for number, _ in migrations()]


COLUMNS = "id, game, status, listed, invitation, updated"  # of the first form
MATCH = f"INSERT INTO matches ({COLUMNS}) VALUES ('aaaaaaaa', 'none', 'playing', 0, 'invitation', 1.0)"
EVENT = "INSERT INTO events VALUES ('aaaaaaaa', 1, '{}')"


@pytest.mark.parametrize("form", [number for number, _ in migrations()[:-1]])
def test_an_older_form_is_brought_up_to_date(place: Place, monkeypatch: pytest.MonkeyPatch, form: int) -> None:
    async def upgraded() -> tuple[list[int], list[int], Any]:
        known = migrations()
        with monkeypatch.context() as patch:
            for store in ("sqlite_file", "postgres_pool"):
                patch.setattr(f"escale.store.{store}.migrations", lambda: known[:form])
            async with place.journal():
                pass
            for statement in (MATCH, EVENT):  # as a program of that time wrote them
                await execute(place, statement, statement)
            old = await versions(place)
        inspection = await open_inspection(place.data, place.database)  # which changes nothing, and reads any form
        assert [line.id for line in await inspection.lines()] == ["aaaaaaaa"]
        await inspection.close()
        async with place.journal() as journal:
            await journal.append(entry("aaaaaaaa", 2, clocked=True))
            return old, await versions(place), await journal.read("aaaaaaaa")

    assert asyncio.run(upgraded()) == (list(range(1, form + 1)), [number for number, _ in migrations()], [b"{}", b"{}"])


def test_a_newer_form_is_refused_in_one_line(place: Place) -> None:
    async def newer() -> None:
        async with place.journal():
            pass
        await execute(place, "PRAGMA user_version = 999", "INSERT INTO migrations (number) VALUES (999)")
        async with place.journal():
            pass

    with pytest.raises(StoreError, match=r"newer version of this program \(form 999, known \d+\)") as error:
        asyncio.run(newer())
    assert "\n" not in str(error.value)
