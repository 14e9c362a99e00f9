"""The search itself: exact where nothing is hidden, the same compiled or not, as wide as it is told, and fair to beliefs."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

import escale
from escale.rules import verbs
from escale.rules.chance import new_rng
from escale.rules.compile import interpreted
from escale.rules.position import Position
from escale.rules.verbs import has_own, knowledge, plausible
from escale.search import imagining, mcts
from escale.search.analysis import CHANCES, analyse, ranked
from escale.search.bots import bot
from escale.search.budget import Budget
from escale.search.thinking import Findings, Manner, nothing_hidden, think
from tests.conformance.processes import ROOT, SOURCES
from tests.conformance.tables import default_tables, random_game, sample, tables
from tests.search.shelf import GAMES
from tests.search.slow_solver import SlowSolver, TooLarge
from tests.search.visits import visits_of

EAGER = 50.0  # to explore: whatever is considered is tried
PLENTY = Budget(iterations=20_000)
GAMES_PLAYED = 80
PLANTED = 10  # endings whose proofs are spoiled
POSITIONS_SOLVED = 300
ALMOST = 1e-6  # proofs are kept in single precision


@cache
def endings(game_id: str) -> list[tuple[Position, SlowSolver]]:
    """Positions near the end of games at every table, with a solver that has solved them."""
    game = escale.load(game_id)
    found = []
    all_tables = tables(game.info)
    for number in range(max(GAMES_PLAYED, len(all_tables))):
        at = all_tables[number % len(all_tables)]
        deal = game.new(at.players, number, **dict(at.options))
        positions = [position.copy() for position, _ in random_game(deal, number)]
        for back in (2, 4, 7, 10):
            solver = SlowSolver(POSITIONS_SOLVED)
            try:
                solver.ends(positions[-back])
            except (TooLarge, IndexError):
                break
            found.append((positions[-back], solver))
    return found


def is_one_of(payoffs: tuple[float, ...], ends: Any) -> bool:
    return any(np.allclose(payoffs, end, atol=ALMOST) for end in ends)


def check_exact(position: Position, solver: SlowSolver, found: Findings) -> None:
    """All that is proven is so; where all is, the first move is one that nothing beats, and it leads to the payoffs said."""
    seat = position.turn or 0
    after = solver.after(position)
    for one in found.tried:
        possible = {end[seat] for end in after[one.move]}
        assert one.proven is None or all(abs(one.proven - end) < ALMOST for end in possible), f"{one}: {possible}\n{position}"
    if found.settled:
        assert is_one_of(found.expected, solver.ends(position)), f"{found.expected}: {solver.ends(position)}\n{position}"
        first = ranked(found)[0]
        sure = max(min(end[seat] for end in ends) for ends in after.values())
        assert first.proven is not None
        assert first.proven > sure - ALMOST, f"{first}: another move gives {sure}\n{position}"
        assert abs(first.proven - found.expected[seat]) < ALMOST


@pytest.mark.parametrize("game_id", GAMES)
def test_endings_are_solved_exactly_and_end_the_search(game_id: str) -> None:
    """Among more than two, not all: where one decides which of the others wins, nothing is sure."""
    settled, surely = 0, 0
    for position, solver in endings(game_id):
        found = think(position, CHANCES, PLENTY, 1, omniscient=True)
        check_exact(position, solver, found)
        if found.settled:
            assert found.iterations < (PLENTY.iterations or 0)
        if position.players <= 2:
            settled += found.settled
            surely += 1
    assert settled > 0.9 * surely > 0, f"{settled} of {surely}"


def spoiled(found: Findings) -> Iterator[Findings]:
    """A result as a search would give it that proves wrongly, or plays what it hasn't proven best."""
    for place, one in enumerate(found.tried):
        if one.proven is not None:
            wrong = one._replace(proven=one.proven + 0.05)
            yield found._replace(tried=[*found.tried[:place], wrong, *found.tried[place + 1 :]])
    yield found._replace(expected=tuple(payoff + 0.1 for payoff in found.expected))
    worst = min(one.proven for one in found.tried if one.proven is not None)
    yield found._replace(tried=[one for one in found.tried if one.proven == worst])


def test_wrong_proofs_are_caught() -> None:
    """Planted, in a position where it matters which move is played."""
    tried = 0
    for position, solver in (ending for game_id in GAMES for ending in endings(game_id)):
        found = think(position, CHANCES, PLENTY, 1, omniscient=True)
        if (
            found.settled
            and len({one.proven for one in found.tried}) > 1
            and all(one.proven is not None for one in found.tried)
        ):
            tried += 1
            for wrong in spoiled(found):
                with pytest.raises(AssertionError):
                    check_exact(position, solver, wrong)
        if tried == PLANTED:
            break
    assert tried


@pytest.mark.parametrize("game_id", GAMES)
def test_an_analysis_says_what_is_proven(game_id: str) -> None:
    for position, solver in endings(game_id)[::3]:
        found = think(position, CHANCES, PLENTY, 1, omniscient=True)
        said = analyse(position, PLENTY, 1, omniscient=True)
        if found.settled:
            seat = position.turn or 0
            assert said.expected == found.expected
            assert said.lines[0].expected == pytest.approx(found.expected[seat], abs=ALMOST)
            assert {line.move for line in said.lines} == set(position.moves())
            assert is_one_of(said.expected, solver.ends(position))


def test_who_sees_everything_imagines_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for game_id in GAMES:
        deals = [at.new(escale.load(game_id)) for at in tables(escale.games()[game_id])[:8]]
        with monkeypatch.context() as patched:
            patched.delattr(Position, "determinized")
            for deal in deals:
                analyse(deal, Budget(iterations=40), 1, omniscient=True)


def test_where_nothing_is_hidden_a_proven_best_move_is_played() -> None:
    """By bots that see only what they may: a win that there is, no loss that can be avoided."""
    tried = 0
    for position, solver in (ending for game_id in GAMES for ending in endings(game_id)):
        seat = position.turn or 0
        after = {move: max(end[seat] for end in ends) for move, ends in solver.after(position).items()}
        sure = max(min(end[seat] for end in ends) for ends in solver.after(position).values())
        if not nothing_hidden(position, seat, 1) or min(after.values()) >= sure:
            continue
        assert think(position, CHANCES, PLENTY, 1) == think(position, CHANCES, PLENTY, 1, omniscient=True)
        for name in ("hard", "expert", "uct"):
            move = bot(name, 3).choose(position, iterations=5000)
            assert after[move] > sure - ALMOST, f"{name} plays {position.name(move)}\n{position}"
        tried += 1
    assert tried > 3, "no game has a position where it matters"


def asked_elsewhere(game_id: str, disable_jit: bool) -> list[list[list[float]]]:
    paths = os.pathsep.join([str(SOURCES), str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.search.visits", game_id],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": str(int(disable_jit))},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answer: list[list[list[float]]] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("game_id", GAMES)
def test_compiled_and_interpreted_visit_the_same(game_id: str) -> None:
    assert asked_elsewhere(game_id, not interpreted) == visits_of(game_id)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(("wide", "widen"), [(1, 0.0), (3, 0.0), (2, 0.5), (1, 1.0)])
def test_only_so_many_moves_are_considered(game_id: str, wide: int, widen: float) -> None:
    game = escale.load(game_id)
    for at in tables(game.info)[::5]:
        for position in sample(game, at, 3)[:-1]:
            manner = Manner(wide=wide, widen=widen, explore=EAGER)
            found = think(position, manner, Budget(iterations=100), 1, omniscient=True)
            # What loses for sure doesn't count among those considered.
            looked_at = sum(one.visits > 0 and one.proven != 0 for one in found.tried)
            assert looked_at <= wide + widen * math.sqrt(found.iterations)
            assert sum(one.visits for one in found.tried) == found.iterations
            if widen == 0 and not found.settled:
                assert looked_at == min(wide, len(position.moves()))


def test_a_move_that_surely_loses_makes_room_for_another() -> None:
    """Else a search that considers one move would stay with it."""
    made_room = 0
    for position, _ in (ending for game_id in GAMES for ending in endings(game_id)):
        found = think(position, Manner(wide=1, widen=0.0, explore=EAGER), PLENTY, 1, omniscient=True)
        lost = [one for one in found.tried if one.visits and one.proven == 0]
        if 0 < len(lost) < len(found.tried):
            assert any(one.visits for one in found.tried if one not in lost), f"{found}\n{position}"
            made_room += 1
    assert made_room > 0


@pytest.mark.parametrize("game_id", escale.games())
def test_a_game_that_says_which_moves_look_good_is_not_looked_at_move_by_move(game_id: str) -> None:
    game = escale.load(game_id)
    position = game.new(seed=1)
    position.play(position.moves()[0])
    sharp, blunt = (think(position, Manner(sharpness=sharpness), Budget(iterations=100), 1) for sharpness in (8.0, 0.0))
    assert (sharp == blunt) == has_own(game.dtype, "priors")


NOBODY = np.zeros(0, imagining.SUSPECT)


def worlds_drawn(position: Position, belief: bool, draws: int, suspects: Any = NOBODY) -> Counter[bytes]:
    """How often a search imagines each world."""
    seat = position.turn or 0
    states, worlds = np.zeros(imagining.STATES, position.game.dtype), np.zeros(imagining.AT_A_TIME, position.game.dtype)
    weights, rng = np.zeros(imagining.AT_A_TIME, np.float64), new_rng(np.uint64(5))
    states[imagining.ROOT] = position.state
    imagining.fill_worlds(belief, states, worlds, weights, suspects, rng)
    drawn: Counter[bytes] = Counter()
    for _ in range(draws):
        imagining.imagine(belief, states, worlds, weights, suspects, seat, rng)
        drawn[states[imagining.HERE].tobytes()] += 1
    return drawn


def apart(one: Mapping[bytes, float], other: Mapping[bytes, float]) -> float:
    """How much of one must be changed to be the other, each taken as 1 in all."""
    totals = sum(one.values()), sum(other.values())
    return sum(abs(one.get(world, 0) / totals[0] - other.get(world, 0) / totals[1]) for world in {*one, *other}) / 2


@pytest.mark.parametrize("game_id", GAMES)
def test_worlds_are_imagined_as_often_as_they_are_likely(game_id: str) -> None:
    """Each like any other, or by how plausible it is: never the true one more often."""
    game = escale.load(game_id)
    draws = 400 if interpreted else 4000
    varied = 0
    for at in [at for at in tables(game.info) if at.players > 1][:3]:
        for position in sample(game, at, 4)[1:-1]:
            seat = position.turn or 0
            worlds = Counter(position.determinized(seat, seed).to_bytes() for seed in range(draws))
            likely = {world: count * plausible(game.from_bytes(world).state, seat) for world, count in worlds.items()}
            by_chance = 0.05 + math.sqrt(len(worlds) / draws)
            assert apart(worlds_drawn(position, False, draws), worlds) < by_chance, str(at)
            assert apart(worlds_drawn(position, True, draws), likely) < by_chance, str(at)
            varied += len(worlds) > 1
    assert varied or not game.info.secrets


@pytest.mark.parametrize("game_id", GAMES)
def test_a_world_is_imagined_less_the_less_it_is_suspected(game_id: str) -> None:
    """What a player may know counts by its factor; what nobody said anything about, as the least likely does."""
    game = escale.load(game_id)
    draws = 400 if interpreted else 4000
    tried = 0
    for at in [at for at in tables(game.info) if at.players > 1][:3]:
        position = at.new(game)
        seat, other = position.turn or 0, (position.turn or 0) + 1
        drawn = Counter(position.determinized(seat, seed).to_bytes() for seed in range(draws))
        keys = {world: int(knowledge(game.from_bytes(world).state, other)) for world in drawn}
        distinct = sorted(set(keys.values()))
        if len(distinct) < 2 or 0 in distinct:
            continue
        factors = {key: 0.5**place for place, key in enumerate(distinct[:-1])}
        least = min(factors.values())
        suspects = np.array([(other, key, factor) for key, factor in factors.items()], imagining.SUSPECT)
        weighed = {world: plausible(game.from_bytes(world).state, seat) * factors.get(keys[world], least) for world in drawn}
        likely = {world: count * weighed[world] for world, count in drawn.items()}
        by_chance = 0.05 + math.sqrt(len(drawn) / draws)
        assert apart(worlds_drawn(position, True, draws, suspects), likely) < by_chance, str(at)
        assert apart(worlds_drawn(position, True, draws), likely) > by_chance, str(at)
        tried += 1
    assert tried or not game.info.secrets or 0 in distinct


def test_beliefs_matter_in_some_game() -> None:
    """Or the test before this one would find nothing."""
    for game_id in GAMES:
        for position, _ in random_game(escale.load(game_id).new(seed=3), 3):
            if not position.over:
                worlds = [position.determinized(position.turn, seed) for seed in range(20)]
                weights = [plausible(world.state, position.turn) for world in worlds]
                if max(weights) > 2 * min(weights):
                    return
    raise AssertionError("every world is as plausible as any other")


@pytest.mark.parametrize("game_id", escale.games())
def test_positions_are_judged_where_they_are_calm(game_id: str) -> None:
    """As everybody's chances look there; who isn't calm plays on in haste until it is, or the game is over."""
    game = escale.load(game_id)
    players = game.info.players[-1]
    judge = getattr(mcts.judge, "py_func", mcts.judge)  # interpreted: to compile it for every game takes minutes
    met = set()
    for position in sample(game, default_tables(game.info)[-1], 12)[:-1]:
        states = np.zeros(imagining.STATES, game.dtype)
        states[imagining.HERE] = position.state
        here, before = states[imagining.HERE], states[imagining.HERE].tobytes()
        payoffs, ends, expected = (np.zeros(players, np.float64) for _ in range(3))
        settings = Manner(plies=0, margin=0.0).numbers(known=False)
        judge(settings, states, game.move_room(), payoffs, ends, players, new_rng(np.uint64(1)))
        met.add(bool(verbs.calm(position.state)))
        assert (here.tobytes() == before) == verbs.calm(position.state)
        if verbs.turn(here) == verbs.OVER:
            verbs.score(here, expected)
        else:
            assert verbs.calm(here)
            verbs.forecast(here, expected)
        assert payoffs == pytest.approx(expected)
    assert True in met
    assert (False in met) == has_own(game.dtype, "calm")
