"""Tables where nothing happens any more are deleted, if the host says so; the others, and who plays there, notice nothing."""

from __future__ import annotations

import asyncio
import itertools
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from escale import cli
from escale.server.retention import FIRST_SECONDS
from escale.store.journal import STATUSES
from tests.server.patient import written
from tests.server.running import BOT, ME, Person, Server, on, serving
from tests.server.storms import SETTABLE, WALL
from tests.store.places import KINDS, Place, entry

DAY = 24 * 3600.0
SOON = 60.0
OLD = 130  # tables: several batches


async def fill(where: Place) -> None:
    """Tables where nothing has happened for three days, in every state, and some of yesterday."""
    async with where.journal() as journal:
        for number, status in zip(range(OLD), itertools.cycle(STATUSES), strict=False):
            await journal.append(entry(f"old{number:05}", 1, status=status, updated=time.time() - 3 * DAY, holders=["ada"]))
        for status, days in zip(STATUSES, (1, 1, 0), strict=True):
            await journal.append(entry(f"young-{status}", 1, status=status, updated=time.time() - days * DAY))


@pytest.mark.parametrize("kind", KINDS)
def test_abandoned_and_finished_tables_go_and_others_stay(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = request.getfixturevalue("database") if kind != "sqlite" else None
    asyncio.run(fill(Place(database=database) if database else Place(data=tmp_path)))
    several = ["--workers", "2"] if database else []
    with serving(tmp_path, *on(database), *several, "--keep-days", "2", "--log", "info") as server:
        ada = Person(server)
        table = ada.make([ME, BOT])
        until = time.monotonic() + SOON
        while any(match.startswith("old") for match in written(tmp_path, database)):
            assert time.monotonic() < until
            time.sleep(0.2)

        async def goes_on() -> None:
            async with ada.at(table) as screen:
                await screen.play()

        asyncio.run(goes_on())
        assert server.stop() == 0
        lines: list[dict[str, Any]] = [json.loads(line) for line in server.errors.read_text().splitlines() if "removed" in line]
    assert set(written(tmp_path, database)) == {table, *(f"young-{status}" for status in STATUSES)}
    assert sum(line["tables"] for line in lines) == OLD
    assert len(lines) <= (2 if database else 1)  # two processes that have not heard of each other yet


def told(server: Server) -> list[dict[str, Any]]:
    """What the log says of tables that are kept."""
    return [json.loads(line) for line in server.errors.read_text().splitlines() if "kept longer" in line]


def deleted(where: Place, *options: str) -> tuple[str, str]:
    """What `escale tables delete` prints, by the clock as it is set."""
    command = [sys.executable, *SETTABLE, "tables", "delete", "--older-than", "2", "--yes", *where.options(), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SOON, check=True)
    return done.stdout, done.stderr


@pytest.mark.parametrize("when", ["before the start", "while it runs"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_that_jumps_deletes_nothing_and_the_host_can_say_that_it_is_right(
    kind: str, when: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = request.getfixturevalue("database") if kind != "sqlite" else None
    where = Place(database=database) if database else Place(data=tmp_path)
    wall = tmp_path / "wall"
    wall.write_text("0")
    monkeypatch.setenv(WALL, str(wall))
    if when == "before the start":
        asyncio.run(fill_today(where))
        wall.write_text(str(365 * DAY))
    with serving(tmp_path, *on(database), "--keep-days", "2", program=SETTABLE) as server:
        if when == "while it runs":
            asyncio.run(fill_today(where))
            wall.write_text(str(365 * DAY))
        Person(server).make([ME, BOT])  # an event by the wrong clock makes it no more credible
        until = time.monotonic() + SOON
        while not told(server):
            assert time.monotonic() < until
            time.sleep(0.2)
        time.sleep(2.0)
        assert len(told(server)) == 1
        assert "--trust-clock" in told(server)[0]["reason"]
        assert len(written(tmp_path, database)) == len(STATUSES) + 1
        out, errors = deleted(where)
        assert out == "0 tables deleted.\n"
        assert errors.count("\n") == 1
        assert "3 tables so old by this computer's clock alone" in errors
    assert deleted(where, "--trust-clock") == ("3 tables deleted.\n", "")
    assert len(written(tmp_path, database)) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_tables_that_were_restored_are_kept_from_that_day_on(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wall").write_text("0")
    monkeypatch.setenv(WALL, str(tmp_path / "wall"))
    database = request.getfixturevalue("database") if kind != "sqlite" else None
    old, where = Place(data=tmp_path / "old"), Place(database=database) if database else Place(data=tmp_path / "new")
    asyncio.run(fill(old))
    file = tmp_path / "games.backup"
    assert cli.run(["backup", str(file), *old.options()]) == 0
    assert cli.run(["restore", str(file), *where.options()]) == 0
    before = told_of(where)
    assert len(before) == OLD + len(STATUSES)
    assert min(table["updated"] for table in before) < time.time() - 2 * DAY  # what is told of them is what was so
    assert deleted(where) == ("0 tables deleted.\n", "")
    with serving(tmp_path / "new", *on(database), "--keep-days", "2", "--log", "info"):
        time.sleep(FIRST_SECONDS + 2.0)
    assert told_of(where) == before


def told_of(where: Place) -> list[dict[str, Any]]:
    """The tables as the host sees them."""
    command = [sys.executable, "-m", "escale", "tables", "--json", "--limit", "1000", *where.options()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SOON, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


async def fill_today(where: Place) -> None:
    """Tables where something has happened just now."""
    async with where.journal() as journal:
        for status in STATUSES:
            await journal.append(entry(f"today-{status}", 1, status=status, updated=time.time()))


def test_days_that_make_no_sense_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for days in ("0", "-3", "99999"):
        assert cli.run(["serve", "--data", str(tmp_path / "data"), f"--keep-days={days}"]) == 2
        assert "days to keep: allowed are 1 to 36500" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
