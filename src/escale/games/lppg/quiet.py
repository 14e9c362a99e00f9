"""Why a placement is good that takes nothing and changes no territory: what it guards, spoils and prepares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from escale.games.lppg.notation import Cell, laid_of
from escale.games.lppg.regions import Group, Territory, closed_regions, covered_cells, groups_of, regions
from escale.games.lppg.state import MARKERS
from escale.games.lppg.surroundings import card_cells, depth_of, gaps_of, is_on_table

Text = tuple[str, dict[str, Any]]  # the name of a text, and its values

NEARLY, HALFWAY = 1, 2  # places outside that a region touches: one that touches a single one is nearly closed
WIDE = 4  # cells: a territory of so many is no small one


@dataclass(frozen=True)
class Ground:
    """The terrain before and after a placement that changes no territory: what is covered, and the open regions."""

    covered: set[Cell]
    next_covered: set[Cell]
    open: list[Group]
    next_open: list[Group]
    white: set[Cell]  # afterwards
    corners: bool

    def gaps(self, region: Group) -> set[Cell]:
        """The places outside that a region touches now."""
        return gaps_of(region, self.covered, self.corners)

    def next_gaps(self, region: Group) -> set[Cell]:
        """And then."""
        return gaps_of(region, self.next_covered, self.corners)


def quiet(state: Any, move: int, own: list[Territory]) -> Iterator[Text]:
    """What can be said for a placement after which no region is closed and all territories are as they were; often nothing."""
    if closed := closed_regions(state):
        yield "hint.spoils", {"n": max(map(len, closed))}
    ground = _ground(state, move)
    yield from _guarding(ground, own)
    yield from _breaking(ground)
    prepared = [*_preparing(ground, NEARLY)]
    yield from prepared
    if len(own) == MARKERS - 1:
        yield "hint.waits", {}
    yield from _widening(ground)
    if not prepared:
        yield from _preparing(ground, HALFWAY)


def _ground(state: Any, move: int) -> Ground:
    laid = laid_of(move)
    cells = card_cells(laid)
    covered = covered_cells(state)
    free = [group for group, _ in regions(state)]
    white = {cell for group in free for cell in group} - set(cells.values()) | {cells[number] for number in laid[3]}
    opened = [group for group, closed in regions(state) if not closed]
    corners = bool(state["corners"])
    return Ground(covered, covered | set(cells.values()), opened, list(groups_of(white)), white, corners)


def _guarding(ground: Ground, own: list[Territory]) -> Iterator[Text]:
    """The outside moves away from a territory of one's own that can be opened; of several the smallest is told."""
    sizes = [
        len(territory.cells)
        for territory in own
        if territory.kind != "permanent"
        and depth_of(territory.cells, ground.next_covered) > depth_of(territory.cells, ground.covered)
    ]
    if sizes:
        yield "hint.guards", {"n": min(sizes)}


def _breaking(ground: Ground) -> Iterator[Text]:
    """A region that was nearly closed is covered, at least in part; of several the smallest is told."""
    nearly = [region for region in ground.open if len(ground.gaps(region)) == NEARLY and not ground.white.issuperset(region)]
    if nearly:
        yield "hint.breaks", {"cells": cells_said(min(map(len, nearly))), "gaps": _gaps_said(NEARLY)}


def _preparing(ground: Ground, n: int) -> Iterator[Text]:
    """A region comes to touch so few places outside, having been another or touched more; of several the smallest is told."""
    nearly = []
    for region in ground.next_open:
        gaps = ground.next_gaps(region)
        news = region not in ground.open or len(gaps) < len(ground.gaps(region))
        if news and len(gaps) == n and all(map(is_on_table, gaps)):
            nearly.append(len(region))
    if nearly:
        yield "hint.prepares", {"cells": cells_said(min(nearly)), "gaps": _gaps_said(n)}


def cells_said(n: int) -> Text:
    """A number of cells."""
    return "count.cells", {"n": n}


def _gaps_said(n: int) -> Text:
    return "count.places", {"n": n}


def _widening(ground: Ground) -> Iterator[Text]:
    """A region takes in one that was open, and more cells; said of the widest, and of the widest part of it."""
    wider = [
        (len(region), len(was))
        for region in ground.next_open
        for was in ground.open
        if len(region) > len(was) and set(region).issuperset(was)
    ]
    n, was = max(wider, default=(0, 0))
    if n >= WIDE:
        yield "hint.widens", {"cells": cells_said(n), "from": was}
