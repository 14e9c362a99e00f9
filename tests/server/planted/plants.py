"""How a server with a planted fault is started."""

from __future__ import annotations

from pathlib import Path

SCRIPT = Path(__file__).with_name("sabotaged.py")
SOUND = ("-m", "escale")  # the program as it is


def with_fault(plant: str) -> tuple[str, ...]:
    """The program with this fault of `sabotaged` in it."""
    return str(SCRIPT), plant
