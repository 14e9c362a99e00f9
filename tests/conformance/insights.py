"""Checks of what a game tells bots beside its rules: how promising moves are, what a seat knows, which worlds are likely."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from escale import Game, Position
from escale.rules import verbs
from escale.rules.chance import new_rng
from tests.conformance.tables import SIZES, Table, random_game, sample, whole_game

SEEDS = (21, 22, 23)
HABITS = 8  # moves asked for in a position
NOBODY_CAN_SAY = 0  # what `knowledge` gives when it gives up
DIGITS = 6  # of an opinion, that compiled and interpreted code agree in


def weights(position: Position) -> list[float]:
    """`priors` of the legal moves, in their order."""
    moves = position.moves()
    out = np.full(len(moves), np.nan, np.float64)
    verbs.priors(position.state, np.array(moves, np.int32), len(moves), out)
    return out.tolist()


def forecasts(position: Position) -> list[float]:
    """`forecast` of every seat."""
    out = np.full(position.players, np.nan, np.float64)
    verbs.forecast(position.state, out)
    return out.tolist()


def hasty(position: Position) -> list[int]:
    """Some moves that `habit` chooses."""
    room, rng = position.game.move_room(), new_rng(np.uint64(SEEDS[0]))
    return [int(verbs.habit(position.state, room, rng)) for _ in range(HABITS)]


def known(position: Position, seat: int) -> int:
    """`knowledge` of a seat."""
    return int(verbs.knowledge(position.state, seat))


#: All that can be asked while somebody must decide, by name.
INSIGHTS: dict[str, Callable[[Position], list[Any]]] = {
    "evaluate": lambda position: [verbs.evaluate(position.state, seat) for seat in range(position.players)],
    "forecast": forecasts,
    "calm": lambda position: [bool(verbs.calm(position.state))],
    "priors": weights,
    "habit": hasty,
    "knowledge": lambda position: [known(position, position.turn or 0)],
    "plausible": lambda position: [verbs.plausible(position.state, seat) for seat in range(position.players)],
    "trait": lambda position: [verbs.trait(position.state, move) for move in position.moves()],
}
#: What can be asked of a game that is over.
VERDICTS: dict[str, Callable[[Position], list[Any]]] = {
    "margin": lambda position: [verbs.margin(position.state, seat) for seat in range(position.players)],
}


def rounded(answers: list[Any]) -> list[Any]:
    """Answers as any process gives them: whole numbers as they are, others to a few digits."""
    return [int(answer) if _is_whole(answer) else f"{answer:.{DIGITS}g}" for answer in answers]


def _is_whole(answer: Any) -> bool:
    return isinstance(answer, int | np.integer) and not isinstance(answer, bool)


def is_weight(number: float) -> bool:
    """Whether it can be drawn by: neither too small nor too large to be added up."""
    return math.isfinite(number) and number > 0


def priors_are_weights(game: Game, at: Table) -> None:
    """Every legal move has a weight above 0."""
    for position in sample(game, at)[:-1]:
        for move, weight in zip(position.moves(), weights(position), strict=True):
            assert is_weight(weight), f"{at}: priors gives the move {move} the weight {weight}\n{position}"


def forecasts_are_opinions(game: Game, at: Table) -> None:
    """What is said of all seats at once is what is said of each."""
    for position in sample(game, at)[:-1]:
        alone = [float(verbs.evaluate(position.state, seat)) for seat in range(at.players)]
        at_once = forecasts(position)
        told = f"{at}: forecast says {at_once}, and evaluate {alone}"
        assert np.allclose(at_once, alone, rtol=1e-9), f"{told}\n{position}"


def calm_comes_again(game: Game, at: Table) -> None:
    """A game isn't judged at its end only: it comes to calm positions, in each third of it."""
    moments = [bool(verbs.calm(position.state)) for position in whole_game(game, at)[:-1]]
    third = -(-len(moments) // 3)
    for begin in range(0, len(moments), third):
        assert any(moments[begin : begin + third]), f"{at}: no position is calm from move {begin} to {begin + third}"


def habits_are_legal(game: Game, at: Table) -> None:
    """What somebody in a hurry plays may be played."""
    for position in sample(game, at)[:-1]:
        wrong = sorted(set(hasty(position)) - set(position.moves()))
        assert not wrong, f"{at}: habit gives {wrong}, which aren't legal\n{position}"


def worlds_are_weighed(game: Game, at: Table) -> None:
    """Every world that a seat takes for possible has a weight above 0."""
    for position in sample(game, at)[:-1]:
        for seat in range(at.players):
            for world in (position, *(position.determinized(seat, seed) for seed in SEEDS)):
                weight = float(verbs.plausible(world.state, seat))
                told = f"{at}: plausible gives a world that seat {seat} takes for possible the weight {weight}"
                assert is_weight(weight), f"{told}\n{world}"


def knowledge_is_what_one_knows(game: Game, at: Table) -> None:
    """One number for worlds that the seat to move can't tell apart; another one where it knows or may do something else."""
    listed: dict[int, tuple[list[int], Position]] = {}
    positions = whole_game(game, at)[:-1]
    for position in positions:
        seat = position.turn or 0
        number = known(position, seat)
        for seed in SEEDS[:2]:
            world = position.determinized(seat, seed)
            told = f"{at}: knowledge is {number}, and {known(world, seat)} in a world that seat {seat} can't tell from it"
            assert known(world, seat) == number, f"{told}\n{position}\n{world}"
        moves, other = listed.setdefault(number, (position.moves(), position))
        if number != NOBODY_CAN_SAY:
            told = f"{at}: knowledge is {number} in two positions with other moves"
            assert moves == position.moves(), f"{told}\n{other}\n{position}"
    _check_own_secrets(at, positions[0])


def _check_own_secrets(at: Table, deal: Position) -> None:
    """At the deal, where everything still matters, a seat that sees something else knows something else."""
    seat = deal.turn or 0
    seen: dict[int, dict[str, Any]] = {}
    for world in (deal, *(deal.determinized(None, seed) for seed in SEEDS)):
        number = known(world, seat)
        if number != NOBODY_CAN_SAY:
            told = f"{at}: knowledge is {number} in two worlds that look different to seat {seat}"
            assert seen.setdefault(number, world.view(seat)) == world.view(seat), f"{told}\n{deal}\n{world}"


def secrets_can_be_supposed(game: Game, at: Table) -> None:
    """The secrets of any moment of a game fit any other: put into what a seat imagines, they make it what it is."""
    positions = whole_game(game, at)
    for position in (positions[0], positions[len(positions) // 2], positions[-1]):
        for other in (positions[0], positions[-2], positions[-1]):
            for seat in (None, *range(at.players)):
                supposed = np.zeros(1, game.dtype)
                supposed[0] = position.determinized(seat, SEEDS[0]).state
                if verbs.suppose(supposed[0], other.state):
                    told = (
                        f"{at}: with the secrets of another moment of the same game, what seat {seat} imagines isn't the truth"
                    )
                    assert supposed.tobytes() == position.to_bytes(), f"{told}\n{position}"


def traits_are_numbers(game: Game, at: Table) -> None:
    """A move is recognised by a whole number."""
    for position in sample(game, at)[:-1]:
        for move in position.moves():
            trait = verbs.trait(position.state, move)
            assert _is_whole(trait), f"{at}: the trait of the move {move} is {trait!r}, no whole number\n{position}"


def margins_go_with_scores(game: Game, at: Table) -> None:
    """How clearly a game was won or lost is between 0 and 1, and nobody who lost did better than a winner."""
    for number in range(SIZES.games):
        last = game.new(at.players, number, **dict(at.options))
        for _ in random_game(last, number):
            pass
        margins = [float(margin) for margin in VERDICTS["margin"](last)]
        told = f"{at}: margins {margins}"
        assert all(0 <= margin <= 1 for margin in margins), f"{told} must be from 0 to 1\n{last}"
        won = [margins[seat] for seat in last.winners]
        lost = [margin for seat, margin in enumerate(margins) if seat not in last.winners]
        assert not won or not lost or min(won) >= max(lost), f"{told}, but seats {last.winners} won\n{last}"
