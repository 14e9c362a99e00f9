from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import escale
from tests.terminal.pseudo import PROGRAM, Pseudo

GAME = next(iter(escale.games()))
SIMULATION_KEYS = {
    *("game", "players", "options", "games", "seed", "bots", "mean_moves", "wins", "draws"),
    *("mean_scores", "mean_points", "games_per_s"),
}
BENCH_KEYS = {"game", "players", "options", "playouts_per_s", "moves_per_s", "mean_moves", "state_bytes", "warm_start_s"}


def said(*arguments: str, **environment: str) -> str:
    """What a command prints; it must succeed and complain of nothing."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=300, env={**os.environ, **environment})
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return done.stdout.decode()


def data(*arguments: str) -> Any:
    """The JSON a command prints, on one line."""
    text = said(*arguments, "--json")
    assert text.count("\n") == 1
    return json.loads(text)


def test_help_and_version() -> None:
    assert said("--version") == f"{escale.__version__}\n"
    shown = said("--help")
    for command in (
        "games",
        "rules",
        "simulate",
        "bench",
        "warm",
        "play",
        "serve",
        "replay",
        "verify",
        "check",
        "backup",
        "restore",
    ):
        assert command in shown
        assert f"escale {command}" in said(command, "--help")


def test_games() -> None:
    listed = data("games")
    assert [game["id"] for game in listed] == list(escale.games())
    for game in listed:
        info = escale.games()[game["id"]]
        assert set(game) == {"id", "names", "players", "options", "version"}
        assert game["names"] == {language: escale.load(game["id"]).name(language) for language in ("en", "fr")}
        assert (game["players"], game["version"]) == (list(info.players), info.version)
        assert [set(option) for option in game["options"]] == [{"name", "values", "default"}] * len(info.options)
    plain = said("games")
    assert all(game in plain for game in escale.games())


def test_rules() -> None:
    texts = escale.load(GAME).texts
    ids = escale.load(GAME).rule_ids()
    for language in ("en", "fr"):
        book = data("rules", GAME, "--lang", language)
        assert set(book) == {"game", "name", "language", "credits", "rules"}
        assert [rule["id"] for rule in book["rules"]] == ids
        plain = " ".join(said("rules", GAME, "--lang", language).split())
        for rule in book["rules"]:
            assert rule["text"] == texts[language].say(f"rule.{rule['id']}.text")
            assert " ".join(f"{rule['id']} {rule['title']} {rule['text']}".split()) in plain
        assert " ".join(book["credits"].split()) in plain
    one = said("rules", GAME, ids[-1].lower(), LC_ALL="fr_FR.UTF-8")
    assert texts["fr"].say(f"rule.{ids[-1]}.title") in one
    assert ids[0] not in one
    by_end = [rule.rpartition(".")[2] for rule in ids]
    assert by_end.count(by_end[-1]) == 1
    assert said("rules", GAME, by_end[-1].lower(), LC_ALL="fr_FR.UTF-8") == one


def test_simulate() -> None:
    arguments = ("simulate", GAME, "--players", "2", "--games", "70", "--seed", "7", "--bots", "greedy,random")
    result = data(*arguments)
    assert set(result) == SIMULATION_KEYS
    assert (result["game"], result["players"], result["games"], result["seed"]) == (GAME, 2, 70, 7)
    assert result["bots"] == ["greedy", "random"]
    assert sum(result["wins"]) + result["draws"] <= 70
    assert len(result["wins"]) == len(result["mean_scores"]) == 2
    again = data(*arguments, "--threads", "1")
    assert {**again, "games_per_s": 0} == {**result, "games_per_s": 0}
    assert "greedy" in said(*arguments)


def test_simulate_with_an_option() -> None:
    option = escale.games()[GAME].options[0]
    result = data("simulate", GAME, "--games", "2", "--option", f"{option.name}={option.values[-1]}")
    assert result["options"][option.name] == option.values[-1]


def test_bench() -> None:
    result = data("bench", GAME, "--seconds", "0.1")
    assert set(result) >= BENCH_KEYS
    assert result["moves_per_s"] > result["playouts_per_s"] > 0
    assert "playouts a second" in said("bench", GAME, "--seconds", "0.1")


def test_warm() -> None:
    shown = said("warm", GAME)
    assert shown.count("\n") == 1
    assert escale.load(GAME).name() in shown


def test_long_work_shows_progress_and_ends_quietly_at_ctrl_c() -> None:
    with Pseudo("simulate", GAME, "--games", "5000000") as terminal:
        terminal.until("5000000")
        terminal.press("\x03")
        assert terminal.status() == 130
        assert "Traceback" not in terminal.raw


def test_a_closed_pipe_is_no_error() -> None:
    for arguments in (["rules", GAME], ["rules", GAME, "--json"], ["games"], ["play", "--terminal", GAME]):
        with subprocess.Popen(
            [PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as run:
            assert run.stdout is not None
            assert run.stderr is not None
            run.stdout.close()
            assert run.stderr.read() == b""
            assert run.wait(60) in (0, 141)


def test_lists_need_no_compiler() -> None:
    program = """
import sys
from escale import cli
for arguments in (["games"], ["rules", sys.argv[1]], ["--version"]):
    assert cli.run(arguments) == 0
assert not {"numba", "numpy"} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program, GAME], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr.decode()) == (0, "")


def test_games_can_be_listed_again_after_one_is_loaded() -> None:
    before = escale.games()
    assert escale.load(GAME).info == before[GAME]
    assert escale.games() == before
    assert set(escale.__all__) <= set(dir(escale))
    assert all(getattr(escale, name) is not None for name in escale.__all__)
