"""The time in which this process could take moves: what clocks are charged by."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SLOW_SECONDS = 0.5  # a write that takes longer: nobody could move meanwhile
GAP_SECONDS = 2.0  # with no write for so long while clocks run, this process stood still: the pulse writes oftener


class Uptime:
    """A stopwatch of the monotonic clock, which counts from one successful write to the next and stands while none succeeds.

    Setting the wall clock doesn't move it. When a write fails, or takes long, it goes back to where it was known to work last.
    """

    def __init__(self, watch: Callable[[], float] = time.monotonic) -> None:
        """Runs from now on: the journal has just been opened."""
        self._watch = watch
        self._counted = 0.0  # up to `_good`
        self._good = watch()  # when it last was known that moves could be taken
        self._failed = False  # the last write did
        self._writing: dict[int, float] = {}  # when each write under way began, the oldest first
        self._number = 0

    def now(self) -> float:
        """Seconds so far in which a move could have been taken, as far as is known."""
        now = self._watch()
        if self._failed or now - self._good > GAP_SECONDS:
            return self._counted
        if (stuck := self._stuck_since(now)) is not None:
            return self._counted + max(0.0, stuck - self._good)
        return self._counted + now - self._good

    @property
    def stands(self) -> bool:
        """Whether no move can be taken now, as far as is known."""
        return self._failed or self._stuck_since(self._watch()) is not None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A write to the journal, while the context lasts; an exception says that it failed."""
        self._number += 1
        number, begun = self._number, self._watch()
        self._writing[number] = begun
        try:
            yield
        except Exception:
            self._failed = True
            raise
        else:
            self._worked(begun)
        finally:
            del self._writing[number]

    def _worked(self, begun: float) -> None:
        now = self._watch()
        counted = max(0.0, (now if now - begun <= SLOW_SECONDS else begun) - self._good)
        if not self._failed and counted <= GAP_SECONDS:
            self._counted += counted
        self._good, self._failed = now, False

    def _stuck_since(self, now: float) -> float | None:
        """When the oldest write under way began, if it takes long and no other has succeeded since."""
        begun = next(iter(self._writing.values()), None)
        return begun if begun is not None and now - max(begun, self._good) > SLOW_SECONDS else None
