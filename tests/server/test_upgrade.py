"""A running table survives an upgrade: its rules change, the server starts again, and it goes on by the rules it began with."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.library import GAMES, new_library, run, verdicts
from tests.server.running import BOT, ME, OPEN, Person, serving

NAME = "first_of_many"
OLD_MOVES, NEW_MOVES = {"left", "right", "both"}, {"first", "last"}
#: In the new version nobody takes two cards at once, and moves are written otherwise.
CHANGES = {
    "__init__.py": [("version=1", "version=2")],
    "rules.py": [
        (
            "    if state.count == 1 or state.both[state.seat] == 0:\n        return 2\n    out[2] = BOTH\n    return 3\n",
            "    return 2\n",
        ),
        ("    if move == BOTH and state.both[state.seat] == 0:", "    if move == BOTH:"),
        ("        state.both[seat] = 1\n", ""),
    ],
    "view.py": [('MOVES = ("left", "right", "both")', 'MOVES = ("first", "last", "both")')],
}


def play(person: Person, table: str, moves: int | None = None) -> dict[str, Any]:
    """So many moves of somebody's own, or all; the table then."""

    async def played() -> dict[str, Any]:
        async with person.at(table) as screen:
            if moves is None:
                return dict(await screen.play_on())
            for _ in range(moves):
                await screen.play()
            return dict(await screen.until(lambda _: screen.my_turn))

    return asyncio.run(played())


def upgrade(folder: Path) -> None:
    """Do what docs/change-a-rule.md says."""
    done = run(folder, "-m", "escale.lab.keep_rules", NAME)
    assert done.returncode == 0, done.stderr
    for file, pairs in CHANGES.items():
        path = folder / GAMES / NAME / file
        text = path.read_text("utf-8")
        for old, new in pairs:
            assert text.count(old) == 1, f"{file}: {old}"
            text = text.replace(old, new)
        path.write_text(text, "utf-8")


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of one game, which servers started meanwhile serve, not compiled."""
    new_library(tmp_path / "library")
    assert run(tmp_path / "library", "-m", "escale.lab.new_game", NAME).returncode == 0
    for name, value in {
        "PYTHONPATH": str(tmp_path / "library" / "src"),
        "NUMBA_DISABLE_JIT": "1",
        "ESCALE_CACHE": str(tmp_path / "cache"),
    }.items():
        monkeypatch.setenv(name, value)
    return tmp_path / "library"


def verified(library: Path, record: dict[str, Any]) -> dict[str, Any]:
    """What `escale verify` says of an exported game, there."""
    file = library / "game.json"
    file.write_text(json.dumps(record), "utf-8")
    done = run(library, "-m", "escale", "verify", str(file), "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def allowed(table: dict[str, Any]) -> set[str]:
    """The moves there are."""
    return {move["text"] for move in table["view"]["moves"]}


def test_a_running_table_goes_on_by_the_rules_it_began_with(library: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ada = Person(server)
        running, finished = ada.make([ME, BOT], game=NAME), ada.make([ME, BOT], game=NAME)
        before = play(ada, running, 2)
        play(ada, finished)
        record = ada.get(f"/api/tables/{finished}/export")
        server.kill()
        upgrade(library)
        server.start()
        assert [card["version"] for card in ada.get("/api/games")["games"]] == [2]
        _check_old_tables(library, ada, running, finished, before, record)
        _check_new_tables(library, ada, running)
        assert "Traceback" not in server.errors.read_text()


def _check_old_tables(
    library: Path, ada: Person, running: str, finished: str, before: dict[str, Any], record: dict[str, Any]
) -> None:
    after = play(ada, running, 0)
    assert {name: after[name] for name in ("version", "ply", "log", "view", "seats")} == {
        name: before[name] for name in ("version", "ply", "log", "view", "seats")
    }
    assert (after["version"], allowed(after) <= OLD_MOVES, bool(allowed(after) & NEW_MOVES)) == (1, True, False)
    over = play(ada, running)
    assert (over["status"], over["view"]["version"]) == ("over", 1)
    for table in (running, finished):
        exported = ada.get(f"/api/tables/{table}/export")
        assert (exported["version"], set(exported["moves"]) <= OLD_MOVES) == (1, True)
        assert len(ada.get(f"/api/tables/{table}/replay")["frames"]) == len(exported["moves"]) + 1
        assert verified(library, exported)["moves"] == len(exported["moves"])
    assert ada.get(f"/api/tables/{finished}/export") == record
    assert ada.post("/api/replays", record)["record"] == record
    trial = ada.make([ME, OPEN], game=NAME, start={**record, "moves": record["moves"][:1]})
    assert {summary["id"]: summary["version"] for summary in ada.get("/api/tables/mine")["tables"]}[trial] == 1


def _check_new_tables(library: Path, ada: Person, running: str) -> None:
    table = ada.make([ME, BOT], game=NAME)
    first = play(ada, table, 0)
    assert (first["version"], allowed(first)) == (2, NEW_MOVES)
    assert play(ada, table)["status"] == "over"
    exported = ada.get(f"/api/tables/{table}/export")
    assert (exported["version"], set(exported["moves"]) <= NEW_MOVES) == (2, True)
    assert verified(library, exported)["status"] == "over"
    again = ada.post(f"/api/tables/{running}/rematch")["id"]
    assert ada.get(f"/api/tables/{again}")["version"] == 2
    old = {**exported, "version": 1}
    assert ada.post("/api/replays", old, 422)["error"]["code"] == "wrong_move"


def test_the_suite_says_what_was_forgotten(library: Path) -> None:
    checks = ["journals_open", "journals_are_complete"]
    upgrade(library)
    found = verdicts(library, {NAME: checks})[NAME]
    assert found["journals_open"] == ""
    assert f"python -m tests.conformance.journals --write {NAME}" in found["journals_are_complete"]
    assert run(library, "-m", "tests.conformance.journals", "--write", NAME).returncode == 0
    assert verdicts(library, {NAME: checks}) == {NAME: dict.fromkeys(checks, "")}


def test_without_kept_rules_a_table_waits_and_says_so(library: Path, tmp_path: Path) -> None:
    """Planted: who forgets to keep the rules loses no game, and can go back."""
    with serving(tmp_path / "data") as server:
        ada = Person(server)
        running = ada.make([ME, BOT], game=NAME)
        before = play(ada, running, 1)
        card = library / GAMES / NAME / "__init__.py"
        for version, playable in ((2, False), (1, True)):
            server.kill()
            card.write_text(card.read_text("utf-8").replace(f"version={3 - version}", f"version={version}"), "utf-8")
            server.start()
            assert ada.get(f"/api/tables/{running}")["playable"] is playable
        assert play(ada, running, 0)["log"] == before["log"]
