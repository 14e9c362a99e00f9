"""A hint: the best move that a search finds, and the game's own words for why it is good and where to look."""

from __future__ import annotations

import statistics
import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from escale.rules.chance import derived_seed
from escale.rules.position import Position, plain
from escale.search.analysis import Analysis, Line, analyse, worth_in
from escale.search.bots import bot
from escale.search.budget import Budget
from escale.search.solo import solve

Said = dict[str, Any]  # the name of a text and its values

A_LITTLE = Budget(iterations=2)
MOST_TRIED = 12  # moves, of which the middling one is the usual; and as many show all the ways there are to tell of one
ENOUGH_VISITS = 20  # of one of these, to believe what the search says of it
A_LOOK = 1 / 24  # of the budget, at one that the search passed by


class Advice(NamedTuple):
    """What a seat is told that asks for a hint. Nothing in it comes from what that seat may not know."""

    seat: int
    move: int
    name: str
    expected: float  # the seat's payoff after the move
    usual: float  # after a middling one: the median over some legal moves, in the game's order as far apart as can be
    idea: Said  # why it is good, without telling it
    place: Said  # where to look
    said: Said  # the move itself, said to who may play it
    asides: list[Said]  # what else the seat may want to know; first, if it plays alone, how much the move may bring


class MoveInWords(NamedTuple):
    """A move as a hint tells it, in three steps."""

    name: str
    idea: Said
    place: Said
    said: Said  # as the log tells it of somebody
    deed: Said  # said to who may play it


def advise(position: Position, budget: Budget, seed: int, stop: threading.Event | None = None) -> Advice:
    """Advice for the seat to move. With a budget of iterations, the same seed gives the same."""
    found = analyse(position, budget, seed, stop=stop)
    best = found.lines[0]
    world = position.determinized(found.seat, seed)
    words = in_words(world, found.seat, best.move)
    return Advice(
        seat=found.seat,
        move=best.move,
        name=words.name,
        expected=best.expected,
        usual=_usual(position, found, budget, seed, stop),
        idea=words.idea,
        place=words.place,
        said=words.deed,
        asides=plain([*_outlook(world, found, budget, seed, stop), *world.game.advice.asides(world.state, found.seat)]),
    )


def prepare(position: Position, seed: int) -> None:
    """Compile or load all that advice needs, before somebody waits: here, and where there is more to tell of, of many moves."""
    later = position.copy()
    for _ in range(2):
        advise(later, A_LITTLE, seed)
        world, moves = later.determinized(later.turn, seed), later.moves()
        for move in _some(moves):
            in_words(world, world.turn or 0, move)
        later.play(moves[0])
        if later.over:
            return


def in_words(world: Position, seat: int, move: int) -> MoveInWords:
    """A move of a seat's in words. `world` must be determinized for that seat: then no word can tell what it may not know."""
    advice = world.game.advice
    return MoveInWords(
        name=world.name(move),
        idea=plain(advice.idea(world.state, move, seat)),
        place=plain(advice.place(world.state, move)),
        said=world.said(move),
        deed=plain(advice.deed(world.state, move)),
    )


def _usual(position: Position, found: Analysis, budget: Budget, seed: int, stop: threading.Event | None) -> float:
    """What a middling move is expected to give, as far as the best: one that the search passed by is looked at by itself.

    Where there are many moves, a search passes most of them by, and what it says of them is a guess at the worst. Who plays
    alone isn't told of it, but of the `outlook`.
    """
    best, lines = found.lines[0], {line.move: line for line in found.lines}
    worths = []
    for number, move in enumerate(_some(position.moves())):
        worth = lines[move].expected
        if position.players > 1 and lines[move].visits < ENOUGH_VISITS:
            other = int(derived_seed(np.uint64(seed), number))
            worth = worth_in(position.determinized(found.seat, other), move, budget.part(A_LOOK), other, stop)
        worths.append(worth)
    return min(statistics.median(worths), best.expected)


def _some(moves: list[int]) -> list[int]:
    """Not many of them, from everywhere in the list."""
    return moves[:: -(-len(moves) // MOST_TRIED)]


def _outlook(world: Position, found: Analysis, budget: Budget, seed: int, stop: threading.Event | None) -> list[Any]:
    """What one who plays alone may get in what the players count: by the best line, and by a usual move and simple play.

    `world` is the one that the analysis imagined.
    """
    best = found.lines[0]
    others = [move for move in world.moves() if move != best.move]
    if world.players > 1 or not others:
        return []
    # Where all was settled nobody looked for a line; one that is as good as was proven is soon found, and no better one is.
    good = _end(world, found.line or _settled(world, best, budget, seed, stop))
    some = _some(others)
    usual = sorted((_played_on(world, move, seed) for move in some), key=lambda end: end.score)[(len(some) - 1) // 2]
    return [world.game.advice.outlook(good.points, min(good, usual, key=lambda end: end.score).points)]


class _End(NamedTuple):
    """How a line of moves ends."""

    score: float
    points: float


def _settled(world: Position, best: Line, budget: Budget, seed: int, stop: threading.Event | None) -> tuple[int, ...]:
    """The move that was proven best, and a line that gives what it promises."""
    later = world.copy()
    later.play(best.move)
    return (best.move, *solve(later, budget, seed, stop=stop, best=best.expected).moves)


def _played_on(world: Position, move: int, seed: int) -> _End:
    """The end of a game that nobody looks ahead in."""
    later = world.copy()
    later.play(move)
    player = bot("greedy", seed=seed)
    while not later.over:
        later.play(player.choose(later))
    return _End(later.scores[0], later.points[0])


def _end(world: Position, moves: Sequence[int]) -> _End:
    later = world.copy()
    for move in moves:
        later.play(move)
    return _End(later.scores[0], later.points[0])
