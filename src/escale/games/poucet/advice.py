"""Hints in words."""

from __future__ import annotations

from typing import Any

from escale.games.poucet.notation import move_text

Said = tuple[str, dict[str, Any]]


def idea(state: Any, move: int, seat: int) -> Said:
    """Why the move is good."""
    return "hint.idea", {}


def place(state: Any, move: int) -> Said:
    """Where to look."""
    return "hint.place", {}


def deed(state: Any, move: int) -> Said:
    """The move itself."""
    return "hint.deed", {"move": move_text(state, move)}


def asides(state: Any, seat: int) -> list[Said]:
    """What else is good to know."""
    return []
