from __future__ import annotations

import subprocess

import pytest

import escale
from tests.terminal.pseudo import PROGRAM

GAME = next(iter(escale.games()))
OPTION = escale.games()[GAME].options[0].name
TOO_MANY = str(max(escale.games()[GAME].players) + 1)

#: What is typed, and what the one line must say.
MISTAKES = [
    (["nosuch"], "games"),
    (["--nosuch"], "--nosuch"),
    (["games", "--nosuch"], "--nosuch"),
    (["games", "extra"], "extra"),
    (["rules"], "GAME"),
    (["rules", "nosuch"], GAME),
    (["rules", "a\nb"], GAME),
    (["rules", GAME, "ZZZ.Z9"], escale.load(GAME).rule_ids()[0]),
    (["rules", GAME, "--lang", "de"], "fr"),
    (["simulate"], "GAME"),
    (["simulate", "nosuch"], GAME),
    (["simulate", GAME, "--players", TOO_MANY], "players"),
    (["simulate", GAME, "--players", "x"], "--players"),
    (["simulate", GAME, "--games", "0"], "games"),
    (["simulate", GAME, "--games", "-3"], "games"),
    (["simulate", GAME, "--seed", "-1"], "seed"),
    (["simulate", GAME, "--seed", str(1 << 64)], "seed"),
    (["simulate", GAME, "--bots", "nosuch"], "random"),
    (["simulate", GAME, "--bots", "random,random,random,random,random,random,random"], "seats"),
    (["simulate", GAME, "--threads", "0"], "threads"),
    (["simulate", GAME, "--option", "nosuch=1"], OPTION),
    (["simulate", GAME, "--option", f"{OPTION}=nosuch"], OPTION),
    (["simulate", GAME, "--option", f"{OPTION}=a\n\x1b[2Jb"], OPTION),
    (["simulate", GAME, "--option", OPTION], "NAME=VALUE"),
    (["simulate", GAME, "--option", f"{OPTION}=a", "--option", f"{OPTION}=b"], "twice"),
    (["bench", "nosuch"], GAME),
    (["bench", GAME, "--seconds", "0"], "seconds"),
    (["bench", GAME, "--seconds", "nan"], "seconds"),
    (["bench", GAME, "--players", TOO_MANY], "players"),
    (["warm", "nosuch"], GAME),
    (["play", "--terminal", "nosuch"], GAME),
    (["play", "--terminal", GAME, "--players", TOO_MANY], "players"),
    (["play", "--terminal", GAME, "--option", "nosuch=1"], OPTION),
    (["play", "--terminal", GAME, "--bot", "nosuch"], "uct, a yardstick for measuring"),
    (["play", "--terminal", GAME, "--lang", "xx"], "en, fr"),
    (["play", "--terminal", GAME, "--seed", "-1"], "seed"),
    (["play", "--terminal", GAME, "--seat", "0"], "seat"),
    (["play", "--terminal", GAME, "--humans", "0"], "humans"),
    (["play", "--terminal", GAME, "--humans", TOO_MANY], "humans"),
    (["play", "--terminal", GAME, "--name", "A", "--name", "B"], "names"),
    (["play", "--terminal", GAME, "--pause", "-1"], "pause"),
    (["play", GAME], "--terminal"),
    (["play", "--moves"], "--moves is for --terminal"),
    (["play", "--bot", "nosuch:Bot"], "--own-bot"),
    (["play", "--terminal", GAME, "--own-bot", "nosuch:Bot"], "--bot module:Class"),
    (["play", "--terminal", GAME, "--hints"], "--hints"),
    (["play", "--port", "70000"], "65535"),
    (["serve", "--port", "-1"], "65535"),
    (["serve", "--proxy", "nonsense"], "--proxy nonsense: an address is needed"),
    (["serve", "--proxy", "127.0.0.1,10.0.0.0/99"], "--proxy 10.0.0.0/99"),
    (["serve", "--metrics", "--metrics-for", "prometheus"], "--metrics-for prometheus: an address is needed"),
    (["serve", "--absent-after", "nan"], "--absent-after nan"),
    (["serve", "--absent-after", "-1"], "--absent-after -1"),
    (["serve", "--bot-pace", "nan"], "--bot-pace nan"),
    (["serve", "--bot-pace", "inf"], "--bot-pace inf"),
    (["serve", "--public-url", "http://a/b"], "no path"),
    (["serve", "--public-url", "https://a/?b"], "no path"),
    (["serve", "--public-url", "https://u:p@a"], "no name or password"),
    (["serve", "--public-url", "ftp://a"], "as in a browser"),
    (["serve", "--public-url", "https://a:b"], "as in a browser"),
    (["serve", "--public-url", "https://straße.example"], "as browsers send it, https://xn--"),
    (["verify", "nosuch.json"], "nosuch.json"),
    (["verify", "pyproject.toml"], "no game"),
    (["replay", "pyproject.toml"], "no game"),
    (["backup", "nosuch/file", "--data", "pyproject.toml"], "pyproject.toml"),
    (["restore", "nosuch.backup", "--data", "pyproject.toml"], "nosuch.backup"),
    (["play", GAME, "--terminal=false"], "--terminal"),
    (["play", GAME, "--terminal=true"], "--terminal"),
    (["play", GAME, "--no-terminal"], "--no-terminal"),
]


@pytest.mark.parametrize(
    ("arguments", "names"), MISTAKES, ids=[" ".join(a).encode("unicode_escape").decode() for a, _ in MISTAKES]
)
def test_a_mistake_is_one_line(arguments: list[str], names: str) -> None:
    done = subprocess.run([PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    said = done.stderr.decode()
    assert done.returncode == 2
    assert done.stdout == b""
    assert said.startswith("escale: ")
    assert said.count("\n") == 1
    assert said.endswith("\n")
    assert said[:-1].isprintable()
    assert names in said


def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 1
    assert done.stderr.decode().count("\n") == 1
