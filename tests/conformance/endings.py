"""Checks of whole games: they end, pieces don't get lost, scores keep the convention."""

from __future__ import annotations

import math

from escale import Game, Position
from escale.rules import verbs
from tests.conformance.files import nobody_may_win, own_checks
from tests.conformance.tables import SIZES, Table, random_game, sample, whole_game

NEARLY = 1e-9


def games_end(game: Game, at: Table) -> None:
    """Random games end before the limit, and then with a result."""
    for number in range(SIZES.games):
        last = game.new(at.players, number, **dict(at.options))
        for _ in random_game(last, number):
            pass
        assert last.turn is None, f"{at}: no move is left, but it is seat {last.turn}'s turn\n{last}"
        _check_result(at, last)


def _check_result(at: Table, last: Position) -> None:
    """1/n for each winning seat when n sides share the victory (a side may be several seats); 0 or less for the others."""
    scores = last.scores
    told = f"{at}: final scores {scores}"
    assert len(scores) == at.players, f"{told} for {at.players} seats\n{last}"
    assert all(math.isfinite(score) for score in scores), f"{told}\n{last}"
    won = [score for score in scores if score > 0]
    assert won or at.players == 1 or nobody_may_win(last.game), f"{told}: nobody wins\n{last}"
    for score in won:
        sides = round(1 / score)
        share = abs(score - 1 / sides) < NEARLY and len(set(won)) == 1 and len(won) % sides == 0
        assert share, f"{told}: winners get 1, or 1/n each when n sides share\n{last}"
    assert last.winners == tuple(seat for seat, score in enumerate(scores) if score > 0), f"{told}: winners {last.winners}"


def points_and_scores_are_numbers(game: Game, at: Table) -> None:
    """Points are finite at any time, scores 0 until the end."""
    for position in whole_game(game, at):
        points = position.points
        assert len(points) == at.players, f"{at}: {len(points)} points for {at.players} seats\n{position}"
        assert all(math.isfinite(number) for number in points), f"{at}: points {points}\n{position}"
        if not position.over:
            assert position.scores == (0.0,) * at.players, f"{at}: scores {position.scores} before the end\n{position}"
            assert position.winners == (), f"{at}: winners {position.winners} before the end\n{position}"


def opinions_are_numbers(game: Game, at: Table) -> None:
    """`evaluate` is a score that a seat may have, until the end, and asking changes nothing."""
    for position in sample(game, at)[:-1]:
        before = position.to_bytes()
        for seat in range(at.players):
            opinion = verbs.evaluate(position.state, seat)
            told = f"{at}: evaluate says {opinion} for seat {seat}"
            assert math.isfinite(opinion), f"{told}\n{position}"
            assert opinion <= 1, f"{told}, more than one can win\n{position}"
        assert position.to_bytes() == before, f"{at}: evaluate changes the position\n{position}"


def pieces_are_conserved(game: Game, at: Table) -> None:
    """What the game's own `conserved` counts is the same from the deal to the end."""
    conserved = own_checks(game).conserved
    first = None
    for position in whole_game(game, at):
        counted = conserved(position.state)
        first = counted if first is None else first
        assert counted == first, f"{at}: pieces were {first} and are {counted}\n{position}"
