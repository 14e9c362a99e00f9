"""Looking back at a game: what each seat could expect at every moment, and the moves that cost most."""

from __future__ import annotations

import itertools
import statistics
import threading
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from escale.rules.chance import derived_seed
from escale.rules.position import Position
from escale.search.advice import Said, in_words
from escale.search.analysis import Analysis, analyse, worth_in
from escale.search.budget import Budget
from escale.search.thinking import nothing_hidden

MOST_TURNING = 3
LEAST_LOST = 0.05  # of a payoff: less may be chance, and nobody would feel it
JUDGED_AGAIN = 6  # the costliest moves at first sight are looked at once more
MOST_FALLS = 2
LEAST_FALL = 0.15  # of a payoff, at one move: a cliff in the curve, which its reader wants explained
ENOUGH_VISITS = 100  # of a move, to believe what a search says of it
JUDGED_WORLDS = 8  # imagined to judge one move by itself
AT_FIRST, AGAIN = range(2)  # the rounds in which a move is judged by itself, each with a chance of its own
UNVEILING = 2  # another, of asking whether anything is hidden

Progress = Callable[[int, int], None]
Why = Literal["hidden", "forced", "unforeseen", "cost"]


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


class Fall(NamedTuple):
    """A cliff in the curve that is no turning point, and why it is none.

    `hidden`: from what its player could know no other move was worth much more. `forced`: there was no other. `unforeseen`:
    the curve itself had not seen it coming. `cost`: it was a mistake, but those told of cost more.
    """

    ply: int  # moves before it
    seat: int  # who moved
    fell: int  # whose expectation fell most
    drop: float  # by how much
    why: Why


class Review(NamedTuple):
    """A game, looked back at."""

    curve: list[list[float]]  # after 0, 1, ... moves, what each seat could expect if everything were known; the end as it is
    turning: list[Turn]  # the costliest first
    falls: list[Fall]  # the steepest first; none where a turning point is


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
        self._curve: list[list[float]] = []
        self._veiled: dict[int, bool] = {}  # by ply, as far as it was asked

    def back(self) -> Review:
        position = self._first.copy()
        curve = self._curve = [self._expected(position, 0)]
        doubts, movers = dict[int, _Doubt](), list[int]()
        for ply, move in enumerate(self._moves):
            assert position.turn is not None
            movers.append(position.turn)
            if len(position.moves()) > 1:
                doubts[ply] = self._doubted(position, ply)
            position.play(move)
            curve.append(self._expected(position, ply + 1))
            self._step()
        if self._first.players == 1:
            _keep_what_was_found(curve)
        found = self._explained(curve, movers, doubts)
        self._step()
        return found

    def _explained(self, curve: list[list[float]], movers: list[int], doubts: dict[int, _Doubt]) -> Review:
        """The costliest moves, and the cliffs that are none of them: nothing steep is left unsaid."""
        suspects = sorted(doubts.values(), key=lambda doubt: (-doubt.lost, doubt.ply))[:JUDGED_AGAIN]
        judged = {doubt.ply: self._judged_again(doubt) for doubt in suspects if doubt.lost >= LEAST_LOST}
        cliffs = _cliffs(curve, movers)
        for cliff in cliffs[: MOST_TURNING + MOST_FALLS]:
            # Who fell by their own move may have erred where the search saw nothing at first sight.
            if cliff.fell == cliff.seat and cliff.ply in doubts and cliff.ply not in judged:
                judged[cliff.ply] = self._judged_again(doubts[cliff.ply])
        costly = sorted((turn for turn in judged.values() if turn.lost >= LEAST_LOST), key=lambda turn: (-turn.lost, turn.ply))
        turning = costly[:MOST_TURNING]
        told = {turn.ply for turn in turning}
        falls = [cliff for cliff in cliffs if cliff.ply not in told][:MOST_FALLS]
        return Review(curve, turning, [fall._replace(why=self._why(fall, doubts, judged)) for fall in falls])

    def _why(self, fall: Fall, doubts: dict[int, _Doubt], judged: dict[int, Turn]) -> Why:
        """Why a cliff is no turning point."""
        if fall.ply in judged and judged[fall.ply].lost >= LEAST_LOST:
            return "cost"
        if fall.ply not in doubts:
            return "forced"
        if fall.fell != fall.seat:
            return "unforeseen"
        return "hidden" if self._is_veiled(doubts[fall.ply].position, fall.ply) else "unforeseen"

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
        if position.players == 1 and not self._is_veiled(position, ply):
            # Whatever was once found to be within reach was so.
            expected = max(expected, better.expected)
            of_played = max(of_played, self._curve[ply + 1][seat])
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

        `judging`: which round it is; each imagines other worlds. Who knows everything imagines but one, and looks the closer.
        """
        seat = position.turn
        assert seat is not None
        count = JUDGED_WORLDS if self._is_veiled(position, ply) else 1
        seeds = [self._own_seed(ply, judging, number) for number in range(count)]
        worlds = [(position.determinized(seat, seed), seed) for seed in seeds]
        part = self._budget.part(1 / count)
        ours, theirs = (
            statistics.fmean(self._worth(world, move, seed, part) for world, seed in worlds)
            for move in (better, self._moves[ply])
        )
        return ours, theirs

    def _is_veiled(self, position: Position, ply: int) -> bool:
        """Whether anything is hidden from the seat to move."""
        if ply not in self._veiled:
            assert position.turn is not None
            seed = self._own_seed(ply, UNVEILING)
            self._veiled[ply] = not nothing_hidden(position.determinized(position.turn, seed), position.turn, seed)
        return self._veiled[ply]

    def _worth(self, world: Position, move: int, seed: int, budget: Budget) -> float:
        """As `worth_in` has it, if nobody says stop."""
        worth = worth_in(world, move, budget, seed, self._stop)
        if self._stop.is_set():
            raise Stopped
        return worth


def _keep_what_was_found(curve: list[list[float]]) -> None:
    """Alone, what can be reached after a move could be reached before it, though a search may have missed it there."""
    for after, before in itertools.pairwise(reversed(curve)):
        before[0] = max(before[0], after[0])


def _cliffs(curve: list[list[float]], movers: list[int]) -> list[Fall]:
    """Where somebody's expectation fell far at one move, the steepest first.

    Who moved is named before others who fell as far.
    """
    cliffs = []
    for ply, mover in enumerate(movers):
        drops = [before - after for before, after in zip(curve[ply], curve[ply + 1], strict=True)]
        fell = max(range(len(drops)), key=lambda seat: (drops[seat], seat == mover))
        cliffs.append(Fall(ply, mover, fell, drops[fell], "unforeseen"))
    return sorted((cliff for cliff in cliffs if cliff.drop >= LEAST_FALL), key=lambda cliff: (-cliff.drop, cliff.ply))
