"""Reading the others' moves: how likely each was, had its player held this secret or that one.

Every move that another player could have made is followed by random play to the end, and each end is counted as if the player
had held each of its possible secrets: the better its real move was with a secret, compared with its other moves, the more
likely it holds it. That needs a game in which a player keeps one of a few secrets, which says what a seat knows (`knowledge`)
and can put a secret into another moment of the game (`suppose`).
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from escale.rules.chance import derived_seed, new_rng
from escale.rules.compile import compiled, entry
from escale.rules.game import Game
from escale.rules.info import MOST_SEATS
from escale.rules.position import Position
from escale.rules.verbs import OVER, determinize, draw, evaluate, knowledge, legal, play, score, suppose, turn
from escale.search.budget import Budget
from escale.search.imagining import SUSPECT
from escale.search.mcts import softened

GUESSES = 64  # worlds imagined, to see which secrets there may be
MOST_SECRETS = 8  # of one player: of so many, that many guesses miss none
LEAST, DECENT, MOST = 4, 16, 200  # times that each move is played out: fewer tell nothing, more little else
SLICE = 256  # games played out between two looks at the clock
MARGIN = 0.3  # how much it counts how clearly a game is won
SPREAD = 0.2  # of what a game played out comes to, squared: what is found in few games is taken less seriously
FINEST = 0.04  # differences in worth below this nobody sees, however long it thinks
SURPRISE = 0.15  # how often a move is made for reasons of which nothing is known here

# The states that moves are played out in: the one before, and the one in which it is played.
BEFORE, HERE, STATES = range(3)


#: Under which it is kept how likely a move was with a secret: who reads, as each does it for itself; the ply, the move, and
#: what the one who made it knew.
Name = tuple[int, int, int, int]


class Reading(NamedTuple):
    """What the others' moves tell, and what it took to find out."""

    suspects: Any  # as `imagining` takes them
    iterations: int


class Reader:
    """One player's reading of the others' moves in one game; what it has found it keeps."""

    def __init__(self) -> None:
        self._likely: dict[Name, float] = {}  # logarithms

    def read(self, position: Position, budget: Budget, seed: int, stop: threading.Event | None = None) -> Reading:
        """Read the others' moves that led to a position, in the eyes of the seat to move, the latest first.

        What doesn't fit into the budget is left for another time.
        """
        truth, worlds = np.zeros(1, position.game.dtype), np.zeros(GUESSES, position.game.dtype)
        truth[0] = position.state
        imaginer(position.game)(truth, worlds, position.turn, np.uint64(seed))
        secrets = {
            other: secret
            for other in range(position.players)
            if other != position.turn and 1 < len(secret := _secrets(position.game, worlds, other)) <= MOST_SECRETS
        }
        moves = list(_moves(position, worlds, secrets, seed)) if secrets else []
        spent = self._look([one for one in moves if not self._is_read(one)], budget, seed, stop)
        return Reading(self._suspects(moves, secrets), spent)

    def _is_read(self, one: _Move) -> bool:
        return all(name in self._likely for name in one.names)

    def _look(self, unread: list[_Move], budget: Budget, seed: int, stop: threading.Event | None) -> int:
        """Find out how likely these moves were, as far as the budget goes; returns how many games were played out."""
        deadline = math.inf if budget.seconds is None else time.perf_counter() + budget.seconds
        spent = 0
        for place, one in enumerate(unread):
            rounds = MOST
            if budget.iterations is not None:
                possible = (budget.iterations - spent) // len(one.moves)
                rounds = min(MOST, possible, max(possible // (len(unread) - place), DECENT))
            if rounds < LEAST or time.perf_counter() > deadline or (stop is not None and stop.is_set()):
                break
            worths, done = _played_out(one, rounds, seed, deadline, stop)
            spent += done * len(one.moves)
            if done >= min(rounds, DECENT):  # or it was cut off too soon to be worth keeping
                self._likely.update(zip(one.names, likelihoods(worths, one.played, done), strict=True))
        return spent

    def _suspects(self, moves: list[_Move], secrets: dict[int, dict[int, list[int]]]) -> Any:
        """How well each secret goes with the moves read, compared with the one that goes best."""
        evidence = {other: np.zeros(len(held), np.float64) for other, held in secrets.items()}
        for one in moves:
            if self._is_read(one):
                evidence[one.other] += [self._likely[name] for name in one.names]
        suspects = [
            (other, key, math.exp(found - evidence[other].max()))
            for other, held in secrets.items()
            for key, found in zip(held, evidence[other], strict=True)
        ]
        return np.array(suspects, SUSPECT)


class _Move(NamedTuple):
    """A move of another player, with every secret it may hold."""

    game: Game
    other: int
    ply: int
    before: Any  # a state as the reader may imagine it
    moves: list[int]
    played: int  # its place among them
    worlds: Any
    secrets: list[list[int]]  # for each, the worlds in which the player holds it
    names: list[Name]  # one for each secret


def _secrets(game: Game, worlds: Any, other: int) -> dict[int, list[int]]:
    """All that a player may know, as numbers, each with the worlds in which it knows it; nothing if nobody can say."""
    keys = np.zeros(len(worlds), np.uint64)
    knower(game)(worlds, other, keys)
    held: dict[int, list[int]] = {int(key): [] for key in np.unique(keys)}
    for world, key in enumerate(keys):
        held[int(key)].append(world)
    return {} if 0 in held else held


def _moves(position: Position, worlds: Any, secrets: dict[int, dict[int, list[int]]], seed: int) -> Iterator[_Move]:
    """The moves of others that may tell something, the latest first."""
    game, seat = position.game, position.turn
    assert seat is not None
    past = np.zeros(1, game.dtype)
    for ply, (before, move) in reversed(list(enumerate(position.history()))):
        other = before.turn
        if other not in secrets:
            continue
        imagined = before.determinized(seat, seed)  # what is known of the true past, the moves included, is what this shows
        moves = imagined.moves()
        if len(moves) == 1 or move not in moves:
            continue
        past[0] = imagined.state
        listed = np.array(moves, np.int32)
        held = list(secrets[other].values())
        keys = [int(key_of(game)(past, worlds, members[0], other, game.move_room(), listed)) for members in held]
        if all(keys):
            names: list[Name] = [(seat, ply, move, key) for key in keys]
            yield _Move(game, other, ply, past.copy(), moves, moves.index(move), worlds, held, names)


def _played_out(one: _Move, rounds: int, seed: int, deadline: float, stop: threading.Event | None) -> tuple[Any, int]:
    """What each move came to with each secret, on average, and over how many games."""
    states = np.zeros(STATES, one.game.dtype)
    states[BEFORE] = one.before[0]
    moves, rng = np.array(one.moves, np.int32), new_rng(np.uint64(derived_seed(np.uint64(seed), one.ply)))
    members = np.array([world for held in one.secrets for world in held], np.int64)
    ends = np.cumsum([len(held) for held in one.secrets])
    sums = np.zeros((len(one.secrets), len(one.moves)), np.float64)
    done = 0
    while done < rounds:
        more = min(rounds - done, max(SLICE // len(moves), 1))
        player_out(one.game)(states, moves, one.other, one.worlds, members, ends, one.game.move_room(), rng, sums, more)
        done += more
        if time.perf_counter() > deadline or (stop is not None and stop.is_set()):
            break
    return sums / done, done


def likelihoods(worths: Any, played: int, games: int) -> list[float]:
    """How likely a move was, with each secret (logarithms): `worths` is what each move came to, a row for each secret."""
    blur = math.sqrt(FINEST**2 + SPREAD / games)
    shares = np.exp((worths - worths.max(axis=1, keepdims=True)) / blur)
    shares /= shares.sum(axis=1, keepdims=True)
    found: list[float] = np.log((1 - SURPRISE) * shares[:, played] + SURPRISE / worths.shape[1]).tolist()
    return found


@compiled
def imagine_all(truth: Any, worlds: Any, seat: Any, seed: Any) -> None:
    """Fill `worlds` with what a seat may take the state in `truth` for."""
    for number in range(len(worlds)):
        worlds[number] = truth[0]
        determinize(worlds[number], seat, derived_seed(seed, number))


@compiled
def known_in_all(worlds: Any, seat: Any, out: Any) -> None:
    """Write what a seat knows in each world."""
    for number in range(len(worlds)):
        out[number] = knowledge(worlds[number], seat)


@compiled
def known_before(past: Any, worlds: Any, number: Any, seat: Any, room: Any, moves: Any) -> Any:
    """What a seat knew in an earlier state if it held the secret it holds in a world; 0 if nobody can say.

    Nor can it be said if the secret allowed other moves than these.
    """
    if not suppose(past[0], worlds[number]) or legal(past[0], room) != len(moves):
        return np.uint64(0)
    for place in range(len(moves)):
        if room[place] != moves[place]:
            return np.uint64(0)
    return knowledge(past[0], seat)


@compiled
def play_out(
    states: Any, moves: Any, seat: Any, worlds: Any, members: Any, ends: Any, room: Any, rng: Any, sums: Any, rounds: Any
) -> None:
    """Play each of a seat's moves, and at random from there, `rounds` times, each time in another world.

    `sums` adds up what each move comes to with each secret: the worlds in which the seat holds it are in `members`, up to its
    place in `ends`.
    """
    payoffs = np.zeros(MOST_SEATS, np.float64)
    for number in range(rounds):
        for choice in range(len(moves)):
            states[HERE] = states[BEFORE]
            suppose(states[HERE], worlds[(number * len(moves) + choice) % len(worlds)])
            play(states[HERE], moves[choice])
            while turn(states[HERE]) != OVER:
                play(states[HERE], draw(states[HERE], room, rng))
            begin = 0
            for secret in range(len(ends)):
                suppose(states[HERE], worlds[members[begin + number % (ends[secret] - begin)]])
                sums[secret, choice] += worth_of(states[HERE], seat, payoffs)
                begin = ends[secret]


@compiled
def worth_of(state: Any, seat: Any, payoffs: Any) -> Any:
    """What the end of a game is worth to a seat; with another secret it may not be the end yet."""
    if turn(state) != OVER:
        return evaluate(state, seat)
    score(state, payoffs)
    return softened(payoffs[seat], MARGIN, state, seat)


def prepare(game: Game) -> None:
    """Compile or load all that reading needs, before somebody waits for it."""
    for kernel in (imaginer, knower, key_of, player_out):
        kernel(game)


@cache
def imaginer(game: Game) -> Callable[..., Any]:
    """`imagine_all`, compiled for a game."""
    return entry(imagine_all, np.zeros(1, game.dtype), np.zeros(1, game.dtype), 0, np.uint64(0))


@cache
def knower(game: Game) -> Callable[..., Any]:
    """`known_in_all`, compiled for a game."""
    return entry(known_in_all, np.zeros(1, game.dtype), 0, np.zeros(1, np.uint64))


@cache
def key_of(game: Game) -> Callable[..., Any]:
    """`known_before`, compiled for a game."""
    moves = np.zeros(1, np.int32)
    return entry(known_before, np.zeros(1, game.dtype), np.zeros(1, game.dtype), 0, 0, game.move_room(), moves)


@cache
def player_out(game: Game) -> Callable[..., Any]:
    """`play_out`, compiled for a game."""
    states, numbers = np.zeros(STATES, game.dtype), np.zeros(1, np.int64)
    rng, sums = new_rng(np.uint64(0)), np.zeros((1, 1), np.float64)
    return entry(play_out, states, np.zeros(1, np.int32), 0, states, numbers, numbers, game.move_room(), rng, sums, 0)
