"""Numbers that stand for positions: the same compiled and interpreted, so nothing in here overflows."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled

U32 = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
FIRST, SECOND = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)  # odd, so that every bit of a half counts
DOWN = np.uint64(29)


@compiled
def mixed(number: Any, word: Any) -> Any:
    """A uint64 made of two others, in which every bit of both counts."""
    x = _stirred(number ^ _stirred(word + np.uint64(0)))
    return x ^ (x >> DOWN)


@compiled
def _stirred(x: Any) -> Any:
    low = (x & LOW_HALF) * FIRST
    high = (x >> U32) * SECOND
    x = low ^ ((high << U32) | (high >> U32))
    return x ^ (x >> DOWN)
