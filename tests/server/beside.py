"""Programs of ours that work beside a server, in processes of their own, so that they take no time of a player's."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

END_SECONDS = 120.0


@contextmanager
def beside(module: str, *arguments: object) -> Iterator[Counter[str]]:
    """A module at work, from when it says `begun`; what it has counted, once the context is over."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            counts: Counter[str] = Counter()
            yield counts
            told, _ = process.communicate(timeout=END_SECONDS)
            counts.update(json.loads(told))
        finally:
            process.kill()
