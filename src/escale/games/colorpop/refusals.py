"""Why a move is refused: the codes, and the rule each one cites. The sentences are in texts/, under the same names."""

from __future__ import annotations

LEGAL = 0
(
    COLOUR_IS_GONE,
    NO_GROUP_LEFT,
    NO_PASSING,
    NO_SUCH_CELL,
    EMPTY_CELL,
    SINGLE_TOKEN,
    NO_SUCH_JOKER,
    JOKER_APART,
    OTHER_NAME,
    JOKERS_ALONE,
    EVERY_COLOUR_BESIDE,
    JOKERS_LEFT_OUT,
    CELLS_APART,
) = range(1, 14)

#: By code, from 1 on: the text's name and the rule.
REFUSALS = (
    ("colour_is_gone", "POP.E1"),
    ("no_group_left", "POP.E2"),
    ("no_passing", "POP.T3"),
    ("no_such_cell", "POP.M1"),
    ("empty_cell", "POP.T1"),
    ("single_token", "POP.T1"),
    ("no_such_joker", "POP.T2"),
    ("joker_apart", "POP.T2"),
    ("other_name", "POP.T2"),
    ("jokers_alone", "POP.T2"),
    ("every_colour_beside", "POP.T2"),
    ("jokers_left_out", "POP.T2"),
    ("cells_apart", "POP.T1"),
)
