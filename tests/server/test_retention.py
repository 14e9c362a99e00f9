"""Tables where nothing happens any more are deleted, if the host says so; the others, and who plays there, notice nothing."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from pathlib import Path
from typing import Any

import pytest

from escale import cli
from escale.store.journal import STATUSES
from tests.server.patient import written
from tests.server.running import BOT, ME, Person, on, serving
from tests.store.places import KINDS, Place, entry

DAY = 24 * 3600.0
SOON = 60.0
OLD = 130  # tables: several batches


async def fill(where: Place) -> None:
    """Tables where nothing has happened for three days, in every state, and some of yesterday."""
    async with where.journal() as journal:
        for number, status in zip(range(OLD), itertools.cycle(STATUSES), strict=False):
            await journal.append(entry(f"old{number:05}", 1, status=status, updated=time.time() - 3 * DAY, holders=["ada"]))
        for status in STATUSES:
            await journal.append(entry(f"young-{status}", 1, status=status, updated=time.time() - DAY))


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


def test_days_that_make_no_sense_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for days in ("0", "-3", "99999"):
        assert cli.run(["serve", "--data", str(tmp_path / "data"), f"--keep-days={days}"]) == 2
        assert "days to keep: allowed are 1 to 36500" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
