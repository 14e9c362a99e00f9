"""What a move does, for boards to animate."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale.games.bloq.tests.tables import GAME, after, covered_by, square

ROW = ("2 .44.44", "1 .44.44", "0 .u4.u4")


@pytest.mark.parametrize(
    ("move", "size", "columns"),
    [
        ("0,3:3x2x4", [3, 2, 4], [0]),
        ("0,3:4x2x3", [4, 2, 3], [0, 3]),
        ("3,3:4x3x2", [4, 3, 2], [3]),
        ("6,0:2x4x3", [2, 4, 3], []),
    ],
)
@pytest.mark.parametrize("turn", [0, 3])
def test_effects(move: str, size: list[int], columns: list[int], turn: int) -> None:
    """BLOQ.M2, BLOQ.S1: the block that is placed, then each group that it isolates, for the seat that moved."""
    pos = square(*ROW, options=f"players=4 turn={turn}")
    place, *isolated = pos.effects(move)
    assert place == {"kind": "place", "at": [int(number) for number in move.split(":")[0].split(",")], "size": size}
    assert isolated == [{"kind": "isolate", "seat": turn, "cells": [[x, y] for y in range(3)]} for x in columns]


@pytest.mark.parametrize("options", [{"board": "small"}, {"board": "small", "closed": "legal"}, {"board": "diamond421"}])
def test_effects_lead_to_the_next_board(options: dict[str, str]) -> None:
    """BLOQ.P1, BLOQ.S1: through whole games, the effects give the blocks, groups and points there are afterwards, for all."""
    pos = GAME.new(players=3, seed=6, **options)
    rng = Random(6)
    while pos.turn is not None:
        move = rng.choice(pos.moves())
        seat, before, name = pos.turn, pos.view(None), pos.name(move)
        told: list[list[dict[str, Any]]] = [pos.effects(move, watcher) for watcher in (None, 0, 1, 2)]
        assert told.count(told[0]) == len(told)
        place, *isolated = told[0]
        pos.play(move)
        later = pos.view(None)
        block = {"at": place["at"], "size": place["size"]}
        assert f"{block['at'][0]},{block['at'][1]}:{'x'.join(map(str, block['size']))}" == name
        assert sorted(map(str, later["blocks"])) == sorted(map(str, [*before["blocks"], block]))
        new = [{"seat": step["seat"], "cells": step["cells"]} for step in isolated]
        assert [group for group in later["groups"] if group not in before["groups"]] == new
        assert later["points"][seat] == before["points"][seat] + sum(len(step["cells"]) for step in isolated)
        assert all({tuple(cell) for cell in step["cells"]}.isdisjoint(covered_by(name)) for step in isolated)


def test_asking_changes_nothing() -> None:
    """BLOQ.P1: what a move would do can be asked without doing it."""
    pos = square(*ROW)
    before = pos.to_bytes()
    told = pos.effects("0,3:4x2x3")
    assert pos.to_bytes() == before
    assert told == pos.effects("0,3:4x2x3")
    assert after(pos, "0,3:4x2x3").to_bytes() != before
