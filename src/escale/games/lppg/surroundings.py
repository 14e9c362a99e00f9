"""What lies around a group of cells in plain Python, for hints: how far the outside is, and where it is touched."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from escale.games.lppg.notation import Cell, Laid, terrain_rows
from escale.games.lppg.regions import CORNERS_OF, SIDES_OF, groups_of
from escale.games.lppg.state import SIDE


def card_cells(laid: Laid) -> dict[int, Cell]:
    """The cells of a card that lies so, by their numbers: counted line by line from the top."""
    (x, y), (width, height), _, _ = laid
    return {number + 1: (x + number % width, y + height - 1 - number // width) for number in range(width * height)}


def is_on_table(cell: Cell) -> bool:
    """LPPG.M5."""
    return all(0 <= part < SIDE for part in cell)


def gaps_of(group: Iterable[Cell], covered: Collection[Cell], corners: bool) -> set[Cell]:
    """LPPG.D2: the places that no card covers and a group touches."""
    near = (*SIDES_OF, *CORNERS_OF) if corners else SIDES_OF
    return {(x + right, y + up) for x, y in group for right, up in near} - set(covered)


def depth_of(group: Iterable[Cell], covered: Collection[Cell]) -> int:
    """How many steps, each over a side, lead from a group to the nearest place that no card covers."""
    reached, steps = set(group), 0
    while reached <= set(covered):
        reached |= {(x + right, y + up) for x, y in reached for right, up in SIDES_OF}
        steps += 1
    return steps


def edge_cells(shown: dict[Cell, str]) -> dict[str, int]:
    """How many cells of each colour have a side on the outside."""
    counts: dict[str, int] = {}
    for cell, colour in shown.items():
        if gaps_of([cell], shown, corners=False):
            counts[colour] = counts.get(colour, 0) + 1
    return counts


def holes(shown: dict[Cell, str]) -> set[Cell]:
    """The places that no card covers though cards lie all around."""
    (left, low), rows = terrain_rows(shown)
    around = {(x, y) for x in range(left - 1, left + len(rows[0]) + 1) for y in range(low - 1, low + len(rows) + 1)}
    empty = groups_of(around - set(shown))
    return {cell for group in empty if (left - 1, low - 1) not in group for cell in group}
