"""Every refusal is provoked, cites its rule, comes in its order, and is said in both languages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from escale.games.lppg.refusals import REFUSALS
from escale.games.lppg.tests.tables import GAME, LANGUAGES, parsed, refused

CARDS = "hand 0 r12 r24\nhand 1 b1 b2\npile 1 b3 y3\npile 2 y1 g1"
ONE_CARD = CARDS.replace("r12 r24", "r24")
BLOCK = f"lppg\nterrain 20,20\n rrrr\n rrrr\n rrrr\n{CARDS}"
STRIP = "terrain 20,20\n rrrrrrrr\n rwrrwrrr\n rrrrrrrr"
SPRUNG = "terrain 20,20\n rrrrrrrr\n rwrrwrrr\n rrrwrrrr"
RUNS = "terrain 20,20\n rrrrrrrrrrrrr\n rwwrwwwrwrrrr\n rrrrrrrrrrrrr"
THREE = "territory 0 o 21,21\nterritory 0 p 24,21\nterritory 0 o 28,21"
OVER = f"lppg step=over end=markers\n{RUNS}\n{THREE}\n{ONE_CARD}"
NO_CARDS = f"lppg step=over end=cards last=0\n{STRIP}\nhand 0\nhand 1\npile 1\npile 2"
PASSED = f"lppg step=over end=passes passes=12\n{STRIP}\n{CARDS}"
MATCH = f"lppg step=over end=markers match=on points=10,3\n{RUNS}\n{THREE}\n{ONE_CARD}"
KEEP = f"lppg step=keep\n{STRIP}\nterritory 1 o 21,21\nterritory 1 p 21,21\n{ONE_CARD}"
MARK = f"lppg step=mark\n{RUNS}\n{ONE_CARD}"
MARK_ONE = f"lppg step=mark\n{RUNS.replace('wwwr', 'wwrr')}\nterritory 0 p 28,21\n{ONE_CARD}"
DRAW = f"lppg step=draw\n{STRIP}\n{ONE_CARD}"
CANCELLED = f"lppg\nterrain 20,20\n rrrrrrrrrrrrr\n rwwrwwrwwrrrr\n rrrrrrrrrrrrr\n{THREE[:39]}\n{CARDS}"  # sizes 2, 2 and 2
BEATEN = (  # sizes 2 and 3, another's 1, and 4
    f"lppg\nterrain 20,20\n rrrrrrrrrrrrrrrr\n rwwrwwwrwrwwwwrr\n rrrrrrrrrrrrrrrr\n{THREE[:39]}\nterritory 1 o 28,21\n{CARDS}"
)
JOIN = "22,21:2x3:r56"


@dataclass(frozen=True)
class Case:
    name: str
    rule: str
    table: str
    move: int | str


CASES = [
    *(Case("over_markers", "E1", OVER, move) for move in ("pass", JOIN, "draw 1", "keep o", "o@21,21", -1, 1 << 30)),
    *(Case("over_cards", "E3", NO_CARDS, move) for move in ("pass", JOIN, "draw 1", "keep o", "o@21,21", -1)),
    *(Case("over_passes", "T3", PASSED, move) for move in ("pass", JOIN, "draw 1", "keep o", "o@21,21", -1)),
    *(Case("over_match", "E4", MATCH, move) for move in ("pass", JOIN, "draw 1", "keep o", "o@21,21", -1)),
    *(Case("must_keep", "C2", KEEP, move) for move in ("pass", JOIN, "draw 1", "draw 3", "o@21,21", "99,99:2x2:r1")),
    *(Case("must_mark", "C4", MARK, move) for move in ("pass", JOIN, "draw 1", "draw 3", "keep o", "99,99:2x2:r1")),
    *(Case("must_draw", "T1", DRAW, move) for move in ("pass", JOIN, "keep o", "o@21,21", "99,99:2x2:r1")),
    Case("no_passing", "T3", BLOCK, "pass"),
    Case("nothing_to_keep", "C2", BLOCK, "keep o"),
    Case("must_place", "T1", BLOCK.replace("rrrr\n rrrr\n", "rrrr\n rwrr\n"), "p@21,21"),
    Case("must_place", "T1", BLOCK.replace("rrrr\n rrrr\n", "rrrr\n rwrr\n"), "o@20,20"),  # and no region there
    Case("nothing_to_mark", "C4", BLOCK, "o@20,20"),
    Case("nothing_to_mark", "C4", BLOCK.replace("rrrr\n rrrr\n", "rrrr\n wrrr\n"), "o@20,21"),  # an open region
    Case("nothing_to_mark", "C4", f"lppg\n{STRIP.replace('rrwrr', 'rrrrr')}\nterritory 0 o 21,21\n{CARDS}", "o@21,21"),
    Case("nothing_to_draw", "T1", BLOCK, "draw 1"),
    Case("nothing_to_draw", "T1", BLOCK, "draw 3"),
    Case("no_such_card", "M3", BLOCK, "23,20:2x3:r1234"),
    Case("no_such_card", "M3", BLOCK, "23,20:2x3:r135"),
    Case("no_such_card", "M3", BLOCK, "99,99:2x2:r1234"),  # and no such shape, off the table
    *(Case("no_such_card", "M3", BLOCK, number) for number in (-1, -5, 1 << 30, (1 << 31) - 1, -(1 << 31))),
    Case("no_such_shape", "P1", BLOCK, "23,20:2x2:r1"),
    Case("no_such_shape", "P1", BLOCK, "99,99:3x3:y1"),  # and not in the hand, off the table
    Case("not_your_card", "T1", BLOCK, "23,20:2x3:r1"),
    Case("not_your_card", "T1", BLOCK, "99,99:2x3:b1"),  # and off the table
    Case("off_table", "M5", BLOCK, "47,20:2x3:r12"),  # and it covers nothing
    Case("off_table", "M5", BLOCK, "-1,20:2x3:r12"),
    Case("covers_nothing", "P1", BLOCK, "30,30:2x3:r12"),
    Case("covers_all", "P1", BLOCK, "20,20:2x3:r12"),
    Case("covers_all", "P1", f"lppg\n{STRIP}\nterritory 0 o 21,21\n{CARDS}", "20,20:2x3:r12"),  # and a territory
    Case("no_match", "P2", BLOCK.replace("rrrr", "gggg"), "23,20:2x3:r12"),
    Case("on_territory", "P3", f"lppg\n{STRIP}\nterritory 0 o 21,21\n{CARDS}", "20,21:2x3:r12"),
    Case("joins_players", "P4", f"lppg\n{STRIP}\nterritory 0 o 21,21\nterritory 1 o 24,21\n{CARDS}", JOIN),
    Case("joins_players", "P4", f"lppg\n{SPRUNG}\nterritory 0 p 21,21\nterritory 1 o 24,21\n{CARDS}", JOIN),  # and opens it
    Case("opens_permanent", "P5", f"lppg\n{SPRUNG}\nterritory 0 p 21,21\n{CARDS}", JOIN),
    Case("no_winner", "P6", CANCELLED, "32,21:2x3:r12"),
    Case("other_wins", "P6", BEATEN, "35,21:2x3:r12"),
    Case("no_such_region", "C4", MARK, "o@25,21"),  # not its first cell
    Case("no_such_region", "C4", MARK, "o@20,20"),
    Case("no_such_region", "C4", MARK, "o@99,99"),
    Case("no_such_region", "C4", MARK_ONE, "p@28,21"),  # a territory, and no such marker left
    Case("not_largest", "C4", MARK, "o@21,21"),
    Case("marker_gone", "C4", MARK_ONE, "p@21,21"),
    Case("no_such_pile", "S3", DRAW, "draw 3"),
    Case("no_such_pile", "S3", DRAW, "draw 0"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{CASES.index(case)} {case.name} {case.move}")
def test_refusal(case: Case) -> None:
    """LPPG.E1 LPPG.E3 LPPG.T3 LPPG.E4 LPPG.C2 LPPG.C4 LPPG.T1 LPPG.M3 LPPG.M5 LPPG.P1 LPPG.P2 LPPG.P3 LPPG.P4 LPPG.P5 LPPG.P6
    LPPG.S3: each for the first reason in the order of the list, in words.
    """
    pos = parsed(case.table)
    refusal = refused(pos, case.move)
    assert (refusal.name, refusal.rule) == (case.name, f"LPPG.{case.rule}")
    sentences = {pos.why_not(case.move, language).text for language in LANGUAGES}  # type: ignore[union-attr]
    assert len(sentences) == len(LANGUAGES)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_every_refusal_is_provoked() -> None:
    """No code without a case above, and each cites the rule the case expects."""
    assert {(case.name, f"LPPG.{case.rule}") for case in CASES} == set(REFUSALS)


def test_codes_are_in_order() -> None:
    """A refusal's code is its place in the table, and the table is in the order of precedence."""
    assert [GAME.refusal(code).name for code in range(1, len(REFUSALS) + 1)] == [name for name, _ in REFUSALS]
    assert list(dict.fromkeys(case.name for case in CASES)) == [name for name, _ in REFUSALS]
