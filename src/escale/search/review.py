"""Looking back at a game: what each seat could expect at every moment, and the moves that cost most."""

from __future__ import annotations

import statistics
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from escale.rules.chance import derived_seed
from escale.rules.position import Position
from escale.search.advice import Said, in_words
from escale.search.analysis import Analysis, analyse
from escale.search.budget import Budget

MOST_TURNING = 3
LEAST_LOST = 0.05  # of a payoff: less may be chance, and nobody would feel it
JUDGED_AGAIN = 6  # the costliest moves at first sight are looked at once more
ENOUGH_VISITS = 100  # of a move, to believe what a search says of it
WORLDS = 8  # imagined to judge one move by itself
AT_FIRST, AGAIN = range(2)  # the rounds in which a move is judged by itself, each with a chance of its own

Progress = Callable[[int, int], None]


class Stopped(Exception):
    """Somebody said stop."""


class Turn(NamedTuple):
    """A move that cost its player much, by what that player could know."""

    ply: int  # moves before it
    seat: int
    played: str
    better: str
    lost: float  # of the payoff that was to be expected
    expected: float  # after the better move
    idea: Said
    place: Said
    said: Said


class Review(NamedTuple):
    """A game, looked back at."""

    curve: list[list[float]]  # after 0, 1, ... moves, what each seat could expect if everything were known; the end as it is
    turning: list[Turn]  # the costliest first


class _Doubt(NamedTuple):
    """A move that seems to have cost something."""

    lost: float
    ply: int
    position: Position
    found: Analysis


def review(
    first: Position,
    moves: Sequence[int],
    budget_a_move: Budget,
    seed: int,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Review:
    """Look back at the game of these moves. `progress` is told how many of how many steps are done; Stopped if told to stop.

    With a budget of iterations, the same seed gives the same.
    """
    return _Looking(first, moves, budget_a_move, seed, progress, stop or threading.Event()).back()


class _Looking:
    def __init__(
        self,
        first: Position,
        moves: Sequence[int],
        budget: Budget,
        seed: int,
        progress: Progress | None,
        stop: threading.Event,
    ) -> None:
        self._first, self._moves, self._budget, self._seed = first, moves, budget, seed
        self._progress, self._stop = progress, stop
        self._done = 0

    def back(self) -> Review:
        position = self._first.copy()
        curve = [self._expected(position, 0)]
        doubts = []
        for ply, move in enumerate(self._moves):
            if len(position.moves()) > 1:
                doubts.append(self._doubted(position, ply))
            position.play(move)
            curve.append(self._expected(position, ply + 1))
            self._step()
        doubts.sort(key=lambda doubt: (-doubt.lost, doubt.ply))
        turning = [self._judged_again(doubt) for doubt in doubts[:JUDGED_AGAIN] if doubt.lost >= LEAST_LOST]
        costly = sorted((turn for turn in turning if turn.lost >= LEAST_LOST), key=lambda turn: (-turn.lost, turn.ply))
        self._step()
        return Review(curve, costly[:MOST_TURNING])

    def _step(self) -> None:
        self._done += 1
        if self._progress:
            self._progress(self._done, len(self._moves) + 1)

    def _expected(self, position: Position, ply: int) -> list[float]:
        if position.over:
            return list(position.scores)
        return list(self._analysed(position, ply, omniscient=True).expected)

    def _analysed(self, position: Position, ply: int, *, omniscient: bool) -> Analysis:
        found = analyse(position, self._budget, self._own_seed(ply), omniscient=omniscient, stop=self._stop)
        if self._stop.is_set():
            raise Stopped
        return found

    def _own_seed(self, *numbers: int) -> int:
        seed = np.uint64(self._seed)
        for number in numbers:
            seed = np.uint64(derived_seed(seed, number))
        return int(seed)

    def _doubted(self, position: Position, ply: int) -> _Doubt:
        """What a move seems to have cost. One that the search hardly looked at is judged by itself, as is the best one then."""
        found = self._analysed(position, ply, omniscient=False)
        best = found.lines[0]
        played = next(line for line in found.lines if line.move == self._moves[ply])
        if played.move == best.move:
            lost = 0.0
        elif played.visits >= ENOUGH_VISITS:
            lost = best.expected - played.expected
        else:
            better, worse = self._compared(position, ply, AT_FIRST, best.move)
            lost = better - worse
        return _Doubt(lost, ply, position.copy(), found)

    def _judged_again(self, doubt: _Doubt) -> Turn:
        """Looked at by itself, as a search sees less of the moves that it likes less.

        In worlds of its own, and what it finds is the verdict: among many moves those that seem to have cost most are those
        that chance was hardest on, and the same chance would say so again.
        """
        position, seat, ply = doubt.position, doubt.found.seat, doubt.ply
        better = doubt.found.lines[0]
        words = in_words(position.determinized(seat, self._own_seed(ply)), seat, better.move)
        expected, of_played = self._compared(position, ply, AGAIN, better.move)
        return Turn(
            ply=ply,
            seat=seat,
            played=position.name(self._moves[ply]),
            better=words.name,
            lost=expected - of_played,
            expected=expected,
            idea=words.idea,
            place=words.place,
            said=words.said,
        )

    def _compared(self, position: Position, ply: int, judging: int, better: int) -> tuple[float, float]:
        """What the better move gives, and the one played, in the same worlds as the mover may imagine them.

        `judging`: which round it is; each imagines other worlds.
        """
        seat = position.turn
        assert seat is not None
        seeds = [self._own_seed(ply, judging, number) for number in range(WORLDS)]
        worlds = [(position.determinized(seat, seed), seed) for seed in seeds]
        ours, theirs = (
            statistics.fmean(self._worth(world, move, seed) for world, seed in worlds) for move in (better, self._moves[ply])
        )
        return ours, theirs

    def _worth(self, world: Position, move: int, seed: int) -> float:
        """What a move gives its player in a world that is what it seems."""
        seat = world.turn
        assert seat is not None
        later = world.copy()
        later.play(move)
        if later.over:
            return later.scores[seat]
        part = _share(self._budget, WORLDS)
        found = analyse(later, part, seed, omniscient=True, stop=self._stop)
        if self._stop.is_set():
            raise Stopped
        return found.expected[seat]


def _share(budget: Budget, parts: int) -> Budget:
    """One of so many parts of a budget."""
    seconds = None if budget.seconds is None else budget.seconds / parts
    return Budget(seconds, None if budget.iterations is None else max(budget.iterations // parts, 1))
