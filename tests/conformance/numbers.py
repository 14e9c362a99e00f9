"""The check that golden journals guard the numbers of a game's rules: one more or one less, and some journal opens otherwise.

A number is a whole number that state.py, rules.py or what they import gives a name to, alone or in a table: `turns.LIMIT`,
`state.COPIES[3]`. What follows from others, `CELLS = SIDE * SIDE`, and names of cases, `range(4)`, are none.

A game's tests/numbers.toml says which journals notice each of them, one more and one less, or why it is no rule, or why no game
is known that comes to where it counts.
`python -m tests.conformance.numbers --write [GAME ...]` adds what is missing there and can be found, and names the rest.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
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
from tests.conformance.thorough import THOROUGH

FILE = "numbers.toml"
STARTS = ("state", "rules")
NO_RULES = ("refusals",)  # their numbers only tell them apart, and their words may get better
CHANGES = {"more": 1, "less": -1}
SOME = 6  # numbers of a game that `./run test` tries
LONGEST_SECONDS = 15.0  # of a processor, for one journal: a number may keep rules from coming to an end
OPENS, FAILS, BROKEN = 0, 1, 2  # how a process ends that has tried, or that could not
WRITE = "python -m tests.conformance.numbers --write"
ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(str(escale.__file__)).resolve().parents[1]


class Trial(NamedTuple):
    """A number that is changed, `more` or `less`, and the journal that must notice it."""

    number: str
    change: str
    journal: str


@dataclass(frozen=True)
class Guards:
    """What a game's file says."""

    guarded: dict[str, dict[str, str]]  # by number and change: the journal that notices it
    no_rule: dict[str, str]  # by number: why
    unreached: dict[str, str]  # by number: why no journal comes to where it counts

    @property
    def excused(self) -> dict[str, str]:
        """The numbers that need no journal."""
        return self.no_rule | self.unreached

    def trials(self) -> list[Trial]:
        """All that the file promises."""
        return [Trial(number, change, name) for number, by in self.guarded.items() for change, name in by.items()]


def folder_of(game_id: str) -> Path:
    """A game's folder, found without importing the game."""
    return SOURCES.joinpath(*SHELF.split("."), game_id)


def guards_of(game_id: str) -> Guards:
    """What a game's file says; nothing if there is none."""
    path = folder_of(game_id) / "tests" / FILE
    said = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return Guards(said.get("guarded", {}), said.get("no_rule", {}), said.get("unreached", {}))


def unguarded(game_id: str) -> list[str]:
    """What a game's file lacks, or has too much of."""
    there, said = set(numbers(game_id)), guards_of(game_id)
    lacks = [name for name in sorted(there - set(said.excused)) if set(said.guarded.get(name, ())) != set(CHANGES)]
    gone = sorted({*said.guarded, *said.excused} - there)
    return [*(f"{name} is guarded by no journal" for name in lacks), *(f"there is no {name}" for name in gone)]


def some_trials(game_id: str) -> list[Trial]:
    """Some of what a game's file promises, evenly spread; all of it in `./run soak`."""
    every = guards_of(game_id).trials()
    return every if THOROUGH else every[:: -(-len(every) // SOME)]


# Which numbers there are


def numbers(game_id: str) -> list[str]:
    """The numbers of a game's rules, by module and name."""
    folder = folder_of(game_id)
    return [f"{module}.{name}" for module in _modules(game_id) for name in _sites(_parsed(folder / f"{module}.py"))]


def _modules(game_id: str) -> list[str]:
    """The modules that a game's rules are made of."""
    found: list[str] = []
    todo = [*STARTS]
    while todo:
        module = todo.pop(0)
        path = folder_of(game_id) / f"{module}.py"
        if module not in (*found, *NO_RULES) and path.is_file():
            found.append(module)
            todo += _imports(_parsed(path), f"{SHELF}.{game_id}")
    return found


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _imports(module: ast.Module, package: str) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
            yield node.module.removeprefix(f"{package}.")


def _sites(module: ast.Module) -> dict[str, ast.expr]:
    """Where a module's numbers are written."""
    found: dict[str, ast.expr] = {}
    for node in module.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            for name, value in _pairs(node.targets[0], node.value):
                found |= {name + place: site for place, site in _numbers_in(value)}
    return found


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Names of constants, each with what it is set to."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=True):
            yield from _pairs(one, its)
    elif isinstance(target, ast.Name) and target.id.isupper():
        yield target.id, value


def _numbers_in(value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The number itself, or those of a table, each with its place in it."""
    if _is_number(value):
        yield "", value
        return
    rows = (node.elts for node in ast.walk(value) if isinstance(node, ast.List | ast.Tuple))
    in_tables = [one for row in rows for one in row if _is_number(one)]
    yield from ((f"[{place}]", one) for place, one in enumerate(in_tables))


def _is_number(value: ast.expr) -> bool:
    """Whether an expression is a whole number that is written out: 12, -1, 1 << 20."""
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    return isinstance(value, ast.Constant) and type(value.value) is int


# Trying one


class Changed(SourceFileLoader):
    """Loads a module with one of its numbers changed."""

    def __init__(self, fullname: str, path: str, name: str, change: int) -> None:
        """`name`: of the number, in the module."""
        super().__init__(fullname, path)
        self._name = name
        self._change = change

    def get_code(self, fullname: str) -> CodeType:
        """The code, compiled anew: what is kept on disk is as it was."""
        module = _parsed(Path(self.path))
        site = _sites(module)[self._name]
        change = ast.copy_location(ast.Constant(self._change), site)
        changed = ast.copy_location(ast.BinOp(site, ast.Add(), change), site)
        return compile(_Swap(site, changed).visit(module), self.path, "exec")


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self._old = old
        self._new = new

    def visit(self, node: ast.AST) -> Any:
        return self._new if node is self._old else super().visit(node)


class Finder:
    """Finds one module with one of its numbers changed."""

    def __init__(self, game_id: str, trial: Trial) -> None:
        """The module must not have been imported."""
        module, _, self._name = trial.number.partition(".")
        self._module = f"{SHELF}.{game_id}.{module}"
        self._path = str(folder_of(game_id) / f"{module}.py")
        self._change = CHANGES[trial.change]
        assert self._module not in sys.modules

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """How to load the module, if it is the one."""
        if fullname != self._module:
            return None
        loader = Changed(fullname, self._path, self._name, self._change)
        return spec_from_file_location(fullname, self._path, loader=loader)


def opens(game_id: str, journal: str) -> bool:
    """Whether a journal of today's version comes to what it came to."""
    path = folder_of(game_id) / "tests" / FOLDER / f"v{escale.games()[game_id].version}" / f"{journal}.jsonl"
    expected, happened = journal_of(path)
    try:
        match = Match.of("kept", happened)
        compare(journal, expected, outcome(match), match.game)
    except Exception:  # whatever it is, nobody could play there
        return False
    return True


def still_opens(game_id: str, trial: Trial) -> bool:
    """Whether a journal opens as before though a number is another; in a process of its own, as modules load once."""
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
        if trial.number:
            sys.meta_path.insert(0, Finder(game_id, trial))
        status = OPENS if opens(game_id, trial.journal) else FAILS
    finally:
        os._exit(status)


def _too_long(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeoutError


def unnoticed(game_id: str, trials: list[Trial]) -> list[Trial]:
    """The trials of which nothing is noticed; and with no number, journals that don't open though nothing was changed."""
    as_they_are = [Trial("", "", name) for name in dict.fromkeys(trial.journal for trial in trials)]
    broken = [trial for trial in as_they_are if not still_opens(game_id, trial)]
    return [*broken, *(trial for trial in trials if still_opens(game_id, trial))]


def unnoticed_elsewhere(game_id: str, trials: list[Trial]) -> list[Trial]:
    """The same, found out by a process that isn't compiled and has loaded no game."""
    paths = os.pathsep.join([str(SOURCES), str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.conformance.numbers", "--try", game_id],
        input=json.dumps(trials),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
    )
    assert done.returncode == 0, done.stderr
    return [Trial(*trial) for trial in json.loads(done.stdout)]


# Writing


def write(game_id: str) -> list[str]:
    """Add to a game's file what is missing there and can be found; what is still missing."""
    said = guards_of(game_id)
    folder = folder_of(game_id) / "tests" / FOLDER / f"v{escale.games()[game_id].version}"
    journals = [path.stem for path in sorted(folder.glob("*.jsonl"), key=lambda path: (path.stat().st_size, path.name))]
    missing = []
    for number in (number for number in numbers(game_id) if number not in said.excused):
        by = said.guarded.setdefault(number, {})
        for change in (change for change in CHANGES if change not in by):
            noticed = (name for name in journals if not still_opens(game_id, Trial(number, change, name)))
            if (name := next(noticed, None)) is None:
                missing.append(f"{number}, one {change}")
            else:
                by[change] = name
                print(f"{number}, one {change}: {name}", file=sys.stderr)
    _write_file(game_id, said)
    return missing


def _write_file(game_id: str, said: Guards) -> None:
    order = {name: place for place, name in enumerate(numbers(game_id))}
    known = [(name, said.guarded[name]) for name in sorted(said.guarded, key=lambda name: order.get(name, -1))]
    lines = [
        "# The journals that notice each number of the rules, one more and one less: tests/conformance/numbers.py",
        "[guarded]",
    ]
    lines += [f'"{name}" = {{ {_pairs_of(by)} }}' for name, by in known if by and name not in said.excused]
    lines += ["", "# Those that are no rule, and why.", "[no_rule]", *_reasons(said.no_rule)]
    if said.unreached:
        lines += ["", "# Those that no journal comes to, and why.", "[unreached]", *_reasons(said.unreached)]
    (folder_of(game_id) / "tests" / FILE).write_text("\n".join(lines) + "\n", "utf-8", newline="\n")


def _pairs_of(by: dict[str, str]) -> str:
    return ", ".join(f"{change} = {json.dumps(by[change])}" for change in CHANGES if change in by)


def _reasons(reasons: dict[str, str]) -> list[str]:
    return [f'"{name}" = {json.dumps(why, ensure_ascii=False)}' for name, why in reasons.items()]


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="add what is missing")
    parser.add_argument("--try", dest="tried", action="store_true", help="answer the process that asks")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these; default: all")
    asked = parser.parse_args()
    if not interpreted:
        parser.error("compiling takes too long: set NUMBA_DISABLE_JIT=1")
    if asked.tried:
        json.dump(unnoticed(asked.games[0], [Trial(*trial) for trial in json.load(sys.stdin)]), sys.stdout)
        return 0
    missing = [f"{game_id}: {lack}" for game_id in asked.games or escale.games() for lack in write(game_id)]
    print("\n".join(missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
