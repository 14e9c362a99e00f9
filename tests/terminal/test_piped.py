from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

import escale
from escale.rules.texts import Texts
from escale.terminal.language import spoken, words
from tests.terminal.pseudo import PROGRAM

GAME = next(iter(escale.games()))
RESULT = {"en": re.compile("win|share|Nobody"), "fr": re.compile("gagn|partage|Personne")}
HOSTILE = b"\xff\xfe\n\x00\n\x1b[2J\n"

SEVERAL_GAMES = """
import escale
from escale import cli
from escale.terminal import seating

(game_id, card), *_ = escale.games().items()
words = seating.words_of(game_id)
seating.games = lambda: {"another": card, game_id: card}
seating.words_of = lambda _: words
raise SystemExit(cli.run(["play", "--terminal", "--lang", "en"]))
"""


def piped(text: str, *arguments: str, program: tuple[str, ...] = (PROGRAM, "play", "--terminal"), **environment: str) -> str:
    """What the program prints when it is fed a text."""
    done = subprocess.run(
        [*program, *arguments], input=text.encode(), capture_output=True, timeout=120, env={**os.environ, **environment}
    )
    assert done.returncode == 0
    assert done.stderr == b""
    return done.stdout.decode()


def played(*arguments: str) -> tuple[str, str]:
    """What is typed in a whole game through pipes, the last listed move at each turn, and what the program prints."""
    typed, shown = "", ""
    with subprocess.Popen(
        [PROGRAM, "play", "--terminal", *arguments, "--lang", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        asked = 0
        while character := run.stdout.read(1):
            shown += character
            if not shown.endswith("\n> "):
                continue
            listing = asked % 2 == 1
            line = shown.rpartition(":\n")[2].removesuffix("\n> ").split()[-1] if listing else "moves"
            asked += 1
            typed += f"{line}\n"
            run.stdin.write(f"{line}\n")
            run.stdin.flush()
        assert run.wait(60) == 0
    return typed, shown


def test_a_whole_game_from_a_pipe() -> None:
    typed, shown = played(GAME, "--seed", "5", "--players", "2")
    assert "\x1b" not in shown
    assert escale.load(GAME).texts["en"].say("game.name") in shown
    assert RESULT["en"].search(shown.splitlines()[-1])
    closing = piped(typed, GAME, "--seed", "5", "--players", "2", "--lang", "fr").splitlines()[-1]
    assert RESULT["fr"].search(closing)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_seed_decides_the_whole_game(bot: str) -> None:
    arguments = (GAME, "--seed", "6", "--players", "3", "--seat", "2", "--bot", bot)
    typed, shown = played(*arguments)
    assert piped(typed, *arguments, "--lang", "en") == shown
    hints = "hint\n" * 5
    assert piped(hints, *arguments) == piped(hints, *arguments)


def test_people_alone_play_to_the_end_from_a_pipe() -> None:
    game = escale.load(GAME)
    position = game.new(seed=9, players=2)
    typed = []
    while not position.over:
        typed += ["", position.names()[0]]
        position.play(position.moves()[0])
    shown = piped("\n".join(typed), GAME, "--seed", "9", "--lang", "en", "--players", "2", "--humans", "2")
    winners = [f"Player {seat + 1}" for seat in position.winners]
    assert all(name in shown.splitlines()[-1] for name in winners)
    assert game.texts["en"].say("table.how_to_move") in shown


def test_the_environment_says_the_language() -> None:
    assert escale.load(GAME).texts["fr"].say("game.tagline") in piped("", GAME, LC_ALL="fr_FR.UTF-8")


@pytest.mark.parametrize(
    ("wanted", "environment", "language"),
    [
        (None, {}, "en"),
        (None, {"LANG": "fr_CA.UTF-8"}, "fr"),
        (None, {"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "C"}, "en"),
        (None, {"LANG": "C", "LC_MESSAGES": "C", "LC_ALL": "fr"}, "fr"),
        (None, {"LANG": "FR", "LC_ALL": ""}, "fr"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        ("en", {"LC_ALL": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_which_language_is_spoken(wanted: str | None, environment: dict[str, str], language: str) -> None:
    assert spoken(wanted, environment) == language


def test_any_bytes_and_any_encoding() -> None:
    done = subprocess.run([PROGRAM, "play", "--terminal", GAME], input=HOSTILE, capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout.replace(b"> \x1b[2J", b"")
    assert "coup" in piped("?\n", GAME, "--lang", "fr", PYTHONIOENCODING="ascii")


def test_one_game_needs_no_name_and_several_are_asked_for() -> None:
    name = escale.load(GAME).name()
    if len(escale.games()) == 1:
        assert name in piped("", "--lang", "en")
    shown = piped("7\n \n2\n", program=(sys.executable, "-c", SEVERAL_GAMES))
    assert "Which game" in shown
    assert shown.count("no game number") == shown.count("no game number 7") == 1
    assert shown.count("Type its number") == 2
    assert escale.load(GAME).texts["en"].say("game.tagline") in shown
    assert "Goodbye" in piped("", program=(sys.executable, "-c", SEVERAL_GAMES))


def test_french_blanks_before_punctuation_do_not_break() -> None:
    texts = words()["fr"]
    for name in texts.names():
        if not name.startswith("command."):
            blanks = re.findall(r"(.)[:;!?»](?!\d)", said(texts, name)) + re.findall("«(.)", said(texts, name))
            assert set(blanks) <= {"\N{NO-BREAK SPACE}"}, name


def said(texts: Texts, name: str) -> str:
    names = ("number", "who", "other", "text", "ids", "move", "reason", "rule", "title", "first", "last", "said")
    return texts.say(name, n=2, option="x", value="x", **dict.fromkeys(names, "x"))
