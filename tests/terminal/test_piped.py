from __future__ import annotations

import os
import subprocess
import sys

import pytest

import escale
from escale.terminal.language import spoken
from tests.terminal.pseudo import PROGRAM

GAME = next(iter(escale.games()))

SEVERAL_GAMES = """
import escale
from escale import cli
from escale.terminal import seating

(game_id, card), *_ = escale.games().items()
words = seating.words_of(game_id)
seating.games = lambda: {"another": card, game_id: card}
seating.words_of = lambda _: words
raise SystemExit(cli.run(["play", "--lang", "en"]))
"""


def piped(text: str, *arguments: str, program: tuple[str, ...] = (PROGRAM, "play"), **environment: str) -> str:
    """What the program prints when it is fed a text."""
    done = subprocess.run(
        [*program, *arguments], input=text.encode(), capture_output=True, timeout=120, env={**os.environ, **environment}
    )
    assert done.returncode == 0
    assert done.stderr == b""
    return done.stdout.decode()


def test_a_whole_game_from_a_pipe() -> None:
    game = escale.load(GAME)
    position = game.new(seed=5, players=2)
    moves = []
    while not position.over:
        move = position.moves()[0]
        if position.turn == 0:
            moves.append(position.name(move))
        position.play(move)
    # Robots choose by chance, so these moves may be refused later on: then the table asks again, and ends with its input.
    shown = piped("\n".join(moves), GAME, "--seed", "5", "--lang", "fr", "--players", "2")
    assert "\x1b" not in shown
    assert game.texts["fr"].say("game.name") in shown
    assert shown.endswith("à bientôt !\n") or "gagn" in shown or "partage" in shown


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
    done = subprocess.run([PROGRAM, "play", GAME], input=b"\xff\xfe\n\x00\n\x1b[2J\n", capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout.replace(b"> \x1b[2J", b"")
    assert "coup" in piped("?\n", GAME, "--lang", "fr", PYTHONIOENCODING="ascii")


def test_one_game_needs_no_name_and_several_are_asked_for() -> None:
    name = escale.load(GAME).name()
    if len(escale.games()) == 1:
        assert name in piped("", "--lang", "en")
    shown = piped("7\n2\n", program=(sys.executable, "-c", SEVERAL_GAMES))
    assert "Which game" in shown
    assert "no game number 7" in shown
    assert escale.load(GAME).texts["en"].say("game.tagline") in shown
    assert "Goodbye" in piped("", program=(sys.executable, "-c", SEVERAL_GAMES))
