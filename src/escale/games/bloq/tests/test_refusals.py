"""Every refusal is provoked, cites its rule, comes in its order, and is said in both languages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from escale.games.bloq.refusals import REFUSALS
from escale.games.bloq.tests.tables import GAME, LANGUAGES, ONE_HOLE, PASS, parsed, refused

BLOCK = "7 .....44\n6 .....44\n5 .....u4"
FIRST = "bloq board=square20"
LATER = f"{FIRST}\n{BLOCK}"
NO_BLOCKS = f"{FIRST} stock=0\n{BLOCK}"
FILLED = "\n".join(ONE_HOLE).replace("222..3", "222443").replace("222..e", "222u4e")
NO_ROOM = f"bloq board=small\n{FILLED}"
NEITHER = f"bloq board=small stock=0\n{FILLED}"
SHAPELESS = [6 << 12, 7 << 12 | 5, (1 << 15) - 1, 1 << 15, 1 << 30, (1 << 31) - 1, -2, -(1 << 31)]


@dataclass(frozen=True)
class Case:
    name: str
    rule: str
    table: str
    move: int | str


CASES = [
    Case("no_block_left", "BLOQ.E1", NO_BLOCKS, "7,5:2x4x3"),
    Case("no_block_left", "BLOQ.E1", NO_BLOCKS, "pass"),
    Case("no_block_left", "BLOQ.E1", NO_BLOCKS, "7,5:2x2x2"),
    Case("no_block_left", "BLOQ.E1", NO_BLOCKS, "50,50:2x3x4"),
    Case("no_block_left", "BLOQ.E1", NO_BLOCKS, 1 << 20),
    Case("no_block_left", "BLOQ.E1", NEITHER, "0,0:2x3x4"),
    Case("no_room_left", "BLOQ.E1", NO_ROOM, "0,0:2x3x4"),
    Case("no_room_left", "BLOQ.E1", NO_ROOM, PASS),
    Case("no_room_left", "BLOQ.E1", NO_ROOM, "0,0:5x5"),
    Case("no_room_left", "BLOQ.E1", NO_ROOM, "99,0:2x3x4"),
    Case("no_passing", "BLOQ.P4", FIRST, PASS),
    Case("no_passing", "BLOQ.P4", LATER, "pass"),
    Case("no_such_block", "BLOQ.M1", FIRST, "5,5:3x3x3"),
    Case("no_such_block", "BLOQ.M1", FIRST, "5,5:2x3x3"),
    Case("no_such_block", "BLOQ.M1", FIRST, "0,0:2x2"),  # and it touches the edge
    Case("no_such_block", "BLOQ.M1", FIRST, "30,30:2x2"),  # and it is off the board
    Case("no_such_block", "BLOQ.M1", LATER, "5,5:2x2"),  # and it is on another block
    Case("no_such_block", "BLOQ.M1", LATER, "7,5:4x4x4"),  # and it touches one of its height
    *(Case("no_such_block", "BLOQ.M1", (FIRST, LATER)[number & 1], number) for number in SHAPELESS),
    Case("off_board", "BLOQ.P1", FIRST, "-1,5:2x3x4"),
    Case("off_board", "BLOQ.P1", FIRST, "19,19:4x3x2"),  # and what is on it touches the edge
    Case("off_board", "BLOQ.P1", LATER, "-1,-1:2x3x4"),  # and out of touch
    Case("off_board", "BLOQ.P1", f"{FIRST}\n2 44\n1 44\n0 u4", "-1,0:2x3x4"),  # and on another block
    Case("off_board", "BLOQ.P1", f"{FIRST}\n2 44\n1 44\n0 u4", "0,-3:2x4x3"),
    Case("cell_taken", "BLOQ.P1", LATER, "5,5:2x3x4"),  # and of its height
    Case("cell_taken", "BLOQ.P1", LATER, "4,4:2x4x3"),
    Case("cell_taken", "BLOQ.P1", f"{FIRST}\n2 44\n1 44\n0 u4", "0,0:4x3x2"),  # at the edge, which is allowed later
    Case("touches_edge", "BLOQ.P2", FIRST, "0,0:2x3x4"),
    Case("touches_edge", "BLOQ.P2", "bloq", "5,5:2x3x4"),
    Case("no_contact", "BLOQ.P3", LATER, "0,0:2x3x4"),
    Case("no_contact", "BLOQ.P3", LATER, "7,8:2x3x4"),  # at the corner of a block of its height
    Case("same_height", "BLOQ.H1", LATER, "7,5:2x3x4"),
    Case("same_height", "BLOQ.H1", LATER, "4,8:3x2x4"),
    Case("same_height_uncut", "BLOQ.H1", LATER.replace("square20", "square20 isolating=cutting_off"), "7,5:2x3x4"),
    Case("same_height_uncut", "BLOQ.H1", LATER.replace("square20", "square20 isolating=cutting_off"), "4,8:3x2x4"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.move}")
def test_refusal(case: Case) -> None:
    """BLOQ.E1 BLOQ.P4 BLOQ.M1 BLOQ.P1 BLOQ.P2 BLOQ.P3 BLOQ.H1: each for the first reason in this order, in words."""
    pos = parsed(case.table)
    refusal = refused(pos, case.move)
    assert (refusal.name, refusal.rule) == (case.name, case.rule)
    sentences = {pos.why_not(case.move, language).text for language in LANGUAGES}  # type: ignore[union-attr]
    assert len(sentences) == len(LANGUAGES)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_every_refusal_is_provoked() -> None:
    """No code without a case above, and each cites the rule the case expects."""
    assert {(case.name, case.rule) for case in CASES} == set(REFUSALS)


def test_codes_are_in_order() -> None:
    """A refusal's code is its place in the table, and the table is in the order of precedence."""
    assert [GAME.refusal(code).name for code in range(1, len(REFUSALS) + 1)] == [name for name, _ in REFUSALS]
    assert list(dict.fromkeys(case.name for case in CASES)) == [name for name, _ in REFUSALS]
