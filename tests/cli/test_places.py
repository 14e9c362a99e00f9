"""Where games are kept, as each command is told: a folder or a database, and what is typed beats the environment."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from escale import cli
from escale.cli.arguments import app
from escale.rules.errors import BadOption
from escale.server.journals import FILE
from tests.store.places import Place, entry

AWAY = "postgresql://nobody@127.0.0.1:1/none"
LEAST = 10  # commands that are told where games are


def commands(program: App, *before: str) -> Iterator[list[str]]:
    """Every command that takes both, with something for each argument that it needs."""
    for name in program:
        if name.startswith("-"):
            continue
        command = program[name]
        yield from commands(command, *before, name)
        parameters = inspect.signature(command.default_command).parameters.values() if command.default_command else []
        if {"data", "database"} <= {parameter.name for parameter in parameters}:
            yield [*before, name, *("x" for parameter in parameters if parameter.kind is parameter.POSITIONAL_ONLY)]


COMMANDS = [*commands(app)]


def told(*arguments: str) -> tuple[Path | None, str | None]:
    """Where games are, as a command understands it."""
    _, bound, _ = app.parse_args([*arguments], exit_on_error=False, print_error=False)
    return bound.arguments.get("data"), bound.arguments.get("database")


def test_there_are_such_commands() -> None:
    names = {tuple(command) for command in COMMANDS}
    assert {("serve",), ("check",), ("tables", "list"), ("restore", "x")} <= names
    assert len(names) >= LEAST


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_what_is_typed_beats_the_environment_and_two_places_are_none(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadOption, match="give one of them"):
        told(*command, "--data", "new", "--database", AWAY)
    monkeypatch.setenv("ESCALE_DATABASE", AWAY)
    assert told(*command) == (None, AWAY)
    assert told(*command, "--data", "new") == (Path("new"), None)
    assert told(*command, "--database", "postgresql://typed") == (None, "postgresql://typed")
    with pytest.raises(BadOption, match="give one of them"):
        told(*command, "--data", "new", "--database", AWAY)


def test_a_backup_is_restored_into_the_folder_that_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def write() -> None:
        async with Place(data=tmp_path / "old").journal() as journal:
            await journal.append(entry("aaaaaaaa", 1))

    asyncio.run(write())
    file, new = str(tmp_path / "games.backup"), tmp_path / "new"
    monkeypatch.setenv("ESCALE_DATABASE", AWAY)
    assert cli.run(["backup", file, "--data", str(tmp_path / "old")]) == 0
    assert cli.run(["restore", file, "--data", str(new), "--database", AWAY]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not new.exists()
    assert cli.run(["restore", file, "--data", str(new)]) == 0
    assert (new / FILE).is_file()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_where_a_folder_was_meant_is_refused_in_a_line(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    monkeypatch.chdir(tmp_path)
    assert cli.run([*command, "--data", str(file)]) not in (0, None)
    said = capsys.readouterr().err
    assert said.startswith("escale: ")
    assert (said.count("\n"), "Errno" in said) == (1, False), said
    assert file.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
