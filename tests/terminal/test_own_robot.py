"""A user's own bot at the table in the terminal: it plays, it fails, it takes too long, and the game goes on."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import escale
from escale.terminal import robots
from escale.terminal.robots import OwnRobot
from escale.terminal.seating import _seeds
from tests.terminal.pseudo import PROGRAM, PROMPT, Pseudo

GAME = next(game_id for game_id, info in escale.games().items() if 2 in info.players)
SEED = 9

BOTS = """
import os, time

class Last:
    def choose(self, pos, budget):
        assert 0 < budget.seconds < 10
        print("mine", os.getpid())
        return pos.names()[-1]

class Fails:
    def choose(self, pos, budget):
        raise KeyError("\\x1b[2J oh")

class Moody:
    asked = 0
    def choose(self, pos, budget):
        self.asked += 1
        if self.asked in (1, 3, 5, 6):
            raise KeyError("not now")
        return pos.moves()[0]

class Sleeps:
    def choose(self, pos, budget):
        time.sleep(600)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a user's bots in it, and we are there."""
    (tmp_path / "my_bots.py").write_text(BOTS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def whole_game(bot: str, choose: Callable[[escale.Position], int]) -> tuple[str, str]:
    """What is printed, and what is said on stderr, in a game of a person, who plays the first move there is, and a robot."""
    position = escale.load(GAME).new(seed=SEED, players=2)
    typed = []
    while (seat := position.turn) is not None:
        if seat == 0:
            typed.append(position.names()[0])
        position.play(position.moves()[0] if seat == 0 else choose(position))
    done = subprocess.run(
        [PROGRAM, "play", GAME, "--terminal", "--seed", str(SEED), "--players", "2", "--lang", "en", "--bot", bot],
        input="\n".join(typed), capture_output=True, text=True, encoding="utf-8", timeout=120,
    )  # fmt: skip
    assert done.returncode == 0
    assert re.search("win|share|Nobody", done.stdout.splitlines()[-1])
    return done.stdout, done.stderr


def gone(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    return not status.exists() or "State:\tZ" in status.read_text()


def test_it_plays_a_whole_game_in_one_process_that_ends_with_it() -> None:
    shown, said = whole_game("my_bots:Last", lambda position: position.moves()[-1])
    assert "Robot 2 (Last)" in shown
    assert "could not move" not in shown
    (pid,) = {line.split()[1] for line in said.splitlines()}
    assert int(pid) != os.getpid()
    assert gone(int(pid))


def test_one_that_fails_is_named_and_the_game_goes_on() -> None:
    _, robot_seed, _ = _seeds(SEED, 3)
    shown, said = whole_game("my_bots.py:Fails", escale.bot("greedy", robot_seed).choose)
    assert said == ""
    assert "\x1b" not in shown
    told = " ".join(shown.split())
    assert "Robot 2 could not move, so the greedy robot did. bot my_bots.py:Fails: choose raised KeyError" in told
    assert "(my_bots.py, line 12)" in told
    assert told.count("could not move") == 2  # then it isn't asked any more
    assert "Robot 2 could not move again: from now on the greedy robot does. bot my_bots.py:Fails: choose" in told


def test_what_went_wrong_is_on_the_screen_at_the_next_turn() -> None:
    with Pseudo(
        "play", GAME, "--terminal", "--pause", "0", "--seed", str(SEED), "--players", "2", "--seat", "2", "--lang", "fr",
        "--bot", "my_bots:Fails",
    ) as terminal:  # fmt: skip
        shown = terminal.until(PROMPT)
        if "n’a pas pu jouer" not in shown:  # it was the person's turn first
            terminal.type(escale.load(GAME).new(seed=SEED, players=2).names()[0])
            shown = terminal.until(r"n’a pas pu jouer[^>]*\n> $")
        told = " ".join(shown.split())
        assert "Robot 1 n’a pas pu jouer : le robot gourmand l’a fait à sa place. bot my_bots:Fails: choose raised" in told


def test_one_that_takes_too_long_is_replaced_for_that_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "DEADLINE_SECONDS", 0.3)
    position = escale.load(GAME).new(seed=SEED, players=2)
    robot = OwnRobot("my_bots:Sleeps", 1)
    robot.begin(GAME)
    begun = time.monotonic()
    choice = robot.choose(position)
    assert time.monotonic() - begun < 10
    assert choice.move in position.moves()
    assert choice.trouble == "once"
    assert choice.reason == "bot my_bots:Sleeps: gave no move after 0.3 s; its process was killed"
    robot.close()


def test_one_that_fails_now_and_then_is_asked_again() -> None:
    position = escale.load(GAME).new(seed=SEED, players=2)
    robot = OwnRobot("my_bots:Moody", 1)
    choices = [robot.choose(position) for _ in range(7)]
    robot.close()
    assert [choice.trouble for choice in choices] == ["once", None, "once", None, "once", "for_good", None]
    assert [bool(choice.reason) for choice in choices] == [choice.trouble is not None for choice in choices]
    assert {choice.move for choice in choices} <= set(position.moves())
