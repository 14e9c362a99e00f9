"""A bot of one's own that can't play is told of before anything is served or drawn, in one line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import escale
from tests.terminal.pseudo import PROGRAM

GAME = next(iter(escale.games()))

BOTS = """
import os

class Unborn:
    def __init__(self):
        raise ValueError("no\\nweights")
    def choose(self, pos, budget):
        return 0

class Leaves:
    def __init__(self):
        os._exit(3)
    def choose(self, pos, budget):
        return 0

class Idle:
    pass

value = 3
"""

WRONG = [
    ("my_bots:Unborn", "my_bots:Unborn: making a Unborn raised ValueError: no weights (my_bots.py, line 6)"),
    ("my_bots.py:Leaves", "my_bots.py:Leaves: its process ended before it was ready (status 3)"),
    ("my_bots:Idle", "class Idle has no method choose(pos, budget)"),
    ("my_bots:value", "my_bots has no class value: there are Unborn, Leaves"),
    ("my_bots:Nosuch", "my_bots has no class Nosuch"),
    ("broken:Bot", "importing broken raised ZeroDivisionError"),
    ("nosuch:Bot", "no module nosuch"),
    ("nosuch.py:Bot", "no file nosuch.py"),
]
COMMANDS = [
    ["serve", "--port", "0", "--data", "data", "--own-bot"],
    ["play", "--port", "0", "--data", "data", "--no-open", "--own-bot"],
    ["play", GAME, "--terminal", "--bot"],
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a user's bots in it, and we are there."""
    (tmp_path / "my_bots.py").write_text(BOTS, "utf-8")
    (tmp_path / "broken.py").write_text("1 / 0", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def complaint(*arguments: str) -> str:
    """What a command says that must fail as bad input does: in one line, and nothing else."""
    done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("escale: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize(("bot", "said"), WRONG, ids=[bot for bot, _ in WRONG])
def test_serving(bot: str, said: str, folder: Path) -> None:
    assert said in complaint(*COMMANDS[0], bot)
    assert not (folder / "data").exists()


@pytest.mark.parametrize("command", COMMANDS[1:], ids=" ".join)
def test_playing(command: list[str]) -> None:
    for bot, said in WRONG[:3]:
        assert said in complaint(*command, bot)


def test_the_first_that_is_wrong_is_named_whatever_comes_before_it(folder: Path) -> None:
    (folder / "good.py").write_text("class Good:\n    def choose(self, pos, budget):\n        return pos.moves()[0]\n")
    assert "my_bots:Idle" in complaint(*COMMANDS[0], "good:Good", "--own-bot", "my_bots:Idle")
