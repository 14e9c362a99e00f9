"""What is whole of a damaged database, table by table, as a backup takes it. The events of a table say all that is kept of it.

So a table is as whole as its events are: whatever else is kept so that it is found is made from them anew.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence

from escale.play.events import Created, Event
from escale.server.audit import Damaged, NotHere, Remark, decoded, replay, replayed
from escale.server.derived import is_time_of
from escale.server.writing import holders_of
from escale.store.backup import Saved
from escale.store.inspection import Inspection, Kept
from escale.store.journal import Row, StoreError, Unavailable

NOT_ALL = "the list of tables can't be read whole: there may be others"


async def whole_tables(inspection: Inspection, left_out: list[Remark]) -> AsyncIterator[Saved]:
    """The tables that are whole; the others are named in `left_out`, which says why. Unavailable if it can't be read now."""
    ids = await inspection.ids()
    if not ids.whole:
        left_out.append(Remark(None, NOT_ALL))
    for match_id in ids.found:
        try:
            saved = _saved(await _kept(inspection, match_id))
        except Unavailable:
            raise
        except (Damaged, StoreError) as error:
            left_out.append(Remark(match_id, str(error)))
        else:
            yield saved


async def _kept(inspection: Inspection, match_id: str) -> Kept:
    """A table as it is kept; if only its events can be read, as these say."""
    try:
        return await inspection.match(match_id)
    except Unavailable:
        raise
    except StoreError:
        events = await inspection.events(match_id)
    try:
        happened = decoded(events)
        match = replayed(match_id, happened)
    except NotHere as error:
        raise Damaged(f"can't be read, and not be made from its events: {error}") from None
    first = match.created
    return Kept(match_id, first.game, match.status, first.listed, first.invitation, happened[-1].at, None, events)


def _saved(kept: Kept) -> Saved:
    """Damaged unless it is whole."""
    bodies = [body for _, body in kept.events]
    try:
        happened = decoded(kept.events)
        replay(kept, happened)
    except NotHere:
        return _as_kept(kept), bodies, _holders_as_kept(kept)
    return _row(kept, happened), bodies, sorted({holder for event in happened for holder in holders_of(event)})


def _row(kept: Kept, happened: Sequence[Event]) -> Row:
    """What can be looked up of a table, as its events say."""
    first = happened[0]
    assert isinstance(first, Created)
    updated = kept.updated if is_time_of(happened, kept.updated) else happened[-1].at
    return Row(kept.id, first.game, kept.status, first.listed, first.invitation, updated)


def _as_kept(kept: Kept) -> Row:
    """Of a table that only another version of Escale can replay."""
    if not math.isfinite(kept.updated):
        raise Damaged("when it last changed can't be read")
    return Row(kept.id, kept.game, kept.status, kept.listed, kept.invitation, kept.updated)


def _holders_as_kept(kept: Kept) -> list[str]:
    if kept.holders is None:
        raise Damaged("who finds it as theirs can't be read")
    return sorted(kept.holders)
