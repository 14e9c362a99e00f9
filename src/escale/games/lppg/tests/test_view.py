"""What is seen of a table: terrain, cards, regions, territories, and the moves with what each does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.lppg.tests.crowded import crowded
from escale.games.lppg.tests.tables import (
    GAME,
    LANGUAGES,
    after,
    at,
    away,
    cells_of,
    described,
    frozen,
    parsed,
    placements,
    strip,
)
from escale.rules.compile import interpreted

STRIP = ("rrrrrrrrrr", "rwrrwrrrrr", "rrrrrrrrrr")
SPRUNG = (*STRIP[:2], "rrrwrrrrrr")
JOIN, GROW, OPEN = "22,21:2x3:r56", "22,21:2x3:r5", "21,22:2x3:r35"


def does(pos: Position, move: str) -> dict[str, Any]:
    """What a placement is said to do, without where it lies."""
    told = described(pos, move)
    assert told.pop("do") == "place"
    return {name: value for name, value in told.items() if name not in ("move", "text", "card", "at", "size", "whites")}


def test_the_terrain() -> None:
    """LPPG.D1, LPPG.M5: the smallest rectangle around all cards, the top row first, with a point where no card lies."""
    pos = after(at("rrr", "r.r", "rrr", hands=("r1 r2", "b1 b2")), "22,22:2x3:r1")
    assert pos.view(None)["terrain"] == {"at": [20, 20], "rows": ["..wr", "..rr", "rrrr", "r.r.", "rrr."]}


def test_the_cards_as_they_lie() -> None:
    """LPPG.M1, LPPG.P1: the oldest first, with place, size, colour and whites as each lies; later ones lie on top."""
    pos = after(parsed("lppg\nterrain 20,20\n rr\n rr\nhand 0 r1 r2\nhand 1 b1 b2\n"), "21,20:3x2:r3")
    assert pos.view(None)["cards"] == [{"at": [21, 20], "size": [3, 2], "colour": "r", "whites": [3]}]
    dealt = GAME.new(seed=1)
    shown: dict[tuple[int, int], str] = {}
    for card in dealt.view(None)["cards"]:
        whites = "".join(map(str, card["whites"]))
        x, y = card["at"]
        shown |= cells_of(f"{x},{y}:{card['size'][0]}x{card['size'][1]}:{card['colour']}{whites}")
    rows = dealt.view(None)["terrain"]["rows"]
    assert all(rows[24 - y][x - 22] == colour for (x, y), colour in shown.items())


def test_regions_and_territories() -> None:
    """LPPG.D2, LPPG.E2: by their lowest, then leftmost cell; cells from there on; with kind, owner and what is cancelled."""
    pos = at("rrrrrrrr", "rwwrwwrw", "rwrrrrrr", "rrrrrrrr", own="1 p 21,21, 0 o 24,22")
    seen = pos.view(None)
    assert seen["regions"] == [{"at": [27, 22], "cells": [[27, 22]], "closed": False}]
    first = {"seat": 1, "kind": "permanent", "at": [21, 21], "cells": [[21, 21], [21, 22], [22, 22]], "cancelled": False}
    second = {"seat": 0, "kind": "ordinary", "at": [24, 22], "cells": [[24, 22], [25, 22]], "cancelled": False}
    assert sorted(seen["territories"], key=lambda lies: lies["at"]) == [first, second]
    assert seen["now"] == {"seat": 0, "size": 2}
    assert seen["markers"] == [[1, 1], [2, 0]]


def test_a_merger_that_is_to_be_decided() -> None:
    """LPPG.C2: both markers lie there; it is the owner's turn to decide in the mover's turn."""
    pos = after(at(*STRIP, own="1 o 21,21, 1 p 24,21"), JOIN)
    seen = pos.view(1)
    assert [(lies["kind"], lies["seat"]) for lies in seen["territories"]] == [("both", 1)]
    assert (seen["turn"], seen["mover"], seen["step"]) == (1, 0, "keep")
    assert [{**move, "move": None} for move in seen["moves"]] == [
        {"move": None, "text": "keep o", "do": "keep", "kind": "ordinary"},
        {"move": None, "text": "keep p", "do": "keep", "kind": "permanent"},
    ]
    assert pos.view(0)["moves"] == []


def test_moves_are_for_the_seat_to_move() -> None:
    """LPPG.T1: with their numbers and texts; the others see none."""
    pos = at(*STRIP)
    moves = pos.view(0)["moves"]
    assert [move["move"] for move in moves] == pos.moves()
    assert [move["text"] for move in moves] == pos.names()
    assert pos.view(1)["moves"] == pos.view(None)["moves"] == []


@pytest.mark.parametrize(("card", "move", "whites"), [(0, "29,21:2x3:r12", [1, 2]), (1, "29,21:2x3:r24", [2, 4])])
def test_where_a_card_goes(card: int, move: str, whites: list[int]) -> None:
    """LPPG.P1: which card of the hand, where, how turned."""
    told = described(at(*STRIP, own="0 o 21,21, 1 o 24,21"), move)
    told.pop("move")
    assert told == {"text": move, "do": "place", "card": card, "at": [29, 21], "size": [2, 3], "whites": whites}


def test_what_a_placement_does() -> None:
    """LPPG.C1, LPPG.C2, LPPG.C3, LPPG.C4: what grows, joins, opens, closes, and what has to be marked; nothing is left out."""
    four = [[21, 21], [22, 21], [23, 21], [24, 21]]
    grow = at(*STRIP, own="1 o 21,21", hands=("r2 r24", "b1 b2"))
    marks = {"size": 1, "regions": [[[24, 21]]]}
    assert does(grow, GROW) == {"grows": [{"seat": 1, "cells": four[:2]}], "marks": marks}
    assert does(at(*STRIP, own="1 o 21,21, 1 p 24,21"), JOIN) == {"joins": [{"seat": 1, "cells": four, "asks": True}]}
    assert does(at(*STRIP, own="0 o 21,21, 0 o 24,21"), JOIN) == {"joins": [{"seat": 0, "cells": four, "asks": False}]}
    assert does(at(*STRIP, own="0 o 21,21, 1 o 24,21"), OPEN) == {"opens": [{"seat": 0, "cells": [[21, 21]]}]}
    assert does(at(*STRIP), JOIN) == {"marks": {"size": 4, "regions": [four]}}  # they were closed before
    one = [[23, 21]]
    closes = does(at("rrrrr", "rrrw.", "rrrrr"), "24,20:2x3:r12")
    assert closes == {"closes": [one], "marks": {"size": 1, "regions": [one]}}
    both = [{"seat": 0, "cells": [[21, 21]]}, {"seat": 0, "cells": [[24, 21]]}]
    assert does(at(*SPRUNG, own="0 o 21,21, 0 o 24,21"), JOIN) == {"opens": both}


def test_the_largest_are_to_be_marked() -> None:
    """LPPG.C4, LPPG.E1: all that may be chosen, and whether that ends the round."""
    pos = strip("0o1 0p2", "3 1 3")
    told = does(pos, away(pos))
    regions = [[[26, 21], [27, 21], [28, 21]], [[32, 21], [33, 21], [34, 21]]]
    assert told == {"marks": {"size": 3, "regions": regions}, "ends": True}
    one = strip("0p2", "3")
    assert "ends" not in does(one, away(one))


def test_markers_draws_and_passes() -> None:
    """LPPG.C4, LPPG.T1, LPPG.T3: what each answer is."""
    pos = strip("", "1")
    pos.play(away(pos))
    assert [{**move, "move": 0} for move in pos.view(0)["moves"]] == [
        {"move": 0, "text": f"{kind[0]}@21,21", "do": "mark", "kind": kind, "at": [21, 21], "cells": [[21, 21]]}
        for kind in ("ordinary", "permanent")
    ]
    pos.play("o@21,21")
    assert [{**move, "move": 0} for move in pos.view(0)["moves"]] == [
        {"move": 0, "text": "draw 1", "do": "draw", "pile": 1, "colour": "y"},
        {"move": 0, "text": "draw 2", "do": "draw", "pile": 2, "colour": "g"},
    ]
    assert [{**move, "move": 0} for move in frozen("").view(0)["moves"]] == [{"move": 0, "text": "pass", "do": "pass"}]


@pytest.mark.parametrize("seed", range(1 if interpreted else 6))
def test_moves_do_what_they_say(seed: int) -> None:
    """LPPG.C1 LPPG.C2 LPPG.C3 LPPG.C4 LPPG.E1: what a placement says it does is what has happened afterwards."""
    rng = Random(seed)
    pos = parsed(crowded(rng, 2 + 2 * (seed % 2)))
    for name in rng.sample(placements(pos), min(60, len(placements(pos)))):
        told, later = described_by(pos, name), after(pos, name)
        view = later.view(None)
        territories = [(lies["seat"], lies["cells"]) for lies in view["territories"]]
        for change in (*told.get("grows", []), *told.get("joins", [])):
            assert (change["seat"], change["cells"]) in territories
        for change in told.get("opens", []):
            assert (change["seat"], change["cells"]) not in territories
        assert later.over or ("marks" in told) == (view["step"] == "mark" or len(view["territories"]) > kept(pos, told))
        assert told.get("ends", False) == ((later.over and view["last"] != 0) or ending(later))


def described_by(pos: Position, name: str) -> dict[str, Any]:
    """A move as it is described."""
    told: dict[str, Any] = pos.game.view.describe(pos.state, [pos.read_move(name)])[0]
    return told


def kept(pos: Position, told: dict[str, Any]) -> int:
    """How many territories a placement leaves, before markers are set."""
    return len(pos.view(None)["territories"]) - len(told.get("opens", [])) - len(told.get("joins", []))


def ending(pos: Position) -> bool:
    """Whether whatever is answered now ends the game."""
    return pos.view(None)["step"] in ("mark", "keep") and all(after(pos, move).over for move in pos.moves())


@pytest.mark.parametrize(
    ("pos", "task"),
    [
        (at(*STRIP), "place"),
        (strip("", hands=("r1 r2", "b1 b2"), piles=("", ""), said="last=2"), "place_last"),
        (after(at(*STRIP, own="0 o 21,21, 0 p 24,21"), JOIN), "keep"),
        (after(at(*STRIP), "29,21:2x3:r12"), "mark_one_of"),
        (after(strip("", "1"), "25,21:2x3:r12"), "mark"),
        (after(at("rrrr", "rrrr"), "23,21:2x3:r12"), "draw"),
        (after(at("rrrr", "rrrr"), "23,21:2x3:r12", "draw 1"), "draw_second"),
        (frozen(""), "place"),  # that nothing can be placed only its owner knows
        (strip("", hands=("y1 g1", "b1 b2"), piles=("", ""), said="last=2"), "place_last"),
    ],
)
def test_what_must_be_done(pos: Position, task: str) -> None:
    """LPPG.T1, LPPG.T3, LPPG.C2, LPPG.C4, LPPG.E3: said in both languages to who does it and to the others."""
    assert pos.view(None)["task"] == task
    said = [GAME.texts[language].say(f"task.{task}.{who}", who="Ada") for language in LANGUAGES for who in ("you", "other")]
    assert len(set(said)) == len(said)
    assert ["Ada" in sentence for sentence in said] == [False, True] * len(LANGUAGES)


def test_no_task_at_the_end() -> None:
    """LPPG.E1: nothing is to be done any more."""
    pos = strip("0o1 0p2", "3")
    assert after(pos, away(pos)).view(None)["task"] is None
