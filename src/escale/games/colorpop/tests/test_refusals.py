"""Every refusal is provoked, cites its rule, and is said in both languages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from escale.games.colorpop.refusals import REFUSALS
from escale.games.colorpop.tests.tables import GAME, LANGUAGES, parsed, refused

COLOUR_GONE = "colorpop\nsecrets Y G\nGGPPOB"
NOTHING_LEFT = "colorpop\nsecrets Y G\nYGY"
PLAIN = "colorpop\nsecrets Y G\nYYG*B"
FIVE_COLOURS = "colorpop\nsecrets G P\n.GO\nY**P\nGBYG"
JOKERS = "colorpop\nsecrets Y G\nY***G"
NEVER_ALONE = "colorpop joker_only=off\nsecrets Y\nY**"
GREEDY = "colorpop jokers=greedy\nsecrets Y G\nY***G"
JOKER_MASK = 7  # where a move's jokers begin
GUARD_BIT = 10  # the number of a cell above the top of slide a
SECOND_HALF = 64  # the number of cell f1


@dataclass(frozen=True)
class Case:
    name: str
    rule: str
    table: str
    move: int | str


CASES = [
    Case("colour_is_gone", "POP.E1", COLOUR_GONE, "a1"),
    Case("colour_is_gone", "POP.E1", COLOUR_GONE, 12345),
    Case("no_group_left", "POP.E2", NOTHING_LEFT, "a1"),
    Case("no_group_left", "POP.E2", NOTHING_LEFT, -1),
    Case("no_passing", "POP.T3", PLAIN, "pass"),
    Case("no_such_cell", "POP.M1", PLAIN, GUARD_BIT),
    Case("no_such_cell", "POP.M1", PLAIN, 55),
    Case("no_such_cell", "POP.M1", PLAIN, SECOND_HALF + 55),
    Case("no_such_cell", "POP.M1", PLAIN, 127),
    Case("no_such_cell", "POP.M1", PLAIN, -3),
    Case("no_such_cell", "POP.M1", PLAIN, -(1 << 31)),
    Case("empty_cell", "POP.T1", PLAIN, "a2"),
    Case("empty_cell", "POP.T1", PLAIN, "j10"),
    Case("empty_cell", "POP.T1", PLAIN, "a2+d1"),
    Case("single_token", "POP.T1", PLAIN, "c1"),
    Case("single_token", "POP.T1", PLAIN, "d1"),
    Case("single_token", "POP.T1", PLAIN, 33),  # the joker's cell, and no joker
    Case("single_token", "POP.T1", NEVER_ALONE, "b1"),
    Case("no_such_joker", "POP.T2", PLAIN, 0b10 << JOKER_MASK),
    Case("no_such_joker", "POP.T2", PLAIN, (1 << 31) - 1 - 127),
    Case("joker_apart", "POP.T2", PLAIN, "a1+d1"),
    Case("joker_apart", "POP.T2", JOKERS, "b1+d1"),
    Case("joker_apart", "POP.T2", GREEDY, "a1+c1"),
    Case("other_name", "POP.T2", PLAIN, 11),  # b1, of a group that a1 names
    Case("other_name", "POP.T2", JOKERS, 22 | 0b011 << JOKER_MASK),  # c1, of jokers that b1 names
    Case("other_name", "POP.T2", JOKERS, 11 | 0b110 << JOKER_MASK),  # b1, not among the jokers
    Case("jokers_alone", "POP.T2", NEVER_ALONE, "b1+c1"),
    Case("every_colour_beside", "POP.T2", FIVE_COLOURS, "b2+c2"),
    Case("jokers_left_out", "POP.T2", GREEDY, "a1+b1"),
    Case("jokers_left_out", "POP.T2", GREEDY, "a1"),
    Case("jokers_left_out", "POP.T2", GREEDY, "c1+d1"),
    Case("cells_apart", "POP.T1", PLAIN, "a1+c1"),
    Case("cells_apart", "POP.T1", PLAIN, -2),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.move}")
def test_refusal(case: Case) -> None:
    """POP.M1 POP.T1 POP.T2 POP.T3 POP.E1 POP.E2: each forbidden move is refused for the right reason, in words."""
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
    """A refusal's code is its place in the table."""
    assert [GAME.refusal(code).name for code in range(1, len(REFUSALS) + 1)] == [name for name, _ in REFUSALS]
