"""Backup, restore, verify and replay, as a host and a player use them."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from escale import games, load
from escale.cli import run
from escale.server import projection
from escale.server.bodies import Record, RedealBody
from escale.server.journals import FILE as JOURNAL
from escale.server.making import replayed
from escale.server.records import WrongDeal, verified
from escale.store.lock import FILE as LOCK
from tests.play.tables import EVERY_GAME, options_for
from tests.server.running import BOT, GAME, ME, Person, Server, serving


def escale(*arguments: str | Path, status: int = 0) -> str:
    """What a command prints, to whichever stream."""
    done = subprocess.run(
        [sys.executable, "-m", "escale", *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


def run_here(capsys: pytest.CaptureFixture[str], *arguments: str | Path, status: int = 0) -> str:
    """The same of a command run in this process, which is quicker."""
    done = run(list(map(str, arguments)))
    out, errors = capsys.readouterr()
    assert done == status, errors
    return str(out + errors)


def moves_of(person: Person, table: str) -> Any:
    async def look() -> Any:
        async with person.at(table) as screen:
            return screen.table["log"], screen.table["view"], screen.table["yours"]

    return asyncio.run(look())


def table_of(person: Person, game: str) -> str:
    """One at which somebody and a bot know different things, if they ever do in this game."""
    return person.make([ME, BOT], game=game, options=options_for(game))


def play_at(person: Person, table: str, moves: int) -> None:
    """Somebody makes so many moves, and it is their turn again."""

    async def play() -> None:
        async with person.at(table) as screen:
            for _ in range(moves):
                await screen.play()
            await screen.until(lambda _: screen.my_turn)

    asyncio.run(play())


def played(person: Person, moves: int, game: str = GAME) -> str:
    """A table where somebody has made so many moves against a bot."""
    table = table_of(person, game)
    play_at(person, table, moves)
    return table


def whole_game(person: Person, game: str) -> str:
    table = table_of(person, game)

    async def play() -> None:
        async with person.at(table) as screen:
            await screen.play_on()

    asyncio.run(play())
    return table


def elsewhere(person: Person, server: Server) -> Person:
    """The same browser before another server."""
    other = Person(server)
    for name, value in person.http.cookies.items():
        other.http.cookies.set(name, value)
    return other


def test_a_backup_of_a_running_server_goes_on_elsewhere(tmp_path: Path) -> None:
    """With tables of every game, some in the middle of a turn."""
    file = tmp_path / "games.backup"
    with serving(tmp_path / "one") as one:
        ada = Person(one)
        under_way = [played(ada, 2, game) for game in games()]
        tables = [*under_way, *(whole_game(ada, game) for game in games())]
        assert f"{len(tables)} tables" in escale("backup", file, "--data", tmp_path / "one")
        before = {table: moves_of(ada, table) for table in tables}
    with serving(tmp_path / "two") as two:
        again = elsewhere(ada, two)
        assert again.get("/api/tables/mine")["tables"] == []
        assert f"{len(tables)} tables" in escale("restore", file, "--data", tmp_path / "two")
        assert {summary["id"] for summary in again.get("/api/tables/mine")["tables"]} == set(tables)
        assert {table: moves_of(again, table) for table in tables} == before
        for table in under_way:
            play_at(again, table, 1)
        assert " 0 events" in escale("restore", file, "--data", tmp_path / "two")  # nothing is overwritten
        for table in under_way:
            assert len(moves_of(again, table)[0]) > len(before[table][0])


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory, server: Server) -> bytes:
    """A whole backup."""
    file = tmp_path_factory.mktemp("backup") / "games.backup"
    played(Person(server), 2)
    escale("backup", file, "--data", server.errors.parent)
    return file.read_bytes()


@pytest.mark.parametrize("harm", ["cut", "other", "plain"])
def test_what_is_no_whole_backup_is_refused(harm: str, tmp_path: Path, backup: bytes) -> None:
    file = tmp_path / "games.backup"
    broken = {"cut": backup[: len(backup) // 2], "other": gzip.compress(b'{"something": "else"}\n'), "plain": b"hello"}
    file.write_bytes(broken[harm])
    said = escale("restore", file, "--data", tmp_path / "two", status=2)
    assert said.count("\n") == 1
    assert str(file) in said
    assert not (tmp_path / "two").exists()  # nothing of it is added, however much could be read


def test_a_backup_that_is_no_file_is_refused(tmp_path: Path) -> None:
    for missing in (tmp_path / "nosuch.backup", tmp_path):
        said = escale("restore", missing, "--data", tmp_path / "two", status=2)
        assert said.startswith(f"escale: {missing}: ")
        assert said.count("\n") == 1
    assert not (tmp_path / "two").exists()


def test_a_backup_of_nothing_is_refused_and_makes_no_folder(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for data in (tmp_path / "typo", tmp_path / "empty"):
        said = escale("backup", tmp_path / "games.backup", "--data", data, status=2)
        assert said.count("\n") == 1
        assert f"no games are kept in {data}" in said
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_backup_replaces_a_file_only_when_told_to(tmp_path: Path, server: Server) -> None:
    file, data = tmp_path / "games.backup", server.errors.parent
    file.write_text("precious")
    said = escale("backup", file, "--data", data, status=2)
    assert "--overwrite" in said
    assert said.count("\n") == 1
    assert file.read_text() == "precious"
    escale("backup", file, "--data", data, "--overwrite")
    assert file.read_bytes() != b"precious"
    assert "is a folder" in escale("backup", tmp_path, "--data", data, "--overwrite", status=2)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.fixture
def kept(tmp_path: Path, backup: bytes) -> Path:
    """A folder with games, that nobody serves."""
    folder = tmp_path / "kept"
    file = tmp_path / "some.backup"
    file.write_bytes(backup)
    escale("restore", file, "--data", folder)
    return folder


def refused_target(target: Path, data: Path) -> str:
    """The one line with which a backup is refused, overwriting or not; the games are what they were."""
    before = (data / JOURNAL).read_bytes()
    said = [escale("backup", target, "--data", data, *more, status=2) for more in ((), ("--overwrite",))]
    assert (data / JOURNAL).read_bytes() == before
    assert all(line.count("\n") == 1 for line in said)
    return said[1]


@pytest.mark.parametrize("name", [JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm", f"{JOURNAL}-journal", LOCK])
def test_a_backup_never_overwrites_what_it_copies(name: str, kept: Path) -> None:
    assert "name another file" in refused_target(kept / name, kept)
    assert "name another file" in refused_target(kept / ".." / "kept" / name, kept)
    escale("check", "--data", kept)


def test_a_backup_never_overwrites_what_it_copies_by_another_name(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(kept / JOURNAL)
    (tmp_path / "twin").hardlink_to(kept / JOURNAL)
    (tmp_path / "folder").symlink_to(kept, target_is_directory=True)
    (tmp_path / "absent").symlink_to(kept / f"{JOURNAL}-journal")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / JOURNAL).symlink_to(kept / JOURNAL)
    assert "name another file" in refused_target(kept / LOCK, tmp_path / "linked")
    for target in (tmp_path / "link", tmp_path / "twin", tmp_path / "folder" / JOURNAL, tmp_path / "absent"):
        assert "name another file" in refused_target(target, kept)
    (tmp_path / "games.backup").symlink_to(tmp_path / "folder")
    assert "is a folder" in refused_target(tmp_path / "games.backup", kept)


def test_a_backup_goes_into_no_device_pipe_or_socket(kept: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener, chdir(tmp_path):  # the whole path may be too long for a socket's name
        listener.bind("socket")
        for target in (tmp_path / "pipe", tmp_path / "socket"):
            assert "is no file" in refused_target(target, kept)
            assert target.exists()
    (tmp_path / "round").symlink_to(tmp_path / "round")
    assert "round" in refused_target(tmp_path / "round", kept)


def test_a_backup_follows_a_link_to_the_file_it_means(kept: Path, tmp_path: Path) -> None:
    link, file = tmp_path / "latest", tmp_path / "games.backup"
    link.symlink_to(file)
    escale("backup", link, "--data", kept)
    file.write_text("precious")
    assert "--overwrite" in escale("backup", link, "--data", kept, status=2)
    assert file.read_text() == "precious"
    escale("backup", link, "--data", kept, "--overwrite")
    assert link.is_symlink()
    assert not file.is_symlink()
    assert " 0 events" in escale("restore", file, "--data", kept)


@pytest.fixture(scope="module")
def exported(server: Server) -> Callable[[str], dict[str, Any]]:
    """A finished game as it is exported."""

    @cache
    def export(game: str) -> dict[str, Any]:
        ada = Person(server)
        record: dict[str, Any] = ada.get(f"/api/tables/{whole_game(ada, game)}/export")
        return record

    return export


@pytest.fixture(scope="module")
def record(exported: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """One of the first game."""
    return exported(GAME)


@EVERY_GAME
def test_an_exported_game_is_verified_and_told(
    game: str, tmp_path: Path, exported: Callable[[str], dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    record, file = exported(game), tmp_path / "game.json"
    file.write_text(json.dumps(record))
    found = json.loads(run_here(capsys, "verify", file, "--json", "--commitment", record["commitment"]))
    assert found["ok"] is True
    assert (found["commitment"], found["moves"], found["status"]) == (record["commitment"], len(record["moves"]), "over")
    told = run_here(capsys, "replay", file, "--lang", "fr").splitlines()
    assert len(told) == len(record["moves"]) + 1
    assert "Ada" in "".join(told)
    assert run_here(capsys, "replay", file, "--lang", "en").splitlines() != told


def test_the_program_verifies_and_tells_it_too(tmp_path: Path, record: dict[str, Any]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    assert json.loads(escale("verify", file, "--json", "--commitment", record["commitment"]))["ok"] is True
    assert len(escale("replay", file, "--lang", "fr").splitlines()) == len(record["moves"]) + 1


@pytest.mark.parametrize("without", ["empty", "absent"])
def test_a_promise_that_nobody_gave_was_not_kept(without: str, tmp_path: Path, record: dict[str, Any]) -> None:
    file = tmp_path / "game.json"
    unsaid = {name: value for name, value in record.items() if name != "commitment"}
    file.write_text(json.dumps({**unsaid, **({"commitment": ""} if without == "empty" else {})}))
    said = escale("verify", file, status=1)
    assert "the one of this seed" not in said
    assert "no promise was given" in said
    assert "all legal" in said
    found = json.loads(escale("verify", file, "--json", status=1))
    assert (found["ok"], found["commitment"], found["error"]["code"]) == (False, None, "no_promise")
    assert (found["moves"], found["status"]) == (len(record["moves"]), "over")
    assert "the one of this seed" in escale("verify", file, "--commitment", record["commitment"])
    assert len(escale("replay", file).splitlines()) == len(record["moves"]) + 1


@pytest.mark.parametrize("commitment", ["", "  "])
def test_an_empty_promise_is_refused(commitment: str, tmp_path: Path, record: dict[str, Any]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record))
    said = escale("verify", file, "--commitment", commitment, status=2)
    assert said == "escale: the commitment is empty: give the one that the table showed, or none\n"
    found = json.loads(escale("verify", file, "--commitment", commitment, "--json", status=2))
    assert f"escale: {found['error']['text']}\n" == said


@pytest.mark.parametrize("game", games())
def test_what_is_no_move_is_told_with_its_rule_to_programs_too(game: str, tmp_path: Path) -> None:
    written = {"game": game, "version": load(game).version, "players": load(game).new(seed=5).players, "options": {}}
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**written, "seed": "5", "moves": ["xyzzy"]}))
    found = json.loads(escale("verify", file, "--json", status=2))["error"]
    assert found["rule"] in load(game).rule_ids()
    assert f"({found['rule']}" in found["text"]


#: What is changed in a game, and the code and words of what is said of it.
CHANGES = {
    "seed": ("wrong_deal", "not the one promised"),
    "salt": ("wrong_deal", "not the one promised"),
    "moves": ("wrong_move", "move "),
    "game": ("no_such_game", "nosuchgame"),
    "version": ("other_version", "version 99"),
}


@EVERY_GAME
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_game_is_found_out(
    game: str,
    change: str,
    tmp_path: Path,
    exported: Callable[[str], dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    record, file = exported(game), tmp_path / "game.json"
    changes = {
        "seed": {"seed": str((int(record["seed"]) + 1) % 2**64)},
        "salt": {"salt": record["salt"][1:] + "0"},
        "moves": {"moves": [*record["moves"], record["moves"][0]]},
        "game": {"game": "nosuchgame"},
        "version": {"version": 99},
    }
    file.write_text(json.dumps({**record, **changes[change]}))
    code, words = CHANGES[change]
    for command in ("verify", "replay"):
        said = run_here(capsys, command, file, status=2)
        assert said.startswith("escale: ")
        assert said.count("\n") == 1
        assert words in said
    found = json.loads(run_here(capsys, "verify", file, "--json", status=2))
    assert (found["ok"], found["error"]["code"]) == (False, code)
    assert f"escale: {found['error']['text']}\n" == said


@pytest.mark.parametrize("game", games())
def test_a_trial_that_was_dealt_anew_is_verified_by_the_last_deal(game: str) -> None:
    position = load(game).new(seed=5)
    redeals = [RedealBody(ply=1, seed="8", seat=None)]
    version, players = load(game).version, position.players
    redealt = Record(game, version, players, {}, "5", [position.names()[0]], salt="5a", redeals=redeals)
    exported = projection.record(replayed(redealt))
    assert verified(exported, exported.commitment).commitment == exported.commitment
    with pytest.raises(WrongDeal, match=f"the file said {exported.commitment}, "):
        verified(msgspec.structs.replace(exported, redeals=[RedealBody(ply=1, seed="9", seat=None)]), None)


@pytest.mark.parametrize("game", games())
def test_a_wrong_move_is_quoted_as_typed_with_the_rule_that_forbids_it(game: str, tmp_path: Path) -> None:
    position = load(game).new(seed=5)
    moves, again = [], None
    while again is None and not position.over:
        last = position.names()[0]
        position.play(last)
        moves.append(last)
        again = last if not position.over and last not in position.names() else None
    assert again, "some move can't be made twice"
    written = {"game": game, "version": load(game).version, "players": position.players, "options": {}, "seed": "5"}
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**written, "moves": [*moves, again]}))
    said = escale("verify", file, status=2)
    refusal = position.why_not(again)
    assert said == f"escale: move {len(moves) + 1} ({again}): {refusal}\n"
    found = json.loads(escale("verify", file, "--json", status=2))["error"]
    assert (found["ply"], found["move"], found["code"]) == (len(moves) + 1, again, "wrong_move")
    assert refusal is not None
    assert found["rule"] == refusal.rule
