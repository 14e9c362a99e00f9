"""A backup is on disk when it says so."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from escale.store import backup as files
from escale.store.journal import Journal
from tests.store.places import Place, entry


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
