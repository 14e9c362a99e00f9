"""Why a move is refused, in the slow model: the first reason in the order of the list, and the rule that it cites."""

from __future__ import annotations

from escale.games.planete.tests import slow_model
from escale.games.planete.tests.model_table import PLACES, Table
from escale.games.planete.tests.slow_model import HIDE, NAME, STACK, Take, has_tile, read_take

#: All refusals in the order in which they are looked for, with the rule that each cites.
RULES = {
    "over": "E0",
    "must_stack": "R1",
    "must_hide": "R3",
    "must_take": "R2",
    "must_take_offer": "R3",
    "must_name": "R2",
    "stack_done": "R1",
    "not_looked_at": "R3",
    "no_hidden": "R3",
    "not_on_table": "R2",
    "not_in_offer": "R3",
    "no_such_place": "R4",
    "place_taken": "R4",
    "no_such_player": "R2",
    "names_self": "R2",
    "has_a_tile": "R2",
}


def refusal_of(table: Table, move: str) -> tuple[str, str] | None:
    """The name of the sentence against a move and its rule; None if it is allowed. The text must be that of some move."""
    name = first_reason(table, move)
    return (name, RULES[name]) if name else None


def first_reason(table: Table, move: str) -> str:
    """The name alone; "" if the move is allowed."""
    stack, hide, name, take = STACK.fullmatch(move), HIDE.fullmatch(move), NAME.fullmatch(move), read_take(table, move)
    assert stack or hide or name or take, move
    if table.step == "over":
        return "over"
    if table.step == "stack":
        return against_stack(table, stack[1]) if stack else "must_stack"
    if table.step == "hide":
        return against_hide(table, hide[1]) if hide else "must_hide"
    if table.step == "take":
        must = "must_take_offer" if table.offering() else "must_take"
        return against_take(table, take) if take else must
    return against_name(table, int(name[1])) if name else "must_name"


def against_stack(table: Table, stack: str) -> str:
    """PLAN.R1."""
    return "" if slow_model.may_choose(table, stack) else "stack_done"


def against_hide(table: Table, tile: str) -> str:
    """PLAN.R3."""
    return "" if tile in table.offer else "not_looked_at"


def against_take(table: Table, take: Take) -> str:
    """PLAN.R2, PLAN.R3, PLAN.R4."""
    if take.tile is None and not table.hidden:
        return "no_hidden" if table.offering() else "not_on_table"
    if take.tile is not None and take.tile not in table.offer:
        return "not_in_offer" if table.offering() else "not_on_table"
    assert table.offered is not None
    if take.at not in PLACES[table.offered]:
        return "no_such_place"
    return "" if take.at not in table.planets[table.turn] else "place_taken"


def against_name(table: Table, seat: int) -> str:
    """PLAN.R2."""
    if seat >= table.players:
        return "no_such_player"
    if seat == table.turn:
        return "names_self"
    if seat in slow_model.nameable(table):
        return ""
    assert has_tile(table, seat)
    return "has_a_tile"
