"""The commands `tournament` and `ladder`, as people and programs run them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import escale
from escale.lab.sides import lineups
from escale.search.bots import bot_names
from tests.terminal.pseudo import PROGRAM, Pseudo

GAME = next(game_id for game_id, info in escale.games().items() if 2 in info.players)
ALONE = [game_id for game_id, info in escale.games().items() if 1 in info.players]
RUN_KEYS = {"game", "players", "options", "seed", "seconds", "iterations", "games"}
TOURNAMENT_KEYS = RUN_KEYS | {"deals", "results", "mean_moves", "games_per_s"}
RESULT_KEYS = {"bot", "games", "wins", "draws", "losses", "score", "ci95", "seconds_a_move"}

BOTS = """
import os, sys, time
print("imported")

class Mine:
    def choose(self, pos, budget):
        print("thinking")
        return pos.names()[0]

class Fails:
    def choose(self, pos, budget):
        raise KeyError("two\\nlines")

class Sleeps:
    def choose(self, pos, budget):
        with open("pids", "a") as file:
            file.write(f"{os.getpid()}\\n")
        time.sleep(600)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a user's bots in it, and we are there."""
    (tmp_path / "my_bots.py").write_text(BOTS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)


def test_a_tournament_as_json() -> None:
    done = ran("tournament", GAME, "--bots", "greedy,random", "--games", "31", "--iterations", "9", "--seed", "7", "--json")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    result = json.loads(done.stdout)
    assert set(result) == TOURNAMENT_KEYS
    assert (result["game"], result["players"], result["games"], result["deals"]) == (GAME, 2, 32, 16)
    assert (result["seed"], result["iterations"], result["seconds"]) == (7, 9, None)
    assert [one["bot"] for one in result["results"]] == ["greedy", "random"]
    for one in result["results"]:
        assert set(one) == RESULT_KEYS
        assert one["wins"] + one["draws"] + one["losses"] == one["games"] == 32
        assert one["score"] == pytest.approx((one["wins"] + one["draws"] / 2) / 32)
        assert 0 <= one["ci95"][0] <= one["score"] <= one["ci95"][1] <= 1
    again = json.loads(
        ran("tournament", GAME, "--bots", "greedy, random", "--games", "31", "--iterations", "9", "--seed", "7",
            "--processes", "1", "--json").stdout
    )  # fmt: skip
    assert [one["wins"] for one in again["results"]] == [one["wins"] for one in result["results"]]


def test_a_tournament_for_people() -> None:
    done = ran("tournament", GAME, "--bots", "greedy,random", "--games", "10", "--seed", "7", "--seconds", "0.5")
    assert (done.returncode, done.stderr) == (0, "")
    first, head, *lines = done.stdout.splitlines()
    assert first == f"{GAME}, 2 players, 10 games, seed 7, 0.5 s a move, 5 deals"
    assert re.split(r"  +", head.strip()) == ["bot", "games", "wins", "draws", "losses", "score", "95 % interval", "ms a move"]
    assert [line.split()[0] for line in lines] == ["greedy", "random"]


@pytest.mark.parametrize("command", ["tournament", "ladder"])
def test_figures_can_be_read_on_a_narrow_terminal(command: str) -> None:
    arguments = (command, GAME, "--bots", "random,greedy", "--games", "10", "--seed", "7")
    narrow = subprocess.run(
        [PROGRAM, *arguments], capture_output=True, text=True, env={**os.environ, "COLUMNS": "40"}, timeout=300
    ).stdout.splitlines()
    _, *lines = narrow
    assert max(map(len, lines)) <= 40
    assert {"random", "greedy", "  games: 10"} <= set(lines)
    figures = next(line for line in ran(*arguments).stdout.splitlines() if line.startswith("greedy")).split()
    same = figures[:-1] if command == "tournament" else figures[:5]  # but the time a move took, or the drawing
    assert all(any(figure in line.split() for line in lines) for figure in same)


def test_a_larger_table() -> None:
    count = max(escale.games()[GAME].players)
    done = ran("tournament", GAME, "--bots", "random,greedy", "--players", str(count), "--games", "12", "--seed", "7", "--json")
    result = json.loads(done.stdout)
    assert (result["players"], sum(one["score"] for one in result["results"])) == (count, pytest.approx(1.0))
    assert result["games"] == len(lineups((0, 1), count)) * result["deals"] >= 12


def test_every_bot_is_explained_where_bots_are_named() -> None:
    shown = ran("tournament", "--help").stdout
    told = " ".join(re.sub("[│╭╮╰╯─]", " ", shown).split())
    assert ", ".join(bot_names()[:-1]) in told
    assert f"{bot_names()[-1]}, a yardstick for measuring" in told
    assert "a yardstick for measuring" in ran("tournament", GAME, "--bots", "random,nosuch").stderr


@pytest.mark.parametrize("name", ["my_bots:Mine", "my_bots.py:Mine", "./my_bots.py:Mine"])
def test_ones_own_bot_takes_part_and_what_it_prints_is_not_in_the_way(name: str, folder: Path) -> None:
    done = ran("tournament", GAME, "--bots", f"{name},random", "--games", "2", "--seed", "7", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["results"][0]["bot"] == name
    assert re.fullmatch(r"(imported|thinking|\s)+", done.stderr)  # by two processes at once, not always line by line
    assert "imported" in done.stderr
    assert "thinking" in done.stderr


def test_ones_own_bot_that_fails_is_one_line(folder: Path) -> None:
    done = ran("tournament", GAME, "--bots", "my_bots:Fails,random", "--games", "2", "--processes", "1", "--seed", "7")
    assert (done.returncode, done.stdout) == (2, "")
    (said,) = [line for line in done.stderr.splitlines() if line != "imported"]
    assert re.fullmatch(
        r"escale: bot my_bots:Fails: choose raised KeyError: '[^']*' \(my_bots\.py, line 12\); "
        r"game \d+, seed \d+, seat \d, after \d+ moves",
        said,
    )


def test_a_ladder_with_a_picture(folder: Path) -> None:
    arguments = ("ladder", GAME, "--bots", "random,greedy", "--games", "20", "--seed", "7")
    done = ran(*arguments, "--plot", "picture.svg", "--json")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    result = json.loads(done.stdout)
    assert set(result) == RUN_KEYS | {"rungs", "steps", "leaps"}
    assert [rung["bot"] for rung in result["rungs"]] == ["random", "greedy"]
    assert ElementTree.parse(folder / "picture.svg").getroot().tag.endswith("svg")
    plain = ran(*arguments).stdout
    assert "├" in plain
    assert f"{100 * result['steps'][0]['score']:.1f} %" in plain
    ascii_only = subprocess.run(
        [PROGRAM, *arguments], capture_output=True, text=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, timeout=300
    ).stdout
    assert re.search(r"\|-*o-*\|", ascii_only)


MISTAKES = [
    (["tournament"], "GAME"),
    (["tournament", GAME], "--bots"),
    (["tournament", "nosuch", "--bots", "random,greedy"], GAME),
    (["tournament", GAME, "--bots", "random"], "1 bot: at least 2"),
    (["tournament", GAME, "--bots", "random,nosuch"], "greedy"),
    (["tournament", GAME, "--bots", "random,nosuch:Bot", "--games", "2"], "no module nosuch"),
    (["tournament", GAME, "--bots", "random,nosuch.py:Bot", "--games", "2"], "no file nosuch.py"),
    (["tournament", GAME, "--bots", "random,greedy", "--games", "0"], "games"),
    (["tournament", GAME, "--bots", "random,greedy", "--seconds", "0"], "seconds"),
    (["tournament", GAME, "--bots", "random,greedy", "--iterations", "0"], "iterations"),
    (["tournament", GAME, "--bots", "random,greedy", "--processes", "0"], "processes"),
    (["tournament", GAME, "--bots", "random,greedy", "--seed", "-1"], "seed"),
    (["tournament", GAME, "--bots", "random,greedy", "--players", "77"], "players"),
    (["tournament", GAME, "--bots", "random,greedy", "--option", "nosuch=1"], "nosuch"),
    (["tournament", GAME, "--bots", "random,greedy", "--option", "one=1", "--option", "one=2"], "given twice"),
    (["ladder", GAME, "--bots", "random"], "at least 2"),
    (["ladder", GAME, "--plot", "ratings.png"], ".svg"),
    (["ladder", GAME, "--plot", "nosuch/ratings.svg"], "folder"),
    *((["tournament", game_id, "--bots", "random,greedy", "--players", "1"], f"escale solve {game_id}") for game_id in ALONE),
]


@pytest.mark.parametrize(("arguments", "names"), MISTAKES, ids=[" ".join(arguments) for arguments, _ in MISTAKES])
def test_a_mistake_is_one_line(arguments: list[str], names: str) -> None:
    done = ran(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("escale: ")
    assert done.stderr.count("\n") == 1
    assert names in done.stderr


def test_progress_is_shown_and_ctrl_c_ends_every_process_at_once(folder: Path) -> None:
    with Pseudo("tournament", GAME, "--bots", "my_bots:Sleeps,random", "--games", "4000") as terminal:
        terminal.until("4000")
        while not (folder / "pids").exists() or (folder / "pids").read_text().count("\n") < 1:
            time.sleep(0.05)
        begun = time.monotonic()
        terminal.press("\x03")
        assert terminal.status() == 130
        assert time.monotonic() - begun < 20
        assert "Traceback" not in terminal.raw
        assert terminal.fresh.rstrip().endswith("\nescale: stopped")
    for pid in (folder / "pids").read_text().split():
        assert not Path(f"/proc/{pid}").exists() or "State:\tZ" in Path(f"/proc/{pid}/status").read_text()


def test_ctrl_c_while_the_processes_start_is_as_quiet() -> None:
    with Pseudo("tournament", GAME, "--bots", "greedy,random", "--games", "100000") as terminal:
        terminal.until("games")
        terminal.press("\x03")
        assert terminal.status() == 130
        assert "Traceback" not in terminal.raw
