"""Work in the background that a process can't do without: whatever happens to it, it is begun again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

log = logging.getLogger("escale.background")
PAUSE_SECONDS = 1.0  # before work that failed is begun again


def kept(name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
    """A task that does some work until it ends by itself, or the task is cancelled, which ends it at once.

    If it fails, that is logged with its name, and it is begun again after a pause.
    """
    return asyncio.create_task(_kept(name, work))


async def _kept(name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    while True:
        try:
            await work()
        except Exception:
            log.exception("work in the background fails, and is begun again", extra={"reason": name})
        else:
            return
        await asyncio.sleep(PAUSE_SECONDS)
