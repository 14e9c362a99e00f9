"""What bots know of Color Pop."""

from __future__ import annotations

from typing import Any

from escale.games.colorpop.rules import left_of_side
from escale.rules.compile import compiled


@compiled
def evaluate(state: Any, seat: Any) -> Any:
    return -1.0 * left_of_side(state, seat)
