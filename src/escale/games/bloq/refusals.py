"""Why a move is refused: the codes, and the rule each one cites. The sentences are in texts/, under the same names."""

from __future__ import annotations

LEGAL = 0
(
    NO_BLOCK_LEFT,
    NO_ROOM_LEFT,
    NO_PASSING,
    NO_SUCH_BLOCK,
    OFF_BOARD,
    CELL_TAKEN,
    TOUCHES_EDGE,
    NO_CONTACT,
    SAME_HEIGHT,
    SAME_HEIGHT_UNCUT,
) = range(1, 11)

#: By code, from 1 on: the text's name and the rule.
REFUSALS = (
    ("no_block_left", "BLOQ.E1"),
    ("no_room_left", "BLOQ.E1"),
    ("no_passing", "BLOQ.P4"),
    ("no_such_block", "BLOQ.M1"),
    ("off_board", "BLOQ.P1"),
    ("cell_taken", "BLOQ.P1"),
    ("touches_edge", "BLOQ.P2"),
    ("no_contact", "BLOQ.P3"),
    ("same_height", "BLOQ.H1"),
    ("same_height_uncut", "BLOQ.H1"),
)
