"""Every refusal is provoked, cites its rule, comes in its order, and is said in both languages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from escale import BadNotation, Refusal
from escale.games.planete.tests.drawing import drawn
from escale.games.planete.tests.model_notation import read
from escale.games.planete.tests.model_refusals import RULES, refusal_of
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import GAME, LANGUAGES, parsed, refused

OVER = SITUATIONS["over, one wins"]
STACK = SITUATIONS["three begin"]
DONE = SITUATIONS["a stack is done"]
HIDE = SITUATIONS["to hide one of two alike"]
OFFER = SITUATIONS["one like the hidden one"]
NO_HIDDEN = SITUATIONS["nothing hidden is left"]
TAKE = drawn("E / / / ", "cG / / / ", "cW / / / ", more="offer core vlG vlG W")
SHEET = drawn("", "", said="two_player=plain", more="offer core vlG W")
NAME = SITUATIONS["to name the last"]  # 0 and 1 have a tile, 1 names, 2 is left
HIDDEN = drawn("E / / / ", "cG / / / ", said="turn=1", more="offer core vlG W; hidden vS; out core cW")
DOWN = drawn("(bWWB) (bFWW) (bGG) / / / ", "E cG cW / / / ", said="two_player=plain", more="offer core vlG W")
STACKS, HIDES = ("stack core", "stack rising"), ("hide vlG", "hide vS", "hide king")
TAKES = ("take vlG", "take vS", "take king 3", "take vlG 1", "take vlG 99", "take hidden", "take hidden 6")
NAMES = ("name 0", "name 1", "name 2", "name 5")
NUMBERS = (-1, 1 << 30, (1 << 31) - 1, -(1 << 31))


@dataclass(frozen=True)
class Case:
    name: str
    table: str
    move: int | str


CASES = [
    *(Case("over", OVER, move) for move in (*STACKS, *HIDES, *TAKES, *NAMES, *NUMBERS)),
    *(Case("must_stack", table, move) for table in (STACK, DONE) for move in (*HIDES, *TAKES, *NAMES)),
    *(Case("must_hide", HIDE, move) for move in (*STACKS, *TAKES, *NAMES)),
    *(Case("must_take", table, move) for table in (TAKE, SHEET) for move in (*STACKS, *HIDES, *NAMES)),
    *(Case("must_take_offer", table, move) for table in (OFFER, NO_HIDDEN) for move in (*STACKS, *HIDES, *NAMES)),
    *(Case("must_name", NAME, move) for move in (*STACKS, *HIDES, *TAKES)),
    Case("stack_done", DONE, "stack core"),
    *(Case("not_looked_at", HIDE, move) for move in ("hide vS", "hide king", "hide sE")),
    Case("no_hidden", NO_HIDDEN, "take hidden"),
    Case("no_hidden", NO_HIDDEN, "take hidden 1"),  # and no place for it
    *(Case("not_on_table", table, "take hidden") for table in (TAKE, SHEET)),  # where no tile ever is
    *(Case("not_on_table", table, "take hidden 1") for table in (TAKE, SHEET)),  # and no place for it
    Case("not_on_table", TAKE, "take hidden 5"),  # and something lies there
    Case("not_on_table", TAKE, "take vS"),
    Case("not_on_table", TAKE, "take E"),  # it is on the planet
    Case("not_on_table", TAKE, "take sE"),
    Case("not_on_table", TAKE, "take sE 1"),
    Case("not_on_table", TAKE, "take vS 1"),  # and no place for it
    Case("not_on_table", TAKE, "take vS 5"),  # and something lies there
    Case("not_on_table", SHEET, "take vS"),
    Case("not_in_offer", OFFER, "take vS"),
    Case("not_in_offer", OFFER, "take king 0"),
    Case("not_in_offer", NO_HIDDEN, "take vS"),
    Case("not_in_offer", NO_HIDDEN, "take vS 99"),  # and no place for it
    Case("not_in_offer", SITUATIONS["the leader's choice"], "take vS"),  # which is hidden
    *(Case("no_such_place", TAKE, f"take vlG {place}") for place in (0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15, 16, 99)),
    *(Case("no_such_place", OFFER, f"take hidden {place}") for place in (0, 1, 2, 16)),
    Case("place_taken", TAKE, "take vlG 5"),
    Case("place_taken", HIDDEN, "take hidden 5"),
    Case("place_taken", DOWN, "take W 6"),
    Case("no_such_player", NAME, "name 3"),
    Case("no_such_player", NAME, "name 9"),
    Case("names_self", NAME, "name 1"),  # who has a tile, too
    Case("has_a_tile", NAME, "name 0"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{CASES.index(case)} {case.name} {case.move}")
def test_refusal(case: Case) -> None:
    """PLAN.E0 PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4: each for the first reason in the order of the list, in words."""
    pos = parsed(case.table)
    refusal = refused(pos, case.move)
    assert (refusal.name, refusal.rule) == (case.name, f"PLAN.{RULES[case.name]}")
    sentences = {pos.why_not(case.move, language).text for language in LANGUAGES}  # type: ignore[union-attr]
    assert len(sentences) == len(LANGUAGES)
    assert all(sentence.endswith((".", "!")) for sentence in sentences)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", list(SITUATIONS)[:21])
def test_numbers_that_are_no_moves(name: str, number: int) -> None:
    """PLAN.R1: are refused in every step, with nothing changed."""
    assert refused(parsed(SITUATIONS[name]), number).rule in {f"PLAN.{rule}" for rule in RULES.values()}


def test_the_model_refuses_alike() -> None:
    """PLAN.R2: and so what the engine is compared with in whole games has the same order."""
    for case in CASES:
        if isinstance(case.move, str):
            assert refusal_of(read(case.table), case.move) == (case.name, RULES[case.name]), case


def every_refusal() -> list[Refusal]:
    """All refusals of the game by their codes."""
    found: list[Refusal] = []
    while True:
        try:
            found.append(GAME.refusal(len(found) + 1))
        except BadNotation:
            return found


def test_every_refusal_is_provoked() -> None:
    """PLAN.R1: no code without a case above, and each cites the rule that is expected."""
    assert {case.name for case in CASES} == set(RULES)
    assert [(refusal.name, refusal.rule.removeprefix("PLAN.")) for refusal in every_refusal()] == list(RULES.items())


def test_codes_are_in_order() -> None:
    """PLAN.R1: a refusal's code is its place in the order in which reasons are looked for."""
    assert list(dict.fromkeys(case.name for case in CASES)) == list(RULES)
    assert [refusal.code for refusal in every_refusal()] == list(range(1, len(RULES) + 1))
