"""Looking back: a curve that ends as the game did, and blame only for what a player could know."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest

import escale
from escale.rules.position import Position
from escale.search import analysis
from escale.search import review as reviewing
from escale.search.analysis import Analysis, Line, analyse
from escale.search.bots import bot
from escale.search.budget import Budget
from escale.search.review import ENOUGH_VISITS, LEAST_LOST, MOST_TURNING, Stopped, review
from tests.conformance.thorough import THOROUGH
from tests.play.tables import WITH_SECRETS
from tests.search.shelf import GAMES
from tests.search.worlds import moments

LITTLE = Budget(iterations=200)
SELDOM = 5 if THOROUGH else 47  # every so many moves


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
        self.budgets: list[Budget] = []

    def __call__(
        self, position: Position, budget: Budget, seed: int, *, omniscient: bool = False, stop: threading.Event | None = None
    ) -> Analysis:
        """As `analyse`."""
        assert position.turn is not None
        self.asked.append((position.copy(), omniscient))
        self.seeds.append(seed)
        self.budgets.append(budget)
        lines = [Line(move, self._worth.get(move, 0.5), self._visits) for move in position.moves()]
        lines.sort(key=lambda line: -line.expected)
        return Analysis(position.turn, (0.5,) * position.players, tuple(lines), 1)


def judged_by(judge: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it stand in place of the search."""
    monkeypatch.setattr(reviewing, "analyse", judge)
    monkeypatch.setattr(analysis, "analyse", judge)


@pytest.mark.parametrize("visits", [ENOUGH_VISITS, ENOUGH_VISITS - 1])
def test_a_move_hardly_looked_at_is_judged_by_itself(visits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the position after it, in worlds that its player may imagine: there, by this judge, nothing was lost."""
    first, moves = played(GAMES[0], 2, 3, ("random",))
    best = next(move for move in first.moves() if move != moves[0])
    judge = Judge({best: 0.9, moves[0]: 0.5 - LEAST_LOST}, visits)
    judged_by(judge, monkeypatch)
    looking = reviewing._Looking(first, moves[:1], LITTLE, 1, None, threading.Event())
    doubt = looking._doubted(first, 0)
    if visits >= ENOUGH_VISITS:
        assert doubt.lost == pytest.approx(0.4 + LEAST_LOST)
        assert len(judge.asked) == 1
    else:
        assert doubt.lost == 0
        later = judge.asked[1:]
        assert len(later) == 2 * reviewing.JUDGED_WORLDS
        assert all(omniscient for _, omniscient in later)


def test_who_knows_everything_is_judged_in_one_world_with_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moves = played(GAMES[0], 2, 3, ("random",))
    best = next(move for move in first.moves() if move != moves[0])
    judge = Judge({best: 0.9}, ENOUGH_VISITS - 1)
    judged_by(judge, monkeypatch)
    monkeypatch.setattr(Position, "determinized", lambda position, seat, seed: position.copy())
    looking = reviewing._Looking(first, moves[:1], LITTLE, 1, None, threading.Event())
    looking._doubted(first, 0)
    assert len(judge.asked) == 3
    assert judge.budgets == [LITTLE] * 3


@pytest.mark.parametrize("rarely", [0, 5, 10])
def test_what_is_rarely_imagined_is_hidden_too(rarely: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first worlds that one thinks of may be the same by chance."""
    first, moves = played(GAMES[0], 2, 3, ("random",))
    worlds = (first.determinized(first.turn, seed) for seed in range(100))
    another = next(world for world in worlds if world != first)
    imagined: list[Position] = []

    def seldom_another(position: Position, seat: int | None, seed: int) -> Position:
        imagined.append(another if len(imagined) == rarely + 1 else first.copy())
        return imagined[-1]

    monkeypatch.setattr(Position, "determinized", seldom_another)
    looking = reviewing._Looking(first, moves[:1], LITTLE, 1, None, threading.Event())
    assert looking._is_veiled(first, 0)
    asked = len(imagined)
    assert asked == rarely + 2
    assert looking._is_veiled(first, 0)
    assert len(imagined) == asked  # once is enough


def test_judged_again_by_another_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looked costly by chance must not be blamed by the same chance."""
    first, moves = played(GAMES[0], 2, 3, ("random",))
    best = next(move for move in first.moves() if move != moves[0])
    judge = Judge({best: 0.9}, ENOUGH_VISITS - 1)
    judged_by(judge, monkeypatch)
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
    assert len(at_first) == len(again) == reviewing.JUDGED_WORLDS
    assert not at_first & again
    assert not set(imagined[:worlds]) & set(imagined[worlds:])


def test_the_second_judgement_is_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moves = played(GAMES[0], 2, 3, ("random",))
    best = next(move for move in first.moves() if move != moves[0])
    judged_by(Judge({best: 0.9}, ENOUGH_VISITS - 1), monkeypatch)
    costs = {reviewing.AT_FIRST: 0.8, reviewing.AGAIN: 0.3}
    looking = reviewing._Looking(first, moves[:1], LITTLE, 1, None, threading.Event())
    monkeypatch.setattr(looking, "_compared", lambda position, ply, judging, better: (costs[judging], 0.0))
    assert [turn.lost for turn in looking.back().turning] == [0.3]
    costs[reviewing.AGAIN] = 0.0
    assert looking.back().turning == []


def is_fair(position: Position, move: int) -> bool:
    """Whether a move is judged alike in worlds that its player can't tell apart, to the last word and digit."""
    blames = []
    for world in (position.determinized(position.turn, seed) for seed in range(3)):
        looking = reviewing._Looking(world, [move], LITTLE, 1, None, threading.Event())
        doubt = looking._doubted(world, 0)
        blames.append((doubt.lost, doubt.found, looking._judged_again(doubt)))
    return all(blame == blames[0] for blame in blames)


def choices(game_id: str) -> Iterator[tuple[Position, int]]:
    """Some positions at every table with secrets, and where each kind of these first occurs; with one of several moves."""
    for number, position in enumerate(moments(escale.load(game_id), SELDOM)):
        moves = position.moves()
        if len(moves) > 1:
            yield position, moves[number % len(moves)]


@WITH_SECRETS
def test_nobody_is_blamed_for_what_they_could_not_know(game: str) -> None:
    """Only the curve knows everything."""
    assert all(is_fair(position, move) for position, move in choices(game))


@WITH_SECRETS
def test_blame_for_what_they_could_not_know_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the search that judges them knows everything."""
    monkeypatch.setattr(reviewing, "analyse", lambda *those, **named: analyse(*those, **{**named, "omniscient": True}))
    assert not all(is_fair(position, move) for position, move in choices(game))


def test_forced_moves_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moves = played(GAMES[0], 2, 3, ("random",))
    judge = Judge({}, ENOUGH_VISITS)
    judged_by(judge, monkeypatch)
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


class Script:
    """In place of the search: what each seat expects after each move, and nothing to say of the moves."""

    def __init__(self, first: Position, moves: list[int], curve: list[list[float]]) -> None:
        """`curve`: for as many positions from the first on as it has."""
        self._known: list[tuple[Position, list[float]]] = []
        position = first.copy()
        for expected, move in zip(curve, moves, strict=False):
            self._known.append((position.copy(), expected))
            position.play(move)
        self._known.append((position.copy(), curve[-1]))

    def __call__(
        self, position: Position, budget: Budget, seed: int, *, omniscient: bool = False, stop: threading.Event | None = None
    ) -> Analysis:
        """As `analyse`."""
        assert position.turn is not None
        expected = next((tuple(known) for other, known in self._known if other == position), (0.5,) * position.players)
        lines = tuple(Line(move, 0.5, ENOUGH_VISITS) for move in position.moves())
        return Analysis(position.turn, expected, lines, 1)


def scripted(
    monkeypatch: pytest.MonkeyPatch, *curve: list[float], cost: float = 0.0, forced: bool = False, open_cards: bool = False
) -> reviewing.Review:
    """The review of a game that begins with this curve; `cost`: what a move looked at again is found to have cost."""
    first, moves = played(GAMES[0], 2, 3, ("random",))
    moves = moves[: len(curve) - 1]
    judged_by(Script(first, moves, list(curve)), monkeypatch)
    looking = reviewing._Looking(first, moves, LITTLE, 1, None, threading.Event())
    monkeypatch.setattr(looking, "_compared", lambda position, ply, judging, better: (0.5 + cost, 0.5))
    if forced:
        monkeypatch.setattr(Position, "moves", lambda position: [0])
    if open_cards:
        monkeypatch.setattr(Position, "determinized", lambda position, seat, seed: position.copy())
    return looking.back()


def test_a_cliff_that_is_no_turning_point_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the mover's own move, which by what the mover could know was as good as any."""
    found = scripted(monkeypatch, [0.9, 0.1], [0.2, 0.8], [0.2, 0.8])
    assert found.turning == []
    [fall] = found.falls
    assert (fall.ply, fall.seat, fall.fell, fall.why) == (0, 0, 0, "hidden")
    assert fall.drop == pytest.approx(0.7)


def test_where_nothing_is_hidden_the_curve_had_not_seen_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [fall.why for fall in scripted(monkeypatch, [0.9, 0.1], [0.2, 0.8], open_cards=True).falls] == ["unforeseen"]


def test_who_had_no_choice_is_said_to_have_had_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [fall.why for fall in scripted(monkeypatch, [0.9, 0.1], [0.2, 0.8], forced=True).falls] == ["forced"]


def test_who_had_no_choice_is_said_so_when_another_falls_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = scripted(monkeypatch, [0.2, 0.8], [0.7, 0.3], forced=True)
    assert [(fall.seat, fall.fell, fall.why) for fall in found.falls] == [(0, 1, "forced")]


def test_who_falls_by_anothers_move_is_not_who_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    found = scripted(monkeypatch, [0.2, 0.8], [0.7, 0.3])
    assert [(fall.seat, fall.fell, fall.why) for fall in found.falls] == [(0, 1, "unforeseen")]


def test_a_cliff_is_looked_at_closely_and_may_be_a_turning_point_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """At first sight no move of these cost anything."""
    found = scripted(monkeypatch, [0.9, 0.1], [0.2, 0.8], cost=0.4)
    assert [turn.ply for turn in found.turning] == [0]
    assert found.turning[0].lost == pytest.approx(0.4)
    assert found.falls == []


def test_alone_nothing_is_within_reach_that_was_not_before() -> None:
    """Nor is a move blamed after which all that could be won was still found."""
    alone = [game_id for game_id in GAMES if 1 in escale.games()[game_id].players]
    for game_id in alone:
        for seed in range(3):
            first, moves = played(game_id, 1, seed, ("random",))
            found = review(first, moves, Budget(iterations=1000), seed)
            values = [seats[0] for seats in found.curve]
            assert values == sorted(values, reverse=True)
            for turn in found.turning:
                assert turn.lost <= turn.expected - values[turn.ply + 1] + 1e-9
    assert alone


def test_a_slope_is_no_cliff(monkeypatch: pytest.MonkeyPatch) -> None:
    least = reviewing.LEAST_FALL
    assert scripted(monkeypatch, [0.9, 0.1], [0.9 - least + 0.01, 0.1 + least - 0.01]).falls == []


def test_of_many_cliffs_the_steepest_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = scripted(monkeypatch, [0.9, 0.1], [0.6, 0.4], [0.9, 0.1], [0.1, 0.9], [0.6, 0.4])
    assert [fall.ply for fall in found.falls] == [2, 3]
    assert len(found.falls) == reviewing.MOST_FALLS


def test_more_mistakes_than_are_told_leave_cliffs_that_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    found = scripted(monkeypatch, *[[0.9, 0.1], [0.2, 0.8]] * 4, [0.9, 0.1], cost=0.4)
    assert len(found.turning) == MOST_TURNING
    told = {turn.ply for turn in found.turning}
    assert found.falls
    assert all(fall.ply not in told and fall.why == "cost" for fall in found.falls)
