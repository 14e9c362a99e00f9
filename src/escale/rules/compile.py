"""How rules become machine code: one decorator, one cache folder a version of the sources."""

from __future__ import annotations

import getpass
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs

from escale.rules.notice import told_if_slow

F = TypeVar("F", bound=Callable[..., Any])

ENGINE = Path(__file__).resolve().parent.parent
COMPILED_ROOMS = ("rules", "games", "search", "lab")
KEPT_CACHES = 6

#: What every kernel is compiled with: threads may run it side by side, and a division by zero is the game's bug, not a check.
JIT_OPTIONS = {"nogil": True, "error_model": "numpy"}

interpreted: bool = bool(numba.config.DISABLE_JIT)


def compiled(function: F) -> F:
    """Compile `function` on first use, and keep the machine code on disk for the next process.

    With NUMBA_DISABLE_JIT=1 it stays an ordinary Python function.
    """
    return _kept(function, JIT_OPTIONS)


def compiled_brief(function: F) -> F:
    """Like `compiled`, for what Python calls and is done in microseconds: it keeps other threads waiting, which costs less
    than letting them in.
    """
    return _kept(function, JIT_OPTIONS | {"nogil": False})


def _kept(function: F, options: Mapping[str, Any]) -> F:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        return cast(F, numba.njit(cache=True, **options)(function))
    except RuntimeError:  # typed at a prompt: no file, so nothing to tell one version of it from the next
        return cast(F, numba.njit(**options)(function))
    finally:
        numba.config.CACHE_DIR = before


def source_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The plain Python function behind a compiled one."""
    return cast(Callable[..., Any], getattr(function, "py_func", function))


@cache
def cache_folder() -> Path:
    """The folder of this version's machine code.

    Numba notices an edit only in the file of the function it loads, not in the functions that one calls, so the folder
    is named by all the sources; and it does not tell checked from unchecked code, so the switches count too.
    """
    base = _writable_base() / "compiled"
    folder = base / fingerprint()
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        _forget_old(base)
    return folder


@cache
def fingerprint() -> str:
    """A short hash of the engine's sources and of all that changes what they compile to."""
    digest = hashlib.sha256()
    for part in (numba.__version__, np.__version__, numba.config.BOUNDSCHECK, numba.config.OPT, str(ENGINE)):
        digest.update(f"{part}\n".encode())
    for room in COMPILED_ROOMS:
        for path in sorted((ENGINE / room).rglob("*.py")):
            if "tests" not in path.relative_to(ENGINE).parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _writable_base() -> Path:
    chosen = os.environ.get("ESCALE_CACHE")
    base = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("escale", appauthor=False))
    try:
        base.mkdir(parents=True, exist_ok=True)
        if os.access(base, os.W_OK):
            return base
    except OSError:
        pass
    return _private_folder(Path(tempfile.gettempdir()) / f"escale-{getpass.getuser()}")


def _private_folder(folder: Path) -> Path:
    """The folder if it is ours alone, as whoever can write there can run code here; else a new one."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not hasattr(os, "getuid") or (found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) == 0o700):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="escale-"))


def _forget_old(base: Path) -> None:
    folders = sorted((f for f in base.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_CACHES:]:
        shutil.rmtree(folder, ignore_errors=True)


def entry(function: Callable[..., Any], *examples: Any) -> Callable[..., Any]:
    """`function` compiled for arguments typed like the examples, without the look-up of types at each call.

    The caller answers for the types: nothing checks them. When compiling takes long, a terminal is told why.
    """
    if interpreted:
        return function
    with told_if_slow():
        signature = tuple(numba.typeof(example) for example in examples)
        return cast(Callable[..., Any], function.compile(signature))  # type: ignore[attr-defined]
