"""How compiled code tells the versions of a game apart."""

from __future__ import annotations

from typing import Any

import numpy as np


def kept_dtype(state: np.dtype[Any], version: int) -> np.dtype[Any]:
    """The STATE of a version whose rules are kept: the same fields and bytes, and yet not equal to that of another version.

    Compiled code finds a game's rules by the type of its state, and versions often have the same fields. The title of a field
    is part of its type, for NumPy and for Numba, and changes nothing else.
    """
    assert state.names, "a state has fields"
    fields = [state.fields[name] for name in state.names] if state.fields else []
    form = {
        "names": list(state.names),
        "formats": [field[0] for field in fields],
        "offsets": [field[1] for field in fields],
        "titles": [f"version {version}", *[None] * (len(fields) - 1)],
        "itemsize": state.itemsize,
    }
    return np.dtype((np.record, form))
