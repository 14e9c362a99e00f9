"""A table that people are at: one door for every change, then word of it to everybody."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Collection
from typing import Any, Literal

import msgspec

from escale.play import events
from escale.play.events import Damaged, Ended, Event, Moved
from escale.play.match import Match
from escale.play.rulings import Refused, agreed
from escale.server import projection
from escale.server.elsewhere import Elsewhere
from escale.server.limits import DEFAULTS, Limits
from escale.server.listener import Listener
from escale.server.loop_time import charged
from escale.server.shares import Asker, Attention
from escale.server.socket_messages import Presence
from escale.server.uptime import Uptime
from escale.server.visits import is_recent
from escale.server.wire import encode
from escale.server.writing import entry
from escale.store.journal import Conflict, Journal, Unavailable

log = logging.getLogger("escale.tables")
ABSENT_SECONDS = 60.0  # after which somebody's seat may be given to a bot, unless the host says otherwise
MOST_TRIES = 20  # at one command, when other processes write to the same match
AWAY_SECONDS = 1.0  # before reading on is tried again, when the database is away
MILLISECONDS = 1000  # in a second: to these, time is charged
Ruling = Callable[[Match, float], Event | None]  # the match, and its own time now
Source = Literal["read", "here", "heard"]  # read when the table was first asked for, written here, or by another process
Acknowledge = Callable[[int], None]


class Gone(Refused):
    """Nothing can be done at a table any more: it was removed from the journal, or a newer server has gone on with it."""


REMOVED, NEWER = "no_such_table", "other_version"


class Table:
    """A match, its journal, and whoever is connected to it."""

    def __init__(
        self,
        match: Match,
        journal: Journal,
        on_change: Callable[[Table], None],
        elsewhere: Elsewhere | None = None,
        absent_after: float = ABSENT_SECONDS,
        uptime: Uptime | None = None,
        limits: Limits = DEFAULTS,
    ) -> None:
        """`on_change` is told after every event: it is where bots are called to move. `elsewhere` knows who is there too.

        `uptime`: by which clocks are charged.
        """
        self.match = match
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.gone: Gone | None = None  # for good: nothing happens here any more
        self._journal = journal
        self._on_change = on_change
        self._begun = time.monotonic()
        self.visited: float | None = None  # when, in seconds since 1970, somebody who plays here was last there
        self.thinking = False  # a bot is, or waits for its turn to
        self._asleep = True  # when somebody last came or went, or something happened, the next move mattered to nobody
        self._last_there = Asker("", match.created.by)
        self._present: set[int] = set()  # the seats whose players were there when somebody last came or went
        self._seen: dict[int, float] = {}  # by seat, when its player was last there
        self._absent_after = absent_after
        self._limits = limits
        self.source: Source = "read"  # where the last event came from
        self._elsewhere = elsewhere or Elsewhere()
        self._behind = False  # the journal may have more than we know
        self._shaken = False  # something could not be written while the database was away
        self._catching_up: asyncio.Task[None] | None = None
        self._uptime = uptime or Uptime()
        self._wound = self._uptime.now()  # the uptime when the last event was there

    async def change(
        self, by: str, command: str, ruling: Ruling, acknowledge: Acknowledge = lambda seq: None, seen: int = 0
    ) -> int:
        """The door. Judge, write, commit, acknowledge, tell everybody. Returns the seq; Refused, or Gone, changes nothing.

        A command that was done before is not done again: its first answer is given. Once begun it goes through to its end, even
        if whoever asked has gone meanwhile: what is in the journal must be known here too. `seen`: the seq they know of, which
        another process may have told them before this one.
        """
        try:
            return await asyncio.shield(asyncio.create_task(charged(self._change(by, command, ruling, acknowledge, seen))))
        except Unavailable:
            self._shaken = True
            self.catch_up_soon()  # it may have been written all the same: then the same command, sent again, finds it done
            raise Refused("unavailable") from None

    async def _change(self, by: str, command: str, ruling: Ruling, acknowledge: Acknowledge, seen: int) -> int:
        async with self.lock:
            if self.gone:
                raise self.gone
            if seen > self.match.seq:
                await self._catch_up()
            for _ in range(MOST_TRIES):
                if command and (done := self.match.answers.get((by, command))):
                    acknowledge(done)
                    return done
                event = self._ruled(ruling)
                if event is None:
                    return self.match.seq
                if by and self.match.seq >= self._limits.events_per_table and not isinstance(event, Ended):
                    raise Refused("too_many")
                try:
                    await self._write(event)
                except Conflict:
                    await self._catch_up()
                    continue
                acknowledge(self.match.seq + 1)
                seq = self._take_in(event)
                try:
                    await self._follow()
                except Unavailable:
                    self.catch_up_soon()
                return seq
            raise Refused("busy")

    async def settle(self) -> None:
        """After a start: do what all had agreed to, if the process ended between their yes and its doing."""
        async with self.lock:
            await self._follow()

    def catch_up_soon(self) -> None:
        """Take in what other processes have written, beside all else and as soon as the database lets us."""
        self._behind = True
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._keep_up())

    async def _keep_up(self) -> None:
        while self._behind:
            self._behind = False
            try:
                async with self.lock:
                    await self._catch_up()
                    await self._follow()  # whoever wrote the last yes may have ended before
            except Gone:
                return
            except Damaged:  # whoever does something here next meets it too
                log.exception("a table can't read on", extra={"table": self.match.id})
                return
            except Exception as error:
                if not isinstance(error, Unavailable):  # of which the journal tells
                    log.exception("a table can't read on", extra={"table": self.match.id})
                self._behind = True
                await asyncio.sleep(AWAY_SECONDS)
            else:
                self._steady()

    def _steady(self) -> None:
        """The database is there: whatever could not be written is tried again by those who wanted it."""
        if self._shaken:
            self._shaken = False
            self._on_change(self)

    async def _catch_up(self) -> None:
        bodies = await self._journal.read(self.match.id, self.match.seq - 1)  # from the last event that is known here
        if not bodies:
            raise self._go(REMOVED)
        for body in bodies[1:]:
            self.source = "heard"
            try:
                event = events.decode(body)
            except events.NewerEvent:
                raise self._go(NEWER) from None
            self._take_in(event)

    def _go(self, why: str) -> Gone:
        """There is nothing to be done here any more: whoever is here is told, and whoever watches over it lets it go."""
        if not self.gone:
            self.gone = Gone(why)
            for listener in list(self.listeners):
                listener.on_gone(why)
            self._on_change(self)
        return self.gone

    async def _follow(self) -> None:
        """What everybody has agreed to happens at once; if another process was quicker, it has happened there."""
        event = self._ruled(agreed)
        if event is None:
            return
        try:
            await self._write(event)
        except Conflict:
            await self._catch_up()
        else:
            self._take_in(event)

    async def _write(self, event: Event) -> None:
        await self._journal.append(entry(self.match, event))
        self.source = "here"

    def _take_in(self, event: Event) -> int:
        self.match.apply(event)
        self._wound = self._uptime.now()
        if event.by:
            self.visited = event.at
        if not isinstance(event, Moved):  # which changes nothing about who is where
            self._tell_elsewhere()
            self._asleep = self.attention() is Attention.NOBODY
        self._tell(event)
        self._on_change(self)
        return self.match.seq

    # Time

    def now(self) -> float:
        """The match's own time: it stands while no move can be taken; without a clock, the time of the day."""
        return self.match.time + self._elapsed() if self.match.clock else time.time()

    def wind(self, thought: float) -> None:
        """The table was just read: whoever must decide has been thinking for so many seconds."""
        self._wound = self._uptime.now() - thought

    def _elapsed(self) -> float:
        """Seconds since the last event in which a move could have been taken."""
        return math.ceil(max(0.0, self._uptime.now() - self._wound) * MILLISECONDS) / MILLISECONDS

    def _ruled(self, ruling: Ruling) -> Event | None:
        """What a ruling says now, dated as the journal keeps it."""
        if not self.match.clock:
            return ruling(self.match, time.time())
        elapsed = self._elapsed()
        event = ruling(self.match, self.match.time + elapsed)
        return event and msgspec.structs.replace(event, at=time.time(), elapsed=elapsed)

    def _clock(self) -> dict[str, Any] | None:
        return projection.clock(self.match, self.now(), stands=self._uptime.stands)

    def tell_clock(self) -> None:
        """Tell everybody here what the clock says: it stands from now on, or runs again."""
        clock = self._clock()
        for listener in list(self.listeners):
            seq = listener.knows["seq"]
            listener.knows.update(clock=clock)
            listener.send(encode({"t": "update", "base": seq, "clock": clock, "seq": seq}))

    # Who is there

    def join(self, listener: Listener) -> None:
        """Somebody has come: they get the whole table, the others hear of it."""
        if self.gone:
            listener.on_gone(self.gone.code)
            return
        self.listeners.add(listener)
        try:
            self.show(listener)
        except BaseException:
            self.listeners.discard(listener)
            raise
        self._tell_elsewhere()
        self.tell_presence(but=listener)
        self._visit(listener)
        self._wake("here")

    def leave(self, listener: Listener) -> None:
        """Somebody has gone."""
        self.listeners.discard(listener)
        self._visit(listener)
        self._tell_elsewhere()
        self.tell_presence()
        self._asleep = self.attention() is Attention.NOBODY

    def was_read(self, visited: float | None) -> None:
        """It is as its journal tells, which also tells when somebody who plays here was last there."""
        self.visited = visited
        self._asleep = self.attention() is Attention.NOBODY

    def heard_presence(self) -> None:
        """In another process somebody came or went."""
        self.tell_presence()
        self._wake("heard")

    def attention(self) -> Attention:
        """Whom the next move matters to."""
        humans, (elsewhere, watchers) = self.match.humans(), self._elsewhere.at(self.match.id)
        if self._seats_here() or any(seat in humans for seat in elsewhere):
            return Attention.PRESENT
        if humans and is_recent(self.visited, time.time(), self._limits.days_awaited):
            return Attention.AWAITED
        return Attention.WATCHED if self.listeners or watchers else Attention.NOBODY

    def askers(self) -> Collection[Asker]:
        """For whom a bot thinks here: those who are connected, else who last was."""
        return {Asker.at(listener.address, listener.holder) for listener in self.listeners} or {self._last_there}

    def _visit(self, listener: Listener) -> None:
        """Somebody is there."""
        if self.match.held_by(listener.holder):
            self.visited = time.time()
            self._last_there = Asker.at(listener.address, listener.holder)

    def _wake(self, source: Source) -> None:
        """Somebody came: if the table slept, all who watch over it hear that it no longer does."""
        slept, self._asleep = self._asleep, self.attention() is Attention.NOBODY
        if slept and not self._asleep:
            self.source = source
            self._on_change(self)

    def here(self) -> list[bool]:
        """By seat, whether whoever plays it is connected; bots always are."""
        elsewhere, _ = self._elsewhere.at(self.match.id)
        there = self._seats_here() | {seat for seat in elsewhere if seat in self.match.humans()}
        return [seat in there or place.sitting.kind == "bot" for seat, place in enumerate(self.match.seats)]

    def away(self) -> list[int]:
        """The seats of people who aren't connected now."""
        here = self.here()
        return [seat for seat in self.match.humans() if not here[seat]]

    def absent(self) -> list[int]:
        """The seats of people who have been away for a while; none at a table with a clock, which decides that itself."""
        if self.match.clock:
            return []
        now = time.monotonic()
        return [seat for seat in self.away() if now - self._seen.get(seat, self._begun) >= self._absent_after]

    def watchers(self) -> int:
        """How many only watch."""
        return self._watchers_here() + self._elsewhere.at(self.match.id)[1]

    def _seats_here(self) -> set[int]:
        return {seat for listener in self.listeners for seat in self.match.held_by(listener.holder)}

    def _watchers_here(self) -> int:
        return sum(not self.match.held_by(listener.holder) for listener in self.listeners)

    def _tell_elsewhere(self) -> None:
        self._elsewhere.tell(self.match.id, sorted(self._seats_here()), self._watchers_here())

    def show(self, listener: Listener) -> None:
        """Send somebody the whole table."""
        listener.knows = self._project(listener)
        listener.send(encode({"t": "table", **listener.knows}))

    def _project(self, listener: Listener) -> dict[str, Any]:
        return {**projection.table(self.match, listener.who, self.here(), self.watchers()), "clock": self._clock()}

    def _tell(self, event: Event) -> None:
        """Send everybody what has changed for them; those who see the same get the same bytes."""
        is_move = isinstance(event, Moved) and self.listeners
        moved = {**projection.moved(self.match), "clock": self._clock()} if is_move else None
        frames: dict[tuple[Any, ...], tuple[bytes, dict[str, Any]]] = {}
        for listener in list(self.listeners):
            if listener.seat is not None and listener.seat not in self.match.held_by(listener.holder):
                listener.seat = None  # the seat was given away
            old = listener.knows
            key = (listener.who if self._is_somebody(listener.holder) else None, old["seq"], old["seat"])
            if key not in frames:
                frames[key] = self._news(listener, moved)
            frame, listener.knows = frames[key]
            listener.send(frame)

    def _news(self, listener: Listener, moved: dict[str, Any] | None) -> tuple[bytes, dict[str, Any]]:
        """What to send somebody, and what they know then; after a move, only what a move can change is made anew."""
        old = listener.knows
        if moved is None or old["seq"] != self.match.seq - 1:
            new = self._project(listener)
            return encode(update(old, new)), new
        changes = {**moved, **projection.seen_by(self.match, listener.who), "log": [*old["log"], self.match.log[-1]]}
        return encode(update(old, changes)), {**old, **changes}

    def _is_somebody(self, holder: str | None) -> bool:
        """Whether a holder is told more than any watcher."""
        match = self.match
        return holder is not None and (holder == match.created.by or any(holder in seat.holders for seat in match.seats))

    def tell_presence(self, but: Listener | None = None) -> None:
        """Tell everybody here who is there, in this process and elsewhere."""
        here, watchers = self.here(), self.watchers()
        self._seen |= dict.fromkeys(self._present, time.monotonic())
        self._present = {seat for seat, there in enumerate(here) if there}
        frame = encode(Presence(here, watchers))
        for listener in list(self.listeners):
            if listener is not but:
                listener.knows.update(here=here, watchers=watchers)
                listener.send(frame)


def update(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What the browser is told when `new` are the parts of a table that may have changed, and `old` is all it knew."""
    changed = {name: value for name, value in new.items() if old[name] is not value and name != "log" and old[name] != value}
    before, after = old["log"], new["log"]
    same = len(before)
    if after[:same] != before:
        same = next(n for n, line in enumerate(before) if n == len(after) or after[n] is not line)
    if same < max(len(before), len(after)):
        changed["log"] = {"from": same, "lines": after[same:]}
    return {"t": "update", "base": old["seq"], **changed, "seq": new["seq"]}
