"""What a terminal is told when compiling takes long. Programs that show signs of life of their own set `quiet`."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

AFTER_S = 1.0
quiet = False


@contextmanager
def told_if_slow() -> Iterator[None]:
    """Say once a process, on a terminal's stderr, why whatever is done inside takes its time."""
    notice = threading.Timer(AFTER_S, _say_compiling)
    notice.daemon = True
    notice.start()
    try:
        yield
    finally:
        notice.cancel()


@cache
def _say_compiling() -> None:
    if sys.stderr.isatty() and not quiet:
        sys.stderr.write("escale: compiling the rules, once for this version (a few seconds)\n")
