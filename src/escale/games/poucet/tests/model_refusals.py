"""Why a move is refused, in the slow model: the first reason in the order of the list, and the rule that it cites."""

from __future__ import annotations

from escale.games.poucet.tests import model_paths, model_plays, slow_model
from escale.games.poucet.tests.model_plays import OBSTACLE, Play, scene_of
from escale.games.poucet.tests.model_table import Cell, Table
from escale.games.poucet.tests.slow_model import DISCARD, GIVE_UP, RESTART, START, TAKE, cell_of, read_play

#: All refusals in the order in which they are looked for, with the rule that each cites.
RULES = {
    "over_flower": "E1",
    "over_alone": "E2",
    "over_cards": "E2",
    "must_choose": "S2",
    "must_start": "S2",
    "no_colour_left": "S2",
    "chosen_already": "S2",
    "started_already": "S2",
    "not_blocked": "B2",
    "no_start_left": "B2",
    "off_board": "M1",
    "not_border": "S2",
    "not_free": "S2",
    "can_play": "T6",
    "not_in_hand": "T0",
    "no_such_card": "M3",
    "on_flower": "X3",
    "on_start": "X3",
    "on_boots": "W2",
    "no_end": "T1",
    "needs_passage": "T5",
    "ogre_stays": "T5",
    "same_colour": "X2",
    "no_end_of_colour": "T2",
    "own_pebbles": "X2",
    "crossing_off": "X1",
    "does_not_meet": "T2",
    "favour": "T1",
    "hinders_self": "T1",
    "not_empty": "T3",
    "ogre_near": "O1",
    "wrong_passage": "T5",
    "wrong_way": "W1",
    "drown_first": "T5",
}


def refusal_of(table: Table, move: str) -> tuple[str, str] | None:
    """The name of the sentence against a move and its rule; None if it is allowed. The text must be that of some move."""
    name = first_reason(table, move)
    return (name, RULES[name]) if name else None


def first_reason(table: Table, move: str) -> str:
    """The name alone; "" if the move is allowed."""
    if table.step == "over":
        return f"over_{table.end}"
    take, start, restart = TAKE.fullmatch(move), START.fullmatch(move), RESTART.fullmatch(move)
    if table.step == "choose" and not take:
        return "must_choose"
    if table.step == "start" and not start:
        return "must_start"
    if take:
        return "no_colour_left" if not table.starts_left(take[1]) else "" if table.step == "choose" else "chosen_already"
    if start:
        return against_start(table, cell_of(start[1], start[2])) if table.step == "start" else "started_already"
    if restart:
        return against_restart(table, restart[1]) or against_start(table, cell_of(restart[2], restart[3]))
    if move == GIVE_UP:
        return "" if model_paths.is_blocked(table, table.turn) else "not_blocked"
    discard, play = DISCARD.fullmatch(move), read_play(move)
    if discard:
        return against_discard(table, discard[1])
    assert play, move
    return against_play(table, play)


def against_start(table: Table, cell: Cell) -> str:
    """POU.S2: where a start card may not lie."""
    if not table.on_board(cell):
        return "off_board"
    if not table.on_border(cell):
        return "not_border"
    return "not_free" if cell in table.piles else ""


def against_restart(table: Table, colour: str) -> str:
    """POU.B2: who may start again, and with what; where is the last question."""
    if not model_paths.is_blocked(table, table.turn):
        return "not_blocked"
    return "" if table.starts_left(colour) else "no_start_left"


def against_discard(table: Table, card: str) -> str:
    """POU.T6."""
    if model_plays.legal_plays(scene_of(table, table.turn), table.hands[table.turn]):
        return "can_play"
    return "" if card in table.hands[table.turn] else "not_in_hand"


def against_play(table: Table, play: Play) -> str:
    """POU.T0 to POU.T5, and whether there is a play of choice instead of a forced one."""
    if not table.on_board(play.at):
        return "off_board"
    if play.card is None:
        return "no_such_card"
    if play.card not in table.hands[table.turn]:
        return "not_in_hand"
    verdict = model_plays.judged(scene_of(table, table.turn), play)
    if verdict.against or play.text() in slow_model.moves(table):
        return verdict.against
    return "hinders_self" if verdict.role == OBSTACLE else "favour"
