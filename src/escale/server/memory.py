"""Gives memory back to the system: of tables where nobody is any more, and of what bots have thought."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import sys
import time
from collections.abc import Callable

from escale.search.forest import fell
from escale.server.threads import in_thread
from escale.store.background import kept

log = logging.getLogger("escale.memory")
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # as malloc.h numbers what can be set
LARGE_BYTES = 1 << 20
LOOK_SECONDS = 30.0  # between two looks, or less where little patience is wished for
ASIDE_SECONDS = 600.0  # for which tables that were set aside with the rules may be kept in vain


class Memory:
    """Looks now and then for what nobody needs."""

    def __init__(self, drop_idle: Callable[[], int], seconds: float) -> None:
        """`drop_idle` forgets tables that have been idle for long, and says how many; trees go after so many seconds."""
        self._drop_idle, self._seconds = drop_idle, seconds
        self._looking: asyncio.Task[None] | None = None
        self._set_aside = time.monotonic()

    def begin(self) -> None:
        """Look from now on."""
        self._looking = kept("giving memory back", self._look)

    async def close(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(min(LOOK_SECONDS, self._seconds / 2))
            tables, trees = self._drop_idle(), fell(self._seconds)
            if tables or trees:
                await in_thread(self._give_back, "giving memory back")
                log.info("memory was given back", extra={"tables": tables, "trees": trees})

    def _give_back(self) -> None:
        if time.monotonic() > self._set_aside + ASIDE_SECONDS:
            set_aside()
            self._set_aside = time.monotonic()
        give_back()


def keep_little() -> None:
    """From now on this process gives large blocks back to the system as soon as they are free.

    Left alone, the C library learns from each large block that is freed to keep larger ones, up to 64 MB for each of several
    threads: with the trees of searches that comes to hundreds.
    """
    if (setting := _of_glibc("mallopt")) is not None:
        setting(M_MMAP_THRESHOLD, LARGE_BYTES)
        setting(M_TRIM_THRESHOLD, LARGE_BYTES)


def set_aside() -> None:
    """Until the next time, don't look for garbage among what is there now, which is rules and machine code for the most part.

    Looking through all of it takes a tenth of a second, in which nothing else goes on.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Let the system have what was freed in small blocks."""
    if (trim := _of_glibc("malloc_trim")) is not None:
        trim(0)


def _of_glibc(name: str) -> Callable[..., int] | None:
    """A function of the C library; None where that is another, which has other habits."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
