"""`escale check`: a database of games of every kind is whole, and whatever is spoiled in it is found and named."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import pytest

import escale
from escale.play.events import Created, Ended, Moved, Sitting
from escale.play.match import Match
from escale.server.journals import FILE
from escale.server.writing import entry, first_entry
from escale.store.journal import Journal
from tests.postgres.keeper import USER
from tests.store.conftest import place  # noqa: F401 - a fixture
from tests.store.places import Place

BOTS = [Sitting("bot", None, "random")]
LONGEST = 400  # moves; then the table is ended
EARLY = 3  # moves of a game that goes on


def check(where: Place, status: int = 0) -> dict[str, Any]:
    """What it says, for programs."""
    found: dict[str, Any] = json.loads(told(where, "--json", status=status))
    assert found["ok"] == (status == 0)
    return found


def told(where: Place, *options: str, status: int = 0) -> str:
    command = [sys.executable, "-m", "escale", "check", *where.options(), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == status, (done.stdout, done.stderr)
    assert done.stderr == ""
    return done.stdout


def created(game: str, players: int) -> Created:
    info = escale.games()[game]
    return Created(
        at=1.0,
        game=game,
        version=info.version,
        players=players,
        options={},
        seed=players,
        salt="5a",
        by="ada",
        seats=[*BOTS * (players - 1), Sitting("human", "Bob", None, ("bob",))],
        invitation=f"invitation-{game}-{players}",
    )


async def played(journal: Journal, match_id: str, first: Created, most: int, *, end: bool = True) -> None:
    """A journal of so many random moves at most, ended if that isn't the end of the game."""
    match, rng = Match(match_id, first), random.Random(match_id)
    await journal.append(first_entry(match))

    async def add(event: Moved | Ended) -> None:
        await journal.append(entry(match, event))
        match.apply(event)

    while match.status == "playing" and match.ply < most:
        await add(Moved(at=2.0, move=rng.choice(match.position.names())))
    if end and match.status == "playing":
        await add(Ended(at=3.0, seat=None))


def filled(where: Place) -> list[str]:
    """Tables of every game, of the fewest and the most players, at their end and in the middle; their ids."""

    async def fill() -> list[str]:
        found = []
        async with where.journal() as journal:
            for game, info in escale.games().items():
                for players in sorted({min(info.players), max(info.players)}):
                    for name, most in (("end", LONGEST), ("mid", EARLY)):
                        first = created(game, players)
                        found.append(f"{game}-{players}-{name}")
                        invited = Created(**{**_fields(first), "invitation": found[-1]})
                        await played(journal, found[-1], invited, most, end=name == "end")
        return found

    return asyncio.run(fill())


def _fields(first: Created) -> dict[str, Any]:
    return {name: getattr(first, name) for name in first.__struct_fields__}


def execute(where: Place, *statements: str) -> None:
    """Change a database as no program of ours would."""

    async def by_postgres() -> None:
        connection = await asyncpg.connect(where.database)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()

    if where.database:
        asyncio.run(by_postgres())
        return
    assert where.data
    with contextlib.closing(sqlite3.connect(where.data / FILE, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def test_games_of_every_kind_are_whole_and_what_is_spoiled_is_named(place: Place) -> None:  # noqa: F811
    ids = filled(place)
    assert len(ids) >= len(SPOILING)
    found = check(place)
    assert (found["tables"], found["finished"]) == (len(ids), len(ids) // 2)
    assert (found["damaged"], found["not_here"]) == ([], [])
    assert "all whole" in told(place)
    spoiled = dict(zip(ids, SPOILING, strict=False))
    execute(place, *(sql.format(id=match_id) for match_id, (sql, _) in spoiled.items()))
    found = check(place, status=1)
    named = {remark["table"]: remark["text"] for remark in found["damaged"]}
    others = {remark["table"]: remark["text"] for remark in found["not_here"]}
    assert found["tables"] == len(ids)
    for match_id, (_, words) in spoiled.items():
        assert words in (others if words in NOT_HERE else named).pop(match_id), match_id
    assert named == others == {}
    lines = told(place, status=1).splitlines()
    assert len(lines) == len(spoiled) + 1
    for match_id in spoiled:
        assert sum(line.startswith(f"{match_id}: ") for line in lines) == 1


NOT_HERE = ("isn't here: there are", "only a newer Escale knows")  # what is no damage

#: What is done to a table each, and what must be said of it.
SPOILING = [
    ("DELETE FROM events WHERE match = '{id}' AND seq = 2", "event 3 follows event 1"),
    ("UPDATE events SET body = '{{\"e\": \"moved\"' WHERE match = '{id}' AND seq = 2", "event 2 can't be read"),
    ("UPDATE matches SET status = 'playing' WHERE id = '{id}'", "and is kept as playing"),
    ("UPDATE matches SET status = 'over' WHERE id = '{id}'", "is playing when it is replayed"),
    ('UPDATE events SET body = \'{{"e":"moved","at":1,"move":"!"}}\' WHERE match = \'{id}\' AND seq = 3', "event 3, move 2"),
    ('UPDATE events SET body = \'{{"e":"ended","at":1,"seat":0}}\' WHERE match = \'{id}\' AND seq = 1', "its creation"),
    ("DELETE FROM events WHERE match = '{id}'", "has no events"),
    ("UPDATE events SET body = REPLACE(body, '\"version\":', '\"version\":9') WHERE match = '{id}'", "isn't here: there are"),
    ('UPDATE events SET body = \'{{"e":"undone","at":1,"seat":0,"ply":99}}\' WHERE match = \'{id}\' AND seq = 3', "'Undone'"),
    ('UPDATE events SET body = \'{{"e":"toasted","at":1}}\' WHERE match = \'{id}\' AND seq = 2', "only a newer Escale knows"),
    ("UPDATE matches SET game = 'chess' WHERE id = '{id}'", "and is kept as chess"),
    ("UPDATE matches SET invitation = 'other' WHERE id = '{id}'", "its link leads nowhere"),
    ("UPDATE matches SET listed = 1 WHERE id = '{id}'", "kept as a table for all to watch"),
    ("UPDATE matches SET updated = 2.5 WHERE id = '{id}'", "is kept as last changed at 2, and its events say"),
    ("DELETE FROM holders WHERE match = '{id}'", "is not found by 2 of the 2 browsers"),
    ("DELETE FROM holders WHERE match = '{id}' AND holder = 'ada'", "is not found by 1 of the 2 browsers"),
    ("INSERT INTO holders VALUES ('eve', '{id}')", "is found by 1 browsers or keys that never had a seat"),
]


@pytest.mark.parametrize("spoil", ["page", "orphan"])
def test_damage_of_a_file_is_told_and_what_can_be_read_is_looked_at(tmp_path: Path, spoil: str) -> None:
    where = Place(data=tmp_path)

    async def fill() -> None:
        async with where.journal() as journal:
            for game, info in escale.games().items():
                await played(journal, f"aaaa-{game}", created(game, min(info.players)), LONGEST)

    asyncio.run(fill())
    if spoil == "orphan":
        execute(where, "PRAGMA foreign_keys = OFF", "INSERT INTO events VALUES ('bbbbbbbb', 1, '{}')")
    else:
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'holders'").fetchone()
        with (tmp_path / FILE).open("r+b") as file:
            file.seek((root - 1) * 4096)
            file.write(bytes(4096))
    before = (tmp_path / FILE).read_bytes()
    found = check(where, status=1)
    lost = ["bbbbbbbb"] if spoil == "orphan" else []
    assert found["tables"] == len(escale.games()) + len(lost)
    assert [remark["table"] for remark in found["damaged"] if remark["table"]] == lost
    assert len(found["damaged"]) > len(lost)
    assert (tmp_path / FILE).read_bytes() == before


def nothing_checked(where: Place, status: int, code: str, hide: str = "") -> str:
    """The line that says why."""
    command = [sys.executable, "-c", f"{hide}from escale.cli import main; main()", "check", *where.options()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (status, "", 1)
    as_json = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=60, check=False)
    assert (as_json.returncode, as_json.stderr) == (status, "")
    found = json.loads(as_json.stdout)
    assert (found["ok"], found["error"]["code"]) == (False, code)
    assert done.stderr == f"escale: {found['error']['text']}\n"
    return done.stderr


#: What a file has in it that has no games, the status and the code.
FILES: dict[str, tuple[tuple[str, ...], int, str]] = {
    "nothing": ((), 2, "unfit"),
    "no database": ((), 1, "damaged"),
    "another program's": (("CREATE TABLE other (text)",), 2, "unfit"),
    "another program's, numbered": (("CREATE TABLE other (text)", "PRAGMA user_version = 3"), 2, "unfit"),
    "a newer version's": (("CREATE TABLE matches (id)", "PRAGMA user_version = 999"), 2, "unfit"),
}


@pytest.mark.parametrize("what", FILES)
def test_where_there_is_nothing_to_check_one_line_says_so_and_nothing_is_made(tmp_path: Path, what: str) -> None:
    data = tmp_path / "typo"
    statements, status, code = FILES[what]
    if what != "nothing":
        data.mkdir()
    if what == "no database":
        (data / FILE).write_bytes(b"hello " * 1000)
    if statements:
        execute(Place(data=data), *statements)
    before = sorted(tmp_path.rglob("*"))
    assert str(data) in nothing_checked(Place(data=data), status, code)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("address", ["nonsense", "mysql://ada:wr0ng@localhost/x", "postgresql://ada:wr0ng@127.0.0.1:99999/x"])
def test_what_is_no_address_is_no_damage(address: str) -> None:
    said = nothing_checked(Place(database=address), 2, "unfit")
    assert "write postgresql://" in said
    assert "wr0ng" not in said


HIDDEN = "import sys; sys.modules['asyncpg'] = None; "

#: What is in a PostgreSQL database that isn't ours, or is a newer one's, and what must be said of it.
DATABASES: dict[str, tuple[tuple[str, ...], str]] = {
    "empty": ((), "has no games of this program"),
    "another program's": (("CREATE TABLE migrations (id INTEGER, batch INTEGER)",), "has no games of this program"),
    "a newer version's": (
        ("CREATE TABLE migrations (number INTEGER)", "INSERT INTO migrations VALUES (999)"),
        "made by a newer version",
    ),
}


@pytest.mark.parametrize("what", DATABASES)
def test_a_database_without_games_that_can_be_read_is_no_damage(database: str, what: str) -> None:
    statements, words = DATABASES[what]
    execute(Place(database=database), *statements)
    assert words in nothing_checked(Place(database=database), 2, "unfit")


def test_without_the_driver_there_is_no_damage() -> None:
    assert "escale[postgres]" in nothing_checked(Place(database="postgresql://nobody@127.0.0.1:1/none"), 2, "unfit", HIDDEN)


def test_games_that_a_user_may_not_read_are_no_damage(database: str) -> None:
    where = Place(database=database)

    async def fill() -> None:
        async with where.journal() as journal:
            game = next(iter(escale.games()))
            await played(journal, "aaaaaaaa", created(game, min(escale.games()[game].players)), EARLY)

    asyncio.run(fill())
    execute(where, "DROP ROLE IF EXISTS stranger", "CREATE ROLE stranger LOGIN")
    asking = Place(database=database.replace(f"{USER}@", "stranger@", 1))
    for granted in ("", "GRANT SELECT ON migrations, matches TO stranger"):
        execute(where, *filter(None, [granted]))
        assert "permission denied" in nothing_checked(asking, 2, "unavailable")
    execute(where, "DROP OWNED BY stranger", "DROP ROLE stranger")
