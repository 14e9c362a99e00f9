"""Hints: of a legal move, repeatable, in words of the game's texts, and out of nothing but what the seat may know."""

from __future__ import annotations

import statistics
import threading
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import escale
from escale.rules.position import Position, plain
from escale.search import advice, analysis
from escale.search.advice import Advice, advise
from escale.search.analysis import analyse, worth_in
from escale.search.bots import bot
from escale.search.budget import Budget
from escale.search.solo import Solved, solve
from tests.conformance.thorough import THOROUGH
from tests.play.tables import WITH_SECRETS
from tests.search.shelf import GAMES
from tests.search.worlds import moments

LITTLE = Budget(iterations=60)
SELDOM = 5 if THOROUGH else 23  # every so many moves, at each decision of a turn in turn
Adviser = Callable[[Position], Advice]


def positions(game_id: str, every: int = 4) -> Iterator[Position]:
    """Some of every number of players and of every option, on the way through a game."""
    game = escale.load(game_id)
    deals = [game.new(players, seed=players) for players in game.info.players]
    deals += [game.new(None, 5, **{o.name: value}) for o in game.info.options if not o.needs for value in o.values]
    for position in deals:
        walker, ply = bot("random", seed=2), 0
        while not position.over:
            if ply % every == 0:
                yield position.copy()
            position.play(walker.choose(position))
            ply += 1


def check_honest(adviser: Adviser, position: Position) -> None:
    """Worlds that differ only in what the seat to move can't know give the same advice, to the last word and digit."""
    told = [adviser(position.determinized(position.turn, seed)) for seed in range(4)]
    assert all(one == told[0] for one in told), "the advice tells worlds apart"


@pytest.mark.parametrize("game_id", GAMES)
def test_tells_a_legal_move_and_what_it_gains(game_id: str) -> None:
    for position in positions(game_id):
        told = advise(position, LITTLE, 3)
        found = analyse(position, LITTLE, 3)
        assert told.seat == position.turn
        assert told.name == position.name(told.move)
        assert (told.move, told.expected) == found.lines[0][:2]
        assert told.usual <= told.expected
        assert told == advise(position.copy(), LITTLE, 3)


WELL = Budget(iterations=2400)  # about as a server does
CROWDED = max(escale.games(), key=lambda game_id: len(escale.load(game_id).new(seed=1).moves()))


def middling(position: Position) -> float:
    """What a middling move gives: the median over all of them, each looked at by itself."""
    worlds = [position.determinized(position.turn, seed) for seed in range(4)]
    different = {world.to_bytes(): world for world in worlds}.values()

    def worth(move: int) -> float:
        return statistics.fmean(worth_in(world, move, Budget(iterations=40), 5) for world in different)

    return statistics.median(map(worth, position.moves()))


def astray(game_id: str) -> float:
    """By how much what is told of a usual move is off, on average."""
    errors = list[float]()
    for seed in range(4):
        position, walker = escale.load(game_id).new(2, seed), bot("random", seed=seed)
        for _ in range(3 + 3 * seed):
            position.play(walker.choose(position))
        errors.append(abs(advise(position, WELL, 3).usual - middling(position)))
    return statistics.fmean(errors)


@pytest.mark.parametrize("game_id", list(dict.fromkeys([*GAMES, CROWDED])))
def test_a_usual_move_gives_what_is_told_of_it(game_id: str) -> None:
    assert astray(game_id) < 0.2


def test_taking_moves_that_were_passed_by_for_the_worst_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "ENOUGH_VISITS", 0)
    assert astray(CROWDED) > 0.3


@pytest.mark.parametrize("game_id", GAMES)
def test_every_word_is_in_the_games_texts(game_id: str) -> None:
    texts = escale.load(game_id).texts
    for position in positions(game_id):
        told = advise(position, LITTLE, 3)
        for said in (told.idea, told.place, told.said, *told.asides):
            assert set(said) == {"key", "values"}
            for language in texts:
                assert said["key"] in set(texts[language].names("")), f"{language} has no {said['key']}"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_move_is_said_to_who_may_play_it(game_id: str) -> None:
    for position in positions(game_id):
        told = advise(position, LITTLE, 3)
        deed = plain(position.game.advice.deed(position.state, told.move))
        assert told.said == deed != position.said(told.move)


End = tuple[float, float]  # what it is worth, and what the player counts


def ends(position: Position, seen: dict[bytes, set[End]]) -> set[End]:
    """All ways in which a game of one player can end; `seen`: those known of positions met before."""
    key = position.to_bytes()
    if position.over:
        return {(position.scores[0], position.points[0])}
    if key not in seen:
        found: set[End] = set()
        for move in position.moves():
            later = position.copy()
            later.play(move)
            found |= ends(later, seen)
        seen[key] = found
    return seen[key]


ALONE = [game_id for game_id in GAMES if 1 in escale.load(game_id).info.players]


@pytest.mark.parametrize("game_id", ALONE)
def test_who_plays_alone_is_told_what_may_be_got(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = escale.load(game_id)
    monkeypatch.setattr(game.advice, "outlook", lambda best, usual: ("told", {"best": best, "usual": usual}))
    told = 0
    for seed in range(4):
        position, walker = game.new(1, seed), bot("random", seed=seed)
        while not position.over:
            if 1 < len(position.moves()) <= 3:
                possible = ends(position, {})
                (aside, *_) = advise(position, Budget(iterations=2000), 3).asides
                got = aside["values"]
                assert got["best"] == max(possible)[1]
                assert min(possible) <= max(end for end in possible if end[1] == got["usual"])
                told += 1
            position.play(walker.choose(position))
    assert told


@pytest.mark.parametrize("game_id", ALONE)
def test_the_line_to_the_end_is_looked_for_once(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a hint waits for one search of lines; the analysis and the outlook share it."""
    begun = list[Position]()

    def counted(position: Position, *args: Any, **options: Any) -> Solved:
        begun.append(position)
        return solve(position, *args, **options)

    monkeypatch.setattr(advice, "solve", counted)
    monkeypatch.setattr(analysis, "solve", counted)
    position, walker, asked = escale.load(game_id).new(1, 3), bot("random", seed=3), 0
    while not position.over:
        if len(position.moves()) > 1:
            begun.clear()
            advise(position, Budget(iterations=500), 3)
            assert len([one for one in begun if not one.over]) <= 1
            asked += 1
        position.play(walker.choose(position))
    assert asked > 3


@pytest.mark.parametrize("game_id", ALONE)
def test_the_line_is_one_that_can_be_played_to_the_end(game_id: str) -> None:
    position = escale.load(game_id).new(1, 3)
    found = analyse(position, Budget(iterations=500), 3)
    later = position.determinized(found.seat, 3)
    assert found.line[0] == found.lines[0].move
    for move in found.line:
        later.play(move)
    assert later.over
    assert later.scores[0] <= found.expected[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_who_plays_with_others_is_told_chances_alone(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = escale.load(game_id)
    monkeypatch.setattr(game.advice, "outlook", None, raising=False)
    position = game.new(max(game.info.players), 3)
    assert advise(position, LITTLE, 3).asides == plain(list(game.advice.asides(position.state, position.turn)))


def secretive_positions(game_id: str) -> Iterator[Position]:
    """Some at every kind of table, and wherever a kind of secret first occurs."""
    yield from positions(game_id, SELDOM)
    yield from moments(escale.load(game_id), SELDOM)


@WITH_SECRETS
def test_uses_nothing_the_seat_may_not_know(game: str) -> None:
    for position in secretive_positions(game):
        check_honest(partial(advise, budget=LITTLE, seed=7), position)


def is_caught(adviser: Adviser, game_id: str) -> bool:
    """Whether the check finds something in a game."""
    for position in secretive_positions(game_id):
        try:
            check_honest(adviser, position)
        except AssertionError as error:
            return "tells worlds apart" in str(error)
    return False


@WITH_SECRETS
def test_advice_that_searches_the_true_position_is_caught(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "analyse", partial(analyse, omniscient=True))
    assert is_caught(partial(advise, budget=LITTLE, seed=7), game)


@WITH_SECRETS
def test_advice_in_words_of_the_true_position_is_caught(game: str) -> None:
    def peeking(position: Position) -> Advice:
        odd = zlib.crc32(position.to_bytes()) & 1
        return advise(position, LITTLE, 7)._replace(place={"key": f"place.{odd}", "values": {}})

    assert is_caught(peeking, game)


def test_stops_when_told_to() -> None:
    stop = threading.Event()
    stop.set()
    told = advise(escale.load(GAMES[0]).new(seed=1), Budget(iterations=10**9), 3, stop)
    assert told.name
