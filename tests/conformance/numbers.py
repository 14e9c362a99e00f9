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
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

import escale
from escale.rules.compile import interpreted
from escale.rules.shelf import SHELF
from tests.conformance.journals import FOLDER
from tests.conformance.thorough import THOROUGH
from tests.conformance.trials import Trial, journals_of, package_folder, source_of, still_opens

FILE = "numbers.toml"
STARTS = ("state", "rules")
NO_RULES = ("refusals",)  # their numbers only tell them apart, and their words may get better
CHANGES = {"more": "+ 1", "less": "- 1"}
SOME = 6  # numbers of a game that `./run test` tries
WRITE = "NUMBA_DISABLE_JIT=1 python -m tests.conformance.numbers --write"


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


def guards_of(game_id: str) -> Guards:
    """What a game's file says; nothing if there is none."""
    path = package_folder(game_id) / "tests" / FILE
    said = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return Guards(said.get("guarded", {}), said.get("no_rule", {}), said.get("unreached", {}))


def unguarded(game_id: str) -> list[str]:
    """What a game's file lacks, or has too much of."""
    there, said, journals = set(numbers(game_id)), guards_of(game_id), journals_of(game_id)
    lacks = [name for name in sorted(there - set(said.excused)) if set(said.guarded.get(name, ())) != set(CHANGES)]
    gone = sorted({*said.guarded, *said.excused} - there)
    lost = sorted({journal for by in said.guarded.values() for journal in by.values()} - set(journals))
    return [
        *(f"{name} is guarded by no journal" for name in lacks),
        *(f"there is no {name}" for name in gone),
        *(f"{FOLDER}/v{escale.games()[game_id].version} has no {name}" for name in lost),
    ]


def some_trials(game_id: str) -> list[Trial]:
    """Some of what a game's file promises, evenly spread; all of it in `./run soak`."""
    guarded = guards_of(game_id).guarded
    every = [(number, change, journal) for number, by in guarded.items() for change, journal in by.items()]
    some = every if THOROUGH else every[:: -(-len(every) // SOME)]
    return [trial_of(game_id, *promised) for promised in some]


def trial_of(game_id: str, number: str, change: str, journal: str) -> Trial:
    """The trial of a number, `more` or `less`, by a journal."""
    module, _, name = number.partition(".")
    source = source_of(game_id, module)
    site = _sites(ast.parse(source))[name]
    old = ast.get_source_segment(source, site)
    assert old is not None
    lines = source.splitlines(keepends=True)[: site.lineno]
    at = len("".join(lines[:-1])) + len(lines[-1].encode()[: site.col_offset].decode())
    return Trial(f"{number}, one {change}", module, at, old, f"(({old}) {CHANGES[change]})", journal)


# Which numbers there are


def numbers(game_id: str) -> list[str]:
    """The numbers of a game's rules, by module and name."""
    return [f"{module}.{name}" for module in _modules(game_id) for name in _sites(ast.parse(source_of(game_id, module)))]


def _modules(game_id: str) -> list[str]:
    """The modules that a game's rules are made of."""
    found: list[str] = []
    todo = [*STARTS]
    while todo:
        module = todo.pop(0)
        path = package_folder(game_id) / f"{module}.py"
        if module not in (*found, *NO_RULES) and path.is_file():
            found.append(module)
            todo += _imports(ast.parse(source_of(game_id, module)), f"{SHELF}.{game_id}")
    return found


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


# Writing


def write(game_id: str) -> list[str]:
    """Find journals for what a game's file lacks, or names a journal for that notices nothing now; what is still missing."""
    said, missing = guards_of(game_id), []
    for number in (number for number in numbers(game_id) if number not in said.excused):
        by = said.guarded.setdefault(number, {})
        for change in CHANGES:
            before = by.pop(change, "")
            if (journal := _guard(game_id, number, change, before)) is None:
                missing.append(f"{number}, one {change}")
                continue
            by[change] = journal
            if journal != before:
                print(f"{number}, one {change}: {journal}", file=sys.stderr)
    _write_file(game_id, said)
    return missing


def _guard(game_id: str, number: str, change: str, before: str) -> str | None:
    """A journal that notices a change of a number: the one before, or the smallest; None if there is none."""
    names = sorted(journals_of(game_id), key=lambda name: name != before)
    return next((name for name in names if not still_opens(game_id, trial_of(game_id, number, change, name))), None)


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
    (package_folder(game_id) / "tests" / FILE).write_text("\n".join(lines) + "\n", "utf-8", newline="\n")


def _pairs_of(by: dict[str, str]) -> str:
    return ", ".join(f"{change} = {json.dumps(by[change])}" for change in CHANGES if change in by)


def _reasons(reasons: dict[str, str]) -> list[str]:
    return [f'"{name}" = {json.dumps(why, ensure_ascii=False)}' for name, why in reasons.items()]


def main() -> int:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", required=True, help="add what is missing")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these; default: all")
    asked = parser.parse_args()
    if not interpreted:
        parser.error("compiling takes too long: set NUMBA_DISABLE_JIT=1")
    missing = [f"{game_id}: {lack}" for game_id in asked.games or escale.games() for lack in write(game_id)]
    for lack in missing:
        print(lack)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
