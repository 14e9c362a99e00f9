"""All tables of this process: found by id, made, followed by a rematch."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial

from escale.play import events
from escale.play.events import Created, Damaged, Event, Followed, Sitting
from escale.play.match import Match
from escale.play.outline import Outline
from escale.play.rulings import Command, Refused, end_without_rules
from escale.rules.cores import cores
from escale.rules.errors import BadOption, NoSuchGame, OtherVersion
from escale.rules.info import SEEDS, Info, Value
from escale.rules.shelf import card_of
from escale.server import tokens
from escale.server.elsewhere import Elsewhere
from escale.server.limits import DEFAULTS, Limits
from escale.server.live import ABSENT_SECONDS, NEWER, Gone, Table
from escale.server.outlines import end_outline, read_outline
from escale.server.readiness import Readiness
from escale.server.shares import Asker, Attention, Claim, Interest, Ledger, Line, One
from escale.server.threads import in_thread
from escale.server.uptime import Uptime
from escale.server.visits import goes_on_alone, last_visit
from escale.server.writing import first_entry
from escale.store.background import kept
from escale.store.journal import Conflict, Journal, Unavailable

log = logging.getLogger("escale.tables")
DAY = 24 * 3600.0
AWAY_SECONDS = 2.0  # before taking up the tables is tried again, when the database is away
SHORT = 20  # events that are taken in sooner than a thread is begun
EVENT_SECONDS = 0.0002  # that taking one in takes
OURSELVES = Asker("")  # who asks when nobody else does


class NoSuchTable(Exception):
    """There is no table of that id."""


class Reading:
    """A table that is being read, and those who wait for it; more may come meanwhile."""

    task: asyncio.Task[Table]

    def __init__(self) -> None:
        """Nobody waits yet."""
        self.people: set[Asker] = set()

    def askers(self) -> Collection[Asker]:
        """As `Interest` says."""
        return self.people

    def attention(self) -> Attention:
        """As `Interest` says."""
        return Attention.PRESENT


class Tables:
    """The live tables; others are read from the journal when somebody asks for them."""

    def __init__(
        self,
        journal: Journal,
        readiness: Readiness,
        on_read: Callable[[Table], Awaitable[None]],
        on_change: Sequence[Callable[[Table], None]],
        on_met: Callable[[Sequence[str]], Awaitable[None]] | None = None,
        elsewhere: Elsewhere | None = None,
        absent_after: float = ABSENT_SECONDS,
        on_sleep: Callable[[str], None] = lambda match_id: None,
        uptime: Uptime | None = None,
        limits: Limits = DEFAULTS,
    ) -> None:
        """`on_change`: told of a table after each of its events, and when it is first here; `on_read` before, of one read.

        `on_met`: told of all that will be read after a start, before any is, and of none when all were: that may take a while.
        `on_sleep`: told the id of one that is kept in memory no more. `uptime`: by which clocks are charged.
        """
        self.journal = journal
        self._ready = readiness
        self._on_read = on_read
        self._on_met = on_met or _pass
        self._watching = on_change
        self._elsewhere = elsewhere or Elsewhere()
        self._absent_after = absent_after
        self._on_sleep = on_sleep
        self._uptime = uptime or Uptime()
        self._limits = limits
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._idle_since: dict[str, float] = {}  # by table that was seen to be idle, when first
        self._reading: dict[str, Reading] = {}
        self._folding = Line(max(1, cores() // 2), Ledger(2 * limits.addresses_remembered))
        self._resuming: set[asyncio.Task[None]] = set()

    async def get(self, match_id: str, asker: Asker = OURSELVES) -> Table:
        """A table by its id; NoSuchTable, or OtherVersion if its rules aren't here: then there is still its `outline`.

        Those who ask for many that must be read wait behind those who ask for few.
        """
        if match_id in self._tables:
            self._tables.move_to_end(match_id)
            self._idle_since.pop(match_id, None)
            return self._tables[match_id]
        reading = self._reading.get(match_id)
        if reading is None:  # whoever else asks meanwhile waits for the same
            reading = self._reading[match_id] = Reading()
            reading.task = asyncio.create_task(self._read(match_id, reading))
            reading.task.add_done_callback(lambda _: self._reading.pop(match_id))
        reading.people.add(asker)
        return await asyncio.shield(reading.task)

    async def outline(self, match_id: str) -> Outline:
        """What a table's journal tells without its rules; NoSuchTable."""
        outline = await read_outline(self.journal, match_id)
        if outline is None:
            raise NoSuchTable(match_id)
        return outline

    async def end_without_rules(self, match_id: str, holder: str) -> Outline:
        """End a table whose rules aren't here; Refused changes nothing."""
        ended = await end_outline(
            self.journal, match_id, lambda outline: end_without_rules(outline, Command(holder, "", time.time()))
        )
        if ended is None:
            raise NoSuchTable(match_id)
        return ended

    async def make(self, created: Created, asker: Asker = OURSELVES) -> Table:
        """A new table; WrongStart if it can't go on from where it is to."""
        await self._ready.wait(created.game, created.version)
        match = await self._folded(partial(Match, "", created), len(created.start), One(asker))
        while True:
            match.id = tokens.table_id()
            with contextlib.suppress(Conflict):  # until an id is free
                return await self._add(match)

    async def _folded(self, fold: Callable[[], Match], events: int, interest: Interest) -> Match:
        """A match that so many events make. Many take long: beside the loop then, when it is the turn of those who want it."""
        if events <= SHORT:
            return fold()
        async with self._folding.join(Claim(events * EVENT_SECONDS, interest)):
            return await in_thread(fold, "reading tables")

    async def _add(self, match: Match) -> Table:
        await self.journal.append(first_entry(match))
        log.info("a table was made", extra={"table": match.id, "game": match.created.game})
        table = self._table(match)
        table.source = "here"
        return self._keep(table)

    async def rematch(self, table: Table, holder: str) -> str:
        """The id of the table that follows a finished one, made by whoever asks first; everybody moves up a seat."""
        match = table.match
        if match.next is None:
            if match.status == "playing":
                raise Refused("stale")
            if not match.held_by(holder):
                raise Refused("not_yours")
            after = await self._made_once(match)
            await table.change(holder, "", lambda match, at: _followed(match, at, after))
        assert match.next is not None
        return match.next

    async def _made_once(self, match: Match) -> str:
        """The rematch, by an id that is the same for all who ask at once, in any process; the first one makes it."""
        for attempt in itertools.count():
            after = tokens.table_id_for(f"rematch:{match.created.salt}:{match.id}:{attempt}")
            created = next_created(match)
            await self._ready.wait(created.game, created.version)
            with contextlib.suppress(Conflict):
                await self._add(Match(after, created))
            if (await self.get(after)).match.created.before == match.id:
                return after
        raise AssertionError("some id is free")

    def resume_soon(self) -> None:
        """After a start, or when another process has gone: take up the tables where bots answer people or clocks run.

        The others sleep until somebody comes to them.
        """
        task = kept("taking up tables", self._resume)
        self._resuming.add(task)
        task.add_done_callback(self._resuming.discard)

    def close(self) -> None:
        """Take up no more tables."""
        for task in self._resuming:
            task.cancel()

    async def _resume(self) -> None:
        while True:
            try:
                playing = await self.journal.playing(time.time() - self._limits.days_awaited * DAY)
                await self._on_met(playing)
                for match_id in playing:
                    await self._take_up(match_id)
                await self._on_met([])
                return
            except Unavailable:
                await asyncio.sleep(AWAY_SECONDS)

    async def _take_up(self, match_id: str) -> None:
        """One table that can't be read must not keep the others waiting; it is tried again when somebody comes to it."""
        try:
            if match_id in self._tables:
                return
            if goes_on_alone(await self._happened(match_id), time.time(), self._limits.days_awaited):
                await self.get(match_id)
        except Unavailable:
            raise
        except OtherVersion as error:
            log.warning("a table waits for its rules: %s", error, extra={"table": match_id})
            await self.journal.forgive(match_id)  # nobody can move there: once the rules are here, clocks go on as they stood
        except Exception as error:
            if isinstance(error, Refused) and error.code == "unavailable":
                raise Unavailable(match_id) from None
            log.exception("a table can't be resumed", extra={"table": match_id})

    def heard(self, match_id: str, seq: int) -> None:
        """Another process has written an event: take it in, if the table is here."""
        table = self._tables.get(match_id)
        if table is not None and table.match.seq < seq:
            table.catch_up_soon()

    def removed(self, match_id: str) -> None:
        """A table is gone from the journal: if it is here, it finds that out for itself, and tells whoever is at it."""
        if table := self._tables.get(match_id):
            table.catch_up_soon()

    def missed(self) -> None:
        """Other processes may have written anything."""
        for table in self._tables.values():
            table.catch_up_soon()

    def presence_changed(self, match_id: str) -> None:
        """In another process somebody came to a table or left it."""
        if table := self._tables.get(match_id):
            table.heard_presence()

    async def _read(self, match_id: str, reading: Reading) -> Table:
        happened = await self._happened(match_id)
        first = happened[0]
        assert isinstance(first, Created)
        try:
            await self._ready.wait(first.game, first.version)
        except NoSuchGame as error:  # it was there when the table was made
            raise OtherVersion(str(error)) from None
        try:
            match = await self._folded(partial(Match.of, match_id, happened), len(happened) + len(first.start), reading)
        except Damaged as error:
            log.error("a table is damaged", exc_info=error, extra={"table": match_id})
            raise
        table = self._table(match)
        table.was_read(last_visit(happened))
        await self._on_read(table)
        try:
            await table.settle()
        except Gone as gone:
            raise (_newer(match_id) if gone.code == NEWER else NoSuchTable(match_id)) from None
        self._keep(table)
        table.catch_up_soon()  # what another process wrote since we read was told before we were ready to hear it
        return table

    async def _happened(self, match_id: str) -> list[Event]:
        """All events of a table; NoSuchTable, DamagedEvent, or OtherVersion if only a newer server can read them."""
        bodies = await self.journal.read(match_id)
        if not bodies:
            raise NoSuchTable(match_id)
        try:
            return [events.decode(body) for body in bodies]
        except events.NewerEvent:
            raise _newer(match_id) from None

    def _table(self, match: Match) -> Table:
        return Table(match, self.journal, self._on_change, self._elsewhere, self._absent_after, self._uptime, self._limits)

    def _on_change(self, table: Table) -> None:
        for tell in self._watching:
            tell(table)
        if table.gone and self._tables.get(table.match.id) is table:
            del self._tables[table.match.id]
            self._on_sleep(table.match.id)

    def _keep(self, table: Table) -> Table:
        self._tables[table.match.id] = table
        self._on_change(table)
        if len(self._tables) > self._limits.tables_kept:
            idle = [match_id for match_id, other in self._tables.items() if other is not table and is_idle(other)]
            for match_id in idle[: len(self._tables) - self._limits.tables_kept]:
                self._drop(match_id)
        return table

    def drop_idle(self) -> int:
        """Keep those in memory no more where nothing has gone on for a while; how many. Whoever comes has them read again."""
        now, dropped = time.monotonic(), 0
        for match_id, table in list(self._tables.items()):
            if not is_idle(table):
                self._idle_since.pop(match_id, None)
            elif now - self._idle_since.setdefault(match_id, now) >= self._limits.table_idle_seconds:
                self._drop(match_id)
                dropped += 1
        return dropped

    def _drop(self, match_id: str) -> None:
        del self._tables[match_id]
        self._idle_since.pop(match_id, None)
        self._on_sleep(match_id)


def _newer(match_id: str) -> OtherVersion:
    return OtherVersion(f"table {match_id} was written by a newer server")


def is_idle(table: Table) -> bool:
    """Whether nothing goes on at a table until somebody comes, or its clock rings: nobody is there, no bot moves."""
    match = table.match
    bots = match.turn is not None and match.seats[match.turn].sitting.kind == "bot"
    waiting = not table.thinking and (not bots or table.attention() is Attention.NOBODY)
    return waiting and not table.listeners and not table.lock.locked()


async def _pass(ids: Sequence[str]) -> None:
    """Nobody wants to be told."""


def new_seed() -> tuple[int, str]:
    """A seed nobody knows, and the salt for its commitment."""
    return secrets.randbelow(SEEDS), f"{secrets.randbits(128):032x}"


def next_created(match: Match) -> Created:
    """The rematch: the same table, newly dealt, everybody one seat further, so that another begins; by today's rules."""
    created = match.created
    info = card_of(created.game)
    seats = [_carried(match, (seat + 1) % created.players) for seat in range(created.players)]
    seed, salt = new_seed()
    return Created(
        at=time.time(),
        by=created.by,
        game=created.game,
        version=info.version,
        players=created.players,
        options=still_offered(info, created.players, created.options),
        seed=seed,
        salt=salt,
        seats=seats,
        invitation=tokens.invitation(),
        one_screen=created.one_screen,
        listed=created.listed,
        before=match.id,
        clock=created.clock,
        pace=created.pace,
    )


def still_offered(info: Info, players: int, options: Mapping[str, Value]) -> dict[str, Value]:
    """Options of an earlier version's table, as far as the game still has them; BadOption if it isn't for so many any more."""
    kept: dict[str, Value] = {}
    for name, value in options.items():
        with contextlib.suppress(BadOption):
            info.choose(players, {**kept, name: value})
            kept[name] = value
    return info.choose(players, kept)[1]


def _carried(match: Match, seat: int) -> Sitting:
    """Who sat there, with all the tokens that may play it."""
    place = match.seats[seat]
    return Sitting(place.sitting.kind, place.sitting.name, place.sitting.bot, tuple(sorted(place.holders)))


def _followed(match: Match, at: float, next_id: str) -> Followed | None:
    return Followed(at=at, match=next_id) if match.next is None else None
