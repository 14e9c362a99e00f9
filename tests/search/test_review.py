"""Looking back: a curve that ends as the game did, and blame only for what a player could know."""

from __future__ import annotations

import threading
from functools import partial

import pytest

import escale
from escale.rules.position import Position
from escale.search import review as reviewing
from escale.search.analysis import Analysis, Line
from escale.search.bots import bot
from escale.search.budget import Budget
from escale.search.review import ENOUGH_VISITS, LEAST_LOST, MOST_TURNING, Stopped, review

GAMES = list(escale.games())
LITTLE = Budget(iterations=200)


def played(game_id: str, players: int, seed: int, names: tuple[str, ...]) -> tuple[Position, list[int]]:
    """A whole game between bots: how it began, and its moves."""
    first = escale.load(game_id).new(players, seed)
    position, moves = first.copy(), []
    bots = [bot(names[seat % len(names)], seed=seat) for seat in range(players)]
    while not position.over:
        assert position.turn is not None
        moves.append(bots[position.turn].choose(position))
        position.play(moves[-1])
    return first, moves


def noted(steps: list[tuple[int, int]], done: int, of: int) -> None:
    steps.append((done, of))


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_can_be_looked_back_at(game_id: str) -> None:
    for players in escale.games()[game_id].players:
        first, moves = played(game_id, players, 3, ("random",))
        steps: list[tuple[int, int]] = []
        found = review(first, moves, LITTLE, 1, partial(noted, steps))
        assert steps == [(n, len(moves) + 1) for n in range(1, len(moves) + 2)]
        end = first.copy()
        for move in moves:
            end.play(move)
        assert len(found.curve) == len(moves) + 1
        assert all(len(seats) == players for seats in found.curve)
        assert tuple(found.curve[-1]) == end.scores
        assert len(found.turning) <= MOST_TURNING
        losses = [turn.lost for turn in found.turning]
        assert losses == sorted(losses, reverse=True)
        for turn in found.turning:
            before = first.copy()
            for move in moves[: turn.ply]:
                before.play(move)
            assert before.turn == turn.seat
            assert turn.played == before.name(moves[turn.ply])
            assert turn.better in before.names()
            assert turn.better != turn.played
            assert turn.lost >= LEAST_LOST


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_again(game_id: str) -> None:
    first, moves = played(game_id, min(p for p in escale.games()[game_id].players if p > 1), 4, ("random",))
    assert review(first, moves, LITTLE, 1) == review(first, moves, LITTLE, 1)


def test_stops_when_told_to() -> None:
    first, moves = played(GAMES[0], 2, 3, ("random",))
    stop = threading.Event()

    def step(done: int, of: int) -> None:
        if done == 3:
            stop.set()

    with pytest.raises(Stopped):
        review(first, moves, LITTLE, 1, step, stop)


class Judge:
    """In place of the search: says which move is best, and what each is worth."""

    def __init__(self, worth: dict[int, float], visits: int) -> None:
        """`worth`: of the first move of a game, by its number; `visits` each had."""
        self._worth, self._visits = worth, visits
        self.asked: list[tuple[Position, bool]] = []
        self.seeds: list[int] = []

    def __call__(
        self, position: Position, budget: Budget, seed: int, *, omniscient: bool = False, stop: threading.Event | None = None
    ) -> Analysis:
        """As `analyse`."""
        assert position.turn is not None
        self.asked.append((position.copy(), omniscient))
        self.seeds.append(seed)
        lines = [Line(move, self._worth.get(move, 0.5), self._visits) for move in position.moves()]
        lines.sort(key=lambda line: -line.expected)
        return Analysis(position.turn, (0.5,) * position.players, tuple(lines), 1)


@pytest.mark.parametrize("visits", [ENOUGH_VISITS, ENOUGH_VISITS - 1])
def test_a_move_hardly_looked_at_is_judged_by_itself(visits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the position after it, in worlds that its player may imagine: there, by this judge, nothing was lost."""
    first, moves = played(GAMES[0], 2, 3, ("random",))
    best = next(move for move in first.moves() if move != moves[0])
    judge = Judge({best: 0.9, moves[0]: 0.5 - LEAST_LOST}, visits)
    monkeypatch.setattr(reviewing, "analyse", judge)
    looking = reviewing._Looking(first, moves[:1], LITTLE, 1, None, threading.Event())
    doubt = looking._doubted(first, 0)
    if visits >= ENOUGH_VISITS:
        assert doubt.lost == pytest.approx(0.4 + LEAST_LOST)
        assert len(judge.asked) == 1
    else:
        assert doubt.lost == 0
        later = judge.asked[1:]
        assert len(later) == 2 * reviewing.WORLDS
        assert all(omniscient for _, omniscient in later)


def test_judged_again_by_another_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looked costly by chance must not be blamed by the same chance."""
    first, moves = played(GAMES[0], 2, 3, ("random",))
    best = next(move for move in first.moves() if move != moves[0])
    judge = Judge({best: 0.9}, ENOUGH_VISITS - 1)
    monkeypatch.setattr(reviewing, "analyse", judge)
    looking = reviewing._Looking(first, moves[:1], LITTLE, 1, None, threading.Event())
    imagined, determinized = list[int](), Position.determinized

    def noted_world(position: Position, seat: int | None, seed: int) -> Position:
        imagined.append(seed)
        return determinized(position, seat, seed)

    monkeypatch.setattr(Position, "determinized", noted_world)
    doubt = looking._doubted(first, 0)
    searched, worlds = len(judge.seeds), len(imagined)
    turn = looking._judged_again(doubt)
    assert (doubt.lost, turn.lost) == (0, 0)
    at_first, again = set(judge.seeds[1:searched]), set(judge.seeds[searched:])
    assert len(at_first) == len(again) == reviewing.WORLDS
    assert not at_first & again
    assert not set(imagined[:worlds]) & set(imagined[worlds:])


def test_the_second_judgement_is_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moves = played(GAMES[0], 2, 3, ("random",))
    best = next(move for move in first.moves() if move != moves[0])
    monkeypatch.setattr(reviewing, "analyse", Judge({best: 0.9}, ENOUGH_VISITS - 1))
    costs = {reviewing.AT_FIRST: 0.8, reviewing.AGAIN: 0.3}
    looking = reviewing._Looking(first, moves[:1], LITTLE, 1, None, threading.Event())
    monkeypatch.setattr(looking, "_compared", lambda position, ply, judging, better: (costs[judging], 0.0))
    assert [turn.lost for turn in looking.back().turning] == [0.3]
    costs[reviewing.AGAIN] = 0.0
    assert looking.back().turning == []


@pytest.mark.parametrize("game_id", GAMES)
def test_nobody_is_blamed_for_what_they_could_not_know(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turning points of worlds that the mover can't tell apart are the same; only the curve knows everything."""
    first, moves = played(game_id, min(p for p in escale.games()[game_id].players if p > 1), 4, ("random",))
    seat = first.turn
    worlds = [first.determinized(seat, seed) for seed in range(4)]
    blames = []
    for world in worlds:
        looking = reviewing._Looking(world, moves[:1], LITTLE, 1, None, threading.Event())
        doubt = looking._doubted(world, 0)
        blames.append((doubt.lost, doubt.found, looking._judged_again(doubt)))
    assert all(blame == blames[0] for blame in blames)


def test_forced_moves_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moves = played(GAMES[0], 2, 3, ("random",))
    judge = Judge({}, ENOUGH_VISITS)
    monkeypatch.setattr(reviewing, "analyse", judge)
    monkeypatch.setattr(Position, "moves", lambda position: [moves[0]] if position == first else [])
    looking = reviewing._Looking(first, moves[:1], LITTLE, 1, None, threading.Event())
    looking.back()
    assert all(omniscient for _, omniscient in judge.asked)


def test_the_costliest_mistakes_of_a_random_player_are_found_and_few_of_an_expert() -> None:
    """Over some games: the search blames one who plays at random, not one who plays as it does."""
    blamed = [0, 0]
    for seed in range(3):
        first, moves = played(GAMES[0], 2, seed, ("random", "hard"))
        for turn in review(first, moves, Budget(iterations=4000), seed).turning:
            blamed[turn.seat] += 1
    assert blamed[0] > 2 * blamed[1], blamed
