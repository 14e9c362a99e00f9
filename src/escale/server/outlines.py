"""Tables without their rules, as the journal alone tells of them: read, and ended."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from escale.play.events import Ended
from escale.play.outline import Outline
from escale.server.writing import last_entry
from escale.store.journal import Conflict, Journal


async def read_outline(journal: Journal, match_id: str) -> Outline | None:
    """What a table's journal tells; None if there is no such table."""
    bodies, status = await journal.read(match_id), await journal.status(match_id)
    return Outline.of(match_id, bodies, status) if bodies and status is not None else None


async def end_outline(journal: Journal, match_id: str, ruling: Callable[[Outline], Ended]) -> Outline | None:
    """End a table as a ruling says, which may refuse; None if there is none. Others may play on there meanwhile."""
    while (outline := await read_outline(journal, match_id)) is not None:
        event = ruling(outline)
        with contextlib.suppress(Conflict):
            await journal.append(last_entry(outline, event))
            outline.apply(event)
            return outline
    return None
