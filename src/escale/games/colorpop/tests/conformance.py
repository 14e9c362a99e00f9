"""What the conformance suite must know of the game and can't find out by itself."""

from __future__ import annotations

from typing import Any

from escale.games.colorpop.groups import tokens_of
from escale.games.colorpop.state import COLOURS

#: The fields of STATE that hold what some seat may not know. All others are public.
HIDDEN = ("secret",)


def conserved(state: Any) -> tuple[int, ...]:
    """Numbers that no move changes: the tokens of each colour, jokers last, on the board or taken; counted twice.

    First the board itself is counted, then what the state says is left on it.
    """
    places = range(COLOURS + 1)
    on_board = [sum(int(word).bit_count() for word in tokens_of(state.plane, place + 1)) for place in places]
    taken = [sum(int(count) for count in state.taken[:, place]) for place in places]
    left = [int(count) for count in state.left]
    return tuple(there + taken[place] for counted in (on_board, left) for place, there in enumerate(counted))
