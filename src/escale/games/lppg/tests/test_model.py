"""The slow model itself: its cards turned on coordinates, its placements counted again in another way, tables it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from escale.games.lppg.tests.crowded import crowded
from escale.games.lppg.tests.model_notation import read, written
from escale.games.lppg.tests.slow_model import SIDE, Card, Cell, Group, Laid, Table, Territory, cards_of, read_placement, ways
from escale.rules.compile import interpreted

pytestmark = pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine")

Shown = dict[Cell, str]
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def turns(card: Card) -> Iterator[Shown]:
    """The four ways to turn a card by quarters, worked out on coordinates: another way than the model's."""
    whites = set(map(int, card[1:]))
    lying = {((n - 1) % 2, 2 - (n - 1) // 2): "w" if n in whites else card[0] for n in range(1, 7)}
    for _ in range(4):
        yield lying
        turned = {(y, -x): shown for (x, y), shown in lying.items()}
        left, low = min(x for x, _ in turned), min(y for _, y in turned)
        lying = {(x - left, y - low): shown for (x, y), shown in turned.items()}


@pytest.mark.parametrize("card", cards_of("all22")[:22])
def test_ways(card: Card) -> None:
    """LPPG.P1, LPPG.M3: turning a card on coordinates gives what the model's numbers give, and its text names the card."""
    named = [Laid(card[0], (0, 0), size, whites) for size, whites in ways(card)]
    assert {frozenset(laid.cells().items()) for laid in named} == {frozenset(lying.items()) for lying in turns(card)}
    assert len(named) == (2 if card[1:] in ("16", "25", "34") else 4)
    assert {laid.card() for laid in named} == {card}
    assert all(read_placement(laid.text()) == laid for laid in named)


@pytest.mark.parametrize("deck", ["standard", "all22"])
def test_no_two_cards_look_alike(deck: str) -> None:
    """LPPG.M1, LPPG.M3: however they are turned."""
    looks = [frozenset(frozenset(lying.items()) for lying in turns(card)) for card in cards_of(deck)]
    assert len(set(looks)) == len(looks)
    assert len(set().union(*looks)) == sum(map(len, looks))


def recount(table: Table) -> set[str]:
    """The legal placements again, looked for at every place near the terrain."""
    xs, ys = ({cell[axis] for cell in table.cells} for axis in (0, 1))
    found = set()
    for card in table.hands[table.mover]:
        for lying in turns(card):
            width, height = max(x for x, _ in lying) + 1, max(y for _, y in lying) + 1
            for x in range(max(0, min(xs) - 4), min(SIDE - width, max(xs) + 2) + 1):
                for y in range(max(0, min(ys) - 4), min(SIDE - height, max(ys) + 2) + 1):
                    shown = {(x + right, y + up): colour for (right, up), colour in lying.items()}
                    if may_lie(table, shown):
                        found.add(f"{x},{y}:{width}x{height}:{card[0]}{digits(shown)}")
    return found


def digits(shown: Shown) -> str:
    """The white cells of a card as it lies, in reading order."""
    reading = sorted(shown, key=lambda cell: (-cell[1], cell[0]))
    return "".join(str(number) for number, cell in enumerate(reading, 1) if shown[cell] == "w")


def may_lie(table: Table, shown: Shown) -> bool:
    """LPPG.P1 to LPPG.P6 said once more: whites are followed from each territory, not sorted into groups first."""
    covered = [cell for cell in shown if cell in table.cells]
    owned = {cell for territory in table.territories for cell in territory.cells}
    if not 0 < len(covered) < 6 or all(shown[cell] != table.cells[cell] for cell in covered) or owned.intersection(covered):
        return False
    after = {**table.cells, **shown}
    merged: dict[Group, set[int]] = {}
    for territory in table.territories:
        whole = spread(min(territory.cells), after)
        merged.setdefault(whole, set()).add(territory.owner)
        if len(merged[whole]) > 1 or (territory.kind == "p" and leaks(whole, after, table)):
            return False
    return may_end(table, after, {whole: owners.pop() for whole, owners in merged.items()})


def may_end(table: Table, after: Shown, merged: dict[Group, int]) -> bool:
    """LPPG.P6, from the territories' final cells and owners."""
    staying = {whole: owner for whole, owner in merged.items() if not leaks(whole, after, table)}
    if list(staying.values()).count(table.mover) < 2:
        return True
    every = {spread(cell, after) for cell, colour in after.items() if colour == "w"}
    sizes = [len(whole) for whole in every if whole not in merged and not leaks(whole, after, table)]
    if not sizes:
        return True
    held = [(len(whole), owner) for whole, owner in staying.items()] + [(max(sizes), table.mover)]
    single = [pair for pair in held if [size for size, _ in held].count(pair[0]) == 1]
    return bool(single) and min(single)[1] % 2 == table.mover % 2


def spread(start: Cell, after: Shown) -> Group:
    """The white cells that can be walked to from one of them."""
    reached: set[Cell] = set()
    ahead = {start}
    while ahead:
        reached |= ahead
        steps = {(x + right, y + up) for x, y in ahead for right, up in SIDES}
        ahead = {cell for cell in steps - reached if after.get(cell) == "w"}
    return frozenset(reached)


def leaks(whole: Group, after: Shown, table: Table) -> bool:
    """LPPG.D2, with corners or without."""
    near = (*SIDES, *CORNERS) if table.outside_corners else SIDES
    return any((x + right, y + up) not in after for x, y in whole for right, up in near)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("corners", ["off", "on"])
def test_placements_counted_again(players: int, corners: str) -> None:
    """LPPG.M5 LPPG.P1 LPPG.P2 LPPG.P3 LPPG.P4 LPPG.P5 LPPG.P6: another way to find what is legal finds the same."""
    rng = Random(f"{players} {corners}")
    for _ in range(4):
        table = read(crowded(rng, players, outside_corners=corners))
        assert set(table.moves()) == (recount(table) or {"pass"})


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"hands": [["r1", "r2"], ["r1", "b2"]]}, "cards"),
        ({"hands": [["r1"], ["b1", "b2"]]}, "hands"),
        ({"piles": (["b3"], [])}, ""),
        ({"piles": ([], ["b3"])}, "piles"),
        ({"territories": [Territory(0, "o", frozenset({(20, 20)}))]}, "territories"),
        ({"territories": [Territory(0, "p", frozenset({(21, 21)})), Territory(0, "p", frozenset({(23, 21)}))]}, "markers"),
        ({"decision": "keep"}, "decision"),
        ({"passes": 12}, "passes"),
        ({"points": [1, 0]}, "match"),
        ({"cells": {(48, 0): "r"}}, "cells"),
    ],
)
def test_an_oracle_does_not_answer_for_nonsense(changes: dict[str, object], wrong: str) -> None:
    """LPPG.M4 LPPG.T2 LPPG.T3 LPPG.S3: a table that no game could come to is refused, with what is wrong about it."""
    text = "lppg\nterrain 20,20\n rrrrr\n rwrwr\n rrrrr\nhand 0 r1 r2\nhand 1 b1 b2\npile 1 b3 y3\npile 2 y1 g1\n"
    table = read(text)
    fields = {name: getattr(table, name) for name in ("players", "cells", "territories", "hands", "piles", "discard", "mover")}
    if not wrong:
        assert Table(**{**fields, **changes}).moves()
    else:
        with pytest.raises(ValueError, match=wrong):
            Table(**{**fields, **changes})
    assert read(written(table)) == table
