"""Regions and territories in plain Python, for what is shown and read; terrain.py has them for the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from escale.games.lppg.notation import Cell, cell_at, cells_in
from escale.games.lppg.state import CELL_BITS, COLOURS, MARKERS, NOWHERE, PERMANENT

REMEMBERED = 4096  # sets of cells, split into groups
SIDES_OF = ((-1, 0), (1, 0), (0, -1), (0, 1))
CORNERS_OF = ((-1, -1), (-1, 1), (1, -1), (1, 1))

Group = tuple[Cell, ...]  # from its lowest row, each row from the left: the first cell names it


@dataclass(frozen=True)
class Territory:
    """A closed region that bears a marker."""

    seat: int
    kind: str  # ordinary, permanent; both: its owner has yet to decide (LPPG.C2)
    cells: Group


def in_order(cell: Cell) -> Cell:
    """Cells by rows from the lowest, then from the left."""
    return cell[1], cell[0]


def groups_of(cells: Iterable[Cell]) -> tuple[Group, ...]:
    """The groups of cells joined by sides, by the cells that name them."""
    left, groups = set(cells), []
    for cell in sorted(left, key=in_order):
        if cell in left:
            left.remove(cell)
            group = [cell]
            for x, y in group:
                near = {(x + right, y + up) for right, up in SIDES_OF} & left
                left -= near
                group.extend(sorted(near))
            groups.append(tuple(sorted(group, key=in_order)))
    return tuple(groups)


@lru_cache(REMEMBERED)
def split(words: bytes) -> tuple[Group, ...]:
    """The groups of a set of cells, given as its words."""
    return groups_of(cells_in(np.frombuffer(words, np.uint64)))


def is_open(group: Iterable[Cell], covered: Collection[Cell], corners: bool) -> bool:
    """LPPG.D2: whether a cell touches what no card covers."""
    near = (*SIDES_OF, *CORNERS_OF) if corners else SIDES_OF
    return any((x + right, y + up) not in covered for x, y in group for right, up in near)


def covered_cells(state: Any) -> set[Cell]:
    """All cells of the terrain."""
    found = set(cells_in(state["white"]))
    for colour in range(COLOURS):
        found.update(cells_in(state["paint"][colour]))
    return found


def regions(state: Any) -> list[tuple[Group, bool]]:
    """The white groups without marker, and whether each is closed."""
    covered, corners = covered_cells(state), bool(state["corners"])
    groups = split((state["white"] & ~state["held"]).tobytes())
    return [(group, not is_open(group, covered, corners)) for group in groups]


def closed_regions(state: Any) -> list[Group]:
    """The closed regions without marker."""
    return [group for group, closed in regions(state) if closed]


def territories(state: Any) -> list[Territory]:
    """All territories, seat by seat, each seat's in the order of its markers."""
    groups = {group[0]: group for group in split(state["held"].tobytes())}
    markers: dict[tuple[int, Cell], list[int]] = {}
    for seat in range(int(state["players"])):
        for marker in range(MARKERS):
            if state["mark"][seat, marker] != NOWHERE:
                markers.setdefault((seat, cell_at(state["mark"][seat, marker])), []).append(marker)
    return [Territory(seat, _kind(slots), groups[cell]) for (seat, cell), slots in markers.items()]


def _kind(markers: list[int]) -> str:
    if len(markers) > 1:
        return "both"
    return "permanent" if markers == [PERMANENT] else "ordinary"


def is_cancelled(territory: Territory, every: list[Territory]) -> bool:
    """LPPG.E2: whether another has its size."""
    return sum(len(other.cells) == len(territory.cells) for other in every) > 1


def winning(every: list[Territory]) -> Territory | None:
    """LPPG.E2: the smallest that is alone of its size."""
    alone = [territory for territory in every if not is_cancelled(territory, every)]
    return min(alone, key=lambda territory: len(territory.cells), default=None)


def number_of(cell: Cell) -> int:
    """A cell as the state holds it."""
    return cell[1] << CELL_BITS | cell[0]
