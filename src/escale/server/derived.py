"""What a database keeps beside the events, so that tables are found, compared with what the events say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from escale.play.events import Created, Event
from escale.rules.errors import shown
from escale.server.writing import holders_of
from escale.store.inspection import Kept
from escale.store.journal import LOOK_UP_SECONDS


def differences(kept: Kept, happened: Sequence[Event]) -> Iterator[str]:
    """What is kept of a table otherwise than its events have it, a line each; the first of them made the table.

    Nobody's key is in them. What its status must be, only its rules know.
    """
    first = happened[0]
    assert isinstance(first, Created)
    if first.game != kept.game:
        yield f"plays {shown(first.game)}, and is kept as {shown(kept.game)}"
    if first.invitation != kept.invitation:
        yield "is kept with another invitation than it was made with: its link leads nowhere"
    if first.listed != kept.listed:
        yield f"was made {_listed(first.listed)}, and is kept as {_listed(kept.listed)}"
    if not is_time_of(happened, kept.updated):
        yield f"is kept as last changed at {kept.updated:.0f}, and its events say {happened[-1].at:.0f}"
    if kept.holders is None:
        return
    expected = {holder for event in happened for holder in holders_of(event)}
    if missing := len(expected - kept.holders):
        yield f"is not found by {missing} of the {len(expected)} browsers and keys that have a seat there or made it"
    if others := len(kept.holders - expected):
        yield f"is found by {others} browsers or keys that never had a seat there"


def is_time_of(happened: Sequence[Event], updated: float) -> bool:
    """Whether a table may be kept as last changed then: when something happened, and not long before the last event."""
    return any(event.at == updated for event in happened) and updated >= happened[-1].at - LOOK_UP_SECONDS


def _listed(listed: bool) -> str:
    return "a table for all to watch" if listed else "a table that isn't listed"
