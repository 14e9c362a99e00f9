"""The verbs of the contract. Generic code calls these; each finds the game by the type of the state.

In compiled code the game is found while compiling, so a call costs nothing; and such callers can be kept in the disk cache,
which callers that are handed a game's functions cannot. In interpreted code the game is found by the state's dtype.

The fast verbs trust: `play` of an illegal move, or `legal` into too short an array, is the caller's bug. `Position` checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin

from escale.rules.chance import rng_below
from escale.rules.compile import compiled
from escale.rules.machine_code import RULES

OVER = -1  # what `turn` says when nobody must decide any more
WATCHER = -1  # the seat of one who only watches
REVEALED = -2  # of one who sees everything: only for games that are over
LEGAL = 0  # what `why_not` says of a legal move

Verb = Callable[..., Any]

_by_dtype: dict[np.dtype[Any], Mapping[str, Verb]] = {}
_by_record: dict[types.Record, Mapping[str, Verb]] = {}


def setup(state: Any, options: Any, seed: Any) -> None:
    """Deal a fresh table: every field is set. `options[0]` is the number of players, then the options' places in INFO."""
    _of(state, "setup")(state, options, seed)


def turn(state: Any) -> int:
    """The seat that must decide now, or OVER."""
    return _of(state, "turn")(state)  # type: ignore[no-any-return]


def legal(state: Any, out: Any) -> int:
    """Write the legal moves into `out`, always in the same order; returns how many."""
    return _of(state, "legal")(state, out)  # type: ignore[no-any-return]


def why_not(state: Any, move: Any) -> int:
    """LEGAL, or the code of what forbids the move. Any int32 may be asked."""
    return _of(state, "why_not")(state, move)  # type: ignore[no-any-return]


def play(state: Any, move: Any) -> None:
    """Play a legal move, in place."""
    _of(state, "play")(state, move)


def score(state: Any, out: Any) -> None:
    """Write the final payoff of each seat: 1 for the winning side, 1/n each when n sides share the victory; else 0 or less."""
    _of(state, "score")(state, out)


def points(state: Any, out: Any) -> None:
    """Write what the players themselves count, for each seat, at any time: the game says whether more is better."""
    _of(state, "points")(state, out)


def determinize(state: Any, seat: Any, seed: Any) -> None:
    """Redraw all that `seat` (or WATCHER) may not know, uniformly over what is consistent with what it has seen."""
    _of(state, "determinize")(state, seat, seed)


def draw(state: Any, moves: Any, rng: Any) -> int:
    """One legal move, each as likely; `moves` is room to work in. There must be one."""
    return _of(state, "draw")(state, moves, rng)  # type: ignore[no-any-return]


def evaluate(state: Any, seat: Any) -> float:
    """What `score` will be for `seat`, estimated from the position, at most with what the next move could bring.

    The game must not be over.
    """
    return _of(state, "evaluate")(state, seat)  # type: ignore[no-any-return]


def forecast(state: Any, out: Any) -> None:
    """Write what `evaluate` says of every seat, all at once; as many are written as `out` is long."""
    _of(state, "forecast")(state, out)


def calm(state: Any) -> bool:
    """Whether a position can be judged as it is; not in the middle of something, whose end `evaluate` would have to guess.

    Every game comes to calm positions again and again, or is over. The game must not be over.
    """
    return _of(state, "calm")(state)  # type: ignore[no-any-return]


def priors(state: Any, moves: Any, count: Any, out: Any) -> None:
    """Write how promising each of the `count` legal moves looks to the seat to move, at a glance: weights above 0."""
    _of(state, "priors")(state, moves, count, out)


def habit(state: Any, moves: Any, rng: Any) -> int:
    """A legal move as somebody in a hurry might choose it, for games played out in thought; as `draw` otherwise."""
    return _of(state, "habit")(state, moves, rng)  # type: ignore[no-any-return]


def knowledge(state: Any, seat: Any) -> Any:
    """A number for all that `seat` knows and that matters from here on; 0: nobody can say.

    Equal numbers mean nothing the seat could tell apart and, where it must decide, equal legal moves, so what was learnt in one
    position holds in the other. uint64.
    """
    return _of(state, "knowledge")(state, seat)


def plausible(state: Any, seat: Any) -> float:
    """How well what is hidden from `seat` in this state goes with how the others have played: a weight above 0."""
    return _of(state, "plausible")(state, seat)  # type: ignore[no-any-return]


def suppose(state: Any, world: Any) -> Any:
    """Let `state`, another moment of the same game, hold the secrets of `world`: 1, or 0 in a game that can't say.

    For secrets that are kept all the game and change nothing in what is legal, where everybody sees every move. `state` may be
    over, and `world` too; with other secrets it is over or not as these make it.
    """
    return _of(state, "suppose")(state, world)


def margin(state: Any, seat: Any) -> float:
    """How clearly a game that is over was won or lost by `seat`: 1 as clearly won as can be, 0.5 even, 0 lost as clearly."""
    return _of(state, "margin")(state, seat)  # type: ignore[no-any-return]


def trait(state: Any, move: Any) -> int:
    """A number by which a legal move is recognised in other positions of the same game: equal where it is the same idea."""
    return _of(state, "trait")(state, move)  # type: ignore[no-any-return]


@compiled
def listed_draw(state: Any, moves: Any, rng: Any) -> Any:
    """The `draw` of a game that has none of its own."""
    return moves[rng_below(rng, legal(state, moves))]


@compiled
def no_opinion(state: Any, seat: Any) -> Any:
    """The `evaluate` of a game that has none of its own."""
    return 0.0


@compiled
def one_by_one(state: Any, out: Any) -> None:
    """The `forecast` of a game that has none of its own."""
    for seat in range(len(out)):
        out[seat] = evaluate(state, seat)


@compiled
def always_calm(state: Any) -> Any:
    """The `calm` of a game that has none of its own."""
    return True


@compiled
def all_alike(state: Any, moves: Any, count: Any, out: Any) -> None:
    """The `priors` of a game that has none of its own."""
    for i in range(count):
        out[i] = 1.0


@compiled
def any_move(state: Any, moves: Any, rng: Any) -> Any:
    """The `habit` of a game that has none of its own."""
    return draw(state, moves, rng)


@compiled
def nobody_can_say(state: Any, seat: Any) -> Any:
    """The `knowledge` of a game that has none of its own."""
    return np.uint64(0)


@compiled
def as_likely_as_any(state: Any, seat: Any) -> Any:
    """The `plausible` of a game that has none of its own."""
    return 1.0


@compiled
def keeps_no_secret(state: Any, world: Any) -> Any:
    """The `suppose` of a game that has none of its own."""
    return 0


@compiled
def nobody_counts(state: Any, seat: Any) -> Any:
    """The `margin` of a game that has none of its own."""
    return 0.5


@compiled
def its_number(state: Any, move: Any) -> Any:
    """The `trait` of a game that has none of its own."""
    return np.int64(move)


#: Every verb with the names of its arguments, in order; a game's functions must have the same.
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "setup": ("state", "options", "seed"),
    "turn": ("state",),
    "legal": ("state", "out"),
    "why_not": ("state", "move"),
    "play": ("state", "move"),
    "score": ("state", "out"),
    "points": ("state", "out"),
    "determinize": ("state", "seat", "seed"),
    "draw": ("state", "moves", "rng"),
    "evaluate": ("state", "seat"),
    "forecast": ("state", "out"),
    "calm": ("state",),
    "priors": ("state", "moves", "count", "out"),
    "habit": ("state", "moves", "rng"),
    "knowledge": ("state", "seat"),
    "plausible": ("state", "seat"),
    "suppose": ("state", "world"),
    "margin": ("state", "seat"),
    "trait": ("state", "move"),
}
OPTIONAL: Mapping[str, Verb] = {
    "draw": listed_draw,
    "evaluate": no_opinion,
    "forecast": one_by_one,
    "calm": always_calm,
    "priors": all_alike,
    "habit": any_move,
    "knowledge": nobody_can_say,
    "plausible": as_likely_as_any,
    "suppose": keeps_no_secret,
    "margin": nobody_counts,
    "trait": its_number,
}
#: The verbs that are knowledge of how to play, not rules: in a game's insight.py.
INSIGHTS = ("evaluate", "forecast", "calm", "priors", "habit", "knowledge", "plausible", "suppose", "margin", "trait")


def bind(dtype: np.dtype[Any], functions: Mapping[str, Verb]) -> None:
    """From now on states of this dtype are played by these functions. The dtype must not be bound yet."""
    record = numba.from_dtype(dtype)
    _by_dtype[dtype] = functions
    _by_record[record] = functions
    RULES[record] = tuple(sorted({function.__module__ for function in functions.values()}))


def is_bound(dtype: np.dtype[Any]) -> bool:
    """Whether a game with an equal dtype is there already: compiled code could not tell the two apart."""
    return numba.from_dtype(dtype) in _by_record


def has_own(dtype: np.dtype[Any], verb: str) -> bool:
    """Whether the game of this dtype has a function of its own for an optional verb."""
    return _by_dtype[dtype][verb] is not OPTIONAL[verb]


def _of(state: Any, verb: str) -> Verb:
    return _by_dtype[state.dtype][verb]


def _make_known(verb: Verb) -> None:
    """Let compiled code call a verb: while it is compiled, that becomes a call of the game's own function."""
    name = verb.__name__

    class Call(AbstractTemplate):  # type: ignore[misc]
        key = verb

        def generic(self, args: Any, kws: Any) -> Any:
            functions = _by_record.get(args[0])
            return types.Dispatcher(functions[name]).get_call_type(self.context, args, kws) if functions else None

    def call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        called = context.get_function(types.Dispatcher(_by_record[sig.args[0]][name]), sig)
        context.add_linking_libs(called.libs)
        return called(builder, args)

    infer_global(verb)(Call)
    lower_builtin(verb, types.VarArg(types.Any))(call)


for _name in ARGUMENTS:
    _make_known(globals()[_name])
