"""A table whose rules aren't here: it is neither lost nor in anybody's way. A newer server's backup, restored into this one."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import escale as library
from escale.server.journals import FILE
from escale.server.socket import OTHER_RULES
from escale.server.tokens import hashed
from tests.conformance import files
from tests.conformance.journals import FOLDER
from tests.conformance.stories import holder
from tests.server.patient import stranger
from tests.server.running import BOT, ME, Person, Server, serving
from tests.server.test_keeping import escale

NEWER = 99
GONE = "a_game_that_was_removed"
GAMES = list(library.games())
TABLES = 8  # of a game: all of them are in one list
STOPPED = 5  # events of a table that is still being played
HEADER = {"escale": "backup", "form": 1}


@dataclass(frozen=True)
class Shelved:
    """A server, somebody who has seats, and the tables that were restored."""

    server: Server
    ada: Person
    lines: dict[str, dict[str, Any]]  # of the backup, by table
    records: dict[str, dict[str, Any]]  # what must be exported of those that are over


def lines_of(game: str, me: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The journals of a game as a newer server would have them: the line of a backup, and the record."""
    paths = sorted((files.tests_folder(library.load(game)) / FOLDER).glob("v*/*.jsonl"))
    for number, path in enumerate(paths[:: -(-len(paths) // TABLES)]):
        expected, *bodies = path.read_text("utf-8").splitlines()
        first = json.loads(bodies[0])
        key = f"{game[:3]}{number:05d}".replace("0", "x")
        first |= {"version": NEWER, "game": GONE if number == 0 else game, "invitation": f"i-{key}", "listed": True}
        bodies = [json.dumps(first, separators=(",", ":")), *bodies[1:]]
        status = json.loads(expected)["status"]
        if number % 3 == 2:
            bodies, status = bodies[:STOPPED], "playing"
        events = [body.replace(f'"{holder(0)}"', f'"{me}"') for body in bodies]
        row = {"id": key, "game": first["game"], "status": status, "listed": True, "invitation": f"i-{key}", "updated": 1.8e9}
        record = {**json.loads(expected)["record"], "version": NEWER, "game": first["game"]}
        yield {"row": row, "events": events, "holders": [me]}, record


def write_backup(path: Path, lines: list[dict[str, Any]]) -> Path:
    """A backup as somebody else's server has written it."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in (HEADER, *lines))
    return path


@pytest.fixture(scope="module")
def shelved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelved]:
    """All of them in one server."""
    folder = tmp_path_factory.mktemp("shelved")
    with serving(folder / "data") as server:
        ada = Person(server)
        ada.make([ME, BOT])
        (cookie,) = ada.http.cookies.values()
        made = [one for game in GAMES for one in lines_of(game, hashed(str(cookie)))]
        file = write_backup(folder / "newer.backup", [line for line, _ in made])
        assert f"{len(made)} tables" in escale("restore", file, "--data", folder / "data")
        lines = {line["row"]["id"]: line for line, _ in made}
        yield Shelved(server, ada, lines, {line["row"]["id"]: record for line, record in made})
        assert "Traceback" not in server.errors.read_text()


def of(shelved: Shelved, game: str, status: str) -> list[str]:
    """The tables of a game that are as wanted."""
    found = [key for key, line in shelved.lines.items() if key.startswith(game[:3]) and (line["row"]["status"]) == status]
    assert found
    return found


@pytest.mark.parametrize("game", GAMES)
def test_it_is_in_its_owners_list_and_says_what_it_is(game: str, shelved: Shelved) -> None:
    for status in ("over", "playing"):
        for key in of(shelved, game, status):
            summary = shelved.ada.get(f"/api/tables/{key}")
            row = shelved.lines[key]["row"]
            assert (summary["game"], summary["version"], summary["playable"]) == (row["game"], NEWER, False)
            assert (summary["status"], summary["turn"]) == (status, None)
            assert len(summary["seats"]) == summary["players"] == shelved.records[key]["players"]
    mine = shelved.ada.get("/api/tables/mine")["tables"]
    assert any(summary["id"].startswith(game[:3]) and not summary["playable"] for summary in mine)
    assert all(summary["playable"] for summary in shelved.ada.get("/api/tables/listed")["tables"])


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_one_is_exported_as_it_was_written(game: str, shelved: Shelved) -> None:
    for key in of(shelved, game, "over"):
        assert stranger(shelved.server).get(f"/api/tables/{key}/export") == shelved.records[key]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_needs_the_rules_says_that_they_are_not_here(game: str, shelved: Shelved) -> None:
    (over, *_), (playing, *_) = of(shelved, game, "over"), of(shelved, game, "playing")
    for key in (over, playing):
        asked = [
            f"/api/tables/{key}/replay",
            f"/api/tables/{key}/review",
            f"/api/tables/{key}/past/0",
            f"/api/invitations/i-{key}",
        ]
        for path in asked:
            assert shelved.ada.get(path, 422)["error"]["code"] == "other_version"
        for path in (f"/api/tables/{key}/rematch", f"/api/tables/{key}/seats/0/link"):
            assert shelved.ada.post(path, status=422)["error"]["code"] == "other_version"

        async def looks(table: str) -> None:
            with pytest.raises(ConnectionClosed, match="4422"):
                async with shelved.ada.at(table):
                    pass

        asyncio.run(looks(key))
    error = shelved.ada.get(f"/api/tables/{playing}/replay", 422)["error"]
    assert f"version {NEWER} of {game} isn't here: there are " in error["text"]


@pytest.mark.parametrize("game", GAMES)
def test_one_that_is_being_played_waits_until_its_players_end_it(game: str, shelved: Shelved) -> None:
    key = of(shelved, game, "playing")[-1]
    assert shelved.ada.get(f"/api/tables/{key}/export", 409)["error"]["code"] == "not_over"
    assert stranger(shelved.server).post(f"/api/tables/{key}/end", status=403)["error"]["code"] == "not_yours"
    ended = shelved.ada.post(f"/api/tables/{key}/end")
    assert (ended["status"], ended["playable"]) == ("ended", False)
    assert shelved.ada.post(f"/api/tables/{key}/end", status=409)["error"]["code"] == "over"
    record = shelved.ada.get(f"/api/tables/{key}/export")
    whole = shelved.records[key]
    assert record["seed"] == whole["seed"]
    assert record["moves"] == moves_of(shelved.lines[key]["events"])


def moves_of(events: list[str]) -> list[str]:
    """The moves that stand, folded by hand."""
    moves: list[str] = list(json.loads(events[0]).get("start", []))
    for event in map(json.loads, events):
        if event["e"] == "moved":
            moves.append(event["move"])
        elif event["e"] == "undone":
            del moves[event["ply"] :]
    return moves


def test_a_backup_carries_it_untouched(shelved: Shelved, tmp_path: Path) -> None:
    file = tmp_path / "again.backup"
    escale("backup", file, "--data", shelved.server.errors.parent)
    with gzip.open(file, "rt", encoding="utf-8") as opened:
        found = {line["row"]["id"]: line for line in map(json.loads, opened.readlines()[1:])}
    for key, line in shelved.lines.items():
        assert found[key]["events"][: len(line["events"])] == line["events"]
        if line["row"]["status"] != "playing":
            assert found[key] == line


def test_after_a_restart_nothing_is_lost_and_the_log_says_it_in_a_line(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ada = Person(server)
        ada.make([ME, BOT])
        (cookie,) = ada.http.cookies.values()
        made = [line for line, _ in lines_of(GAMES[0], hashed(str(cookie)))]
        for line in made:
            line["row"]["updated"] = 4e9  # of late
        escale("restore", write_backup(tmp_path / "newer.backup", made), "--data", tmp_path / "data")
        server.kill()
        with contextlib.closing(sqlite3.connect(tmp_path / "data" / FILE)) as db, db:
            db.execute("UPDATE matches SET wound = 0.0")  # clocks run there
        server.start()
        for line in made:
            assert ada.get(f"/api/tables/{line['row']['id']}")["playable"] is False
        playing = [line["row"]["id"] for line in made if line["row"]["status"] == "playing"]

        def told() -> list[str]:
            return [line for line in server.errors.read_text().splitlines() if "waits for its rules" in line]

        asyncio.run(_until(lambda: len(told()) >= len(playing)))
        assert "Traceback" not in server.errors.read_text()
        assert all(f"version {NEWER} of {GAMES[0]} isn't here" in line or GONE in line for line in told())
        asyncio.run(_until(lambda: not charged(tmp_path / "data" / FILE) & set(playing)))


def charged(file: Path) -> set[str]:
    """The tables where somebody will be charged for the time since the last event."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        return {row[0] for row in db.execute("SELECT id FROM matches WHERE wound IS NOT NULL")}


async def _until(wanted: Any) -> None:
    async with asyncio.timeout(60):
        while not wanted():
            await asyncio.sleep(0.05)


def test_events_that_only_a_newer_server_writes_are_passed_over_and_never_exported(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ada = Person(server)
        ada.make([ME, BOT])
        (cookie,) = ada.http.cookies.values()
        line = next(line for line, _ in lines_of(GAMES[0], hashed(str(cookie))) if line["row"]["status"] == "over")
        version = library.games()[GAMES[0]].version
        first = json.loads(line["events"][0]) | {"version": version, "game": GAMES[0], "colour": "of the cards"}
        line["events"] = [json.dumps(first), *line["events"][1:], '{"e":"celebrated","at":1800009999.0,"cake":true}']
        key = line["row"]["id"]
        escale("restore", write_backup(tmp_path / "newer.backup", [line]), "--data", tmp_path / "data")
        summary = ada.get(f"/api/tables/{key}")
        assert (summary["playable"], summary["status"]) == (False, "over")
        for path in ("export", "replay"):
            error = ada.get(f"/api/tables/{key}/{path}", 422)["error"]
            assert (error["code"], error["text"]) == ("other_version", f"table {key} was written by a newer server")


@pytest.mark.parametrize("acts", [False, True])
def test_a_table_with_which_a_newer_server_has_gone_on_is_left_by_all_who_are_there(tmp_path: Path, *, acts: bool) -> None:
    """They may be told of it, or find it out by a move of their own, which is refused; nothing more is written there."""

    async def play(server: Server) -> None:
        ada = Person(server)
        table = ada.make([ME, BOT], listed=True)
        async with ada.at(table) as screen, stranger(server).at(table) as watcher:
            await screen.until(lambda _: screen.my_turn)
            seq = screen.table["seq"]
            with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db:
                body = '{"e":"celebrated","at":1800009999.0,"cake":true}'
                db.execute("INSERT INTO events VALUES (?, ?, ?)", (table, seq + 1, body))
                db.commit()
            if acts:
                with contextlib.suppress(ConnectionClosed):  # which may come before the answer
                    answer = await screen.say("play", seq=seq, move=screen.table["view"]["moves"][0]["text"])
                    assert (answer["t"], answer["code"]) == ("refused", "other_version")
            for one in (screen, watcher):
                with pytest.raises(ConnectionClosed) as closed:
                    await one.until(lambda _: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == OTHER_RULES
        with pytest.raises(ConnectionClosed) as closed:
            async with ada.at(table):
                pass
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == OTHER_RULES
        assert ada.get(f"/api/tables/{table}")["playable"] is False
        error = ada.post(f"/api/tables/{table}/seats/0/link", status=422)["error"]
        assert (error["code"], error["text"]) == ("other_version", f"table {table} was written by a newer server")
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db:
            assert db.execute("SELECT MAX(seq) FROM events WHERE match = ?", (table,)).fetchone() == (seq + 1,)

    with serving(tmp_path) as server:
        asyncio.run(play(server))
        assert "Traceback" not in server.errors.read_text()
