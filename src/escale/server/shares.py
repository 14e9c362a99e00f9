"""Who goes next when many wait for the same: whoever has had little, and asks for little, before those who ask for much."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Protocol

from escale.server import limits
from escale.server.addresses import network

HALF_LIFE = 60.0  # seconds after which what somebody has used counts half
MOST_ASKED = 30.0  # seconds of what somebody asks for now that count against them
AGEING = 0.1  # a second of waiting makes up for so many seconds used, once per turn of an address: nobody waits for ever


class Attention(IntEnum):
    """Whom a table's next move matters to: the more, the smaller."""

    PRESENT = 0  # somebody who plays there is connected
    AWAITED = 1  # nobody is, but one who plays there was lately, and will want to find the answer
    WATCHED = 2  # there are only watchers
    NOBODY = 3


#: As if somebody had used so many seconds more. Those that matter to nobody get no turn at all.
BEHIND = {Attention.PRESENT: 0.0, Attention.AWAITED: 15.0, Attention.WATCHED: 30.0}


class Unwanted(Exception):
    """Nobody wants any more what a place in a line was for."""


class Asker(NamedTuple):
    """Somebody who wants something. Cookies cost nothing, so what counts is the address first, the cookie's hash within it."""

    address: str
    holder: str = ""

    @classmethod
    def at(cls, address: str, holder: str | None) -> Asker:
        """Whoever is connected from there."""
        return cls(network(address), holder or "")


class Interest(Protocol):
    """What a line wants to know of those who wait: asked again each time, as people come and go meanwhile."""

    def askers(self) -> Collection[Asker]:
        """Whoever it is for, at least one."""

    def attention(self) -> Attention:
        """How much it matters."""


class One:
    """The interest of one person, who is there."""

    def __init__(self, person: Asker) -> None:
        """For as long as it takes."""
        self._person = person

    def askers(self) -> Collection[Asker]:
        """As `Interest` says."""
        return (self._person,)

    def attention(self) -> Attention:
        """As `Interest` says."""
        return Attention.PRESENT


class Claim(NamedTuple):
    """What somebody waits for: about so many seconds of work, for these people."""

    seconds: float
    interest: Interest


#: What is all the same: then who came first goes first.
ANYBODY = Claim(0.0, One(Asker("")))


@dataclass
class Account:
    """What one key has used."""

    used: float = 0.0
    at: float = 0.0  # when that was so
    begun: float = -math.inf  # when it last got a turn


class Ledger:
    """The seconds that each address, and each person, has used lately; those charged longest ago are forgotten first."""

    def __init__(self, most: int = 2 * limits.DEFAULTS.addresses_remembered) -> None:
        """For `most` of them."""
        self._most = most
        self._accounts: OrderedDict[str | Asker, Account] = OrderedDict()

    def __len__(self) -> int:
        return len(self._accounts)

    def used(self, key: str | Asker, now: float) -> float:
        """What counts of it by now."""
        account = self._accounts.get(key)
        return account.used * 0.5 ** ((now - account.at) / HALF_LIFE) if account else 0.0

    def begun(self, key: str | Asker) -> float:
        """When somebody last got a turn."""
        account = self._accounts.get(key)
        return account.begun if account else -math.inf

    def charge(self, person: Asker, seconds: float, now: float, *, begins: bool = False) -> None:
        """Somebody uses so much more, or if it is negative, did not use all they were charged for."""
        for key in (person.address, person):
            used = max(self.used(key, now) + seconds, 0.0)
            account = self._accounts.setdefault(key, Account())
            account.used, account.at = used, now
            if begins:
                account.begun = now
            self._accounts.move_to_end(key)
        while len(self._accounts) > self._most:
            self._accounts.popitem(last=False)


class Place:
    """A place in a line. `async with` waits for its turn, which lasts as long as the context.

    Unwanted if nobody wants it any more, TooMany if it lost the place to somebody who asks for less.
    """

    def __init__(self, line: Line, claim: Claim, since: float) -> None:
        """Made by `Line.join`."""
        self._line, self.claim, self.since = line, claim, since
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.person: Asker | None = None  # who is charged, once its turn has come
        self.attention = Attention.NOBODY  # what it was then
        self.begun = 0.0

    async def __aenter__(self) -> None:
        try:
            await self.turn
        except BaseException:
            self._line.leave(self)
            raise

    async def __aexit__(self, *_: object) -> None:
        self._line.leave(self)


class Line:
    """So many at a time; the others wait, and whoever has the smallest `score` goes first."""

    def __init__(
        self,
        lanes: int,
        ledger: Ledger | None = None,
        *,
        spare: int = 0,
        most: int | None = None,
        each: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`spare` of the lanes are for those who are there. At most so many wait, and so many of one person."""
        self._lanes, self._spare, self._most, self._each, self._clock = lanes, spare, most, each, clock
        self._ledger = ledger or Ledger()
        self._waiting: list[Place] = []  # who came first, first
        self._running: set[Place] = set()

    def join(self, claim: Claim) -> Place:
        """Wait from now on. When the line is full, whoever has most waiting loses the newest: TooMany, if that is this one."""
        self._drop_unwanted()
        self._check_each(claim)
        place = Place(self, claim, self._clock())
        self._waiting.append(place)
        if self._most is not None and len(self._waiting) > self._most:
            loser = self._loser()
            self._waiting.remove(loser)
            if loser is place:
                raise limits.TooMany("waiting")
            loser.turn.set_exception(limits.TooMany("waiting"))
        self._call()
        return place

    def check(self, claim: Claim) -> None:
        """TooMany if `join` would surely refuse this one: one may look before doing the work for it."""
        self._drop_unwanted()
        self._check_each(claim)

    def waits(self, address: str) -> int:
        """How many wait from an address."""
        return sum(person.address == address for place in self._open() for person in place.claim.interest.askers())

    def leave(self, place: Place) -> None:
        """One has had its turn, or wants none any more."""
        if place in self._running:
            self._running.remove(place)
            now = self._clock()
            assert place.person is not None
            self._ledger.charge(place.person, now - place.begun - place.claim.seconds, now)
        elif place in self._waiting:
            self._waiting.remove(place)
        self._call()

    def _open(self) -> list[Place]:
        """Those that wait, without those whose waiting task is just being cancelled."""
        return [place for place in self._waiting if not place.turn.done()]

    def _check_each(self, claim: Claim) -> None:
        if self._each is not None:
            theirs = Counter(person for place in self._open() for person in place.claim.interest.askers())
            if all(theirs[person] >= self._each for person in claim.interest.askers()):
                raise limits.TooMany("waiting")

    def _drop_unwanted(self) -> None:
        for place in self._open():
            if place.claim.interest.attention() is Attention.NOBODY:
                self._waiting.remove(place)
                place.turn.set_exception(Unwanted())

    def _loser(self) -> Place:
        """The newest of the person who has most waiting, at the address that has; the one who used more, if several have."""
        now = self._clock()
        owners = {place: min(place.claim.interest.askers()) for place in self._open()}
        addresses = Counter(person.address for person in owners.values())
        people = Counter(owners.values())

        def weight(place: Place) -> tuple[int, float, int, float, float]:
            owner = owners[place]
            used, own = self._ledger.used(owner.address, now), self._ledger.used(owner, now)
            return addresses[owner.address], used, people[owner], own, place.since

        return max(reversed(owners), key=weight)

    def _call(self) -> None:
        """Begin as many as there are lanes for."""
        self._drop_unwanted()
        while len(self._running) < self._lanes and (found := self._next()):
            place, person, attention = found
            self._waiting.remove(place)
            self._running.add(place)
            place.person, place.attention, place.begun = person, attention, self._clock()
            self._ledger.charge(person, place.claim.seconds, place.begun, begins=True)
            place.turn.set_result(None)

    def _next(self) -> tuple[Place, Asker, Attention] | None:
        """Whose turn it is, for whom, and how much it matters; None if there is no lane for those who wait."""
        now, asked = self._clock(), self._asked()
        background = sum(place.attention is not Attention.PRESENT for place in self._running)
        best: tuple[tuple[float, float], Place, Asker, Attention] | None = None
        for place in self._open():
            attention = place.claim.interest.attention()
            if attention is not Attention.PRESENT and background >= self._lanes - self._spare:
                continue
            score, person = min((self._score(place, one, asked, now), one) for one in place.claim.interest.askers())
            rank = (BEHIND[attention] + score, place.since + place.claim.seconds)
            if best is None or rank < best[0]:
                best = (rank, place, person, attention)
        return best[1:] if best else None

    def _score(self, place: Place, person: Asker, asked: dict[str, float], now: float) -> float:
        """What somebody used lately and asks for now, less a part of the time that their address had to wait."""
        used = self._ledger.used(person.address, now) + self._ledger.used(person, now)
        waited = now - max(place.since, self._ledger.begun(person.address))
        return used + min(asked[person.address], MOST_ASKED) - AGEING * waited

    def _asked(self) -> dict[str, float]:
        """By address, the seconds of all that waits for it."""
        asked: defaultdict[str, float] = defaultdict(float)
        for place in self._open():
            for address in {person.address for person in place.claim.interest.askers()}:
                asked[address] += place.claim.seconds
        return asked
