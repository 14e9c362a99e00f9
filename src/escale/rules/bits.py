"""Bits of a 64-bit word, in one instruction where the machine has one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing import signature
from numba.extending import lower_builtin, type_callable

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


def _count(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


def _find_lowest(builder: Any, word: Any) -> Any:
    zero_is_defined = ir.Constant(ir.IntType(1), 0)
    return builder.cttz(word, zero_is_defined)


def _keep_lowest(builder: Any, word: Any) -> Any:
    return builder.and_(word, builder.neg(word))


def _make_known(function: Callable[[Any], Any], result: types.Type, instruction: Callable[[Any, Any], Any]) -> None:
    """Let compiled code use an instruction for a function of a uint64."""

    def typed(context: Any) -> Callable[[Any], Any]:
        return lambda word: signature(result, types.uint64) if isinstance(word, types.Integer) else None

    def lowered(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return instruction(builder, args[0])

    type_callable(function)(typed)
    lower_builtin(function, types.uint64)(lowered)


_make_known(popcount, types.int64, _count)
_make_known(lowest, types.int64, _find_lowest)
_make_known(lowest_bit, types.uint64, _keep_lowest)
