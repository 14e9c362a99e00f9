"""Whole numbers that callers give: of any kind Python has, but no truth values, which are numbers to Python only."""

from __future__ import annotations

import operator
from typing import Any


def whole_number(given: Any) -> int:
    """The number that was given; TypeError if it is none: a text, a fraction, a truth value (NumPy's have no index)."""
    if isinstance(given, bool):
        raise TypeError("a truth value is no number")
    return operator.index(given)


def kind_of(given: object) -> str:
    """What was given instead of a number, in an error's words."""
    return "a text" if isinstance(given, str) else type(given).__name__
