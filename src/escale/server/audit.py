"""Whether a database is whole: it can be read, and every journal in it replays to the end that is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from escale.play import events
from escale.play.events import Created, Event, Moved
from escale.play.match import Match
from escale.rules.errors import EscaleError, IllegalMove, NoSuchGame, OtherVersion, shown
from escale.server.derived import differences
from escale.server.journals import kept_in, open_inspection
from escale.store.inspection import Inspection, Kept
from escale.store.journal import StoreError, Unavailable

Progress = Callable[[int, int], None]


class Damaged(Exception):
    """A journal that is not as it was written; the text says how."""


class NotHere(Exception):
    """A journal of a game, or of a version of it, that isn't here: not damaged, only not to be replayed."""


@dataclass(frozen=True)
class Remark:
    """What is to be said of a table; None: of the database itself."""

    table: str | None
    text: str


@dataclass
class Report:
    """What was found."""

    place: str
    tables: int = 0
    events: int = 0
    finished: int = 0
    damaged: list[Remark] = field(default_factory=list)
    not_here: list[Remark] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether nothing is damaged."""
        return not self.damaged


def audit(data: Path | None, database: str | None, progress: Progress | None = None) -> Report:
    """Look at everything, beside a server that may run. Nothing is changed.

    StoreError if there is nothing to look at, Unavailable if it can't be looked at now.
    """

    async def whole() -> Report:
        inspection = await open_inspection(data, database)
        try:
            return await _audited(inspection, kept_in(data, database), progress or (lambda done, total: None))
        finally:
            await inspection.close()

    return asyncio.run(whole())


async def _audited(inspection: Inspection, place: str, progress: Progress) -> Report:
    report = Report(place, damaged=[Remark(None, found) for found in await inspection.damage()])
    ids = (await inspection.ids()).found
    for number, match_id in enumerate(ids, 1):
        report.tables += 1
        try:
            kept = await inspection.match(match_id)
            report.events += len(kept.events)
            report.finished += kept.status != "playing"
            happened = decoded(kept.events)
            report.damaged.extend(Remark(match_id, found) for found in differences(kept, happened))
            replay(kept, happened)
        except Unavailable:
            raise
        except (Damaged, StoreError) as error:
            report.damaged.append(Remark(match_id, str(error)))
        except NotHere as error:
            report.not_here.append(Remark(match_id, str(error)))
        progress(number, len(ids))
    return report


def replay(kept: Kept, happened: Sequence[Event]) -> None:
    """Damaged unless events make the match that the database says it is; NotHere if that can't be told."""
    telling = kept.status != "playing"  # what moves were is nobody's to know before
    match = replayed(kept.id, happened, telling=telling)
    if match.status != kept.status:
        raise Damaged(f"is {match.status} when it is replayed, and is kept as {shown(kept.status)}")


def replayed(match_id: str, happened: Sequence[Event], *, telling: bool = False) -> Match:
    """The match that events make; Damaged, which says what moves were if it is `telling`, or NotHere."""
    first = happened[0]
    assert isinstance(first, Created)
    match = _made(match_id, first, telling)
    for seq, event in enumerate(happened[1:], 2):
        _apply(match, seq, event, telling)
    return match


def decoded(kept: Sequence[tuple[int, bytes]]) -> list[Event]:
    """The events of a match, none of which is missing; Damaged or NotHere."""
    found: list[Event] = []
    for place, (seq, body) in enumerate(kept, 1):
        if seq != place:
            raise Damaged(f"event {seq} follows event {place - 1}")
        try:
            found.append(events.decode(body))
        except events.DamagedEvent as error:
            raise Damaged(f"event {seq} {error}") from None
        except events.NewerEvent as error:
            raise NotHere(f"event {seq} is {error}") from None
    if not found:
        raise Damaged("has no events")
    if not isinstance(found[0], Created):
        raise Damaged("does not begin with its creation")
    return found


def _made(match_id: str, first: Created, telling: bool) -> Match:
    try:
        return Match(match_id, first)
    except (OtherVersion, NoSuchGame) as error:
        raise NotHere(str(error)) from None
    except Exception as error:  # whatever a spoiled creation makes the rules do
        raise Damaged(f"can't be dealt{_because(error, telling)}") from None


def _apply(match: Match, seq: int, event: Event, telling: bool) -> None:
    try:
        match.apply(event)
    except events.Damaged as error:
        what = f"'{event.__class__.__name__}'"
        if isinstance(event, Moved):
            what = f"move {match.ply + 1} ({shown(event.move)})" if telling else f"move {match.ply + 1}"
        raise Damaged(f"event {seq}, {what}, can't have happened{_because(error.__cause__, telling)}") from None


def _because(error: BaseException | None, telling: bool) -> str:
    """Why, as far as it may be told: the rule that forbids a move may tell what is hidden."""
    return f": {_said(error)}" if telling and error is not None else ""


def _said(error: BaseException) -> str:
    if isinstance(error, IllegalMove):
        return str(error.refusal)
    return str(error) if isinstance(error, EscaleError) else f"{type(error).__name__} {error}".strip()
