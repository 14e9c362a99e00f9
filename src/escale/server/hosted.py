"""Tables as those who run a server see them from outside: listed, shown without secrets, ended, deleted.

A server may run on the same database: it hears of what is done here.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from escale.play import events
from escale.play.match import Match
from escale.play.outline import Outline
from escale.play.rulings import Refused, end_by_library
from escale.rules.errors import BadOption, EscaleError, NoSuchGame, OtherVersion, shown
from escale.rules.shelf import versions_of
from escale.server import projection
from escale.server.bodies import SeatShown
from escale.server.calendar import DAY, SETTING, Calendar
from escale.server.journals import open_existing, open_inspection
from escale.server.outlines import end_outline
from escale.server.projection import Onlooker
from escale.server.wire import encode
from escale.store.inspection import Inspection, Kept, Line
from escale.store.journal import FINISHED, STATUSES, Journal, StoreError, Unavailable

T = TypeVar("T")
State = Literal["waiting", "playing", "ended", "shelved", "unreadable"]
AT_ONCE = 20  # tables deleted in one transaction, so that nobody who plays waits for long
PAUSE_SECONDS = 0.05  # between two of these
SPOILED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, LookupError, EscaleError)
#: What of a table is about whoever looks at it, or about who is connected, which nobody knows from outside.
OF_THE_READER = {"here", "watchers", "yours", "kept", "seat", "host", "invitation", "can_undo", "can_hint"}


@dataclass(frozen=True)
class HostedTable:
    """A table in a host's list. What only its events tell is None if they can't be read."""

    id: str
    game: str
    state: State
    updated: float  # about when something last happened; no number if that can't be read
    listed: bool
    version: int | None = None
    players: int | None = None
    seats: list[SeatShown] | None = None
    moves: int | None = None
    made: float | None = None


@dataclass(frozen=True)
class Wanted:
    """Which tables a host wants to see."""

    game: str | None = None
    state: State | None = None
    idle_days: float | None = None
    limit: int = 50


def tables(data: Path | None, database: str | None, wanted: Wanted) -> list[HostedTable]:
    """The tables as wanted, the last changed first. BadOption, here and below, if the database can't be used."""

    async def found(inspection: Inspection) -> list[HostedTable]:
        listed: list[HostedTable] = []
        for line in await inspection.lines(_before(wanted.idle_days)):
            if wanted.game in (None, line.game):
                table = await _looked_at(inspection, line)
                if wanted.state in (None, table.state):
                    listed.append(table)
            if len(listed) == wanted.limit:
                break
        return listed

    return _looked(data, database, found)


def show(data: Path | None, database: str | None, ids: Sequence[str]) -> list[dict[str, Any]]:
    """All of these tables that anybody who watches may know, and no more; of one that is over, also how it was dealt."""

    async def found(inspection: Inspection) -> list[dict[str, Any]]:
        lines = {line.id: line for line in await _named(inspection, ids)}
        return [await _shown(inspection, lines[match_id]) for match_id in ids]

    return _looked(data, database, found)


def end(data: Path | None, database: str | None, ids: Sequence[str]) -> list[str]:
    """End tables for their players, at once; those that were being played. None are if one of the ids is nobody's."""

    async def ended(journal: Journal) -> list[str]:
        found = []
        for match_id in ids:
            try:
                if await end_outline(journal, match_id, lambda outline: end_by_library(outline, time.time())):
                    found.append(match_id)
            except Refused:
                continue
        return found

    _looked(data, database, lambda inspection: _named(inspection, ids))
    return changed(data, database, ended)


def named(data: Path | None, database: str | None, ids: Sequence[str]) -> list[Line]:
    """The tables of these ids; BadOption names those that are nobody's."""
    return _looked(data, database, lambda inspection: _named(inspection, ids))


@dataclass(frozen=True)
class Idle:
    """The tables where nothing has happened for some days."""

    before: float  # the moment since when nothing has
    lines: list[Line]
    held_back: list[Line]  # those where it is so by the clock alone, which may be wrong


def idle(data: Path | None, database: str | None, days: float, *, ended: bool, trust_clock: bool = False) -> Idle:
    """The tables where nothing has happened for so many days; only those that have `ended`, if wanted.

    `trust_clock`: time also counts if nobody was there to see it pass; see `calendar`.
    """

    async def found(inspection: Inspection) -> Idle:
        now = time.time()
        by_clock = now - days * DAY
        before = by_clock if trust_clock else (await _calendar(inspection)).at(now).before(days)
        old = [line for line in await inspection.lines(by_clock) if line.kept_from < by_clock]
        lines = [line for line in old if line.status in _statuses(ended=ended)]
        split = [[line for line in lines if (line.kept_from < before) == certain] for certain in (True, False)]
        return Idle(before, *split)

    return _looked(data, database, found)


async def _calendar(inspection: Inspection) -> Calendar:
    """As servers have noted it; where none has yet, the last event is what is known of time."""
    kept = await inspection.setting(SETTING)
    if kept is not None:
        return Calendar.read(kept)
    return Calendar(max((line.updated for line in await inspection.lines(math.inf)), default=0.0))


def delete(data: Path | None, database: str | None, ids: Sequence[str], progress: Callable[[int], None]) -> int:
    """Delete tables for good, a few at a time; how many there were."""

    async def deleted(journal: Journal) -> int:
        count = 0
        for start in range(0, len(ids), AT_ONCE):
            count += len(await journal.remove(ids[start : start + AT_ONCE]))
            progress(count)
            await asyncio.sleep(PAUSE_SECONDS)
        return count

    return changed(data, database, deleted)


def delete_idle(data: Path | None, database: str | None, before: float, progress: Callable[[int], None], *, ended: bool) -> int:
    """Delete those that `idle` finds, as long as they still are; how many there were."""

    async def deleted(journal: Journal) -> int:
        return await remove_idle(journal, before, progress, ended=ended)

    return changed(data, database, deleted)


async def remove_idle(
    journal: Journal,
    before: float,
    progress: Callable[[int], None] = lambda done: None,
    removed: Callable[[str], None] = lambda match_id: None,
    *,
    ended: bool = False,
) -> int:
    """Remove the tables where nothing has happened since a moment, a few at a time; each is told to `removed`."""
    count = 0
    while found := await journal.remove_idle(before, _statuses(ended=ended), AT_ONCE):
        for match_id in found:
            removed(match_id)
        count += len(found)
        progress(count)
        await asyncio.sleep(PAUSE_SECONDS)
    return count


def _statuses(*, ended: bool) -> tuple[str, ...]:
    return FINISHED if ended else STATUSES


def _before(days: float | None) -> float | None:
    return None if days is None else time.time() - days * DAY


async def _named(inspection: Inspection, ids: Sequence[str]) -> list[Line]:
    lines = {line.id: line for line in await inspection.lines()}
    if unknown := [match_id for match_id in ids if match_id not in lines]:
        raise BadOption(f"no table {', '.join(shown(match_id) for match_id in unknown)}: nothing was done")
    return [lines[match_id] for match_id in dict.fromkeys(ids)]


async def _looked_at(inspection: Inspection, line: Line) -> HostedTable:
    """A table as it can be read, or that it can't be: one that is damaged hides no other."""
    try:
        return _hosted(line, await inspection.match(line.id))
    except Unavailable:
        raise
    except (*SPOILED, StoreError):
        return HostedTable(line.id, line.game, "unreadable", line.updated, line.listed)


def _hosted(line: Line, kept: Kept) -> HostedTable:
    outline = _outline(kept)
    return HostedTable(
        id=line.id,
        game=line.game,
        state=_state(outline),
        updated=line.updated,
        listed=line.listed,
        version=outline.created.version,
        players=outline.created.players,
        seats=[projection.shown(seat) for seat in outline.seats],
        moves=outline.ply,
        made=outline.created.at,
    )


def _outline(kept: Kept) -> Outline:
    bodies = [body for _, body in kept.events]
    return Outline.of(kept.id, bodies, kept.status)


def _state(outline: Outline) -> State:
    if outline.status != "playing":
        return "ended"
    if not (outline.whole and _is_here(outline)):
        return "shelved"
    return "playing" if outline.begun else "waiting"


def _is_here(outline: Outline) -> bool:
    """Whether the rules of its version are."""
    try:
        return outline.created.version in versions_of(outline.created.game)
    except NoSuchGame:
        return False


async def _shown(inspection: Inspection, line: Line) -> dict[str, Any]:
    hosted = await _looked_at(inspection, line)
    if hosted.state == "unreadable":
        raise BadOption(f"table {line.id} can't be read: `escale check` tells why")
    bodies = await inspection.events(line.id)
    try:
        match = Match.of(line.id, [events.decode(body) for _, body in bodies])
    except (OtherVersion, NoSuchGame, events.NewerEvent):
        return plain_json(hosted)
    except Exception:  # whatever a spoiled journal makes the rules do
        raise BadOption(f"table {line.id} can't be replayed: `escale check` tells why") from None
    return {**plain_json(hosted), **watched(match)}


def watched(match: Match) -> dict[str, Any]:
    """A table as one who only watches is told it."""
    told = projection.table(match, Onlooker(None, None), [], 0)
    clock = projection.clock(match, match.time, stands=True)
    return dict(plain_json({name: value for name, value in told.items() if name not in OF_THE_READER} | {"clock": clock}))


def plain_json(told: Any) -> dict[str, Any]:
    """Something that is told, as JSON has it."""
    return dict(msgspec.json.decode(encode(told)))


def _looked(data: Path | None, database: str | None, look: Callable[[Inspection], Awaitable[T]]) -> T:
    async def whole() -> T:
        inspection = await open_inspection(data, database)
        try:
            return await look(inspection)
        finally:
            await inspection.close()

    return explained(whole)


def changed(data: Path | None, database: str | None, change: Callable[[Journal], Awaitable[T]]) -> T:
    """What some work with the journal gives; BadOption if there is none: then none is made."""

    async def whole() -> T:
        journal = await open_existing(data, database)
        try:
            return await change(journal)
        finally:
            await journal.close()

    return explained(whole)


def explained(work: Callable[[], Awaitable[T]]) -> T:
    """What some work with a database gives; BadOption if that can't be used."""

    async def whole() -> T:
        return await work()

    try:
        return asyncio.run(whole())
    except StoreError as error:
        raise BadOption(str(error)) from None
