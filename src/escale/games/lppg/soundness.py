"""What must hold of a position, so that a game can go on from it."""

from __future__ import annotations

from typing import Any

from escale.games.lppg.notation import (
    WHITE,
    Cell,
)
from escale.games.lppg.regions import groups_of, is_open, number_of
from escale.games.lppg.state import (
    BY_CARDS,
    BY_MARKERS,
    BY_PASSES,
    DRAW,
    HAND,
    KEEP,
    MARK,
    MARKERS,
    MATCH_POINTS,
    MOST_PASSES,
    NO_CARD,
    NOT_LAST,
    NOWHERE,
    OVER,
    PERMANENT,
    PLACE,
    RUNNING,
)
from escale.rules.errors import BadNotation


def usual_hand(state: Any, seat: int) -> int:
    """How many cards a seat has that isn't said to have others."""
    if seat == state.seat:
        return {PLACE: 2, KEEP: 1, MARK: 1, DRAW: 0}.get(int(state.step), 1)
    waits = (seat - int(state.seat)) % int(state.players)
    return HAND if waits < int(state.last) else 0


def check_end(state: Any) -> None:
    """The header's ends and the markers on the terrain go together (LPPG.E1, LPPG.E3, LPPG.T3, LPPG.E4)."""
    players = int(state.players)
    full = [seat for seat in range(players) if (state.mark[seat] != NOWHERE).all()]
    over = state.step == OVER
    if over != (state.end != RUNNING):
        raise BadNotation("step=over goes with end=markers, end=cards or end=passes (LPPG.E1, LPPG.E3, LPPG.T3)")
    if full != ([int(state.seat)] if state.end == BY_MARKERS else []):
        raise BadNotation("a third marker on the terrain ends the game, by the player who set it (LPPG.E1)")
    if (state.last == 0) != (state.end == BY_CARDS):
        raise BadNotation("last=0 goes with end=cards (LPPG.E3)")
    if (state.passes == MOST_PASSES) != (state.end == BY_PASSES):
        raise BadNotation(f"passes={MOST_PASSES} goes with end=passes (LPPG.T3)")
    if state.match and over != (sum(points >= MATCH_POINTS for points in state.points.tolist()) == 1):
        raise BadNotation(f"a match is over when a side has {MATCH_POINTS} points, and then only (LPPG.E4)")


def check_cards(state: Any) -> None:
    """As many cards in each hand and pile as the rules leave there."""
    mover = {PLACE: (2,), KEEP: (1,), MARK: (1,), DRAW: (0, 1), OVER: (0, 1, 2)}[int(state.step)]
    for seat in range(int(state.players)):
        count = int((state.hand[seat] != NO_CARD).sum())
        allowed = mover if seat == state.seat else (usual_hand(state, seat),)
        if count not in allowed:
            raise BadNotation(f"seat {seat} has {' or '.join(map(str, allowed))} cards at this moment, not {count} (LPPG.T1)")
    first, second = state.pile_count.tolist()
    if state.last != NOT_LAST:
        if first or second:
            raise BadNotation("in the last round the piles are empty (LPPG.E3)")
    elif not (first and second) and not (first == 1 and not second and not state.discard_count and state.step != DRAW):
        raise BadNotation("neither pile is empty, unless a single card is left in all, on the first (LPPG.T2)")


def check_step(state: Any, cells: dict[Cell, str]) -> None:
    """What is to be decided can be decided: a merger, or a marker in more ways than one (LPPG.C2, LPPG.C4)."""
    joined = any(
        state.mark[seat, PERMANENT] != NOWHERE and state.mark[seat, PERMANENT] in state.mark[seat, :PERMANENT]
        for seat in range(int(state.players))
    )
    if joined != (state.step == KEEP):
        raise BadNotation("step=keep goes with an ordinary and a permanent marker of a seat on one territory (LPPG.C2)")
    if state.step != MARK:
        return
    marked = {int(number) for number in state.mark.ravel()}
    whites = groups_of(cell for cell, mark in cells.items() if mark == WHITE)
    closed = [
        len(group) for group in whites if number_of(group[0]) not in marked and not is_open(group, cells, bool(state.corners))
    ]
    kinds = len({slot // PERMANENT for slot in range(MARKERS) if state.mark[int(state.seat), slot] == NOWHERE})
    if closed.count(max(closed, default=0)) * kinds < 2:
        raise BadNotation("step=mark: there is a closed region without marker, and more than one way to mark it (LPPG.C4)")
