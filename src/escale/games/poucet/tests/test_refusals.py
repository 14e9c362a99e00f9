"""Every refusal is provoked, cites its rule, comes in its order, and is said in both languages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from escale import BadNotation, Refusal
from escale.games.poucet.tests.model_notation import read
from escale.games.poucet.tests.model_refusals import RULES, refusal_of
from escale.games.poucet.tests.model_table import DECK
from escale.games.poucet.tests.tables import ALONE, FACING, GAME, LANGUAGES, drawn, parsed, refused

CHOOSE = "poucet players=4 step=choose turn=2\nchose 0 r\nchose 1 r\n"
START = "poucet size=9 step=start turn=1\nat a5 R\nstart 0 a5\nchose 1 g\n"
OVER = drawn("a5 R0, b5 rew, c5 rew, d5 rew, i5 G1", said="step=over end=flower winner=0")
LEFT = drawn("a5 R0, i5 G1", said="step=over end=alone winner=0", more="out 1")
DISCARDED = " ".join(card for card, many in DECK.items() for _ in range(many))
NO_CARDS = drawn("a5 R0, i5 G1", "", "", said="step=over end=cards", more=f"discard {DISCARDED}")
DEAD = "a9 R0, a8 O, b9 O, i5 G1, a1 R"
TURN = drawn(FACING, "ri gi wolf")
PASSED = drawn(FACING, "boots")
CROSSED = "a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 gns, c4 gns"
ROUND = "a5 R0, a6 rns, a7 res, b7 rsw, b6 rns, b5 F 0e, i5 G1"
CROSSROADS = "a5 R0, b5 F 0e, c5 V B, c9 G1, c8 gns, c7 gns, c6 gns"
TEXTS = ("take r", "start a1", "b5:rew", "z9:rew", "g5:wolf", "discard ri", "restart r a1", "give up", "b5:rnesw")
EVERYTHING = (*TEXTS, -1, 1 << 30)


@dataclass(frozen=True)
class Case:
    name: str
    table: str
    move: int | str


def table(cards: str, hand: str, said: str = "", more: str = "") -> str:
    """A position in which seat 0 has these cards."""
    return drawn(cards, hand, said=said, more=more)


CASES = [
    *(Case("over_flower", OVER, move) for move in EVERYTHING),
    *(Case("over_alone", LEFT, move) for move in EVERYTHING),
    *(Case("over_cards", NO_CARDS, move) for move in EVERYTHING),
    *(Case("must_choose", CHOOSE, move) for move in TEXTS[1:]),
    *(Case("must_start", START, move) for move in (TEXTS[0], *TEXTS[2:])),
    Case("no_colour_left", CHOOSE, "take r"),
    Case("no_colour_left", drawn("a5 R0, i5 R1", "ri"), "take r"),  # and everybody has chosen
    Case("chosen_already", TURN, "take y"),
    Case("started_already", TURN, "start a1"),
    Case("started_already", TURN, "start j1"),  # and no such cell
    Case("started_already", table(DEAD, "wolf"), "start a5"),  # also who is blocked
    Case("not_blocked", TURN, "give up"),
    Case("not_blocked", TURN, "restart r a1"),
    Case("not_blocked", TURN, "restart r j1"),  # and no such cell
    Case("not_blocked", TURN, "restart r b2"),  # and not on the border
    Case("not_blocked", TURN, "restart r a5"),  # and not free
    Case("not_blocked", table("a5 R0, i5 G1, a1 R", "wolf"), "restart r b1"),  # and no red one left
    Case("no_start_left", table(DEAD, "wolf"), "restart r b1"),
    Case("no_start_left", table(DEAD, "wolf"), "restart r a1"),  # and not free
    Case("no_start_left", table(DEAD, "wolf"), "restart r j1"),  # and no such cell
    Case("off_board", START, "start j1"),
    Case("off_board", TURN, "j1:rew"),
    Case("off_board", TURN, "a10:yew"),  # and not in the hand
    Case("off_board", TURN, "m13:rnesw"),  # and no such card
    Case("off_board", table(DEAD, "wolf"), "restart g j1"),
    Case("not_border", START, "start b2"),
    Case("not_border", START, "start e5"),
    Case("not_border", table(DEAD, "wolf"), "restart g b2"),
    Case("not_free", START, "start a5"),
    Case("not_free", table(DEAD, "wolf"), "restart g a1"),
    Case("can_play", TURN, "discard ri"),
    Case("can_play", TURN, "discard boots"),  # and not in the hand
    Case("not_in_hand", PASSED, "discard ri"),
    Case("not_in_hand", TURN, "c5:rnew"),
    Case("not_in_hand", TURN, "e5:rnew"),  # and on the flower
    Case("not_in_hand", TURN, "a5:boots"),  # and on a start card
    Case("not_in_hand", TURN, "c7:pebbles-e"),  # and no end
    Case("no_such_card", TURN, "c5:rnesw"),
    Case("no_such_card", TURN, "c5:re"),
    Case("no_such_card", TURN, "e5:re"),  # and on the flower
    *(Case("no_such_card", TURN, number) for number in (-1, -5, 1 << 30, (1 << 31) - 1, -(1 << 31))),
    Case("on_flower", TURN, "e5:rew"),
    Case("on_flower", TURN, "e5:wolf"),
    Case("on_start", TURN, "a5:rew"),
    Case("on_start", TURN, "i5:wolf"),
    Case("on_boots", table(f"{FACING}, c5 F B", "ri"), "c5:rew"),
    Case("on_boots", table(f"{FACING}, c7 F B", "boots ri"), "c7:boots"),  # and no end
    Case("no_end", TURN, "c7:rew"),
    Case("no_end", TURN, "b5:rew"),  # and the same colour
    Case("no_end", table(f"{FACING}, c7 O", "boots ri"), "c7:boots"),  # and an ogre
    Case("needs_passage", table(f"{FACING}, c5 W", "ri"), "c5:rew"),
    Case("needs_passage", table(f"{FACING}, c5 V", "ri"), "c5:rns"),  # and it doesn't meet
    Case("needs_passage", table(f"{FACING}, c5 F", "ri gi"), "c5:gew"),  # and no green path ends there
    Case("ogre_stays", table(f"{FACING}, c5 O", "ri"), "c5:rew"),
    Case("ogre_stays", table(f"{FACING}, c5 O", "ri boots"), "c5:boots"),
    Case("ogre_stays", table(f"{FACING}, c5 O", "ri pebbles"), "c5:pebbles-n"),  # and the wrong way
    Case("same_colour", table(f"{FACING}, c5 rns", "ri"), "c5:rew"),
    Case("same_colour", table(f"{FACING}, c5 gns", "ri gi"), "c5:gew"),  # and no green path ends there
    Case("no_end_of_colour", table(CROSSED, "ri yi"), "c5:yew"),
    Case("no_end_of_colour", table(CROSSED, "ri yi", "crossing=off"), "c5:yns"),  # and it is in a path
    Case("no_end_of_colour", table(CROSSROADS, "ri wolf"), "b5:rew"),  # what faces the pebbles' front is joined, and no end
    Case("own_pebbles", table(ROUND, "ri"), "b5:rns"),
    Case("own_pebbles", table(ROUND, "ri", "crossing=off"), "b5:rns"),
    Case("own_pebbles", table(ROUND, "ri"), "b5:rew"),  # and it doesn't meet
    Case("crossing_off", table(CROSSED, "ri", "crossing=off"), "c5:rew"),
    Case("crossing_off", table(CROSSED, "ri", "crossing=off"), "c5:rns"),  # and it doesn't meet
    Case("does_not_meet", TURN, "c5:rns"),
    Case("does_not_meet", TURN, "g5:gns"),  # and it would serve green
    Case("does_not_meet", table(CROSSED, "ri"), "c5:rns"),
    Case("favour", TURN, "g5:gew"),
    Case("favour", table(f"{FACING}, g5 yns", "ri gi"), "g5:gew"),
    Case("favour", table(f"{FACING}, g5 W", "ri river"), "g5:river"),
    Case("favour", table(f"{FACING}, g5 F", "ri pebbles"), "g5:pebbles-w"),
    Case("favour", table(f"{FACING}, g5 V", "ri boots"), "g5:boots"),
    Case("hinders_self", TURN, "c5:gew"),
    Case("hinders_self", TURN, "c5:wolf"),
    Case("hinders_self", table(ALONE, "ri river", "favour=free"), "c5:river"),
    Case("not_empty", table(f"{FACING}, g5 F", "ri wolf"), "g5:wolf"),
    Case("not_empty", table(f"{FACING}, c5 O", "ri ogre"), "c5:ogre"),  # where only the mover's own path ends
    Case("not_empty", table(f"{FACING}, g5 W V", "ri river"), "g5:river"),
    Case("not_empty", table("a5 R0, i5 G1, h5 gew, g5 gew, f5 W", "ri ogre"), "f5:ogre"),  # and near the flower
    Case("ogre_near", table("a5 R0, i5 G1, h5 gew, g5 gew", "ri ogre"), "f5:ogre"),
    Case("ogre_near", table("a5 R0, b5 rew, c5 rew, i5 G1", "ri ogre"), "d5:ogre"),  # and in one's own way
    Case("wrong_passage", table(f"{FACING}, c5 V", "ri pebbles"), "c5:pebbles-e"),
    Case("wrong_passage", table(f"{FACING}, c5 W", "ri pebbles"), "c5:pebbles-n"),  # and the wrong way
    Case("wrong_passage", table(FACING, "ri boots"), "c5:boots"),
    Case("wrong_passage", table(f"{FACING}, g5 yns", "ri boots"), "g5:boots"),  # and it would serve green
    Case("wrong_way", table(f"{FACING}, c5 F", "ri pebbles"), "c5:pebbles-n"),
    Case("wrong_way", table(f"{FACING}, g5 F", "ri pebbles"), "g5:pebbles-e"),  # and it would serve green
    Case("drown_first", table(f"{FACING}, c5 W", "ri boots"), "c5:boots"),
    Case("drown_first", table(f"{FACING}, g5 W", "ri boots"), "g5:boots"),  # and it would serve green
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{CASES.index(case)} {case.name} {case.move}")
def test_refusal(case: Case) -> None:
    """POU.E1 POU.E2 POU.S2 POU.M1 POU.M3 POU.B2 POU.T0 POU.T1 POU.T2 POU.T3 POU.T5 POU.T6 POU.O1 POU.W1 POU.W2 POU.X1 POU.X2
    POU.X3: each for the first reason in the order of the list, in words.
    """
    pos = parsed(case.table)
    refusal = refused(pos, case.move)
    assert (refusal.name, refusal.rule) == (case.name, f"POU.{RULES[case.name]}")
    sentences = {pos.why_not(case.move, language).text for language in LANGUAGES}  # type: ignore[union-attr]
    assert len(sentences) == len(LANGUAGES)
    assert all(sentence.endswith((".", "!")) for sentence in sentences)


def test_the_model_refuses_alike() -> None:
    """POU.T1: and so what the engine is compared with in whole games has the same order."""
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
    """POU.T1: no code without a case above, and each cites the rule that is expected."""
    assert {case.name for case in CASES} == set(RULES)
    assert [(refusal.name, refusal.rule.removeprefix("POU.")) for refusal in every_refusal()] == list(RULES.items())


def test_codes_are_in_order() -> None:
    """POU.T1: a refusal's code is its place in the order in which reasons are looked for."""
    assert list(dict.fromkeys(case.name for case in CASES)) == list(RULES)
    assert [refusal.code for refusal in every_refusal()] == list(range(1, len(RULES) + 1))
