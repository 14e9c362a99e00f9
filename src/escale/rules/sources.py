"""What machine code depends on: a hash of a module and of all modules of ours that it imports, without comments and docstrings.

Numba notices an edit only in the file of the function it loads, not in the functions that one calls.
"""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path

OURS = "escale"


@cache
def hash_of(*modules: str) -> str:
    """A short hash of some modules and of what they import."""
    reached: set[str] = set()
    todo = list(modules)
    while todo:
        module = todo.pop()
        if module not in reached:
            reached.add(module)
            todo += _read(module)[1]
    digest = hashlib.sha256()
    for module in sorted(reached):
        digest.update(f"{module} {_read(module)[0]}\n".encode())
    return digest.hexdigest()[:16]


@cache
def _read(module: str) -> tuple[str, tuple[str, ...]]:
    """A hash of a module's code and of the data beside it, and which of our modules it imports."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return "", ()
    path = Path(spec.origin)
    found = _Found()
    found.look_at(ast.parse(path.read_bytes()))
    digest = hashlib.sha256("\n".join(found.code).encode())
    for data in sorted(path.parent.iterdir()):  # what it reads from a file that it names may be part of its code
        if data.suffix != ".py" and repr(data.name) in found.code and data.is_file():
            digest.update(data.read_bytes())
    package = module if spec.submodule_search_locations else module.rpartition(".")[0]
    return digest.hexdigest(), tuple(sorted({name for node in found.imports for name in _imported(node, package)}))


class _Found:
    """What is in the syntax tree of a module."""

    def __init__(self) -> None:
        self.code: list[str] = []  # the tree without docstrings; it is told apart from others only by what is in it
        self.imports: list[ast.Import | ast.ImportFrom] = []

    def look_at(self, node: ast.AST) -> None:
        """Add a node and what is below it."""
        self.code.append(type(node).__name__)
        if isinstance(node, ast.Import | ast.ImportFrom):
            self.imports.append(node)
        documented = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False)
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, ast.AST):
                self.look_at(value)
            elif isinstance(value, list):
                below = value[1:] if documented and field == "body" else value
                self.code.append(f"{field} {len(below)}")
                for one in below:
                    if isinstance(one, ast.AST):
                        self.look_at(one)
                    else:
                        self.code.append(repr(one))
            else:
                self.code.append(repr(value))


def _imported(node: ast.Import | ast.ImportFrom, package: str) -> list[str]:
    """The modules of ours that an import statement may load."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        origin = resolve_name("." * node.level + (node.module or ""), package) if node.level else node.module or ""
        names = [origin, *(f"{origin}.{alias.name}" for alias in node.names)]
    return [name for name in names if name.partition(".")[0] == OURS and name != OURS and _is_module(name)]


@cache
def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # its parent is no package: a name in a module
        return False
