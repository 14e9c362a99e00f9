"""How much anybody may ask of a server. Nothing is without a bound."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

FRAME_BYTES = 8 * 1024  # of a message from a browser
BODY_BYTES = 64 * 1024  # of a request
FRAMES_WAITING = 100  # towards a browser that reads slowly; then it is dropped
SOCKETS_AN_ADDRESS = 200  # a whole school may come from one
WATCHERS_A_TABLE = 200
TABLES_A_HOLDER = 100  # being played at a time
DAYS_COUNTED = 7  # a table where nothing happened for longer counts no more for that
DAYS_RESUMED = 31  # nor is it taken up at a start; when somebody comes back to it, it is
REQUESTS_A_SECOND = 100.0  # from one address, in the long run
REQUESTS_AT_ONCE = 2000.0
REQUESTS_UNDER_WAY = 300  # from one address at a time
HEAD_SECONDS = 10.0  # from the connection, or the first byte, to the end of a request's head
BODY_SECONDS = 20.0  # from there to the end of its body
IDLE_SECONDS = 5  # between an answer and the next request
CONNECTIONS_AN_ADDRESS = 600  # sockets and requests, never more than half of all there may be; a proxy has what it needs
HEADS_AN_ADDRESS = 100  # connections, also of a proxy, that have not sent a whole head; one more ends the oldest
DESCRIPTORS_WISHED = 16_384  # open files and connections of a process, if the system grants them
DESCRIPTORS_KEPT = 128  # of these for files, the database, own bots, and for connections being accepted
ACCEPTED_AT_ONCE = 16  # connections, before those who were first are looked at
QUEUED = 1024  # connections that the system keeps waiting to be accepted
ABSENT_SECONDS = 60.0  # after which somebody's seat may be given to a bot
TABLES_A_SECOND = 1.0  # made from one address, in the long run
TABLES_AT_ONCE = 300.0
ADDRESSES_REMEMBERED = 10_000
EVENTS_A_TABLE = 20_000
TABLES_LISTED = 50
HINTS_WAITING = 16  # in one process, one a table; a newcomer takes the place of whoever has most waiting
REPLAYS_WAITING = 100  # in one process; a newcomer takes the place of whoever has most waiting
REPLAYS_A_PERSON = 10  # of these
REVIEWS_WAITING = 30  # in one process, where one is made at a time; a newcomer takes the place of whoever has most waiting
REVIEWS_A_PERSON = 5  # of these
REVIEWS_KEPT = 200
COMMANDS_A_SECOND = 20.0  # of one socket, in the long run
COMMANDS_AT_ONCE = 40.0


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


class Rates:
    """An allowance for each key; those asked least lately are forgotten first."""

    def __init__(self, rate: float, burst: float, most: int) -> None:
        """For `most` keys at a time."""
        self._rate, self._burst, self._most = rate, burst, most
        self._allowances: OrderedDict[str, Allowance] = OrderedDict()

    def spend(self, key: str, now: float) -> None:
        """TooMany if a key may not do one more now."""
        allowance = self._allowances.setdefault(key, Allowance(self._rate, self._burst, now))
        self._allowances.move_to_end(key)
        if len(self._allowances) > self._most:
            self._allowances.popitem(last=False)
        if not allowance.spend(now):
            raise TooMany(key)


class Allowance:
    """So many at once, and then so many a second."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        """Begins full."""
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, now

    def spend(self, now: float) -> bool:
        """Whether one more is allowed now."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
