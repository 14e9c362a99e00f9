"""Events as the journal takes them: with what the match will be after them."""

from __future__ import annotations

from escale.play import events
from escale.play.events import Created, Ended, Event, Moved, Seated, Shared
from escale.play.match import Match, Status
from escale.play.outline import Outline
from escale.store.journal import Entry, Row


def entry(match: Match, event: Event) -> Entry:
    """The next event of a match."""
    row, holders = _row(match, _status_after(match, event), event.at), holders_of(event)
    return Entry(row, match.seq + 1, events.encode(event), holders, match.clock is not None)


def first_entry(match: Match) -> Entry:
    """The creation of a match."""
    created = match.created
    row, holders = _row(match, match.status, created.at), holders_of(created)
    return Entry(row, 1, events.encode(created), holders, match.clock is not None)


def last_entry(outline: Outline, event: Ended) -> Entry:
    """The end of a table whose rules aren't here."""
    return Entry(_row(outline, "ended", event.at), outline.seq + 1, events.encode(event))


def _row(match: Match | Outline, status: Status, at: float) -> Row:
    created = match.created
    return Row(match.id, created.game, status, created.listed, created.invitation, at)


def _status_after(match: Match, event: Event) -> Status:
    match event:
        case Ended():
            return "ended"
        case Moved():
            return "over" if match.attempt(event.move).after.over else "playing"
    return match.status


def holders_of(event: Event) -> list[str]:
    """Who finds a match as theirs from an event on."""
    match event:
        case Created(by=by, seats=seats):
            return sorted({by, *(holder for seat in seats for holder in seat.holders)} - {""})
        case Seated(sitting=sitting):
            return list(sitting.holders)
        case Shared(holder=holder):
            return [holder]
    return []
