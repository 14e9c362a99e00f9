"""Reviews of finished games: made one at a time behind everything else, for as long as somebody asks how far they are.

Somebody who asks for many waits behind one who asks for few.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import msgspec

from escale.play.match import Match
from escale.rules.info import Info
from escale.search.budget import Budget, lasting
from escale.search.review import Review, Stopped, review
from escale.server import limits, projection
from escale.server.bodies import Record, Reviewing, ReviewShown
from escale.server.metrics import Metrics
from escale.server.readiness import Readiness
from escale.server.shares import Asker, Attention, Claim, Ledger, Line, One, Place, Unwanted
from escale.server.threads import Threads

log = logging.getLogger("escale.reviews")
# The same in every process, whatever the machine: what a review says must not depend on who is asked.
SECONDS_A_GAME = 5.0  # about, as they are counted in iterations
LEAST_ITERATIONS = 200  # a move
MOST_SECONDS = 0.1  # a move
LONGEST_SECONDS = 1800.0
FORGOTTEN_SECONDS = 120.0  # nobody has asked for so long: nobody wants it any more
RETRY_SECONDS = 60.0  # after which one that failed may be tried again
NICENESS = 15


class ReviewFailed(Exception):
    """A review could not be made; the log has said why."""


@dataclass
class Job:
    """A review that is being made, or waits for its turn."""

    key: str
    match: Match
    person: Asker  # whose it is in the line: of those who want it, who has least waiting
    asked: float
    done: int = 0
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def of(self) -> int:
        """How many steps it takes."""
        return self.match.ply - self.match.dealt_at + 1

    @property
    def forgotten(self) -> bool:
        """Whether nobody waits for it."""
        return time.monotonic() - self.asked > FORGOTTEN_SECONDS

    def askers(self) -> Collection[Asker]:
        """As `Interest` says."""
        return (self.person,)

    def attention(self) -> Attention:
        """As `Interest` says."""
        return Attention.NOBODY if self.forgotten else Attention.PRESENT

    def step(self, done: int, of: int) -> None:
        """One more is done; called in the thread."""
        self.done = done
        if self.forgotten:
            self.stop.set()


class Failure(NamedTuple):
    """That a review could not be made."""

    at: float  # when, by the monotonic clock

    @property
    def past(self) -> bool:
        """Whether it may be tried again."""
        return time.monotonic() - self.at >= RETRY_SECONDS


class Reviews:
    """Those of one process."""

    def __init__(self, readiness: Readiness, metrics: Metrics, most: limits.Limits = limits.DEFAULTS) -> None:
        """Nothing to do yet."""
        self._ready, self._metrics = readiness, metrics
        self._threads = Threads(1, "reviewing", NICENESS)
        self._line = Line(1, Ledger(2 * most.addresses_remembered), most=most.reviews_waiting, each=most.reviews_per_person)
        self._most_kept = most.reviews_kept
        self._jobs: dict[str, Job] = {}
        self._found: OrderedDict[str, ReviewShown | Failure] = OrderedDict()  # the one asked for longest ago first
        self._working: set[asyncio.Task[None]] = set()

    async def ask(self, record: Record, match: Callable[[], Awaitable[Match]], person: Asker) -> Reviewing:
        """How far the review of a game is; it waits for its turn if it didn't yet. TooMany if somebody has too many waiting,
        ReviewFailed for a while after one failed.

        `match` gives the game of the record, if it wasn't looked at before. One that waits may lose its place to those of
        others who have fewer waiting; asked for again, it waits again.
        """
        key = key_of(record)
        if isinstance(before := self._found.get(key), Failure) and before.past:
            del self._found[key]
        if key not in self._found and key not in self._jobs:
            self._line.check(Claim(SECONDS_A_GAME, One(person)))
            found = await match()
            if key not in self._found and key not in self._jobs:  # nobody else began it meanwhile
                self._begin(Job(key, found, person, time.monotonic()))
        if job := self._jobs.get(key):
            self._share(job, person)
        return self._told(key)

    async def close(self) -> None:
        """Stop whatever is being made."""
        for job in self._jobs.values():
            job.stop.set()
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)

    def _begin(self, job: Job) -> None:
        """Let a job wait for its turn; TooMany."""
        place = self._line.join(Claim(SECONDS_A_GAME, job))
        self._jobs[job.key] = job
        task = asyncio.create_task(self._work(job, place))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    def _share(self, job: Job, person: Asker) -> None:
        """Whoever else asks for a job: it must not wait longer for them than one of their own would."""
        if self._line.waits(person.address) + 1 < self._line.waits(job.person.address):
            job.person = person

    def _told(self, key: str) -> Reviewing:
        if job := self._jobs.get(key):
            job.asked = time.monotonic()
            return Reviewing(job.done, job.of, None)
        found = self._found[key]
        self._found.move_to_end(key)
        if isinstance(found, Failure):
            raise ReviewFailed
        return Reviewing(len(found.curve), len(found.curve), found)

    async def _work(self, job: Job, place: Place) -> None:
        try:
            async with place:
                await self._made(job)
        except Unwanted:
            self._metrics.reviewed("forgotten")
        except limits.TooMany:
            self._metrics.reviewed("displaced")
        finally:
            self._jobs.pop(job.key, None)

    async def _made(self, job: Job) -> None:
        begun = time.monotonic()
        try:
            await self._ready.to_think(job.match.created.game, job.match.created.version)
            found = await self._threads.run(partial(made, job), LONGEST_SECONDS, job.stop.set)
        except Stopped:
            self._metrics.reviewed("stopped")
        except Exception:
            self._keep(job.key, Failure(time.monotonic()))
            self._metrics.reviewed("failed")
            log.exception("a review failed", extra={"game": job.match.created.game})
        else:
            self._keep(job.key, projection.reviewed(found))
            self._metrics.reviewed("done")
            seconds = round(time.monotonic() - begun, 1)
            log.info("a review was made", extra={"game": job.match.created.game, "seconds": seconds})

    def _keep(self, key: str, found: ReviewShown | Failure) -> None:
        self._found[key] = found
        if len(self._found) > self._most_kept:
            self._found.popitem(last=False)


def made(job: Job) -> Review:
    """The review of a job; in a thread. Of a trial, of what was played since it was dealt anew."""
    start = job.match.dealt_at
    moves = [played.number for played in job.match.moves[start:]]
    budget = budget_of(job.match.game.info, len(moves))
    found = review(job.match.at(start), moves, budget, seed_of(job.key), job.step, job.stop)
    return Review(
        [found.curve[0]] * start + found.curve,
        [turn._replace(ply=turn.ply + start) for turn in found.turning],
        [fall._replace(ply=fall.ply + start) for fall in found.falls],
    )


def budget_of(info: Info, moves: int) -> Budget:
    """For each of a game's moves: long games are looked at less closely, so that none takes much longer than others."""
    affordable = lasting(info, min(SECONDS_A_GAME / max(moves, 1), MOST_SECONDS)).iterations or 0
    return Budget(iterations=max(affordable, LEAST_ITERATIONS))


def key_of(record: Record) -> str:
    """The same for the same game, whoever played it and wherever it is."""
    options = dict(sorted(record.options.items()))
    game = (record.game, record.version, record.players, options, record.seed, record.moves, *record.redeals)
    return hashlib.sha256(msgspec.json.encode(game)).hexdigest()


def seed_of(key: str) -> int:
    """A review's own chance."""
    return int(key[:16], 16)
