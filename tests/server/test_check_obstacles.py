"""`escale check` where a file can't be written, or the disk is full: it is checked, or that is told from damage."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import escale
from escale import cli
from escale.server.journals import FILE
from tests.server.test_check import EARLY, created, played
from tests.store.places import Place

NOBODY = 65534
WHOLE, NOT_NOW = 0, 2


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that everybody may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def fill(data: Path, copy: Path, *, at_rest: bool) -> None:
    """Put a copy of a file with a game into a folder: closed in order, or as it is while a server runs."""

    async def play() -> None:
        game = next(iter(escale.games()))
        async with Place(data=data).journal() as journal:
            await played(journal, "aaaaaaaa", created(game, min(escale.games()[game].players)), EARLY)
            if not at_rest:
                shutil.copy(data / f"{FILE}-wal", copy)
                shutil.copy(data / FILE, copy)
        if at_rest:
            shutil.copy(data / FILE, copy)

    asyncio.run(play())


@pytest.mark.skipif(sys.platform == "win32", reason="rights of Unix")
@pytest.mark.parametrize(("at_rest", "status"), [(True, WHOLE), (False, NOT_NOW)])
def test_a_folder_that_cant_be_written(
    tmp_path: Path, folder: Path, at_rest: bool, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path, folder, at_rest=at_rest)
    assert cli.run(["check", "--data", str(tmp_path)]) == WHOLE  # and all is imported, which nobody else may be allowed to
    capsys.readouterr()
    for file in folder.iterdir():
        file.chmod(0o644)  # a file that others may read, as its owner wished
    folder.chmod(0o555)
    before = sorted(path.name for path in folder.iterdir())
    root = os.geteuid() == 0  # whom rights don't bind
    if root:
        os.seteuid(NOBODY)
    try:
        assert cli.run(["check", "--data", str(folder)]) == status
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
    out, errors = capsys.readouterr()
    assert ("all whole" in out) == at_rest
    assert at_rest or (errors.count("\n") == 1 and "says nothing of damage" in errors)
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
@pytest.mark.parametrize(("at_rest", "status"), [(True, WHOLE), (False, NOT_NOW)])
def test_a_disk_that_takes_nothing(tmp_path: Path, folder: Path, at_rest: bool, status: int) -> None:
    fill(tmp_path, folder, at_rest=at_rest)
    done = subprocess.run(
        [sys.executable, "-B", "-m", "escale", "check", "--json", "--data", str(folder)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    assert (done.returncode, done.stderr) == (status, "")
    found = json.loads(done.stdout)
    assert found["ok"] == at_rest
    assert at_rest or found["error"]["code"] == "unavailable"


def test_a_database_that_is_away(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["check", "--database", "postgresql://nobody@127.0.0.1:1/none"]) == NOT_NOW
    assert capsys.readouterr().err.startswith("escale: cannot reach PostgreSQL")
