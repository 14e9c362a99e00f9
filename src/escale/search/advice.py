"""A hint: the best move that a search finds, and the game's own words for why it is good and where to look."""

from __future__ import annotations

import statistics
import threading
from typing import Any, NamedTuple

from escale.rules.position import Position, plain
from escale.search.analysis import analyse
from escale.search.budget import Budget

Said = dict[str, Any]  # the name of a text and its values


class Advice(NamedTuple):
    """What a seat is told that asks for a hint. Nothing in it comes from what that seat may not know."""

    seat: int
    move: int
    name: str
    expected: float  # the seat's payoff after the move
    usual: float  # after a middling one: the median over all legal moves
    idea: Said  # why it is good, without telling it
    place: Said  # where to look
    said: Said  # the move itself
    asides: list[Said]  # what else the seat may want to know


class MoveInWords(NamedTuple):
    """A move as a hint tells it, in three steps."""

    name: str
    idea: Said
    place: Said
    said: Said


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
        usual=statistics.median(line.expected for line in found.lines),
        idea=words.idea,
        place=words.place,
        said=words.said,
        asides=plain(list(world.game.advice.asides(world.state, found.seat))),
    )


def in_words(world: Position, seat: int, move: int) -> MoveInWords:
    """A move of a seat's in words. `world` must be determinized for that seat: then no word can tell what it may not know."""
    advice = world.game.advice
    return MoveInWords(
        name=world.name(move),
        idea=plain(advice.idea(world.state, move, seat)),
        place=plain(advice.place(world.state, move)),
        said=world.said(move),
    )
