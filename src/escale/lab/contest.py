"""The games of a contest between bots: which are to be played, and how one is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from escale.lab.processes import JobLate, JobLost, Step, in_processes, process_count
from escale.lab.sides import Field, Lineup, Sides, lineups, seated, shuffled
from escale.rules.chance import derived_seed
from escale.rules.errors import EscaleError, NoSuchBot
from escale.rules.info import Value
from escale.rules.registry import load
from escale.search.bots import Bot, bot
from escale.search.budget import Budget
from escale.search.failures import BotFailed, BotLate
from escale.search.own import OwnBot, is_own, own_bot, told

DEALS, SEEDS_OF_BOTS, ORDERS = range(3)  # what the run's seed decides, each by a seed of its own
OWN_SECONDS = 60.0  # for a user's own bot to be made or to move; one that needs longer never comes to an end
OWN_TIMES = 20  # as long as it was asked to think, if that is longer

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

    BotFailed if a bot does, BotLate if a user's own never comes to an end: a contest doesn't go on without it.
    """
    done: list[Played] = []
    tell = progress or _tell_nobody
    patience = max(OWN_SECONDS, OWN_TIMES * (contest.budget.seconds or 0.0))
    tell(0, len(games))
    try:
        with closing(in_processes(partial(play_game, contest), games, process_count(processes), patience)) as results:
            for one in results:
                done.append(one)
                tell(len(done), len(games))
    except JobLost as lost:
        raise _lost(contest, lost) from None
    except JobLate as late:
        name, when = late.step
        raise BotLate(f"bot {name}: no move after {patience:g} s; {when}") from None
    return sorted(done)


def _tell_nobody(done: int, total: int) -> None:
    """The progress of a run that nobody watches."""


def _nobody_waits(step: object) -> None:
    """Whoever watches the steps of a game that may take as long as they like."""


def play_game(contest: Contest, sitting: Sitting, step: Step = _nobody_waits) -> Played:
    """Play one game with fresh bots. What they are dealt and think of depends on nothing but the run's seed and the number.

    `step` is told which user's own bot is asked now and when that is, and None once it has answered.
    """
    deal = _seed(contest.seed, DEALS, sitting.deal)
    names = [contest.bots[number] for number in sitting.seats]
    players = []
    for place, name in enumerate(names):
        with _asked(name, sitting, deal, f"seat {place}, before the first move", step):
            players.append(_new_bot(name, _seed(contest.seed, SEEDS_OF_BOTS, sitting.number, place)))
    position = load(contest.game).new(contest.players, deal, **contest.options)
    moves, seconds = [0] * contest.players, [0.0] * contest.players
    while (seat := position.turn) is not None:
        with _asked(names[seat], sitting, deal, f"seat {seat}, after {sum(moves)} moves", step):
            begun = time.perf_counter()
            move = players[seat].choose(position, contest.budget)
            seconds[seat] += time.perf_counter() - begun
            position.play(move)
        moves[seat] += 1
    return Played(sitting, position.scores, tuple(moves), tuple(seconds))


def _new_bot(name: str, seed: int) -> Bot | OwnBot:
    return own_bot(name, seed) if is_own(name) else bot(name, seed)


@contextmanager
def _asked(name: str, sitting: Sitting, deal: int, when: str, step: Step) -> Iterator[None]:
    """While a bot is asked something: whoever waits is told, if it is a user's own; if it fails, BotFailed says when."""
    where = f"{sitting}, seed {deal}, {when}"
    if is_own(name):
        step((name, where))
    try:
        yield
    except NoSuchBot:
        raise
    except Exception as error:
        said = str(error) if isinstance(error, EscaleError) else told(error)
        raise BotFailed(f"{'' if isinstance(error, BotFailed) else f'bot {name}: '}{said}; {where}") from error
    if is_own(name):
        step(None)


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
