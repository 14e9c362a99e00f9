"""The line that bots, hints and reviews wait in: fair, whatever one who wants more than their share does."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import pytest

from escale.server import shares
from escale.server.limits import TooMany
from escale.server.shares import Asker, Attention, Claim, Ledger, Line, One, Place, Unwanted

EASY, EXPERT = 0.01, 1.0  # seconds of a thought


@dataclass
class Table:
    """Somewhere a thought is wanted."""

    asker: Asker
    cared_for: Attention = Attention.PRESENT

    def askers(self) -> Collection[Asker]:
        return (self.asker,)

    def attention(self) -> Attention:
        return self.cared_for


@dataclass
class Hall:
    """A line whose time is ours: each thought takes exactly as long as was expected."""

    kind: type[Line]
    lanes: int = 1
    spare: int = 0
    now: float = 0.0
    waiting: dict[Place, str] = field(default_factory=dict)
    begun: dict[Place, str] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.line = self.kind(self.lanes, spare=self.spare, clock=lambda: self.now)

    def wants(self, name: str, seconds: float, table: Table) -> None:
        self.waiting[self.line.join(Claim(seconds, table))] = name
        self._look()

    def ends_next(self) -> None:
        """The thought that is over first ends, and others begin."""
        first = min(self.begun, key=lambda place: place.begun + place.claim.seconds)
        self.now = max(self.now, first.begun + first.claim.seconds)
        del self.begun[first]
        self.line.leave(first)
        self._look()

    def _look(self) -> None:
        for place in [place for place in self.waiting if place.turn.done()]:
            name = self.waiting.pop(place)
            if place.turn.exception() is None:
                self.begun[place] = name
                self.order.append(name)

    def turns_until(self, name: str, most: int = 10_000) -> int:
        """How many thoughts end before this one begins."""
        for turns in range(most):
            if name in self.order:
                return turns
            self.ends_next()
        raise AssertionError(f"{name} starves")


def flood(hall: Hall, address: str, tables: int, cared_for: Attention = Attention.PRESENT, cookies: bool = False) -> None:
    for number in range(tables):
        hall.wants(f"{address} {number}", EXPERT, Table(Asker(address, f"cookie {number}" if cookies else ""), cared_for))


def a_weak_bot_goes_before_strong_ones(kind: type[Line]) -> None:
    hall = Hall(kind)
    for name in ("busy", "strong", "weak"):
        hall.wants(name, EASY if name == "weak" else EXPERT, Table(Asker(name)))
    assert hall.turns_until("weak") == 1


def one_who_asks_for_one_does_not_wait_for_one_who_asks_for_many(kind: type[Line]) -> None:
    hall = Hall(kind, lanes=2)
    flood(hall, "many", 120)
    for _ in range(10):
        hall.ends_next()
    hall.wants("one", EXPERT, Table(Asker("home")))
    assert hall.turns_until("one") == 1


def cookies_gain_nothing(kind: type[Line]) -> None:
    hall = Hall(kind)
    flood(hall, "many", 120, cookies=True)
    for _ in range(10):
        hall.ends_next()
    hall.wants("one", EXPERT, Table(Asker("home", "cookie")))
    assert hall.turns_until("one") == 1


def who_has_used_much_goes_behind(kind: type[Line]) -> None:
    """One whose next thought is wanted as soon as the last is there, and one who comes now and then."""
    hall = Hall(kind)
    for number in range(20):
        hall.wants(f"busy {number}", EXPERT, Table(Asker("busy")))
        hall.turns_until(f"busy {number}")
    hall.wants("busy again", EXPERT, Table(Asker("busy")))
    hall.wants("seldom", EXPERT, Table(Asker("seldom")))
    assert hall.turns_until("seldom") == 1


def those_who_are_there_go_before_those_who_come_back_and_these_before_watchers(kind: type[Line]) -> None:
    hall = Hall(kind)
    hall.wants("busy", EXPERT, Table(Asker("busy")))
    for cared_for in (Attention.WATCHED, Attention.AWAITED, Attention.PRESENT):
        hall.wants(cared_for.name, EXPERT, Table(Asker(cared_for.name), cared_for))
    for _ in range(3):
        hall.ends_next()
    assert hall.order[1:] == ["PRESENT", "AWAITED", "WATCHED"]


def nobody_waits_for_ever(kind: type[Line]) -> None:
    """There is always somebody new who is there and has used nothing."""
    hall = Hall(kind)
    hall.wants("first", EXPERT, Table(Asker("first")))
    hall.wants("watched", EXPERT, Table(Asker("watcher"), Attention.WATCHED))
    for number in range(2000):
        if "watched" in hall.order:
            return
        hall.wants(f"new {number}", EXPERT, Table(Asker(f"new {number}")))
        hall.ends_next()
    raise AssertionError("watchers starve")


def a_core_is_left_to_those_who_are_there(kind: type[Line]) -> None:
    hall = Hall(kind, lanes=2, spare=1)
    flood(hall, "watcher", 10, Attention.WATCHED)
    assert len(hall.order) == 1
    hall.wants("one", EXPERT, Table(Asker("home")))
    assert hall.order[-1] == "one"


class FirstCome(Line):
    """Who came first goes first."""

    def _next(self) -> tuple[Place, Asker, Attention] | None:
        for place in self._open():
            return place, next(iter(place.claim.interest.askers())), place.claim.interest.attention()
        return None


class Dearest(Line):
    """Who asks for most goes first."""

    def _score(self, place: Place, asker: Asker, asked: dict[str, float], now: float) -> float:
        return -place.claim.seconds


class ByCookie(Line):
    """Each cookie has a share of its own."""

    def _score(self, place: Place, asker: Asker, asked: dict[str, float], now: float) -> float:
        return self._ledger.used(asker, now)


class Forgetful(Line):
    """What was used doesn't count, nor who it is for."""

    def _score(self, place: Place, asker: Asker, asked: dict[str, float], now: float) -> float:
        return place.since - self._ledger.used(asker.address, now)


class Strict(Line):
    """Waiting helps nobody."""

    def _score(self, place: Place, asker: Asker, asked: dict[str, float], now: float) -> float:
        return super()._score(place, asker, asked, place.since)


PROMISES: dict[Callable[[type[Line]], None], list[type[Line]]] = {
    a_weak_bot_goes_before_strong_ones: [FirstCome, Dearest],
    one_who_asks_for_one_does_not_wait_for_one_who_asks_for_many: [FirstCome, Forgetful],
    cookies_gain_nothing: [FirstCome, ByCookie],
    who_has_used_much_goes_behind: [FirstCome, Forgetful],
    those_who_are_there_go_before_those_who_come_back_and_these_before_watchers: [FirstCome],
    nobody_waits_for_ever: [Strict],
    a_core_is_left_to_those_who_are_there: [FirstCome],
}


def run(promise: Callable[[type[Line]], None], kind: type[Line]) -> None:
    async def inside() -> None:
        promise(kind)

    asyncio.run(inside())


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_the_line_keeps(promise: Callable[[type[Line]], None]) -> None:
    run(promise, Line)


@pytest.mark.parametrize(
    ("promise", "kind"),
    [(promise, kind) for promise, kinds in PROMISES.items() for kind in kinds],
    ids=lambda one: one.__name__,
)
def test_a_line_that_is_not_fair_is_found(promise: Callable[[type[Line]], None], kind: type[Line]) -> None:
    with pytest.raises(AssertionError):
        run(promise, kind)


def test_among_equals_who_came_first_goes_first() -> None:
    async def inside() -> list[str]:
        hall = Hall(Line, lanes=2)
        for number in range(20):
            hall.wants(str(number), 0.0, Table(Asker("")))
            hall.now += 1.0
        while hall.begun:
            hall.ends_next()
        return hall.order

    assert asyncio.run(inside()) == [str(number) for number in range(20)]


def test_what_nobody_cares_for_any_more_gets_no_turn() -> None:
    async def inside() -> None:
        line, table = Line(1), Table(Asker("home"), Attention.WATCHED)
        first, second = line.join(Claim(1.0, One(Asker("other")))), line.join(Claim(1.0, table))
        async with first:
            table.cared_for = Attention.NOBODY
        with pytest.raises(Unwanted):
            async with second:
                raise AssertionError("it got a turn")

    asyncio.run(inside())


@pytest.mark.parametrize("begun", [False, True])
def test_one_who_goes_away_leaves_the_lane_to_others(begun: bool) -> None:
    """Be it before its turn, or in the very moment when it comes."""

    async def inside() -> None:
        line = Line(1)
        first, second = (line.join(Claim(1.0, One(Asker(name)))) for name in "ab")

        async def wait() -> None:
            async with second:
                await asyncio.sleep(60)

        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        if begun:
            line.leave(first)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        if not begun:
            line.leave(first)
        async with asyncio.timeout(10), line.join(Claim(1.0, One(Asker("c")))):
            pass

    asyncio.run(inside())


def test_a_full_line_refuses_who_has_most_waiting_and_no_newcomer() -> None:
    async def inside() -> None:
        line = Line(1, most=4)
        line.join(Claim(1.0, One(Asker("running"))))
        many = [line.join(Claim(1.0, One(Asker("many", str(n))))) for n in range(3)]
        line.join(Claim(1.0, One(Asker("other"))))
        with pytest.raises(TooMany):
            line.join(Claim(1.0, One(Asker("many", "another cookie"))))
        line.join(Claim(1.0, One(Asker("newcomer"))))
        assert [place.turn.done() for place in many] == [False, False, True]
        with pytest.raises(TooMany):
            async with many[-1]:
                raise AssertionError("it got a turn")
        assert line.waits("many") == 2

    asyncio.run(inside())


def test_each_may_have_so_many_waiting() -> None:
    async def inside() -> None:
        line = Line(1, each=2)
        for _ in range(3):
            line.join(Claim(1.0, One(Asker("home", "ada"))))
        with pytest.raises(TooMany):
            line.join(Claim(1.0, One(Asker("home", "ada"))))
        with pytest.raises(TooMany):
            line.check(Claim(1.0, One(Asker("home", "ada"))))
        line.join(Claim(1.0, One(Asker("home", "bob"))))

    asyncio.run(inside())


def test_what_was_used_fades_and_what_was_not_used_is_given_back() -> None:
    ledger, ada = Ledger(), Asker("home", "ada")
    ledger.charge(ada, 4.0, 0.0)
    assert ledger.used("home", shares.HALF_LIFE) == pytest.approx(2.0)
    ledger.charge(Asker("home", "bob"), 1.0, shares.HALF_LIFE)
    assert ledger.used("home", shares.HALF_LIFE) == pytest.approx(3.0)
    assert ledger.used(ada, shares.HALF_LIFE) == pytest.approx(2.0)
    ledger.charge(ada, -5.0, shares.HALF_LIFE)
    assert ledger.used(ada, shares.HALF_LIFE) == 0.0
    assert ledger.begun("home") == -math.inf
    ledger.charge(ada, 1.0, 100.0, begins=True)
    assert ledger.begun("home") == 100.0


def test_a_ledger_is_bounded() -> None:
    ledger = Ledger(most=10)
    for number in range(100):
        ledger.charge(Asker(f"address {number}", "cookie"), 1.0, 0.0)
    assert len(ledger) == 10
    assert ledger.used("address 99", 0.0) == 1.0
    assert ledger.used("address 0", 0.0) == 0.0
