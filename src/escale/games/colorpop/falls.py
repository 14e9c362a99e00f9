"""Tokens slide down, emptied slides go away (POP.T4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop.cells import NONE, ONE, SLIDE, UPWARDS, right_of
from escale.games.colorpop.state import PLANES, SIDE, SLIDE_BITS, SLIDES_A_WORD
from escale.rules.bits import lowest
from escale.rules.compile import compiled


@compiled
def fall(plane: Any, word: Any, removed: Any) -> None:
    """Take the removed cells out of a word, lowest first: everything above in the slide, removed or not, comes down one."""
    a = plane[0, word]
    b = plane[1, word]
    c = plane[2, word]
    while removed != NONE:
        above = UPWARDS[lowest(removed)]
        a = (a & ~above) | ((a >> ONE) & above)
        b = (b & ~above) | ((b >> ONE) & above)
        c = (c & ~above) | ((c >> ONE) & above)
        removed = (removed & ~above) | ((removed >> ONE) & above)
    plane[0, word] = a
    plane[1, word] = b
    plane[2, word] = c


@compiled
def close_slides(plane: Any) -> None:
    """Move every empty slide to the far right; from the right, so that each is met once."""
    for slide in range(SIDE - 1, -1, -1):
        word = slide // SLIDES_A_WORD
        bit = np.uint64(SLIDE_BITS * (slide % SLIDES_A_WORD))
        if (((plane[0, word] | plane[1, word] | plane[2, word]) >> bit) & ONE) == NONE:
            before = (ONE << bit) - ONE
            for p in range(PLANES):
                moved0, moved1 = right_of(plane[p, 0], plane[p, 1])
                if word == 0:
                    plane[p, 0] = (plane[p, 0] & before) | (moved0 & ~before)
                    plane[p, 1] = moved1
                else:
                    plane[p, 1] = (plane[p, 1] & before) | ((plane[p, 1] >> SLIDE) & ~before)
