"""Where machine code is kept: a file for each function and types of arguments, named by all that it was made from."""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import pickle
import stat
import tempfile
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from escale.rules.sources import hash_of

KEPT_DAYS = 30  # of what no process has used, before the last time that one used something
DAY = 24 * 3600.0

#: The modules with the rules of each type of state. Code that plays by them has their functions in it.
RULES: dict[types.Record, tuple[str, ...]] = {}


class KernelCache(_Cache):  # type: ignore[misc]
    """The machine code of one function, as Numba's dispatchers ask for it.

    Numba's own cache forgets everything when a file's time changes, and keeps all versions of a function in one index.
    """

    def __init__(self, function: FunctionType) -> None:
        """Nothing is read yet."""
        self._function = function

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """What was compiled for these types of arguments, or None."""
        target_context.refresh()
        path = self.file_of(sig, target_context)
        try:
            kept = path.read_bytes()
            code = CompileResult._rebuild(target_context, *pickle.loads(kept))
            os.utime(path)
        except FileNotFoundError:
            return None
        except Exception:  # cut short by a full disk, or written by another Numba: made anew
            return None
        return code

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Keep what was compiled; a disk that is full is no obstacle."""
        if data.library.has_dynamic_globals or data.lifted:
            return
        path = self.file_of(sig, data.target_context)
        beside = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}")
        try:
            beside.write_bytes(dumps(data._reduce()))
            beside.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink()

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It never is."""

    def flush(self) -> None:
        """Nothing is held back."""

    def file_of(self, sig: Any, target_context: Any) -> Path:
        """Where code for these types of arguments is kept, or will be."""
        module, name = self._function.__module__, self._function.__qualname__
        made_from = (
            hash_of(module),
            name,
            *map(str, sig),
            *_rules_in(sig),
            target_context.codegen().magic_tuple(),
            _switches(),
        )
        digest = hashlib.sha256(repr(made_from).encode()).hexdigest()[:24]
        return cache_folder() / f"{module.removeprefix('escale.')}.{name}-{digest}"


def _rules_in(sig: Any) -> Iterator[str]:
    """The hashes of the rules by which code with arguments of these types plays."""
    for one in sig:
        if isinstance(one, types.Array):
            yield from _rules_in([one.dtype])
        elif isinstance(one, types.BaseTuple):
            yield from _rules_in(one.types)
        elif one in RULES:
            yield hash_of(*RULES[one])
        elif isinstance(one, types.Record):
            yield from _rules_in([field.type for field in one.fields.values()])


@cache
def _switches() -> tuple[Any, ...]:
    """What else changes machine code; Numba does not tell checked from unchecked code."""
    return numba.__version__, np.__version__, numba.config.BOUNDSCHECK, numba.config.OPT


@cache
def cache_folder() -> Path:
    """The folder of all machine code."""
    folder = _writable_base() / "compiled"
    folder.mkdir(parents=True, exist_ok=True)
    forget_old(folder)
    return folder


def _writable_base() -> Path:
    chosen = os.environ.get("ESCALE_CACHE")
    base = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("escale", appauthor=False))
    try:
        base.mkdir(parents=True, exist_ok=True)
        if os.access(base, os.W_OK):
            return base
    except OSError:
        pass
    return private_folder(Path(tempfile.gettempdir()) / f"escale-{getpass.getuser()}")


def private_folder(folder: Path) -> Path:
    """The folder if it is ours alone, as whoever can write there can run code here; else a new one."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not hasattr(os, "getuid") or (found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) == 0o700):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="escale-"))


def forget_old(folder: Path) -> None:
    """Delete what nobody had used for long when something else was: by whatever clock is wrong now, nothing gets old."""
    used = {}
    for file in folder.iterdir():
        with contextlib.suppress(OSError):  # another process may have deleted it
            used[file] = file.stat().st_mtime
    last = max(used.values(), default=0.0)
    for file, moment in used.items():
        if moment < last - KEPT_DAYS * DAY:
            with contextlib.suppress(OSError):
                file.unlink()
