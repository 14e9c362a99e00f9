"""Searches as Python runs them: budgets kept, stopped when told to, and always the same for a seed and iterations."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

import escale
from escale.rules.position import Position
from escale.search import thinking
from escale.search.analysis import CHANCES, analyse, ranked, worths
from escale.search.bots import bot
from escale.search.budget import AS_IT_LIKES, Budget, lasting
from escale.search.forest import LEAST_MEGABYTES, Forest, forest
from escale.search.thinking import FEW_ITERATIONS, PLAIN, SLICE, Findings, Manner, Tried, think, together
from escale.search.tree import NODES, USED, USED_EDGES, USED_NODES
from tests.conformance.tables import default_tables, sample, tables
from tests.search.shelf import GAMES

SMALLEST = [(game_id, players) for game_id in GAMES for players in escale.games()[game_id].players[:2]]
KEEPING = FEW_ITERATIONS + 1
SHORT = 0.05
LONG = 30.0
SOON = 10.0  # far from LONG, however much the machine has to do


def deal(players: int = 2) -> Position:
    return escale.load(GAMES[0]).new(players, seed=1)


def over() -> Position:
    position = deal()
    while not position.over:
        position.play(position.moves()[0])
    return position


@pytest.mark.parametrize("count", [1, 2, 31, 200, SLICE, SLICE + 1, 1500])
@pytest.mark.parametrize("game_id", GAMES)
def test_no_more_iterations_than_allowed(game_id: str, count: int) -> None:
    game = escale.load(game_id)
    for at in tables(game.info)[::6]:
        for position in sample(game, at, 3)[:-1]:
            found = think(position, Manner(), Budget(iterations=count), 1)
            assert 1 <= found.iterations <= count
            assert sum(one.visits for one in found.tried) == found.iterations
            assert [one.move for one in found.tried] == position.moves()
            if found.iterations < count and not found.settled:
                visits = sorted(one.visits for one in found.tried if one.proven is None or one.proven > 0)
                assert visits[-1] - sum(visits[-2:-1]) > count - found.iterations, "it stopped while another move might lead"


def test_a_game_says_how_far_bots_play_on_in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most as far as their manner goes; the yardstick, which knows only the rules, always to the end."""
    position = deal()
    game = position.game

    def found(manner: Manner, haste: int) -> Findings:
        monkeypatch.setattr(game, "info", dataclasses.replace(game.info, haste=haste))
        return think(position, manner, Budget(iterations=100), 1)

    assert found(Manner(), 1) != found(Manner(), 512)
    assert found(Manner(plies=1), 1) == found(Manner(plies=1), 512) == found(Manner(), 1)
    assert found(PLAIN, 1) == found(PLAIN, 512)


def test_a_game_says_how_much_bots_try_what_they_know_little_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if their manner were so; the yardstick always tries as much."""
    position = deal()
    game = position.game

    def found(manner: Manner, explore: float) -> Findings:
        monkeypatch.setattr(game, "info", dataclasses.replace(game.info, explore=explore))
        return think(position, manner, Budget(iterations=300), 1)

    assert found(Manner(), 0.1) != found(Manner(), 1.0)
    assert found(Manner(explore=1.5), 0.5) == found(Manner(explore=0.75), 1.0)
    assert found(PLAIN, 0.1) == found(PLAIN, 1.0)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_nodes_moves_are_looked_at_when_it_is_met_again(game_id: str) -> None:
    game, place = escale.load(game_id), object()
    position = game.new(2, seed=1)
    found = think(position, Manner(), Budget(iterations=400, seconds=LONG), 1, places=[place])
    with forest().lend(place) as tree:
        nodes = tree[NODES][: tree[USED][USED_NODES]]
        assert found.iterations < len(nodes) <= found.iterations + 1
        assert ((nodes["edges"] > 0) == (nodes["visits"] > 0)).all()
        assert nodes["edges"].sum() == tree[USED][USED_EDGES]
        assert (nodes["edges"] == 0).any()
    forest().forget(place)


def test_a_time_is_as_many_iterations_as_a_game_has_in_it() -> None:
    """On every machine the same, and never none."""
    info = dataclasses.replace(escale.games()[GAMES[0]], simulations=2000)
    assert lasting(info, 0.3) == Budget(iterations=600)
    assert lasting(info, 0.0001) == Budget(iterations=1)


@pytest.mark.parametrize("threads", [2, 3, 5])
@pytest.mark.parametrize("count", [1, 4, 100, 1001])
def test_threads_share_the_iterations(threads: int, count: int) -> None:
    places = tuple(object() for _ in range(threads))
    found = think(deal(), Manner(), Budget(iterations=count), 1, places=places)
    assert found.iterations <= count
    assert found.iterations == count or count // threads > SLICE
    assert sum(one.visits for one in found.tried) == found.iterations


@pytest.mark.parametrize("seconds", [None, SHORT])
@pytest.mark.parametrize("threads", [1, 2])
def test_seconds_are_kept(threads: int, seconds: float | None) -> None:
    both = Budget(seconds=seconds or LONG, iterations=None if seconds else 50)
    begun = time.perf_counter()
    found = think(deal(), Manner(), both, 1, places=tuple(object() for _ in range(threads)))
    assert time.perf_counter() - begun < SOON
    assert found.iterations >= 1


def test_waiting_for_a_tree_is_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    one_tree = Forest(LEAST_MEGABYTES)
    one_tree.trees = 1
    monkeypatch.setattr(thinking, "forest", lambda: one_tree)
    places = tuple(object() for _ in range(6))
    begun = time.perf_counter()
    think(deal(), Manner(), Budget(seconds=1.0), 1, places=places)
    assert time.perf_counter() - begun < 4.0


def stopped(ask: Callable[[], object], stop: Callable[[], None]) -> float:
    """How long it takes when somebody says stop."""
    timer = threading.Timer(0.2, stop)
    begun = time.perf_counter()
    timer.start()
    ask()
    timer.join()
    return time.perf_counter() - begun


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("game_id", "players"), [(game_id, n) for game_id in GAMES for n in escale.games()[game_id].players[:2]]
)
def test_a_bot_stops_when_told_to(game_id: str, players: int, threads: int) -> None:
    player = bot("expert", 1, threads)
    position = escale.load(game_id).new(players, seed=1)
    moves = []
    took = stopped(lambda: moves.append(player.choose(position, seconds=LONG)), player.stop)
    assert took < SOON
    assert moves[0] in position.moves()
    assert player.choose(position, iterations=KEEPING) in position.moves(), "and thinks again when asked again"


def test_an_analysis_stops_when_told_to() -> None:
    stop = threading.Event()
    for budget in (Budget(seconds=LONG), Budget(iterations=10**9)):
        stop.clear()
        assert stopped(partial(analyse, deal(), budget, 1, stop=stop), stop.set) < SOON
    assert analyse(deal(), Budget(seconds=LONG), 1, stop=stop).iterations <= SLICE, "told so before"


def test_a_search_without_end_is_refused() -> None:
    with pytest.raises(escale.BadOption, match="budget"):
        analyse(deal(), AS_IT_LIKES, 1)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e9])
def test_seconds_that_make_no_sense_are_refused(seconds: float) -> None:
    with pytest.raises(escale.BadOption, match="seconds"):
        bot("expert", 1).choose(deal(), seconds=seconds)


@pytest.mark.parametrize("iterations", [0, -5, 10**10])
def test_iterations_that_make_no_sense_are_refused(iterations: int) -> None:
    with pytest.raises(escale.BadOption, match="iterations"):
        bot("expert", 1).choose(deal(), iterations=iterations)


@pytest.mark.parametrize("threads", [0, -1, 10**6])
def test_threads_that_make_no_sense_are_refused(threads: int) -> None:
    with pytest.raises(escale.BadOption, match="threads"):
        bot("expert", 1, threads)


def test_a_game_that_is_over_has_no_move_to_choose() -> None:
    for ask in (partial(analyse, budget=Budget(iterations=10), seed=1), bot("hard", 1).choose, bot("greedy", 1).choose):
        with pytest.raises(escale.EscaleError, match="over"):
            ask(over())


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_seed_repeats_every_visit_along_a_game(game_id: str, threads: int) -> None:
    game = escale.load(game_id)
    for at in default_tables(game.info):
        position = at.new(game)
        places = [tuple(object() for _ in range(threads)) for _ in range(2)]
        for _ in range(6):
            if position.over:
                break
            budget = Budget(iterations=threads * KEEPING)
            one, other = (think(position.copy(), Manner(), budget, 5, places=own) for own in places)
            assert one == other
            assert one != think(position, Manner(), budget, 6, places=tuple(object() for _ in range(threads))) or one.settled
            position.play(ranked(one)[0].move)


@pytest.mark.parametrize("game_id", GAMES)
def test_an_analysis_is_the_same_whatever_else_is_searched(game_id: str) -> None:
    game = escale.load(game_id)
    for at in default_tables(game.info):
        position = at.new(game)
        first = analyse(position, Budget(iterations=KEEPING), 3)
        later = position.copy()
        later.play(first.lines[0].move)
        if not later.over:
            analyse(later, Budget(iterations=1000), 3)
        assert analyse(position, Budget(iterations=KEEPING), 3) == first


def found(*tried: Tried, settled: bool = False) -> Findings:
    return Findings(0, list(tried), (0.5, 0.5), sum(one.visits for one in tried), settled)


def test_what_is_proven_goes_before_what_is_visited() -> None:
    won, lost, open_ = Tried(1, 3, 3.0, 1.0), Tried(2, 90, 0.0, 0.0), Tried(3, 5, 2.0, None)
    assert [one.move for one in ranked(found(lost, open_, won))] == [1, 3, 2]
    assert [one.move for one in ranked(found(lost, open_))] == [3, 2]
    half, third = Tried(4, 5, 2.5, 0.5), Tried(5, 50, 16.5, 1 / 3)
    assert [one.move for one in ranked(found(third, half, lost, settled=True))] == [4, 5, 2]
    bad, worse = Tried(7, 50, -5.0, -0.1), Tried(8, 9, -1.8, None)
    assert [one.move for one in ranked(found(worse, bad))] == [7, 8], "alone, less than nothing may be the best there is"
    untried = Tried(6, 0, 0.0, None)
    assert [one.move for one in ranked(found(untried, third, won, settled=True))] == [1, 5, 6]


def test_a_move_never_tried_is_thought_no_better_than_the_worst_that_was() -> None:
    untried, bad, good = Tried(1, 0, 0.0, None), Tried(2, 4, 1.0, None), Tried(3, 4, 3.0, None)
    assert list(worths(found(untried, bad, good)).values()) == [0.25, 0.25, 0.75]
    assert list(worths(found(untried)).values()) == [0.5]


def test_what_threads_find_is_added_up() -> None:
    one = Findings(0, [Tried(1, 3, 1.5, None), Tried(2, 1, 1.0, None)], (0.6, 0.4), 4, False)
    other = Findings(0, [Tried(1, 1, 0.5, None), Tried(2, 11, 2.0, None)], (0.2, 0.8), 12, False)
    both = together([one, other])
    assert both.tried == [Tried(1, 4, 2.0, None), Tried(2, 12, 3.0, None)]
    assert both.expected == pytest.approx((0.3, 0.7))
    assert (both.iterations, both.settled) == (16, False)
    proven = found(Tried(1, 1, 1.0, 1.0), settled=True)
    assert together([one, proven]) == proven


def test_the_same_position_is_not_searched_again_once_it_is_settled() -> None:
    place = object()
    for game_id in GAMES:
        game = escale.load(game_id)
        for at in tables(game.info):
            position = sample(game, at, 12)[-2]
            budget = Budget(seconds=LONG, iterations=5000)
            first = think(position, CHANCES, budget, 1, places=(place,), omniscient=True)
            if first.settled and first.iterations > 1:
                again = think(position, CHANCES, budget, 2, places=(place,), omniscient=True)
                assert again.settled
                assert again.iterations == 1
                assert again.expected == first.expected
                return
    raise AssertionError("no ending is settled")


def test_what_was_found_is_kept_by_who_thinks_by_seconds_and_by_nobody_else() -> None:
    """Somebody else may need the room in between: then the same seed and iterations would not find the same."""
    for budget, kept in ((Budget(seconds=LONG, iterations=KEEPING), True), (Budget(iterations=KEEPING), False)):
        place = object()
        think(deal(), CHANCES, budget, 1, places=(place,))
        again = think(deal(), CHANCES, budget, 2, places=(place,))
        assert sum(one.visits for one in again.tried) == (2 if kept else 1) * KEEPING
        assert again.iterations == KEEPING


def test_a_bots_moves_do_not_depend_on_what_else_is_searched() -> None:
    games = []
    for crowded in (False, True):
        position, players = deal(), [bot("hard", 1), bot("hard", 2)]
        moves: list[int] = []
        while not position.over and len(moves) < 10:
            moves.append(players[len(moves) % 2].choose(position, iterations=300))
            position.play(moves[-1])
            for _ in range(forest().trees if crowded and not position.over else 0):
                think(position, CHANCES, Budget(seconds=LONG, iterations=KEEPING), 1, places=(object(),))
        games.append(moves)
    assert games[0] == games[1]
