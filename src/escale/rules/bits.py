"""Bits of a 64-bit word, in one instruction where the machine has one."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

WORD = 64


def popcount(word: Any) -> int:
    """How many bits of a uint64 are set."""
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """The number of the lowest set bit of a uint64; 64 when none is."""
    value = int(word)
    return (value & -value).bit_length() - 1 if value else WORD


def lowest_bit(word: Any) -> Any:
    """The lowest set bit of a uint64, as a uint64; 0 when none is."""
    value = int(word)
    return np.uint64(value & -value)


@intrinsic
def _ctpop(typingctx: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic
def _cttz(typingctx: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero_is_defined = ir.Constant(ir.IntType(1), 0)
        return builder.cttz(args[0], zero_is_defined)

    return types.int64(types.uint64), generate


@overload(popcount, inline="always", strict=False)
def _popcount_compiled(word: Any) -> Any:
    return lambda word: _ctpop(word)


@overload(lowest, inline="always", strict=False)
def _lowest_compiled(word: Any) -> Any:
    return lambda word: _cttz(word)


@overload(lowest_bit, inline="always", strict=False)
def _lowest_bit_compiled(word: Any) -> Any:
    return lambda word: word & (~word + np.uint64(1))
