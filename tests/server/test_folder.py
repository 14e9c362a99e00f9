"""One server a data folder; commands beside it still work, and a killed one leaves nothing in the way."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from escale.server.journals import FILE
from escale.store.lock import FILE as LOCK
from tests.server.running import BOT, ME, Person, Server, on, serving

REFUSED = 2


def escale(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """A command, done."""
    program = [sys.executable, "-m", "escale", *map(str, arguments)]
    return subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("command", [["serve"], ["play", "--no-open"]], ids=["serve", "play"])
def test_a_second_server_refuses_in_a_line_that_names_the_first(tmp_path: Path, command: list[str]) -> None:
    with serving(tmp_path) as first:
        Person(first).make([ME, BOT])
        second = escale(*command, "--data", tmp_path, "--port", "0")
        assert (second.returncode, second.stdout) == (REFUSED, "")
        said = re.fullmatch(r"escale: .* already served at (\S+) by another process \((\d+)\); .*\n", second.stderr)
        assert said, second.stderr
        assert said[1] == f"{first.address}/"
        os.kill(int(said[2]), 0)  # it is there
        assert int(said[2]) != os.getpid()
        Person(first).make([ME, BOT])  # and was not disturbed


def refused(data: Path) -> str:
    """The one line with which a second server refuses."""
    second = escale("serve", "--data", data, "--port", "0")
    assert (second.returncode, second.stdout) == (REFUSED, "")
    assert re.fullmatch(r"escale: .* already served .*by another process.*\n", second.stderr), second.stderr
    return second.stderr


def test_a_lock_file_that_was_removed_lets_no_second_server_in(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        for _ in range(2):
            (tmp_path / LOCK).unlink()
            refused(tmp_path)
            (tmp_path / LOCK).write_text("")  # or was made anew
            refused(tmp_path)
        Person(first).make([ME, BOT])


def test_a_link_to_games_that_are_served_lets_no_second_server_in(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as first:
        Person(first).make([ME, BOT])
        (tmp_path / "two").mkdir()
        (tmp_path / "two" / FILE).symlink_to(tmp_path / "one" / FILE)
        (tmp_path / "three").symlink_to(tmp_path / "one", target_is_directory=True)
        for other in ("two", "three"):
            assert f"already served at {first.address}/" in refused(tmp_path / other)
        first.stop()
        with serving(tmp_path / "two"):
            refused(tmp_path / "one")


def test_a_file_with_two_names_is_served_by_neither(tmp_path: Path) -> None:
    """Whoever wrote it by one name wouldn't see who writes it by the other; two servers destroyed one so."""
    with serving(tmp_path / "one") as first:
        Person(first).make([ME, BOT])
        (tmp_path / "two").mkdir()
        (tmp_path / "two" / FILE).hardlink_to(tmp_path / "one" / FILE)
        second = escale("serve", "--data", tmp_path / "two", "--port", "0")
        assert (second.returncode, second.stdout) == (REFUSED, "")
        assert re.fullmatch(r"escale: .*two.* a hard link: copy it instead.*\n", second.stderr), second.stderr
        Person(first).make([ME, BOT])
    (tmp_path / "two" / FILE).unlink()
    with serving(tmp_path / "one") as again:
        Person(again).make([ME, BOT])


def test_what_a_host_does_beside_a_server_still_works(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as first:
        Person(first).make([ME, BOT])
        made = escale("backup", tmp_path / "games.backup", "--data", tmp_path / "one")
        added = escale("restore", tmp_path / "games.backup", "--data", tmp_path / "one")
        assert (made.returncode, added.returncode) == (0, 0), made.stderr + added.stderr


@pytest.mark.parametrize("end", [Server.kill, Server.stop])
def test_one_that_has_ended_is_in_nobodys_way(tmp_path: Path, end: object) -> None:
    with serving(tmp_path) as first:
        assert callable(end)
        end(first)
        with serving(tmp_path) as second:
            assert Person(second).get("/health")


def test_another_folder_or_a_shared_database_is_another_matter(tmp_path: Path, database: str) -> None:
    with serving(tmp_path / "one", *on(database)) as one, serving(tmp_path / "one", *on(database)) as two:
        table = Person(one).make([ME, BOT])
        assert Person(two).get(f"/api/tables/{table}/past/0")["ply"] == 0
        with serving(tmp_path / "one"), serving(tmp_path / "two"):
            pass


def test_a_folder_that_can_not_be_one_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    refused = escale("serve", "--data", tmp_path / "file" / "folder", "--port", "0")
    assert refused.returncode == REFUSED
    assert refused.stderr.startswith("escale: ")
    assert refused.stderr.count("\n") == 1
