"""This checkout: where things are, how something is installed, by one process at a time, and what is said meanwhile."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NoReturn

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parents[1]
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
WINDOWS = sys.platform == "win32"
TAIL_LINES = 40


def tool(name: str) -> str:
    """A program of the environment."""
    return str(VENV / "Scripts" / f"{name}.exe" if WINDOWS else VENV / "bin" / name)


def say(message: str) -> None:
    """Write one line on stderr, so that what a task prints for a program to read stays clean."""
    print(f"escale: {message}", file=sys.stderr, flush=True)


def stop(message: str, status: int = 1) -> NoReturn:
    """End this run with the one line that says why."""
    say(message)
    sys.exit(status)


def install(command: list[str], env: dict[str, str]) -> bool:
    """Run an installer, with its own progress on a terminal, else silently but for its last words if it fails."""
    shown = sys.stderr.isatty()
    output = sys.stderr if shown else subprocess.PIPE
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=output, stderr=subprocess.STDOUT, errors="replace")
    if done.returncode and not shown:
        said = re.sub(r"\x1b\[[\d;]*m", "", done.stdout)  # some colour their words whoever reads them
        print(*said.splitlines()[-TAIL_LINES:], sep="\n", file=sys.stderr)
    return not done.returncode


def check_place() -> None:
    """Stop with the reason if nothing can be installed in this folder or run from it."""
    try:
        TOOLS.mkdir(exist_ok=True)
        (TOOLS / "lock").touch()
    except OSError as error:
        stop(f"cannot write in {ROOT} ({error.strerror}); copy it to a folder of your own")
    if not WINDOWS and os.statvfs(ROOT).f_flag & getattr(os, "ST_NOEXEC", 0):
        stop(f"{ROOT} is on a disk that lets no program run (noexec); copy it to another place")


@contextmanager
def setup_lock() -> Iterator[None]:
    """Let one process at a time set up; the system frees the lock if that process dies."""
    with (TOOLS / "lock").open("r+") as file:
        if not try_lock(file):
            say("waiting for another ./run that is setting up")
            while not try_lock(file):
                time.sleep(0.2)
        yield


def try_lock(file: IO[str]) -> bool:
    """Take the lock until the file is closed; False if another process has it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
