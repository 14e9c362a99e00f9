"""What the conformance suite must know of the game and can't find out by itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

import escale
from escale.games.planete.tests.model_notation import named, read
from escale.games.planete.tests.model_table import KINDS, STACKS

#: The fields of STATE that hold what some seat may not know: the stacks' order, what was set aside, what the leader of two
#: looks at (`table`, in step hide alone), the hidden tile, what went out unseen, and who has seen it, in the same order.
HIDDEN = ("stack", "aside", "table", "hidden", "out", "seen_by")


def conserved(state: Any) -> tuple[int, ...]:
    """Numbers that no move changes: all eighty tiles, by stack and kind.

    Tiles are counted where the position's text says they are.
    """
    table = read(escale.load("planete").view.text(state))
    found = {stack: Counter(named(table, stack)) for stack in STACKS}
    return tuple(found[stack][kind] for stack in STACKS for kind in KINDS[stack])
