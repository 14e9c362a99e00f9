"""A backup is on disk when it says so, and each of its matches is restored at once or not at all."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from escale import cli
from escale.store import backup as files
from escale.store.backup import Restored, Skipped
from escale.store.journal import Conflict, Journal, Row
from tests.store.places import Place, entry, places_taken

MATCHES, EVENTS = 30, 100


async def filled(journal: Journal, matches: int, events: int) -> None:
    """Matches nobody plays."""
    for number in range(matches):
        for seq in range(1, events + 1):
            await journal.append(entry(f"match{number:03}", seq, f'{{"seq":{seq}}}'))


def silent(done: int) -> None:
    """No progress is shown."""


@pytest.mark.skipif(sys.platform != "linux", reason="only there a descriptor tells its file")
def test_a_backup_is_on_disk_before_it_has_its_name_and_its_name_is_before_it_is_told(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, steps = tmp_path / "backups" / "games.backup", list[tuple[str, Path, int]]()
    really_fsync, really_replace = os.fsync, Path.replace

    def fsync(descriptor: int) -> None:
        really_fsync(descriptor)
        steps.append(("fsync", Path(f"/proc/self/fd/{descriptor}").readlink(), os.fstat(descriptor).st_size))

    def replace(self: Path, target: Path) -> Path:
        steps.append(("replace", self, self.stat().st_size))
        return really_replace(self, target)

    async def write() -> None:
        async with place.journal() as journal:
            await filled(journal, 3, 2)
            monkeypatch.setattr(os, "fsync", fsync)
            monkeypatch.setattr(Path, "replace", replace)
            assert await files.backup(journal.dump(), file, silent) == (3, 6)

    file.parent.mkdir()
    asyncio.run(write())
    part = file.with_name("games.backup.part")
    size = file.stat().st_size
    assert [(step, path) for step, path, _ in steps] == [("fsync", part), ("replace", part), ("fsync", file.parent)]
    assert [length for _, _, length in steps[:2]] == [size, size]  # all of it


def backed_up(folder: Path, matches: int, events: int, holders: Sequence[str] = ()) -> Path:
    """A backup of matches that are over."""
    file = folder / "games.backup"

    async def write() -> None:
        async with Place(data=folder / "source").journal() as journal:
            bodies = [f'{{"seq":{seq}}}'.encode() for seq in range(1, events + 1)]
            await asyncio.gather(
                *(journal.add(entry(name, events, status="over").row, 0, bodies, holders, 1.0) for name in ids(matches))
            )
            await files.backup(journal.dump(), file, silent)

    asyncio.run(write())
    return file


def ids(matches: int) -> list[str]:
    return [f"match{number:03}" for number in range(matches)]


async def restored(journal: Journal, file: Path) -> Restored:
    return await files.restore(journal, file, silent)


def test_whoever_looks_while_a_backup_is_restored_sees_each_match_whole_or_not_at_all(place: Place, tmp_path: Path) -> None:
    file = backed_up(tmp_path, MATCHES, EVENTS)

    async def restore() -> tuple[Restored, set[int]]:
        async with place.journal() as journal, places_taken(place) as taken:
            task = asyncio.create_task(restored(journal, file))
            seen: set[int] = set()
            while not task.done():
                for match in ids(MATCHES):
                    seen.add(len(await taken(match)))
                    await asyncio.sleep(0)
            return await task, seen

    found, seen = asyncio.run(restore())
    assert found == Restored(MATCHES, MATCHES * EVENTS, [])
    assert seen <= {0, EVENTS}


def test_a_restore_that_is_killed_leaves_no_match_half_and_can_be_done_again(place: Place, tmp_path: Path) -> None:
    matches, events = 200, 40
    file = backed_up(tmp_path, matches, events)

    async def kill() -> list[int]:
        async with place.journal(), places_taken(place) as taken:
            process = subprocess.Popen(
                [sys.executable, "-m", "escale", "restore", str(file), *place.options()], stdout=subprocess.DEVNULL
            )
            while process.poll() is None and not await taken("match000"):
                await asyncio.sleep(0)
            process.kill()
            process.wait()
            return [len(await taken(match)) for match in ids(matches)]

    async def again() -> tuple[Restored, list[int]]:
        async with place.journal() as journal, places_taken(place) as taken:
            return await restored(journal, file), [len(await taken(match)) for match in ids(matches)]

    left = asyncio.run(kill())
    assert events in left
    assert set(left) <= {0, events}
    found, now = asyncio.run(again())
    assert (found.events, found.skipped) == (events * left.count(0), [])
    assert now == [events] * matches


def test_what_is_skipped_is_counted_and_named(place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = backed_up(tmp_path, 5, 3)

    async def before() -> None:
        async with place.journal() as journal:
            await journal.append(entry("match000", 1, '{"seq":"other"}'))
            for seq in range(1, 5):
                await journal.append(entry("match001", seq, f'{{"seq":{seq}}}'))  # all that the file has, and one more
            await journal.append(entry("match002", 1, '{"seq":1}'))
            await journal.append(entry("another", 1, invitation="invitation-match003"))

    asyncio.run(before())
    skipped = {
        "match000": "has gone on otherwise here",
        "match003": "can't be added: another table here has its invitation",
    }
    assert cli.run(["restore", str(file), *place.options()]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        *(f"{match}: skipped: {text}" for match, text in skipped.items()),
        f"{file}: 5 tables, 5 events that were not here yet; 2 tables skipped.",
    ]
    assert cli.run(["restore", str(file), "--json", *place.options()]) == 1
    named = [{"table": match, "text": text} for match, text in skipped.items()]
    assert json.loads(capsys.readouterr().out) == {"ok": False, "tables": 5, "events": 0, "skipped": named}


class Busy:
    """A journal where somebody plays on just when something is to be added."""

    def __init__(self, journal: Journal, body: str) -> None:
        self.journal, self.body, self.busy = journal, body, True

    async def read(self, match: str) -> list[bytes]:
        return await self.journal.read(match)

    async def add(self, row: Row, after: int, bodies: list[bytes], holders: list[str], at: float) -> None:
        if self.busy:
            self.busy = False
            await self.journal.append(entry(row.id, after + 1, self.body))
        await self.journal.add(row, after, bodies, holders, at)


@pytest.mark.parametrize("body", ['{"seq":2}', '{"seq":"other"}'], ids=["the same", "other"])
def test_a_match_that_goes_on_meanwhile_is_looked_at_again(place: Place, tmp_path: Path, body: str) -> None:
    file = backed_up(tmp_path, 1, 3, holders=["ada"])

    async def restore() -> tuple[Restored, int, list[str]]:
        async with place.journal() as journal:
            await journal.append(entry("match000", 1, '{"seq":1}'))
            found = await restored(Busy(journal, body), file)  # type: ignore[arg-type]
            return found, len(await journal.read("match000")), await journal.held_by("ada", 1)

    found, length, held = asyncio.run(restore())
    if "other" in body:
        assert (found, length, held) == (Restored(1, 0, [Skipped("match000", "has gone on otherwise here")]), 2, [])
    else:
        assert (found, length, held) == (Restored(1, 1, []), 3, ["match000"])


def test_nothing_is_added_where_another_event_is(place: Place) -> None:
    async def add() -> list[bytes]:
        async with place.journal() as journal:
            await journal.append(entry("aaaaaaaa", 1))
            for after in (0, 2):
                with pytest.raises(Conflict):
                    await journal.add(entry("aaaaaaaa", 1).row, after, [b'{"more":1}'], ["ada"], 1.0)
            assert await journal.held_by("ada", 1) == []
            return await journal.read("aaaaaaaa")

    assert asyncio.run(add()) == [b"{}"]
