"""What a store must do; `sqlite` and `postgres` do it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Literal, Protocol


class Conflict(Exception):
    """Another event has this place in the journal already: read on from there."""


class StoreError(Exception):
    """The database can't be used; the text is one clear line."""


class DamagedStore(StoreError):
    """The database is not as it was written: nothing keeps us from reading it, and it can't be read."""


Cause = Literal["away", "damaged", "disk", "fails", "full", "gone", "locked", "readonly"]


class Unavailable(StoreError):
    """The database can't be used just now. What was being written may have been, or not: read on when it is back."""

    def __init__(self, text: str, cause: Cause = "away") -> None:
        """`cause`: why, in a word."""
        super().__init__(text)
        self.cause = cause


@dataclass(frozen=True)
class Ears:
    """Who is told what other processes do."""

    written: Callable[[str, int], None]  # an event of a match, by its seq, is in the journal
    removed: Callable[[str], None]  # a match isn't there any more
    blocked: Callable[[], None]  # other addresses than before are blocked
    said: Callable[[str], None]  # somebody called `say`
    missed: Callable[[], None]  # for a while nothing was heard: look for yourself


@dataclass(frozen=True)
class Row:
    """What can be looked up of a match without reading its journal."""

    id: str
    game: str
    status: str
    listed: bool
    invitation: str
    updated: float


@dataclass(frozen=True)
class Entry:
    """One event to write, what the match is after it, and who else may find the match as theirs."""

    row: Row
    seq: int
    body: bytes
    holders: Sequence[str] = ()
    clocked: bool = False  # it winds a clock: from when must be known when the match is read again


@dataclass(frozen=True)
class Blocked:
    """A network whose addresses the host doesn't let in."""

    network: str  # as `ipaddress` writes it
    since: float
    until: float | None = None  # None: for good
    note: str = ""


LOOK_UP_SECONDS = 30.0  # by which `updated` may be behind, so that a move needn't rewrite an index
STATUSES = ("playing", "over", "ended")
FINISHED = ("over", "ended")


class Journal(Protocol):
    """The events of all matches. Everything returned is committed."""

    async def append(self, entry: Entry) -> None:
        """Write an event. It is on disk when this returns. Conflict if its place is taken, or the one before is empty."""

    async def add(self, row: Row, after: int, bodies: Sequence[bytes], holders: Sequence[str], at: float) -> None:
        """Write the events of a match beyond a seq, which make it what `row` says: all at once, or none.

        They happened before; `at` is now, and `remove_idle` counts from it. Conflict if that isn't the last seq there, or if
        another match has its invitation.
        """

    async def read(self, match: str, after: int = 0) -> list[bytes]:
        """The events of a match beyond a seq, in order; none if there is no such match."""

    async def status(self, match: str) -> str | None:
        """What a match was after its last event, as that was written; None if there is no such match."""

    async def remove(self, matches: Sequence[str]) -> list[str]:
        """Remove matches with all that belongs to them, for good, all at once; those that were there.

        An event that is written at the same time is removed too, or its writer meets a Conflict.
        """

    async def remove_idle(self, before: float, statuses: Sequence[str], limit: int) -> list[str]:
        """Remove some matches of these statuses where nothing has happened since a moment, as `remove` does; which.

        That a match was added is something that happened.

        None are left, or another process is at it, if none were removed.
        """

    async def newest(self) -> float | None:
        """About when something last happened in any match, by the clock of then; None if there are no matches."""

    async def block(self, blocked: Blocked) -> None:
        """Note that a network isn't let in; it takes the place of what was noted of the same network."""

    async def unblock(self, network: str) -> bool:
        """Note that a network is let in again; whether it was blocked."""

    async def blocked(self) -> list[Blocked]:
        """The networks that are blocked, also those whose time is over, the last first."""

    async def invited_to(self, invitation: str) -> str | None:
        """The match that an invitation is for."""

    async def held_by(self, holder: str, limit: int) -> list[str]:
        """The matches that a holder has a seat in, the last changed first."""

    async def listed(self, limit: int) -> list[str]:
        """The matches being played that anybody may watch, the last changed first."""

    async def playing(self, since: float) -> list[str]:
        """The matches being played where something happened since a moment."""

    async def count_playing(self, holder: str, since: float) -> int:
        """How many of these a holder has a seat in."""

    async def beat(self, at: float, served: float) -> float:
        """Say that a server is alive, and how long servers have served as far as it knows; the longest that any has said."""

    async def waited(self, match: str) -> float:
        """For how long servers have served since the last event of a match, by what was said with beats; 0.0 if not known."""

    async def forgive(self, match: str) -> None:
        """From now on nothing is known of how long servers have served since the last event of a match: `waited` is 0.0."""

    async def probe(self, at: float) -> None:
        """Write something, and read it and an event. Unavailable, or it can be read and written."""

    async def damage(self) -> str | None:
        """What a quick look at the database itself finds damaged, in one line; it may not see all of it."""

    async def setting(self, name: str, fresh: str) -> str:
        """What is kept under a name for all processes: `fresh`, if nothing was."""

    async def set(self, name: str, value: str) -> None:
        """Keep something under a name in place of what was."""

    async def listen(self, ears: Ears) -> None:
        """From now on tell what other processes write and say, at most a second later.

        A file only tells that something was written, and nothing of what is said: then something was `missed`.
        """

    async def say(self, text: str) -> None:
        """Tell every other process that listens a short text, which isn't kept; nobody is told where the database can't."""

    def dump(self) -> AsyncIterator[tuple[Row, list[bytes], list[str]]]:
        """Every match with its events and holders, as they all are at one moment; others may write meanwhile."""

    async def close(self) -> None:
        """Finish what is being written, then let go of the database."""


def migrations() -> list[tuple[int, str]]:
    """The numbered changes of the tables' form, in order."""
    folder = resources.files("escale.store") / "migrations"
    files = sorted((file.name, file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".sql"))
    return [(int(name.split("-")[0]), sql) for name, sql in files]
