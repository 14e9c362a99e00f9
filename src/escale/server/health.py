"""Whether this server is ready: it can read and write its journal right now."""

from __future__ import annotations

import asyncio
import logging
import time

from escale.server.watched import WatchedJournal
from escale.store.journal import Unavailable

log = logging.getLogger("escale.health")
KEPT_SECONDS = 1.0  # that an answer is given again, so that asking often costs nothing
ANSWER_SECONDS = 3.0
LOOK_SECONDS = 30.0  # between two looks at the database itself

#: What anybody may know of each cause: no path, no address, no error of the system's.
TEXTS = {
    "away": "the database can't be reached",
    "damaged": "the database is damaged",
    "disk": "the disk takes nothing",
    "fails": "the database answers with an error",
    "full": "the disk is full",
    "gone": "the database's file was removed or replaced",
    "locked": "another program keeps the database locked",
    "readonly": "the database can only be read",
    "slow": "the database gives no answer",
}


class NotReady(Exception):
    """Moves can't be taken; the text says why in a line, `cause` in a word."""

    def __init__(self, cause: str) -> None:
        """One of TEXTS."""
        super().__init__(f"{TEXTS[cause]}: moves can't be taken now")
        self.cause = cause


class Health:
    """One per process; any number may ask."""

    def __init__(self, journal: WatchedJournal) -> None:
        """Of this journal."""
        self._journal = journal
        self._probing: asyncio.Task[str | None] | None = None
        self._probed = self._looked = float("-inf")

    async def check(self) -> None:
        """NotReady, or all is well: found out anew once a second at most, and answered in any case."""
        now = time.monotonic()
        if self._probing is None or (self._probing.done() and now - self._probed > KEPT_SECONDS):
            self._probing, self._probed = asyncio.create_task(self._probe()), now
        probing = self._probing  # meanwhile somebody else may begin another one
        done, _ = await asyncio.wait({probing}, timeout=ANSWER_SECONDS)
        cause = probing.result() if done else "slow"
        if cause is not None:
            raise NotReady(cause)

    async def _probe(self) -> str | None:
        """What is wrong, in a word."""
        try:
            await self._journal.probe(time.time())
            if time.monotonic() - self._looked > LOOK_SECONDS:
                await self._journal.damage()
                self._looked = time.monotonic()
        except Unavailable as error:  # of which the journal tells
            return error.cause
        except Exception:
            log.exception("the database can't be looked at")
            return "fails"
        return "damaged" if self._journal.damaged else None
