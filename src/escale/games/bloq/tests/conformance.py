"""What the conformance suite must know of the game and can't find out by itself."""

from __future__ import annotations

from typing import Any

from escale.games.bloq.notation import block_at, owners

#: The fields of STATE that hold what some seat may not know. There are none: everybody sees everything.
HIDDEN = ()

#: Options with which a game is over soon.
QUICK = {"board": "small"}


def conserved(state: Any) -> tuple[int, ...]:
    """Numbers that no move changes: blocks on the board and in the stock; cells under blocks and free ones; points.

    The cells under blocks are counted twice: by the heights of cells, and by the sizes of the blocks that are listed. Of each
    seat's points, those that aren't cells that it isolated: in a game that was dealt there are none.
    """
    sizes = [block_at(state, int(move))[1] for move in state.blocks[: state.placed]]
    free = _count(state.room)
    owned = list(owners(state).values())
    return (
        len(sizes) + int(state.stock),
        _count(state.under) + free,
        sum(width * depth for width, depth, _ in sizes) + free,
        *(int(points) - owned.count(1 + seat) for seat, points in enumerate(state.points)),
    )


def _count(cells: Any) -> int:
    """How many cells are in a set, or in several."""
    return sum(int(row).bit_count() for row in cells.ravel())
