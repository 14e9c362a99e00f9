"""Of a damaged database all games that are whole come back: `escale backup --whole-only`, then `escale restore` elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

import escale as library
from escale.server.audit import Remark
from escale.server.journals import FILE, open_inspection
from escale.server.rescue import whole_tables
from escale.store.backup import Saved
from escale.store.journal import StoreError
from tests.postgres.server import Server as Postgres
from tests.server.running import BOT, GAME, ME, Person, serving
from tests.server.test_check import EARLY, check, created, execute, filled, played
from tests.server.test_keeping import elsewhere, escale, moves_of, whole_game
from tests.store.conftest import place  # noqa: F401 - a fixture
from tests.store.places import Place

PAGE = 4096
LEAF = 0x0D  # the first byte of a page with rows
NONSENSE = bytes(range(256)) * (PAGE // 256)
MOVES = 4


def begun(person: Person, game: str) -> str:
    """A table of a game where somebody has made a few moves."""
    table = person.make([ME, BOT], game=game)

    async def play() -> None:
        async with person.at(table) as screen:
            for _ in range(MOVES):
                await screen.play()
            await screen.until(lambda _: screen.my_turn)

    asyncio.run(play())
    return table


def at_rest(path: Path) -> bytes:
    """A file that nobody has open, with all that was written in it."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def pages(body: bytes) -> list[bytes]:
    return [body[start : start + PAGE] for start in range(0, len(body), PAGE)]


def spoil_events(path: Path, tables: list[str]) -> set[str]:
    """Write nonsense over a page of events, in the middle of them; the tables that had some there."""
    all_pages = pages(at_rest(path))
    events = [number for number, page in enumerate(all_pages) if page[0] == LEAF and b'"e":"moved"' in page]
    spoiled = events[len(events) // 2]
    with path.open("r+b") as file:
        file.seek(spoiled * PAGE)
        file.write(NONSENSE)
    return {table for table in tables if table.encode() in all_pages[spoiled]}


def seen(person: Person, tables: list[str]) -> dict[str, Any]:
    """What somebody finds at their tables."""
    return {table: moves_of(person, table) for table in tables}


def play_on(person: Person, table: str) -> None:
    async def play() -> None:
        async with person.at(table) as screen:
            if screen.table["status"] == "playing":
                await screen.play()

    asyncio.run(play())


def test_all_other_games_of_a_file_with_a_damaged_page_come_back_and_are_played_on(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    with serving(old) as server:
        ada = Person(server)
        tables = [begun(ada, game) for game in library.games() for _ in range(2)] + [whole_game(ada, GAME)]
        escale("backup", tmp_path / "yesterday.backup", "--data", old)
        for table in tables:
            play_on(ada, table)
        before = seen(ada, tables)
        server.stop()
    lost = spoil_events(old / FILE, tables)
    kept = [table for table in tables if table not in lost]
    assert lost
    assert {json.loads(line)["id"] for line in listed(old, "--state", "unreadable")} == lost
    assert {json.loads(line)["id"] for line in listed(old)} == set(tables)
    for table in lost:
        assert f"table {table} can't be read" in escale("tables", "show", table, "--data", old, status=2)
    refused = escale("backup", tmp_path / "games.backup", "--data", old, status=1)
    assert refused.count("\n") == 1
    assert "--whole-only copies the tables that are whole" in refused
    assert not (tmp_path / "games.backup").exists()
    assert "--whole-only" in escale("serve", "--port", "0", "--data", old, status=2)
    told = escale("backup", tmp_path / "games.backup", "--data", old, "--whole-only", status=1)
    assert {line.partition(": left out: ")[0] for line in told.splitlines()[:-1]} == lost
    assert f"{len(kept)} tables, " in told.splitlines()[-1]
    assert told.endswith(f"; {len(lost)} table{'s' * (len(lost) > 1)} left out.\n")
    escale("restore", tmp_path / "games.backup", "--data", new)
    assert "all whole" in escale("check", "--data", new)
    with serving(new) as server:
        again = elsewhere(ada, server)
        assert seen(again, kept) == {table: before[table] for table in kept}
        escale("restore", tmp_path / "yesterday.backup", "--data", new)
        assert set(seen(again, tables)) == set(tables)  # those that were lost, as they were then
        assert seen(again, kept) == {table: before[table] for table in kept}
        for table in tables:
            play_on(again, table)


def listed(data: Path, *more: str) -> list[str]:
    return escale("tables", "--json", "--data", data, *more).splitlines()


Rescued = tuple[dict[str, Saved], dict[str | None, str]]


def rescued(where: Place) -> Rescued:
    """The tables that are whole, and why others are not."""

    async def look() -> Rescued:
        inspection = await open_inspection(where.data, where.database)
        left_out: list[Remark] = []
        try:
            found = {saved[0].id: saved async for saved in whole_tables(inspection, left_out)}
        finally:
            await inspection.close()
        return found, {remark.table: remark.text for remark in left_out}

    return asyncio.run(look())


def test_nothing_is_left_out_of_what_is_whole(place: Place, tmp_path: Path) -> None:  # noqa: F811
    filled(place)
    one, other = tmp_path / "one.backup", tmp_path / "other.backup"
    escale("backup", one, *place.options())
    told = json.loads(escale("backup", other, "--whole-only", "--json", *place.options()))
    assert (told["ok"], told["left_out"]) == (True, [])
    escale("restore", one, "--data", tmp_path / "new")
    assert " 0 events" in escale("restore", other, "--data", tmp_path / "new")
    assert lines(one) == lines(other)


def lines(backup: Path) -> list[bytes]:
    return sorted(gzip.decompress(backup.read_bytes()).splitlines())


#: What is done to a table each: what is beside its events is made from them anew, and without them it isn't whole.
MENDED = (
    "UPDATE matches SET invitation = 'other' WHERE id = '{id}'",
    "UPDATE matches SET game = 'chess' WHERE id = '{id}'",
    "UPDATE matches SET updated = 2.5 WHERE id = '{id}'",
    "DELETE FROM holders WHERE match = '{id}'",
)
LEFT_OUT = {
    "DELETE FROM events WHERE match = '{id}' AND seq = 2": "event 3 follows event 1",
    "UPDATE events SET body = '{{' WHERE match = '{id}' AND seq = 2": "event 2 can't be read",
    "UPDATE matches SET status = 'over' WHERE id = '{id}'": "and is kept as over",
    "DELETE FROM events WHERE match = '{id}'": "has no events",
}


def test_what_is_kept_beside_the_events_is_made_from_them(place: Place) -> None:  # noqa: F811
    tables = [table for table in filled(place) if table.endswith("-mid")]
    whole, _ = rescued(place)
    harms = dict(zip(tables, (*MENDED, *LEFT_OUT), strict=False))
    assert len(harms) == len(MENDED) + len(LEFT_OUT)
    execute(place, *(sql.format(id=table) for table, sql in harms.items()))
    found, left_out = rescued(place)
    for table, sql in harms.items():
        assert LEFT_OUT.get(sql, "") in left_out.pop(table, "")
        if sql in MENDED and "updated" not in sql:
            assert found[table] == whole[table]
    assert left_out == {}
    assert whole.keys() - found.keys() == {table for table, sql in harms.items() if sql in LEFT_OUT}


def small(where: Place) -> None:
    """A table of each game."""

    async def fill() -> None:
        async with where.journal() as journal:
            for game, info in library.games().items():
                await played(journal, f"table-{game}", created(game, min(info.players)), EARLY)

    asyncio.run(fill())


@pytest.mark.parametrize(
    "harm", [NONSENSE, bytes(PAGE), bytes([LEAF]) + b"\xff" * (PAGE - 1)], ids=["nonsense", "zeros", "leaf"]
)
def test_whatever_page_is_damaged_a_game_is_whole_or_named(tmp_path: Path, harm: bytes) -> None:
    where = Place(data=tmp_path)
    small(where)
    whole, _ = rescued(where)
    body = at_rest(tmp_path / FILE)
    readable = 0
    for number, page in enumerate(pages(body)):
        (tmp_path / FILE).write_bytes(body[: number * PAGE] + harm + body[(number + 1) * PAGE :])
        try:
            found, left_out = rescued(where)
        except StoreError:
            continue  # in a line
        readable += 1
        assert all(found[table] == whole[table] for table in found), number
        if b'"e":"' not in page:  # the events are whole
            assert (found.keys(), left_out.keys() - {None}) == (whole.keys(), set()), number
        assert None in left_out or found.keys() | left_out.keys() == whole.keys(), number
    assert readable > len(pages(body)) // 2


@pytest.fixture
def spoiled(postgres: Postgres, database: str) -> Iterator[tuple[Place, Place]]:
    """A PostgreSQL database, and a copy of it with a damaged page of events."""
    whole = Place(database=database)
    filled(whole)
    name = "spoiled"

    async def copied() -> str:
        admin = await asyncpg.connect(postgres.dsn("postgres"))
        source = database.partition("@/")[2].partition("?")[0]
        await admin.execute(f"CREATE DATABASE {name} TEMPLATE {source} STRATEGY FILE_COPY")  # no page of it is in memory
        await admin.close()
        connection = await asyncpg.connect(postgres.dsn(name))
        (path,) = await connection.fetchrow("SELECT pg_relation_filepath('events')")
        await connection.close()
        return str(path)

    with (postgres.folder / "data" / asyncio.run(copied())).open("r+b") as file:
        file.seek(2 * 8192)
        file.write(NONSENSE)
    yield whole, Place(database=postgres.dsn(name))
    postgres.drop(name)


def test_postgresql_with_a_damaged_page_gives_all_other_games(spoiled: tuple[Place, Place], tmp_path: Path) -> None:
    whole, damaged = spoiled
    everything, _ = rescued(whole)
    refused = escale("backup", tmp_path / "games.backup", *damaged.options(), status=1)
    assert refused.count("\n") == 1
    assert "--whole-only copies the tables that are whole" in refused
    told = json.loads(escale("backup", tmp_path / "games.backup", *damaged.options(), "--whole-only", "--json", status=1))
    lost = {remark["table"] for remark in told["left_out"]}
    assert 0 < len(lost) < len(everything)
    assert {json.loads(line)["id"] for line in tables(damaged, "--state", "unreadable")} == lost
    assert len(tables(damaged)) == len(everything)
    new = Place(data=tmp_path / "new")
    escale("restore", tmp_path / "games.backup", *new.options())
    assert rescued(new)[0] == {table: saved for table, saved in everything.items() if table not in lost}
    assert check(new)["tables"] == len(everything) - len(lost)


def tables(where: Place, *more: str) -> list[str]:
    return escale("tables", "--json", *where.options(), *more).splitlines()
