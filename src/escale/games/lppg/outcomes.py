"""What placements would do, for what is shown: the regions they close, the territories they change (LPPG.C1 to LPPG.C4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from escale.games.lppg.consequences import CELL, FATES, IS_OPEN, follow, lay, new_fates, reach, stay, touches_territory
from escale.games.lppg.notation import cell_at
from escale.games.lppg.placing import new_saved
from escale.games.lppg.regions import Group, Territory, closed_regions, number_of, split, territories
from escale.games.lppg.state import MARKERS, MAX_SEATS, NOWHERE, ROWS, STATE
from escale.games.lppg.terrain import CLOSED, HELD, find_closed, look_at, new_work
from escale.rules.compile import compiled_brief

KINDS = ("grow", "join", "open")  # of changes, in the order in which they are told


@compiled_brief
def judged(states: Any, moves: Any) -> Any:
    """For legal placements in the first state of an array: the cells of closed regions and of territories after each, as sets,
    and the fates of all markers.
    """
    state = states[0]
    closed = np.zeros((len(moves), ROWS), np.uint64)
    held = np.zeros((len(moves), ROWS), np.uint64)
    fates = np.zeros((len(moves), MAX_SEATS * MARKERS, FATES), np.int64)
    fate = new_fates()
    saved = new_saved()
    for number in range(len(moves)):
        work = new_work()
        look_at(state, work)
        touched = touches_territory(work, moves[number])
        lay(work, moves[number], saved)
        if touched:
            follow(state, work, fate)
        else:
            stay(state, fate)
        low, high = reach(state, moves[number])
        find_closed(work, low, high, state.corners)
        for row in range(ROWS):
            closed[number, row] = work[CLOSED, row]
            held[number, row] = work[HELD, row]
        for at in range(MAX_SEATS * MARKERS):
            for part in range(FATES):
                fates[number, at, part] = fate[at, part]
    return closed, held, fates


@dataclass(frozen=True)
class Change:
    """What becomes of a territory, or of several that join: whose, its cells before, and after."""

    seat: int
    before: list[Group]
    after: Group  # empty if it opens
    differ: bool  # the markers are of both kinds: who joins them has to decide which one stays

    @property
    def kind(self) -> str:
        """One of KINDS."""
        if not self.after:
            return "open"
        return "join" if len(self.before) > 1 else "grow"


@dataclass(frozen=True)
class Outcome:
    """What a placement does, before any decision on markers."""

    closed: tuple[Group, ...]  # all closed regions without marker afterwards
    new: tuple[Group, ...]  # those of them without a cell that was in one before
    changes: list[Change] = field(default_factory=list)
    third: bool = False  # the mover has two territories afterwards: another marker would be the third

    def largest(self) -> list[Group]:
        """LPPG.C4: the regions one of which the mover has to mark; none if none is closed."""
        most = max(map(len, self.closed), default=0)
        return [region for region in self.closed if len(region) == most]

    def of_kind(self, kind: str) -> list[Change]:
        """The changes of a kind."""
        return [change for change in self.changes if change.kind == kind]


def outcomes(state: Any, moves: list[int]) -> Iterator[Outcome]:
    """What each of several legal placements does."""
    if not moves:
        return
    closed, held, fates = judged(np.frombuffer(bytearray(state.tobytes()), STATE), np.array(moves, np.int32))
    before, there = {cell for group in closed_regions(state) for cell in group}, territories(state)
    slots = [_slot(state, territory) for territory in there]
    mover = slice(int(state["seat"]) * MARKERS, (int(state["seat"]) + 1) * MARKERS)
    for number in range(len(moves)):
        after = split(closed[number].tobytes())
        own = {cell for cell, _, is_open in fates[number, mover].tolist() if not is_open}
        yield Outcome(
            after,
            tuple(group for group in after if before.isdisjoint(group)),
            _changes(there, [fates[number, slot].tolist() for slot in slots], split(held[number].tobytes())),
            len(own - {NOWHERE}) == MARKERS - 1,
        )


def _slot(state: Any, territory: Territory) -> int:
    """Which of all markers lies on a territory."""
    marks: list[int] = state["mark"][territory.seat].tolist()
    return territory.seat * MARKERS + marks.index(number_of(territory.cells[0]))


def _changes(there: list[Territory], fates: list[list[int]], held: tuple[Group, ...]) -> list[Change]:
    """What becomes of the territories, given the fate of a marker on each and the cells of territories afterwards."""
    groups = {group[0]: group for group in held}
    together: dict[tuple[int, int, bool], list[Territory]] = {}
    for territory, fate in zip(there, fates, strict=True):
        together.setdefault((territory.seat, fate[CELL], bool(fate[IS_OPEN])), []).append(territory)
    changes = []
    for (seat, cell, is_open), parts in together.items():
        after = () if is_open else groups[cell_at(cell)]
        if after != parts[0].cells:
            changes.append(Change(seat, [part.cells for part in parts], after, len({part.kind for part in parts}) > 1))
    return sorted(changes, key=lambda change: KINDS.index(change.kind))
