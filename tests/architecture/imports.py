"""Who imports what, read from the sources."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "escale"
NUMBERS = ("numpy", "numba", "llvmlite", "platformdirs")
FOR_TESTS = ("pytest", "hypothesis", "playwright", "tests")
APART = ("tests", "bench")  # folders of a game that the library doesn't need
KEPT = "kept"  # the folder of a game with the rules of its earlier versions, each of which knows nothing but itself


def forbidden_imports(sources: Path) -> list[str]:
    """Every import in `sources`/escale/rules and /games that goes outwards, or from one game or version to another."""
    package = sources / PACKAGE
    paths = [*sorted((package / "rules").rglob("*.py")), *sorted((package / "games").rglob("*.py"))]
    return [
        f"{path.relative_to(sources)}:{line} imports {name}"
        for path in paths
        for line, name in imported(path, sources)
        if not _is_allowed(name, path.relative_to(package).parts)
    ]


def imported(path: Path, sources: Path) -> Iterator[tuple[int, str]]:
    """The line and the full name of everything a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = path.relative_to(sources).parts[: -node.level] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def _is_allowed(name: str, place: tuple[str, ...]) -> bool:
    top = name.partition(".")[0]
    rules, games = f"{PACKAGE}.rules", f"{PACKAGE}.games"
    own = f"{games}.{place[1]}" if place[0] == "games" and len(place) > 2 else rules
    if place[2:3] == (KEPT,) and len(place) > 4:
        own = ".".join([own, *place[2:4]])
    elif _is_in(name, f"{own}.{KEPT}"):
        return False
    if place[0] == "games" and set(APART) & set(place):
        elsewhere = _is_in(name, games) and not _is_in(name, own)
        return not elsewhere and (top in (*NUMBERS, *FOR_TESTS, PACKAGE) or top in sys.stdlib_module_names)
    return top in NUMBERS or top in sys.stdlib_module_names or _is_in(name, rules) or _is_in(name, own)


def _is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")
