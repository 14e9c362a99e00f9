"""Trials of golden journals: a game's rules are changed at one place, and a journal must come to something else."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, NoReturn

import escale
from escale.play.match import Match
from escale.rules.compile import interpreted
from escale.rules.shelf import SHELF
from tests.conformance.journals import FOLDER, compare, journal_of, outcome

LONGEST_SECONDS = 15.0  # of a processor, for one journal: a change may keep rules from coming to an end
OPENS, FAILS, BROKEN = 0, 1, 2  # how a process ends that has tried, or that could not
ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(str(escale.__file__)).resolve().parents[1]


class Trial(NamedTuple):
    """A change of a game's rules, and the journal that must notice it."""

    what: str  # is changed, and how
    module: str
    at: int  # where in its source, in characters
    old: str
    new: str
    journal: str


def package_folder(game_id: str) -> Path:
    """A game's folder, found without importing the game."""
    return SOURCES.joinpath(*SHELF.split("."), game_id)


def source_of(game_id: str, module: str) -> str:
    """A module of a game's rules, as text."""
    return (package_folder(game_id) / f"{module}.py").read_text("utf-8")


def journals_of(game_id: str) -> dict[str, Path]:
    """The journals of today's version by their names, the smallest first."""
    folder = package_folder(game_id) / "tests" / FOLDER / f"v{escale.games()[game_id].version}"
    return {path.stem: path for path in sorted(folder.glob("*.jsonl"), key=lambda path: (path.stat().st_size, path.name))}


# Trying one


class Changed(SourceFileLoader):
    """Loads a module with one place changed."""

    def __init__(self, fullname: str, path: str, trial: Trial) -> None:
        """The trial's module must be at that path."""
        super().__init__(fullname, path)
        self._trial = trial

    def get_code(self, fullname: str) -> CodeType:
        """The code, compiled anew: what is kept on disk is as it was."""
        source, end = Path(self.path).read_text("utf-8"), self._trial.at + len(self._trial.old)
        assert source[self._trial.at : end] == self._trial.old
        return compile(source[: self._trial.at] + self._trial.new + source[end:], self.path, "exec")


class Finder:
    """Finds one module with one place changed."""

    def __init__(self, game_id: str, trial: Trial) -> None:
        """The module must not have been imported."""
        self._module = f"{SHELF}.{game_id}.{trial.module}"
        self._path = str(package_folder(game_id) / f"{trial.module}.py")
        self._trial = trial
        assert self._module not in sys.modules

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """How to load the module, if it is the one."""
        if fullname != self._module:
            return None
        return spec_from_file_location(fullname, self._path, loader=Changed(fullname, self._path, self._trial))


def opens(game_id: str, journal: str) -> bool:
    """Whether a journal of today's version comes to what it came to."""
    expected, happened = journal_of(journals_of(game_id)[journal])
    try:
        match = Match.of("kept", happened)
        compare(journal, expected, outcome(match), match.game)
    except Exception:  # whatever it is, nobody could play there
        return False
    return True


def still_opens(game_id: str, trial: Trial) -> bool:
    """Whether a journal opens as before though the rules are others; in a process of its own, as modules load once."""
    child = os.fork()
    if child == 0:
        _try(game_id, trial)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (OPENS, FAILS), f"{game_id}: {trial} could not be tried: status {status}"
    return status == OPENS


def _try(game_id: str, trial: Trial) -> NoReturn:
    status = BROKEN
    try:
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, LONGEST_SECONDS)
        if trial.module:
            sys.meta_path.insert(0, Finder(game_id, trial))
        status = OPENS if opens(game_id, trial.journal) else FAILS
    finally:
        os._exit(status)


def _too_long(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeoutError


def unnoticed(game_id: str, trials: list[Trial]) -> list[Trial]:
    """The trials of which nothing is noticed; and with no change, journals that don't open by the rules as they are."""
    as_they_are = [Trial("nothing", "", 0, "", "", name) for name in dict.fromkeys(trial.journal for trial in trials)]
    broken = [trial for trial in as_they_are if not still_opens(game_id, trial)]
    return [*broken, *(trial for trial in trials if still_opens(game_id, trial))]


def unnoticed_elsewhere(game_id: str, trials: list[Trial]) -> list[Trial]:
    """The same, found out by a process that isn't compiled and has loaded no game."""
    paths = os.pathsep.join([str(SOURCES), str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.conformance.trials", game_id],
        input=json.dumps(trials),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
    )
    assert done.returncode == 0, done.stderr
    return [Trial(*trial) for trial in json.loads(done.stdout)]


def main() -> int:
    """Answer the process that asks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", metavar="GAME", help="whose trials come in on stdin, as JSON")
    asked = parser.parse_args()
    if not interpreted:
        parser.error("compiling takes too long: set NUMBA_DISABLE_JIT=1")
    json.dump(unnoticed(asked.game, [Trial(*trial) for trial in json.load(sys.stdin)]), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
