from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.cli import run
from tests.terminal.pseudo import Pseudo

Said = Callable[..., str]

GAME = next(game_id for game_id, info in escale.games().items() if 1 in info.players)
EFFORT = {"iterations", "seconds", "iterations_per_s"}
BOARD_KEYS = {"game", "columns", "rows", "colours", "seed", "threads", "total", "cleared", "left", "moves", *EFFORT}
DEAL_KEYS = {"game", "options", "deal", "seed", "threads", "score", "points", "won", "moves", *EFFORT}
DEALS_KEYS = {"game", "options", "seed", "deals", "won", "share", "ci95", "mean_score", "results", *EFFORT}


@pytest.fixture
def said(capfd: pytest.CaptureFixture[str]) -> Said:
    """What the command prints; it must succeed and complain of nothing."""

    def run_it(*arguments: str) -> str:
        capfd.readouterr()
        status = run(["solve", *arguments])
        printed = capfd.readouterr()
        assert (status, printed.err) == (0, "")
        return printed.out

    return run_it


@pytest.fixture
def data(said: Said) -> Callable[..., Any]:
    """The JSON it prints, on one line."""

    def read(*arguments: str) -> Any:
        text = said(*arguments, "--json")
        assert text.count("\n") == 1
        return json.loads(text)

    return read


@pytest.fixture
def complaint(capfd: pytest.CaptureFixture[str]) -> Said:
    """What it complains of; it must fail, in one line."""

    def run_it(*arguments: str) -> str:
        assert run(["solve", *arguments]) == 2
        printed = capfd.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("escale: ")
        assert printed.err.count("\n") == 1
        return printed.err

    return run_it


def untimed(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key not in ("seconds", "iterations_per_s")}


@pytest.fixture
def board(tmp_path: Path) -> str:
    """Whose best is the middle column first, then four at once."""
    file = tmp_path / "board.txt"
    file.write_text("2 1 2\n2 1 2\n")
    return str(file)


def test_a_board(board: str, said: Said, data: Callable[..., Any]) -> None:
    arguments = ("samegame", board, "--iterations", "100", "--seed", "3")
    result = data(*arguments)
    assert set(result) == BOARD_KEYS
    assert (result["total"], result["cleared"], result["left"], result["moves"]) == (1004, True, 0, ["b1", "a1"])
    assert (result["seed"], result["threads"], result["iterations"]) == (3, 1, 100)
    assert untimed(data(*arguments)) == untimed(result)
    assert (result["columns"], result["rows"], result["colours"]) == (3, 2, 2)
    plain = said(*arguments)
    assert plain.startswith("samegame, 3 x 2 tokens of 2 colours\n")
    assert "total 1004, cleared" in plain
    assert "2 moves: b1 a1" in plain


def test_a_board_without_a_group_is_answered_at_once(tmp_path: Path, said: Said, data: Callable[..., Any]) -> None:
    file = tmp_path / "board.txt"
    file.write_text("12\n21\n")
    begun = time.monotonic()
    result = data("samegame", str(file), "--seconds", "60", "--threads", "2")
    assert set(result) == BOARD_KEYS
    assert (result["total"], result["cleared"], result["left"], result["moves"]) == (0, False, 4, [])
    assert said("samegame", str(file)).splitlines()[1:] == ["total 0, 4 left", "no move: there is no group to take"]
    assert time.monotonic() - begun < 20


def test_a_board_for_some_seconds(board: str, data: Callable[..., Any]) -> None:
    result = data("samegame", board, "--seconds", "0.3", "--threads", "2")
    assert result["total"] == 1004
    assert 0.3 <= result["seconds"] < 3
    assert result["iterations_per_s"] == pytest.approx(result["iterations"] / result["seconds"])


def test_a_deal(said: Said, data: Callable[..., Any]) -> None:
    result = data(GAME, "--deal", "5", "--iterations", "300", "--seed", "1")
    assert set(result) == DEAL_KEYS
    assert (result["game"], result["deal"], result["seed"]) == (GAME, 5, 1)
    position = escale.load(GAME).new(1, 5)
    for move in result["moves"]:
        position.play(move)
    assert position.over
    assert (position.scores, position.points) == ((result["score"],), (result["points"],))
    assert result["won"] == (result["score"] >= 1)
    assert " ".join(result["moves"]) in said(GAME, "--deal", "5", "--iterations", "300", "--seed", "1")


def test_many_deals(said: Said, data: Callable[..., Any]) -> None:
    arguments = (GAME, "--deals", "5", "--iterations", "100", "--seed", "2")
    result = data(*arguments)
    assert set(result) == DEALS_KEYS
    assert len(result["results"]) == result["deals"] == 5
    assert len({one["deal"] for one in result["results"]}) == 5
    assert result["won"] == sum(one["won"] for one in result["results"])
    assert result["share"] == result["won"] / 5
    assert 0 <= result["ci95"][0] <= result["share"] <= result["ci95"][1] <= 1
    assert untimed(data(*arguments, "--threads", "1")) == untimed(result)
    one = result["results"][0]
    assert data(GAME, "--deal", str(one["deal"]), "--iterations", "100")["game"] == GAME
    assert f"won {result['won']}" in said(*arguments)


def test_options_are_the_deal_s(data: Callable[..., Any]) -> None:
    info = escale.games()[GAME]
    for option in info.options:
        for value in option.values:
            try:
                _, chosen = info.choose(1, {option.name: value})
            except escale.BadOption:
                continue
            if value != option.default:
                result = data(GAME, "--deals", "1", "--iterations", "5", "--option", f"{option.name}={value}")
                assert result["options"] == chosen
                return
    pytest.fail("no option to try")


def test_many_deals_show_progress_and_end_quietly_at_ctrl_c() -> None:
    with Pseudo("solve", GAME, "--deals", "100000", "--seconds", "5") as terminal:
        terminal.until("100000")
        terminal.press("\x03")
        assert terminal.status() == 130
        assert "Traceback" not in terminal.raw


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ([], "GAME"),
        (["nosuch"], GAME),
        (["samegame"], "FILE"),
        (["samegame", "nosuch.txt"], "nosuch.txt: No such file"),
        (["samegame", "."], "directory"),
        (["samegame", "pyproject.toml"], "pyproject.toml: row 1"),
        (["samegame", "x", "--deals", "3"], "--deals"),
        (["samegame", "x", "--deal", "3"], "--deal"),
        (["samegame", "x", "--option", "a=b"], "--option"),
        ([GAME, "pyproject.toml"], "samegame"),
        ([GAME, "--deal", "1", "--deals", "2"], "one of them"),
        ([GAME, "--deal", "-1"], "seed"),
        ([GAME, "--deals", "0"], "deals"),
        ([GAME, "--seed", "-1"], "seed"),
        ([GAME, "--seconds", "0"], "seconds"),
        ([GAME, "--seconds", "nan"], "seconds"),
        ([GAME, "--iterations", "0"], "iterations"),
        ([GAME, "--threads", "0"], "threads"),
        ([GAME, "--option", "nosuch=1"], "nosuch"),
    ],
)
def test_a_mistake_is_one_line(arguments: list[str], names: str, complaint: Said) -> None:
    assert names in complaint(*arguments)


def test_a_malformed_board_is_one_line(tmp_path: Path, complaint: Said) -> None:
    file = tmp_path / "board.txt"
    for text, names in (
        ("", "no board"),
        ("12\n123\n", "row 2 has 3 tokens"),
        ("1?\n", "'?': a token is a digit or a letter from a to z"),
        ("0123456789\n", "10 colours (0 1 2 3 4 5 6 7 8 9): at most 9 are allowed"),
        ("1" * 21, "1 row of 21 tokens: at most 20 of 20 are allowed"),
        ("1\n" * 21, "21 rows of 1 token: at most 20 of 20 are allowed"),
    ):
        file.write_text(text)
        assert names in complaint("samegame", str(file))
