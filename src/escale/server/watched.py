"""A journal that is watched: what can't be read or written is told to the host once, and counts on nobody's clock."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import nullcontext
from typing import TypeVar

from escale.server.uptime import Uptime
from escale.store.journal import Blocked, Conflict, Ears, Entry, Journal, Row, Unavailable

log = logging.getLogger("escale.journal")
T = TypeVar("T")


class Trouble:
    """Something that fails for a while: one line of the log when that begins, and one when it is over."""

    def __init__(self, what: str) -> None:
        """Nothing is wrong yet."""
        # Whole sentences, nothing to be filled in: so the log takes another trouble for another cause.
        self._fails, self._works = f"{what} fails", f"{what} works again"
        self._since = 0.0
        self._failures = 0

    def failed(self, error: Exception) -> None:
        """Once more."""
        if not self._failures:
            self._since = time.monotonic()
            log.error(self._fails, extra={"reason": reason_of(error)})
        self._failures += 1

    def worked(self) -> None:
        """It is over, if it was there."""
        if self._failures:
            told = {"seconds": round(time.monotonic() - self._since, 1), "failures": self._failures}
            log.warning(self._works, extra=told)
            self._failures = 0


class WatchedJournal:
    """See Journal; `damaged` is what was found out about the database itself, in a line that is for the host alone."""

    def __init__(self, journal: Journal, uptime: Uptime) -> None:
        """`uptime` is told of every write that is like a move's."""
        self._journal = journal
        self._uptime = uptime
        self._reads, self._writes = Trouble("reading the journal"), Trouble("writing the journal")
        self.damaged: str | None = None

    async def append(self, entry: Entry) -> None:
        """Write an event."""
        conflict = await self._written(_conflict(self._journal.append(entry)), like_a_move=True)
        if conflict is not None:
            raise conflict

    async def add(self, row: Row, after: int, bodies: Sequence[bytes], holders: Sequence[str], at: float) -> None:
        """Write the events of a match beyond a seq, all or none."""
        conflict = await self._written(_conflict(self._journal.add(row, after, bodies, holders, at)), like_a_move=True)
        if conflict is not None:
            raise conflict

    async def remove(self, matches: Sequence[str]) -> list[str]:
        """Remove matches for good."""
        return await self._written(self._journal.remove(matches))

    async def remove_idle(self, before: float, statuses: Sequence[str], limit: int) -> list[str]:
        """Remove some matches where nothing has happened since a moment."""
        return await self._written(self._journal.remove_idle(before, statuses, limit))

    async def newest(self) -> float | None:
        """About when something last happened in any match."""
        return await self._read(self._journal.newest())

    async def block(self, blocked: Blocked) -> None:
        """Note that a network isn't let in."""
        await self._written(self._journal.block(blocked))

    async def unblock(self, network: str) -> bool:
        """Note that a network is let in again."""
        return await self._written(self._journal.unblock(network))

    async def blocked(self) -> list[Blocked]:
        """The networks that are blocked."""
        return await self._read(self._journal.blocked())

    async def beat(self, at: float, served: float) -> float:
        """Say that a server is alive."""
        return await self._written(self._journal.beat(at, served), like_a_move=True)

    async def probe(self, at: float) -> None:
        """Write something and read it."""
        await self._written(self._journal.probe(at), like_a_move=True)

    async def read(self, match: str, after: int = 0) -> list[bytes]:
        """The events of a match beyond a seq."""
        return await self._read(self._journal.read(match, after))

    async def status(self, match: str) -> str | None:
        """What a match was after its last event."""
        return await self._read(self._journal.status(match))

    async def invited_to(self, invitation: str) -> str | None:
        """The match that an invitation is for."""
        return await self._read(self._journal.invited_to(invitation))

    async def held_by(self, holder: str, limit: int) -> list[str]:
        """The matches that a holder has a seat in."""
        return await self._read(self._journal.held_by(holder, limit))

    async def listed(self, limit: int) -> list[str]:
        """The matches being played that anybody may watch."""
        return await self._read(self._journal.listed(limit))

    async def playing(self, since: float) -> list[str]:
        """The matches being played where something happened since a moment."""
        return await self._read(self._journal.playing(since))

    async def count_playing(self, holder: str, since: float) -> int:
        """How many of these a holder has a seat in."""
        return await self._read(self._journal.count_playing(holder, since))

    async def waited(self, match: str) -> float:
        """For how long servers have served since the last event of a match."""
        return await self._read(self._journal.waited(match))

    async def forgive(self, match: str) -> None:
        """Forget since when a match has waited."""
        await self._written(self._journal.forgive(match))

    async def damage(self) -> str | None:
        """What is known to be damaged, or what a quick look finds."""
        if self.damaged is None and (found := await self._journal.damage()):
            self._note_damage(found)
        return self.damaged

    async def setting(self, name: str, fresh: str) -> str:
        """What is kept under a name for all processes."""
        return await self._written(self._journal.setting(name, fresh))

    async def set(self, name: str, value: str) -> None:
        """Keep something under a name."""
        await self._written(self._journal.set(name, value))

    async def listen(self, ears: Ears) -> None:
        """Tell what other processes write and say."""
        await self._journal.listen(ears)

    async def say(self, text: str) -> None:
        """Tell every other process something."""
        await self._journal.say(text)

    def dump(self) -> AsyncIterator[tuple[Row, list[bytes], list[str]]]:
        """Every match."""
        return self._journal.dump()

    async def close(self) -> None:
        """Let go of the database."""
        await self._journal.close()

    async def _written(self, work: Awaitable[T], *, like_a_move: bool = False) -> T:
        """What a write gives. `like_a_move`: that it succeeds or fails says that moves do, and clocks go by it."""
        damage: Unavailable | None = None
        try:
            with self._uptime.writing() if like_a_move else nullcontext():
                try:
                    result = await work
                except Unavailable as error:
                    if error.cause != "damaged":
                        raise
                    damage = error  # the database has answered: others can write
        except Exception as error:
            self._note(error, self._writes)
            raise
        if damage is not None:
            self._note_damage(str(damage))
            raise damage
        self._writes.worked()
        return result

    async def _read(self, work: Awaitable[T]) -> T:
        try:
            result = await work
        except Exception as error:
            self._note(error, self._reads)
            raise
        self._reads.worked()
        return result

    def _note(self, error: Exception, trouble: Trouble) -> None:
        """Damage stays, and is told once, as what is beside it may well be read and written."""
        if isinstance(error, Unavailable) and error.cause == "damaged":
            self._note_damage(str(error))
        else:
            trouble.failed(error)

    def _note_damage(self, found: str) -> None:
        if self.damaged is None:
            self.damaged = found
            log.error("the database is damaged: `escale check` tells which tables", extra={"reason": found})


async def _conflict(work: Awaitable[None]) -> Conflict | None:
    """The conflict that a write met, which is no failure: the database has answered."""
    try:
        await work
    except Conflict as conflict:
        return conflict
    return None


def reason_of(error: Exception) -> str:
    """Why, for the log: the cause in a word, and what the database says."""
    return f"{error.cause}: {error}" if isinstance(error, Unavailable) else type(error).__name__
