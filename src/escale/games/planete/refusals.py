"""Why a move is refused: the codes, and the rule each one cites. The sentences are in texts/, under the same names."""

from __future__ import annotations

LEGAL = 0
(
    OVER,
    MUST_STACK,
    MUST_HIDE,
    MUST_TAKE,
    MUST_TAKE_OFFER,
    MUST_NAME,
    STACK_DONE,
    NOT_LOOKED_AT,
    NO_HIDDEN,
    NOT_ON_TABLE,
    NOT_IN_OFFER,
    NO_SUCH_PLACE,
    PLACE_TAKEN,
    NO_SUCH_PLAYER,
    NAMES_SELF,
    HAS_A_TILE,
) = range(1, 17)

#: By code, from 1 on: the text's name and the rule.
REFUSALS = (
    ("over", "PLAN.E0"),
    ("must_stack", "PLAN.R1"),
    ("must_hide", "PLAN.R3"),
    ("must_take", "PLAN.R2"),
    ("must_take_offer", "PLAN.R3"),
    ("must_name", "PLAN.R2"),
    ("stack_done", "PLAN.R1"),
    ("not_looked_at", "PLAN.R3"),
    ("no_hidden", "PLAN.R3"),
    ("not_on_table", "PLAN.R2"),
    ("not_in_offer", "PLAN.R3"),
    ("no_such_place", "PLAN.R4"),
    ("place_taken", "PLAN.R4"),
    ("no_such_player", "PLAN.R2"),
    ("names_self", "PLAN.R2"),
    ("has_a_tile", "PLAN.R2"),
)
