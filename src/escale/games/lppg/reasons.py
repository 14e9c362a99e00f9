"""Why a placement is good: what it takes, cancels, opens, makes grow or join; quiet.py tells of those that do none of it.

Everything comes of the board before and after it; no search is asked, and nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from escale.games.lppg.dangers import averts
from escale.games.lppg.outcomes import Change, Outcome, outcomes
from escale.games.lppg.quiet import Text, cells_said, quiet
from escale.games.lppg.regions import Territory, closed_regions, is_cancelled, territories, winning
from escale.games.lppg.state import MARKERS, MAX_MOVES, SIDES, STATE
from escale.rules.kernels import listing

REMEMBERED = 64  # positions: somebody may look at one again, as others imagine it too


@dataclass(frozen=True)
class Look:
    """A legal placement, and how things stand before and after it, with the region that the mover takes."""

    state: Any
    move: int
    seat: int
    outcome: Outcome

    @cached_property
    def before(self) -> list[Territory]:
        """The territories now."""
        return territories(self.state)

    @cached_property
    def taken(self) -> Territory | None:
        """The region that the mover has to take afterwards; one of them, if there are equal ones (LPPG.C4)."""
        largest = self.outcome.largest()
        return Territory(self.seat, "ordinary", largest[0]) if largest else None

    @cached_property
    def after(self) -> list[Territory]:
        """The territories when all is done."""
        changed = {group for change in self.outcome.changes for group in change.before}
        stay = [territory for territory in self.before if territory.cells not in changed]
        stay += [Territory(change.seat, "ordinary", change.after) for change in self.outcome.changes if change.after]
        return [*stay, self.taken] if self.taken else stay

    @cached_property
    def leader(self) -> Territory | None:
        """What would win now."""
        return winning(self.before)

    @cached_property
    def next_leader(self) -> Territory | None:
        """What would win then."""
        return winning(self.after)

    @cached_property
    def rival(self) -> Territory | None:
        """What would win now, if it is an opponent's."""
        return None if self.is_of_side(self.leader) else self.leader

    def is_of_side(self, territory: Territory | None) -> bool:
        """Whether a territory is the mover's or the partner's."""
        return territory is not None and on_side(territory.seat, self.seat)

    def ends(self) -> bool:
        """LPPG.E1: whether it brings the third marker."""
        return self.outcome.third and self.taken is not None


def on_side(seat: int, other: int) -> bool:
    """LPPG.S1: whether two seats win together."""
    return seat % SIDES == other % SIDES


def reasons(look: Look) -> Iterator[Text]:
    """What can be said for a placement that doesn't end the round, the weightiest first."""
    if look.taken:
        yield from _taking(look, look.taken)
        return
    changes = [*_cancelled_leader(look), *_changes(look)]
    yield from changes[:1]
    yield from _ahead(look)
    if not any(change.differ and change.after for change in look.outcome.changes) and averts(look.state, look.move):
        yield "hint.threat", {}
    yield from changes[1:]
    if not look.outcome.changes:
        yield from quiet(look.state, look.move, [territory for territory in look.before if territory.seat == look.seat])


# A region is taken


def _taking(look: Look, taken: Territory) -> Iterator[Text]:
    n = len(taken.cells)
    if look.next_leader == taken and not look.is_of_side(look.leader):
        yield "hint.leads", {"n": n}
    else:
        yield from [*_cancelled_leader(look), *_cancelled(look, taken), *_smallest(look, n), _plainly_taken(look, n)][:1]
        yield from _ahead(look)
    if any(len(other.cells) == n and look.is_of_side(other) for other in look.after if other != taken):
        yield "hint.then.cancels_own", {}
    yield from _changes(look)
    if look.is_of_side(look.leader) and look.leader and look.next_leader and look.leader.seat == look.next_leader.seat:
        yield _leading(look, "stays")
    if sum(territory.seat == look.seat for territory in look.after) == MARKERS - 1:
        yield "hint.then.two", {}


def _cancelled_leader(look: Look) -> Iterator[Text]:
    """An opponent's territory that would win stays as it is, and another comes to have its size (LPPG.E2)."""
    if look.rival and look.rival in look.after and is_cancelled(look.rival, look.after):
        yield "hint.cancels_leader", {"n": len(look.rival.cells)}


def _cancelled(look: Look, taken: Territory) -> Iterator[Text]:
    """The same of an opponent's that wouldn't win, if it wasn't cancelled before."""
    n = len(taken.cells)
    others = [other for other in look.before if len(other.cells) == n and not look.is_of_side(other)]
    if any(other in look.after and not is_cancelled(other, look.before) for other in others):
        yield "hint.cancels", {"n": n}


def _smallest(look: Look, n: int) -> Iterator[Text]:
    """No smaller region can be taken, but larger ones can."""
    sizes = _takable(look.state.tobytes())
    if n == min(sizes) < max(sizes):
        yield "hint.takes_smallest", {"cells": cells_said(n)}


@lru_cache(REMEMBERED)
def _takable(memory: bytes) -> set[int]:
    """The sizes of the regions that placements let the mover take."""
    state = np.frombuffer(bytearray(memory), STATE)[0]
    return {len(outcome.largest()[0]) for outcome in outcomes(state, legal_moves(memory)) if outcome.closed}


@lru_cache(REMEMBERED)
def legal_moves(memory: bytes) -> list[int]:
    """All legal moves in a state, given as its bytes."""
    room = np.zeros(MAX_MOVES, np.int32)
    moves: list[int] = room[: listing(np.frombuffer(bytearray(memory), STATE), room)].tolist()
    return moves


def _plainly_taken(look: Look, n: int) -> Text:
    largest = look.outcome.largest()
    if len(largest) > 1:
        return "hint.takes_one_of", {"n": n}
    if largest[0] in look.outcome.new:
        return "hint.takes", {"n": n}
    return "hint.takes_old" if largest[0] in closed_regions(look.state) else "hint.takes_changed", {"n": n}


def _ahead(look: Look) -> Iterator[Text]:
    """The mover's side comes to lead."""
    if look.is_of_side(look.next_leader) and not look.is_of_side(look.leader):
        yield _leading(look, "ahead")


def _leading(look: Look, name: str) -> Text:
    assert look.next_leader
    own = look.next_leader.seat == look.seat
    return f"hint.then.{name}{'' if own else '_team'}", {"n": len(look.next_leader.cells)}


# Territories change


def _changes(look: Look) -> list[Text]:
    """What becomes of territories: the leader's first, then other opponents', one's own, and the partner's."""
    told = {
        "leader": [said for change in look.outcome.changes for said in _of_rival(look, change)],
        "opponent": [
            _of_other(look, change, "opponent")
            for change in look.outcome.changes
            if not on_side(change.seat, look.seat) and not [*_of_rival(look, change)]
        ],
        "revived": [*_revived(look)],
        "own": [_of_own(look, change) for change in look.outcome.changes if change.seat == look.seat],
        "partner": [
            _of_other(look, change, "partner")
            for change in look.outcome.changes
            if change.seat != look.seat and on_side(change.seat, look.seat)
        ],
    }
    return [said for group in told.values() for said in group]


def _of_rival(look: Look, change: Change) -> Iterator[Text]:
    """What would win opens, or grows and wins no more."""
    if look.rival is None or look.rival.cells not in change.before:
        return
    if change.kind == "open":
        yield "hint.opens_leader", {"n": len(look.rival.cells)}
    elif change.kind == "grow" and not (look.next_leader and look.next_leader.cells == change.after):
        yield "hint.grows_leader", {"n": len(change.after)}


def _of_other(look: Look, change: Change, who: str) -> Text:
    whose: Text = (f"whose.{who}", {"n": 2 if change.kind == "join" else 1})
    n = len(change.after or change.before[0])
    if change.kind != "grow":
        return f"hint.{change.kind}s", {"whose": whose, "n": n}
    was, will = Territory(change.seat, "", change.before[0]), Territory(change.seat, "ordinary", change.after)
    if is_cancelled(will, look.after) and not is_cancelled(was, look.before):
        return "hint.grows_cancelled", {"whose": whose, "n": n}
    return "hint.grows", {"whose": whose, "n": n, "from": len(change.before[0])}


def _revived(look: Look) -> Iterator[Text]:
    """A territory of one's own stays as it is and isn't cancelled any more."""
    for territory in look.before:
        stays = territory.seat == look.seat and territory in look.after
        if stays and is_cancelled(territory, look.before) and not is_cancelled(territory, look.after):
            yield "hint.revives", {"n": len(territory.cells)}


def _of_own(look: Look, change: Change) -> Text:
    if change.kind != "grow":
        return f"hint.{change.kind}s_own", {"n": len(change.after or change.before[0])}
    will = Territory(change.seat, "ordinary", change.after)
    if is_cancelled(will, look.after):
        return "hint.grows_own", {"n": len(change.after), "from": len(change.before[0])}
    return "hint.grows_own_alone", {"n": len(change.after)}
