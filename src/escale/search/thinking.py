"""A search as Python runs it: in slices, so that it can look at the clock and be stopped; in one tree or in several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from escale.rules.chance import derived_seed, new_rng
from escale.rules.compile import entry
from escale.rules.errors import BadOption, EscaleError
from escale.rules.game import Game
from escale.rules.position import Position
from escale.rules.verbs import has_own
from escale.search import mcts
from escale.search.budget import Budget
from escale.search.forest import MEMORY, forest
from escale.search.imagining import AT_A_TIME, ROOT, STATES, SUSPECT, fill_worlds
from escale.search.tree import EDGES, LAST_ROOT, NODES, NONE, PROOFS, SEARCHES, USED, Tree, new_tree

SLICE = 256  # simulations between two looks at the clock or the lead, when iterations are counted: it decides results
FIRST_SLICE = 32  # when seconds are
SLICE_SECONDS = 0.01
WORLDS_COMPARED = 16  # if all these are the same, nothing is hidden
SMALLEST_TREE = 1 << 16
FEW_ITERATIONS = 128  # for these no tree of the forest is needed
SMALL_TREE = 8 << 20  # more bytes none of those has
A_MOVE = 40  # bytes, with its part of a node


@dataclass(frozen=True)
class Manner:
    """How a search goes about it; `mcts` says what each means."""

    explore: float = 1.5
    untried: float = 0.1
    sharpness: float = 8.0
    looked_at: int = 300
    plies: int = 512
    trust: float = 1.0
    wide: int = 40
    widen: float = 4.0
    horizon: int = 512
    belief: bool = True
    margin: float = 0.3
    plain: bool = False

    def numbers(self, known: bool) -> Any:
        """As compiled code takes it."""
        numbers = np.zeros(mcts.SETTINGS, np.float64)
        numbers[mcts.EXPLORE] = self.explore
        numbers[mcts.UNTRIED] = self.untried
        numbers[mcts.SHARPNESS] = self.sharpness
        numbers[mcts.LOOKED_AT] = self.looked_at
        numbers[mcts.PLIES] = self.plies
        numbers[mcts.TRUST] = self.trust
        numbers[mcts.WIDE] = self.wide
        numbers[mcts.WIDEN] = self.widen
        numbers[mcts.HORIZON] = self.horizon
        numbers[mcts.BELIEF] = self.belief
        numbers[mcts.KNOWN] = known
        numbers[mcts.MARGIN] = self.margin
        numbers[mcts.PLAIN] = self.plain
        return numbers


#: Upper confidence bounds over the rules alone.
PLAIN = Manner(explore=0.5, belief=False, margin=0.0, plain=True, wide=1 << 20)


class Tried(NamedTuple):
    """What a search found of one move."""

    move: int
    visits: int
    total: float
    proven: float | None  # the payoff it leads to for sure


class Findings(NamedTuple):
    """What a search found."""

    seat: int
    tried: list[Tried]  # every legal move, in the game's order
    expected: tuple[float, ...]  # payoff of each seat
    iterations: int
    settled: bool  # nothing more can be found


def think(
    position: Position,
    manner: Manner,
    budget: Budget,
    seed: int,
    *,
    places: Sequence[object] = (),
    omniscient: bool = False,
    suspects: Any = None,
    stop: threading.Event | None = None,
) -> Findings:
    """Search from a position, in the eyes of the seat to move; omniscient: in those of one who sees everything.

    `places` are where the forest keeps its trees: whoever names them again finds again what it found before, if it is seconds
    it thinks by; with iterations alone every search begins anew, as the same seed must find the same, whoever else needed the
    room in between. With several places, each has a thread that searches by itself, and what they find is added up.
    `suspects` is what the others' moves tell, as `imagining` takes it.
    """
    if position.over:
        raise EscaleError("the game is over: there is no move to choose")
    if budget.unlimited:
        raise BadOption("a search needs a budget: so many seconds, so many iterations, or both")
    parts = _parts(budget, max(len(places), 1))
    if len(parts) == 1:
        return _Search(position, manner, budget, seed, places[0] if places else None, omniscient, suspects, stop).run()
    searches = [
        _Search(position, manner, part, int(derived_seed(np.uint64(seed), number)), places[number], omniscient, suspects, stop)
        for number, part in enumerate(parts)
    ]
    with ThreadPoolExecutor(len(parts)) as pool:
        return together([run.result() for run in [pool.submit(search.run) for search in searches]])


def _parts(budget: Budget, threads: int) -> list[Budget]:
    """What each thread has of a budget; those that have nothing aren't there."""
    if budget.iterations is None:
        return [budget] * threads
    each, more = divmod(budget.iterations, threads)
    return [Budget(budget.seconds, each + (number < more)) for number in range(threads) if each or number < more]


def together(all_found: list[Findings]) -> Findings:
    """What several searches from one position found, as one."""
    first = next((found for found in all_found if found.settled), None)
    if first is not None:
        return first
    iterations = sum(found.iterations for found in all_found)
    tried = [
        Tried(same[0].move, sum(one.visits for one in same), sum(one.total for one in same), None)
        for same in zip(*(found.tried for found in all_found), strict=True)
    ]
    seats = range(len(all_found[0].expected))
    expected = tuple(sum(found.expected[seat] * found.iterations for found in all_found) / iterations for seat in seats)
    return Findings(all_found[0].seat, tried, expected, iterations, settled=False)


class _Search:
    def __init__(
        self,
        position: Position,
        manner: Manner,
        budget: Budget,
        seed: int,
        place: object | None,
        omniscient: bool,
        suspects: Any,
        stop: threading.Event | None,
    ) -> None:
        self._position = position
        self._manner = manner
        self._budget = budget
        self._seed = seed
        self._place = place
        self._omniscient = omniscient
        self._suspects = np.zeros(0, SUSPECT) if suspects is None else suspects
        self._stop = stop

    def run(self) -> Findings:
        """Search until the budget is spent, all is found, or somebody says stop."""
        begun = time.perf_counter()
        position, game, seat = self._position, self._position.game, self._position.turn
        assert seat is not None
        imagined = position if self._omniscient else position.determinized(seat, self._seed)
        known = self._omniscient or nothing_hidden(imagined, seat, self._seed)
        settings = self._manner.numbers(known)
        if not self._manner.plain:
            settings[mcts.PLIES] = min(self._manner.plies, game.info.haste)
            settings[mcts.EXPLORE] *= game.info.explore
        if has_own(game.dtype, "priors"):
            settings[mcts.SHARPNESS] = 0.0  # the game says itself how promising moves look, and sooner
        rng = new_rng(np.uint64(self._seed))
        states, worlds, weights = _worlds(game)
        states[ROOT] = imagined.state
        if not known:
            filler(game)(self._manner.belief, states, worlds, weights, self._suspects, rng)
        sums = np.zeros(position.players, np.float64)
        promise = np.zeros(game.max_moves, np.float64)
        room = (settings, states, worlds, weights, self._suspects, game.move_room(), promise, rng, sums)
        run = searcher(game)
        with self._tree() as tree:
            tree[USED][SEARCHES] += 1
            done = self._spend(tree, lambda count: int(run(tree, *room, count)), begun)
            settled = _settled(tree)
            expected = _proven(tree, position.players) if settled else (sums / done).tolist()
            return Findings(seat, tried_at_root(tree, position.moves(), seat), tuple(expected), done, settled)

    @contextmanager
    def _tree(self) -> Iterator[Tree]:
        """One of the forest, when it has one to lend. For few iterations a small one, at once: some who ask can't wait."""
        iterations = self._budget.iterations
        if iterations is not None and iterations <= FEW_ITERATIONS:
            size = (iterations + 1) * self._position.game.max_moves * A_MOVE
            yield new_tree(min(max(size, SMALLEST_TREE), SMALL_TREE))
            return
        kept = self._place is not None and self._budget.seconds is not None
        place = self._place if kept else object()
        with forest().lend(place) as tree:
            yield tree
        if not kept:
            forest().forget(place)

    def _spend(self, tree: Tree, run: Callable[[int], int], begun: float) -> int:
        """Run slice by slice until the budget, which counts from `begun`, is spent; returns the number of simulations."""
        most = self._budget.iterations
        seconds = self._budget.seconds
        size = FIRST_SLICE if seconds is not None else SLICE
        done = 0
        started = time.perf_counter()  # after a while of waiting for a tree, maybe, which counts too
        while most is None or done < most:
            did = run(size if most is None else min(size, most - done))
            if did == mcts.NO_ROOM:
                raise EscaleError(f"no room to search in: {MEMORY} must allow more megabytes")
            done += did
            now = time.perf_counter()
            if _settled(tree) or (self._stop is not None and self._stop.is_set()):
                break
            if seconds is not None:
                remaining = begun + seconds - now
                if remaining <= 0:
                    break
                rate = done / (now - started)
                size = max(int(rate * min(SLICE_SECONDS, remaining)), 1)
                left = int(rate * remaining)
            else:
                assert most is not None
                left = most - done
            if lead(tree) > left:
                break
        return done


def _settled(tree: Tree) -> bool:
    """As `mcts.all_is_proven` has it of the root."""
    return bool(tree[NODES][tree[USED][LAST_ROOT]]["proof"] != NONE or (_root_edges(tree)["proof"] != NONE).all())


def _proven(tree: Tree, seats: int) -> list[float]:
    """How a settled root ends for each seat."""
    root = tree[NODES][tree[USED][LAST_ROOT]]
    proof = root["proof"]
    if proof == NONE:
        proofs = _root_edges(tree)["proof"]
        proof = proofs[tree[PROOFS][proofs, root["seat"]].argmax()]
    ends: list[float] = tree[PROOFS][proof, :seats].tolist()
    return ends


def lead(tree: Tree) -> int:
    """How many visits the move most visited at the root has more than any other; those that lose for sure don't count."""
    edges = _root_edges(tree)
    seat = tree[NODES][tree[USED][LAST_ROOT]]["seat"]
    lost = (edges["proof"] != NONE) & (tree[PROOFS][edges["proof"], seat] <= 0)
    visits = np.sort(edges["visits"][~lost])
    return int(visits[-1] - visits[-2]) if len(visits) > 1 else int(visits.sum())


def _root_edges(tree: Tree) -> Any:
    """The edges of the root; those of one node are side by side, but for moves that are legal in some worlds only, and at the
    root all are known.
    """
    root = tree[NODES][tree[USED][LAST_ROOT]]
    return tree[EDGES][root["first"] : root["first"] + root["edges"]]


def tried_at_root(tree: Tree, legal: list[int], seat: int) -> list[Tried]:
    """What was found of each legal move."""
    edges = _root_edges(tree)
    columns = (edges[name].tolist() for name in ("move", "visits", "total", "proof"))
    found = {}
    for move, visits, total, proof in zip(*columns, strict=True):
        proven = None if proof == NONE else float(tree[PROOFS][proof, seat])
        found[move] = Tried(move, visits, total, proven)
    return [found[move] for move in legal]


def _worlds(game: Game) -> tuple[Any, Any, Any]:
    return np.zeros(STATES, game.dtype), np.zeros(AT_A_TIME, game.dtype), np.zeros(AT_A_TIME, np.float64)


@cache
def searcher(game: Game) -> Callable[..., Any]:
    """`mcts.search`, compiled for a game."""
    numbers = np.zeros(1, np.float64)
    rng = new_rng(np.uint64(0))
    suspects = np.zeros(0, SUSPECT)
    tree = new_tree(SMALLEST_TREE)
    return entry(mcts.search, tree, numbers, *_worlds(game), suspects, game.move_room(), numbers, rng, numbers, 0)


@cache
def filler(game: Game) -> Callable[..., Any]:
    """`fill_worlds`, compiled for a game."""
    suspects = np.zeros(0, SUSPECT)
    return entry(fill_worlds, True, *_worlds(game), suspects, new_rng(np.uint64(0)))


def nothing_hidden(imagined: Position, seat: int, seed: int) -> bool:
    """Whether all that a seat can imagine is one world."""
    same = imagined.to_bytes()
    seeds = range(1, WORLDS_COMPARED)
    return all(imagined.determinized(seat, int(derived_seed(np.uint64(seed), number))).to_bytes() == same for number in seeds)
