"""What a move does, for boards to animate. (Compared with the slow model, move by move, in test_against_slow_model.py.)"""

from __future__ import annotations

from typing import Any

import pytest

from escale import Position
from escale.games.lppg.tests.tables import GAME, after, at, away, frozen, strip

STRIP = ("rrrrrrrrrr", "rwrrwrrrrr", "rrrrrrrrrr")
SPRUNG = (*STRIP[:2], "rrrwrrrrrr")
JOIN = "22,21:2x3:r56"
LAY = {"kind": "lay", "seat": 0, "at": [22, 21], "size": [2, 3], "colour": "r", "whites": [5, 6]}
DISCARD = {"kind": "discard", "seat": 0, "cards": ["r24"]}
FOUR = [[21, 21], [22, 21], [23, 21], [24, 21]]


def kinds(pos: Position, move: str) -> list[str]:
    """What happens, in order."""
    return [effect["kind"] for effect in pos.effects(move)]


def test_a_region_closes() -> None:
    """LPPG.D2: one that was open; of one that was closed before it isn't said, whatever it becomes."""
    assert at("rrrrr", "rrrw.", "rrrrr").effects("24,20:2x3:r12")[1:] == [{"kind": "close", "cells": [[23, 21]]}]
    assert kinds(at(*STRIP), JOIN) == ["lay"]


@pytest.mark.parametrize(
    ("rows", "own", "follows"),
    [
        (STRIP, "1 o 21,21", [{"kind": "grow", "seat": 1, "cells": FOUR}, DISCARD]),
        (STRIP, "1 o 21,21, 1 o 24,21", [{"kind": "join", "seat": 1, "cells": FOUR}, DISCARD]),
        (STRIP, "1 o 21,21, 1 p 24,21", [{"kind": "join", "seat": 1, "cells": FOUR}]),
        (SPRUNG, "1 o 21,21", [{"kind": "open", "seat": 1, "cells": [[21, 21]]}, DISCARD]),
    ],
)
def test_what_follows_from_a_card(rows: tuple[str, ...], own: str, follows: list[dict[str, Any]]) -> None:
    """LPPG.C1 LPPG.C2 LPPG.C3 LPPG.C4 LPPG.T1: the card, then what grows, joins, opens and closes, then the other card."""
    assert at(*rows, own=own).effects(JOIN) == [LAY, *follows]


@pytest.mark.parametrize("move", ["21,19:3x2:r136", "21,22:3x2:r146"])
def test_growth_is_told_before_an_opening(move: str) -> None:
    """LPPG.C1, LPPG.C3: one card may make a territory grow and open another; the order is the same, whichever lies first."""
    pos = at("rrrrrrr", "rwrwrrr", "rrrrrrr", own="1 o 21,21, 1 o 23,21", hands=("r123 r125", "b1 b2"))
    assert kinds(pos, move) == ["lay", "grow", "open", "discard"]


def test_a_merger_and_a_marker() -> None:
    """LPPG.C2, LPPG.C4: who keeps which marker; then the mover's marker, if there is one answer; then the discard."""
    rows = ("rrrrrrrrrrrr", "rwrrwrrwrrrr", "rrrrrrrrrrrr")
    pos = after(at(*rows, own="0 o 21,21, 0 p 24,21"), JOIN)
    mark = {"kind": "mark", "seat": 0, "marker": "ordinary", "at": [27, 21], "cells": [[27, 21]]}
    assert pos.effects("keep o") == [{"kind": "keep", "seat": 0, "marker": "ordinary", "cells": FOUR}]
    assert pos.effects("keep p") == [{"kind": "keep", "seat": 0, "marker": "permanent", "cells": FOUR}, mark, DISCARD]
    assert after(pos, "keep o").effects("o@27,21") == [mark, DISCARD]


def test_the_end_of_a_round() -> None:
    """LPPG.E1, LPPG.E2, LPPG.E4: who won and with what; in a match the next round is dealt."""
    pos = strip("0o1 0p2", "3")
    assert kinds(pos, away(pos)) == ["lay", "mark", "round"]
    assert pos.effects(away(pos))[-1] == {"kind": "round", "side": 0, "size": 1}
    match = strip("0o1 0p2", "3", said="match=on")
    assert kinds(match, away(match)) == ["lay", "mark", "round", "deal"]
    assert frozen("0o2 1o2").effects("pass") == [{"kind": "round", "side": None, "size": 0}]
    assert frozen("3o2", 4).effects("pass") == [{"kind": "round", "side": 1, "size": 2}]


def test_shuffles_and_last_cards() -> None:
    """LPPG.T2, LPPG.E3: a draw that empties a pile, the last card that follows by itself, and the last round."""
    pos = strip("", hands=("r12 r24", "r1 r2"), piles=("b3", "y1"))
    pos.play(away(pos))
    assert pos.effects("draw 1")[1:] == [{"kind": "shuffle", "piles": [1, 1]}]
    pos = after(pos, "draw 1", "draw 1")
    assert kinds(pos, "19,22:2x3:r1") == ["lay", "discard", "shuffle"]
    pos.play("19,22:2x3:r1")
    assert kinds(pos, "draw 2") == ["draw", "draw", "last"]


def test_a_pass() -> None:
    """LPPG.T3: both cards are discarded."""
    assert frozen("", said="").effects("pass") == [{"kind": "discard", "seat": 0, "cards": ["y1", "g1"]}]


def test_asking_changes_nothing() -> None:
    """LPPG.T1: what a move would do can be asked without doing it, again and again."""
    pos = GAME.new(seed=3)
    before = pos.to_bytes()
    move = pos.moves()[0]
    assert pos.effects(move) == pos.effects(move)
    assert pos.to_bytes() == before
