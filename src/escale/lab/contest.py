"""The games of a contest between bots: which are to be played, and how one is."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from escale.lab.processes import JobLost, in_processes, process_count
from escale.lab.sides import Field, Lineup, Sides, lineups, seated, shuffled
from escale.rules.chance import derived_seed
from escale.rules.errors import EscaleError
from escale.rules.info import Value
from escale.rules.registry import load
from escale.search.bots import Bot, bot
from escale.search.budget import Budget
from escale.search.failures import BotFailed
from escale.search.own import OwnBot, is_own, own_bot, told

DEALS, SEEDS_OF_BOTS, ORDERS = range(3)  # what the run's seed decides, each by a seed of its own

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Contest:
    """What is the same for all games of a run."""

    game: str
    players: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    budget: Budget
    seed: int


class Sitting(NamedTuple):
    """One game to play."""

    number: int  # among the games of the run
    deal: int  # games of the same deal begin alike
    field: Field
    seats: Lineup

    def __str__(self) -> str:
        return f"game {self.number}"


class Played(NamedTuple):
    """One game that was played; the lists have an entry a seat."""

    sitting: Sitting
    payoffs: tuple[float, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


def sittings(contest: Contest, fields: Sequence[tuple[Field, int]], sides: Sides) -> list[Sitting]:
    """All games of a run, deal by deal: each field with its number of deals, the first of which all fields share."""
    games: list[Sitting] = []
    for deal in range(max(deals for _, deals in fields)):
        order = _seed(contest.seed, ORDERS, deal)
        for field, deals in fields:
            if deal < deals:
                for lineup in lineups(shuffled(field, order), len(sides)):
                    games.append(Sitting(len(games), deal, field, seated(lineup, sides)))
    return games


def played(contest: Contest, games: Sequence[Sitting], processes: int | None, progress: Progress | None) -> list[Played]:
    """Play games in processes, and list them in the order of their numbers, so that it doesn't matter who was faster.

    BotFailed if a bot does: a contest doesn't go on without it.
    """
    done: list[Played] = []
    tell = progress or _tell_nobody
    tell(0, len(games))
    try:
        with closing(in_processes(partial(play_game, contest), games, process_count(processes))) as results:
            for one in results:
                done.append(one)
                tell(len(done), len(games))
    except JobLost as lost:
        raise _lost(contest, lost) from None
    return sorted(done)


def _tell_nobody(done: int, total: int) -> None:
    """The progress of a run that nobody watches."""


def play_game(contest: Contest, sitting: Sitting) -> Played:
    """Play one game with fresh bots. What they are dealt and think of depends on nothing but the run's seed and the number."""
    deal = _seed(contest.seed, DEALS, sitting.deal)
    players = [
        _seated_bot(contest, sitting, seat, deal, _seed(_seed(contest.seed, SEEDS_OF_BOTS, sitting.number), seat))
        for seat in range(contest.players)
    ]
    position = load(contest.game).new(contest.players, deal, **contest.options)
    moves, seconds = [0] * contest.players, [0.0] * contest.players
    while (seat := position.turn) is not None:
        begun = time.perf_counter()
        try:
            move = players[seat].choose(position, contest.budget)
            seconds[seat] += time.perf_counter() - begun
            position.play(move)
        except Exception as error:
            name = contest.bots[sitting.seats[seat]]
            raise _failure(name, error, sitting, deal, f"seat {seat}, after {sum(moves)} moves") from error
        moves[seat] += 1
    return Played(sitting, position.scores, tuple(moves), tuple(seconds))


def _seated_bot(contest: Contest, sitting: Sitting, seat: int, deal: int, seed: int) -> Bot | OwnBot:
    name = contest.bots[sitting.seats[seat]]
    try:
        return own_bot(name, seed) if is_own(name) else bot(name, seed)
    except BotFailed as error:
        raise _failure(name, error, sitting, deal, f"seat {seat}, before the first move") from error


def _failure(name: str, error: Exception, sitting: Sitting, deal: int, when: str) -> BotFailed:
    said = (
        str(error)
        if isinstance(error, BotFailed)
        else f"bot {name}: {error if isinstance(error, EscaleError) else told(error)}"
    )
    return BotFailed(f"{said}; {sitting}, seed {deal}, {when}")


def _lost(contest: Contest, lost: JobLost) -> BotFailed:
    """Which bot did it nobody can say any more: most likely one that isn't ours."""
    names = [contest.bots[place] for place in lost.job.field]
    suspects = [name for name in names if is_own(name)] or names
    game = f"{lost.job}, seed {_seed(contest.seed, DEALS, lost.job.deal)}"
    return BotFailed(f"bot {' or '.join(suspects)}: its process ended (status {lost.status}); {game}")


def _seed(seed: int, *path: int) -> int:
    """A seed for one purpose of a run, unrelated to the others."""
    for index in path:
        seed = int(derived_seed(np.uint64(seed), index))
    return seed
