"""A host's own bots, good and bad."""

from __future__ import annotations

import os
import time
from pathlib import Path

from escale import Position
from escale.search.budget import Budget

PIDS = "ESCALE_TEST_PIDS"  # the file where those that hang write which process they are


class Steady:
    """Plays the last move there is."""

    def choose(self, pos: Position, budget: Budget) -> str:
        """A move."""
        return pos.names()[-1]


class Hanging:
    """Never comes to an end."""

    def choose(self, pos: Position, budget: Budget) -> str:
        """No move."""
        if PIDS in os.environ:
            with Path(os.environ[PIDS]).open("a") as file:
                file.write(f"{os.getpid()}\n")
        while True:
            time.sleep(3600)


class Failing:
    """Fails each time."""

    def choose(self, pos: Position, budget: Budget) -> str:
        """No move."""
        raise LookupError("no idea")


class Cheating:
    """Plays what isn't allowed."""

    def choose(self, pos: Position, budget: Budget) -> str:
        """No legal move."""
        return "zzz"
