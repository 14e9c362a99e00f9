"""What a position promises, move by move."""

from __future__ import annotations

import math
import threading
from typing import NamedTuple

from escale.rules.position import Position
from escale.search.budget import Budget
from escale.search.solo import solve
from escale.search.thinking import Findings, Manner, Tried, think

CHANCES = Manner(margin=0.0)  # what is expected is told to people: payoffs, and nothing else


class Line(NamedTuple):
    """One move looked at."""

    move: int
    expected: float  # the payoff of the seat to move after it
    visits: int


class Analysis(NamedTuple):
    """What a search makes of a position."""

    seat: int
    expected: tuple[float, ...]  # payoff of each seat
    lines: tuple[Line, ...]  # every legal move, the best first
    iterations: int
    line: tuple[int, ...] = ()  # the best one found to the end, where a search for lines was made


def analyse(
    position: Position, budget: Budget, seed: int, *, omniscient: bool = False, stop: threading.Event | None = None
) -> Analysis:
    """Look at a position from what the seat to move may know; omniscient: from all there is, for games that are over.

    With a budget of iterations, the same seed finds the same.
    """
    found = think(position, CHANCES, budget, seed, omniscient=omniscient, stop=stop)
    given = worths(found)
    lines = tuple(Line(one.move, given[one.move], one.visits) for one in ranked(found))
    seen = Analysis(found.seat, found.expected, lines, found.iterations)
    if position.players > 1 or found.settled:
        return seen
    return _alone(position if omniscient else position.determinized(position.turn, seed), seen, budget, seed, stop)


def _alone(imagined: Position, seen: Analysis, budget: Budget, seed: int, stop: threading.Event | None) -> Analysis:
    """What is seen of a game for one player, with the best line that a search for lines finds: it beats any average."""
    line = solve(imagined, budget, seed, stop=stop)
    first = line.moves[0]
    best = max(line.score, seen.expected[0])
    lines = [Line(one.move, best if one.move == first else min(one.expected, best), one.visits) for one in seen.lines]
    lines.sort(key=lambda one: one.move != first)
    return Analysis(seen.seat, (best,), tuple(lines), seen.iterations + line.iterations, line.moves)


def worth_in(world: Position, move: int, budget: Budget, seed: int, stop: threading.Event | None = None) -> float:
    """What a move gives its player in a world that is what it seems, looked at by itself."""
    seat = world.turn
    assert seat is not None
    later = world.copy()
    later.play(move)
    if later.over:
        return later.scores[seat]
    return analyse(later, budget, seed, omniscient=True, stop=stop).expected[seat]


def ranked(found: Findings) -> list[Tried]:
    """The moves, the best first: those that win for sure, then the most visited; those that are proven worse at their place.

    Where all is settled, visits say nothing more.
    """
    if found.settled:
        return sorted(found.tried, key=lambda one: -math.inf if one.proven is None else one.proven, reverse=True)
    hope = max((one.total / one.visits for one in found.tried if one.proven is None and one.visits), default=-math.inf)
    return sorted(found.tried, key=lambda one: _rank(one, hope), reverse=True)


def _rank(one: Tried, hope: float) -> tuple[float, float]:
    """A proven move goes before all others if it is won, and after them if it is lost and there is hope of as much.

    The rest goes by visits, as they say most surely.
    """
    if one.proven is None:
        return one.visits, one.total / max(one.visits, 1)
    if one.proven >= 1.0:
        return math.inf, one.proven
    return -1.0 if one.proven <= min(hope, 0.0) else one.visits, one.proven


def worths(found: Findings) -> dict[int, float]:
    """What each move is expected to give; one never tried is thought no better than the worst that was."""
    given = {one.move: one.total / one.visits for one in found.tried if one.visits}
    worst = min(given.values(), default=found.expected[found.seat])
    proven = {one.move: one.proven for one in found.tried if one.proven is not None}
    return {one.move: proven.get(one.move, given.get(one.move, worst)) for one in found.tried}
