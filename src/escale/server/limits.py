"""How much anybody may ask of a server. Nothing is without a bound, and a host may change the bounds (`limits_file`)."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple


class Limit(NamedTuple):
    """What is known of one limit besides its name."""

    default: float
    least: float
    most: float
    unit: str
    text: str  # a sentence on what it does


def limit(default: float, least: float, most: float, unit: str, text: str) -> Any:
    """A field of `Limits`; whether it is a whole number is the default's type."""
    return field(default=default, metadata={"limit": Limit(default, least, most, unit, text)})


@dataclass(frozen=True)
class Limits:
    """Those of one server, the same in all its processes. What has an option of its own (`--bot-deadline`) is not here."""

    frame_bytes: int = limit(8192, 2048, 1 << 20, "bytes", "The longest message that a browser may send at a table.")
    body_bytes: int = limit(65536, 16384, 1 << 24, "bytes", "The longest body that a request may have.")
    frames_waiting: int = limit(
        100, 10, 10_000, "messages", "Messages that may wait for a browser that reads slowly; with more it is dropped."
    )
    commands_per_second: float = limit(
        20.0, 1.0, 1000.0, "messages per second", "What one browser may send at a table in the long run; then it is dropped."
    )
    commands_at_once: float = limit(40.0, 5.0, 10_000.0, "messages", "What it may send at once before that rate counts.")

    head_seconds: float = limit(
        10.0,
        1.0,
        300.0,
        "seconds",
        "From the connection, or the first byte, to the end of a request's head; then it is ended.",
    )
    body_seconds: float = limit(20.0, 1.0, 3600.0, "seconds", "From there to the end of the request's body.")
    idle_seconds: int = limit(5, 1, 300, "seconds", "How long a connection stays open after an answer until the next request.")
    connections_per_address: int = limit(
        600,
        4,
        1_000_000,
        "connections",
        "From one address, never more than half of all there may be; those of a trusted proxy are not counted.",
    )
    heads_per_address: int = limit(
        100,
        2,
        100_000,
        "connections",
        "From one address, also a proxy's, that have not sent a whole head; one more closes the oldest.",
    )
    sockets_per_address: int = limit(
        200, 2, 100_000, "browsers", "Browsers at tables from one address: a whole school may come from one."
    )
    descriptors: int = limit(
        16_384, 256, 1_000_000, "descriptors", "Open files and connections of each process, if the system grants so many."
    )
    descriptors_kept: int = limit(
        128, 32, 10_000, "descriptors", "How many of these are for files, the database and own bots, not for connections."
    )
    accepted_at_once: int = limit(
        16, 1, 1024, "connections", "Connections taken in one go, before those that came first are looked at."
    )
    queued: int = limit(1024, 16, 65_535, "connections", "Connections that the system keeps waiting to be taken.")

    requests_per_second: float = limit(
        100.0, 1.0, 100_000.0, "requests per second", "From one address in the long run; more are answered with 429."
    )
    requests_at_once: float = limit(2000.0, 50.0, 1_000_000.0, "requests", "From one address before that rate counts.")
    requests_under_way: int = limit(300, 4, 100_000, "requests", "From one address, being answered at the same time.")
    loop_share_per_address: float = limit(
        0.15,
        0.01,
        1.0,
        "seconds per second",
        "What answering one address may take of a process in the long run; whatever asks for more waits.",
    )
    loop_seconds_at_once: float = limit(2.0, 0.1, 60.0, "seconds", "What it may take before that rate counts.")
    addresses_remembered: int = limit(
        10_000, 100, 10_000_000, "addresses", "For how many addresses what they asked for lately is remembered."
    )

    tables_per_second: float = limit(
        1.0, 0.01, 1000.0, "tables per second", "Tables made from one address in the long run; more are answered with 429."
    )
    tables_at_once: float = limit(300.0, 1.0, 100_000.0, "tables", "Tables made from one address before that rate counts.")
    tables_per_person: int = limit(100, 1, 100_000, "tables", "Tables that one browser has made and that are still played.")
    days_counted: float = limit(
        7.0, 0.1, 3650.0, "days", "A table where nothing happened for longer doesn't count for that any more."
    )
    days_awaited: float = limit(
        31.0, 0.1, 3650.0, "days", "For so long bots answer somebody who has gone; then the table sleeps until somebody comes."
    )
    tables_kept: int = limit(
        500,
        10,
        100_000,
        "tables",
        "Tables where nobody is that each process keeps in memory; others are read when wanted.",
    )
    table_idle_seconds: float = limit(
        600.0,
        1.0,
        86_400.0,
        "seconds",
        "A table where nobody was for so long leaves the memory, as does what bots have thought; the game itself is on disk.",
    )
    tables_listed: int = limit(50, 1, 1000, "tables", "The longest list of tables that is shown.")
    watchers_per_table: int = limit(200, 0, 100_000, "browsers", "Browsers that watch a table without playing at it.")
    events_per_table: int = limit(20_000, 1000, 1_000_000, "events", "Moves and whatever else happens at one table.")

    hints_waiting: int = limit(16, 1, 1000, "hints", "Hints that may wait in each process, one for each table.")
    replays_waiting: int = limit(
        100,
        1,
        10_000,
        "replays",
        "Replays that may wait in each process; a newcomer takes the place of whoever has most waiting.",
    )
    replays_per_person: int = limit(10, 1, 1000, "replays", "How many of these may be one person's.")
    reviews_waiting: int = limit(30, 1, 1000, "reviews", "Reviews that may wait in each process, where one is made at a time.")
    reviews_per_person: int = limit(5, 1, 1000, "reviews", "How many of these may be one person's.")
    reviews_kept: int = limit(200, 1, 100_000, "reviews", "Reviews that each process remembers.")


DEFAULTS = Limits()


def known_limits() -> dict[str, Limit]:
    """All limits by name, in the order in which they are shown."""
    return {one.name: one.metadata["limit"] for one in fields(Limits)}


class TooMany(Exception):
    """A bound is reached."""


class Places:
    """Counts what each key has open."""

    def __init__(self, most: int) -> None:
        """`most` for any one key."""
        self._most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, key: str) -> Iterator[None]:
        """Take a place while the context lasts; TooMany if none is left."""
        if self._taken[key] >= self._most:
            raise TooMany(key)
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]

    def count(self, key: str) -> int:
        """How many places a key has."""
        return self._taken.get(key, 0)

    def total(self) -> int:
        """How many places are taken."""
        return sum(self._taken.values())

    def fullest(self) -> str:
        """The key with most places, of some that have any."""
        return max(self._taken, key=self.count)


class Rates:
    """An allowance for each key; those asked least lately are forgotten first."""

    def __init__(self, rate: float, burst: float, most: int) -> None:
        """For `most` keys at a time."""
        self._rate, self._burst, self._most = rate, burst, most
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def spend(self, key: str, now: float) -> None:
        """TooMany if a key may not do one more now."""
        if not self.of(key, now).spend(now):
            raise TooMany(key)

    def of(self, key: str, now: float) -> Allowance:
        """The allowance of a key."""
        allowance = self._allowances.setdefault(key, Allowance(self._rate, self._burst, now))
        self._allowances.move_to_end(key)
        if len(self._allowances) > self._most:
            self._allowances.popitem(last=False)
        return allowance


class Allowance:
    """So many at once, and then so many a second."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Begins full."""
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, now

    def spend(self, now: float) -> bool:
        """Whether one more is allowed now."""
        self.charge(0.0, now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, amount: float, now: float) -> None:
        """So much was used, whether it was allowed or not."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - amount
        self._at = now

    def wait(self, now: float) -> float:
        """Seconds until something is left again."""
        self.charge(0.0, now)
        return max(0.0, -self._left / self._rate)
