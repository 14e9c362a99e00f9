"""Bots as users write them, good and bad, in a file of their own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import escale
from escale.rules.position import Position
from tests.play.tables import options_for

GAMES = list(escale.games())[:1]  # all they do is the same in every game, but for what is hidden

BOTS = """
import os, sys, time, zlib
import numpy as np

class First:
    def choose(self, pos, budget):
        return pos.moves()[0]

class Text:
    def choose(self, pos, budget):
        return pos.names()[-1]

class Number:
    def choose(self, pos, budget):
        return np.int32(pos.moves()[-1])

class Seeded:
    def __init__(self, *, seed):
        self.seed = seed
    def choose(self, pos, budget):
        return pos.moves()[self.seed % len(pos.moves())]

class Anything:
    def __init__(self, **settings):
        self.seed = settings["seed"]
    def choose(self, pos, budget):
        return pos.moves()[0]

class Budgeted:
    def choose(self, pos, budget):
        assert budget.iterations == 1 and budget.seconds is None
        return pos.moves()[0]

class Player:
    def choose(self, pos, budget):
        move = pos.moves()[0]
        pos.play(move)
        return move

class Peeker:
    def choose(self, pos, budget):
        return pos.moves()[zlib.crc32(pos.to_bytes()) % len(pos.moves())]  # a sum would be the same however cards lie

class Raises:
    def choose(self, pos, budget):
        return 1 / 0

class Exits:
    def choose(self, pos, budget):
        sys.exit("enough")

class Nothing:
    def choose(self, pos, budget):
        pass

class Nonsense:
    def choose(self, pos, budget):
        return "no such \\n move"

class Illegal:
    def choose(self, pos, budget):
        return 2**31 - 1

class Unborn:
    def __init__(self):
        raise RuntimeError("not today")
    def choose(self, pos, budget):
        pass

class Mute(Exception):
    def __str__(self):
        raise ValueError

class Strange:
    def choose(self, pos, budget):
        raise Mute

class Idle:
    pass

class Unready:
    choose = 3

value = 3

class Counter:
    asked = 0
    def choose(self, pos, budget):
        self.asked += 1
        print("asked", self.asked, os.getpid())
        return pos.moves()[self.asked % len(pos.moves())]

class Dies:
    def choose(self, pos, budget):
        os._exit(7)

class Hangs:
    def choose(self, pos, budget):
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with open(os.environ["PIDS"], "a") as file:
            file.write(f"{os.getpid()} {child.pid}\\n")
        while True:
            pass

class Once:
    def choose(self, pos, budget):
        if os.path.exists(os.environ["PIDS"]):
            return pos.moves()[0]
        open(os.environ["PIDS"], "w").close()
        time.sleep(600)
"""


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(BOTS.splitlines(), start=1) if text in line)


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """The name of a bot above, in a file."""
    monkeypatch.setenv("PIDS", str(tmp_path / "pids"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "some_bots.py"
    file.write_text(BOTS, "utf-8")
    return lambda name: f"{file}:{name}"


def dealt(game_id: str = GAMES[0], seed: int = 1) -> Position:
    return escale.load(game_id).new(seed=seed)


def dealt_secretly(game_id: str, seed: int) -> Position:
    """At a table of two who know different things."""
    return escale.load(game_id).new(2, seed, **options_for(game_id))
