"""Whatever is being compiled, one who says stop is heard, and nothing is said in return."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from pathlib import Path
from signal import SIGINT, SIGTERM, Signals

import pytest

import escale
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND, with_fault
from tests.server.running import on
from tests.server.signals import END_SECONDS, interrupt, stop_while_compiling

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals to a group of processes")
GAMES = tuple(escale.games())
STUCK = """
import hashlib, sys
from escale.server.last_resort import watching
with watching(7, "stopped"):
    print("begun", flush=True)
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)
"""


TERM, INTERRUPT, TWICE = [SIGTERM], [SIGINT], [SIGINT, SIGINT]
WAYS = list(zip(itertools.cycle([TERM, INTERRUPT, TWICE]), GAMES, strict=False))


@pytest.mark.parametrize(("how", "game"), WAYS, ids=GAMES)
def test_a_server_that_compiles_ends_soon_and_quietly(tmp_path: Path, how: list[Signals], game: str) -> None:
    assert stop_while_compiling(tmp_path, how, game=game)[f"compiling {game}"] == 1


def test_so_does_one_for_a_browser_on_this_machine(tmp_path: Path) -> None:
    counts = stop_while_compiling(tmp_path, INTERRUPT, SOUND, "--no-open", game=GAMES[0], command="play")
    assert counts["stopped"] == 1


def test_so_do_several_processes(tmp_path: Path, database: str) -> None:
    options = ("--workers", "2", *on(database))
    assert stop_while_compiling(tmp_path, [SIGTERM, SIGTERM], SOUND, *options, game=GAMES[1])["stopped"] == 1


def test_the_harness_finds_a_server_that_waits_for_its_compiler(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="still there"):
        stop_while_compiling(tmp_path, TERM, with_fault("waits_for_the_compiler"), game=GAMES[-1])


def test_the_harness_finds_a_server_that_breaks_off_at_an_odd_connection(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="AssertionError"):
        stop_while_compiling(tmp_path, TERM, with_fault("forgets_odd_handshakes"), game=GAMES[0])


@pytest.mark.parametrize("command", ["warm", "simulate"])
def test_a_long_command_ends_soon_after_ctrl_c(tmp_path: Path, command: str) -> None:
    assert interrupt(tmp_path, [command, GAMES[-1]], 3.0)["stopped"] == 1


def test_one_in_the_middle_of_compiled_code_ends_too() -> None:
    """Python itself hears of a signal only when it is back from there."""
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.2)
        process.send_signal(SIGINT)
        try:
            assert process.communicate(timeout=END_SECONDS)[1] == "stopped\n"
        finally:
            process.kill()
    assert process.returncode == 7
