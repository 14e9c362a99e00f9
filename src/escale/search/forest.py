"""The trees of all searches of a process, together never more than a set amount of memory."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from escale.rules.cores import cores
from escale.rules.errors import BadOption
from escale.search.tree import Tree, clear, fullness, new_tree

MEGABYTE = 1 << 20
MEMORY = "ESCALE_SEARCH_MB"  # the setting, in megabytes
DEFAULT_MEGABYTES = 256
TREE_MEGABYTES = 32
AT_ONCE_BESIDES = 2  # searches that go on beside one per core: a hint, a review
LEAST_MEGABYTES, MOST_MEGABYTES = 8, 1 << 20
TOO_FULL = 0.5  # a tree this full is begun anew at the next move, so that there is room to grow


class Left(NamedTuple):
    """A tree that nobody uses."""

    tree: Tree
    since: float  # by the monotonic clock


class Forest:
    """Lends trees by place. Who comes back to a place finds its tree as it was left, unless somebody else needed the room."""

    def __init__(self, megabytes: int) -> None:
        """Of so much memory in all."""
        if not LEAST_MEGABYTES <= megabytes <= MOST_MEGABYTES:
            raise BadOption(f"{megabytes} megabytes for searches: allowed are {LEAST_MEGABYTES} to {MOST_MEGABYTES}")
        self.trees = max(megabytes // TREE_MEGABYTES, cores() + AT_ONCE_BESIDES)  # smaller ones rather than too few
        self.tree_bytes = megabytes * MEGABYTE // self.trees
        self._idle: OrderedDict[object, Left] = OrderedDict()  # by place, the one left longest ago first
        self._made = 0
        self._changed = threading.Condition(threading.RLock())

    @contextmanager
    def lend(self, place: object) -> Iterator[Tree]:
        """A tree for a while: the one of the place if it is still there, else an empty one. Waits until one is free."""
        tree = self._take(place)
        try:
            yield tree
        finally:
            with self._changed:
                # Two may have come to a place at once. The second tree of a place is nobody's, but not lost.
                self._idle[place if place not in self._idle else object()] = Left(tree, time.monotonic())
                self._changed.notify()

    def forget(self, place: object) -> None:
        """Nobody will come back to this place."""
        with self._changed:
            if place in self._idle:
                self._idle.move_to_end(place, last=False)

    def fell(self, seconds: float) -> int:
        """Give up the trees that nobody has used for so long, and their memory; how many. New ones are made when needed."""
        with self._changed:
            old = [place for place, left in self._idle.items() if left.since <= time.monotonic() - seconds]
            for place in old:
                del self._idle[place]
            self._made -= len(old)
        return len(old)

    def _take(self, place: object) -> Tree:
        with self._changed:
            self._changed.wait_for(lambda: self._idle or self._made < self.trees)
            own = self._idle.pop(place, None)
            if own is not None:
                if fullness(own.tree) > TOO_FULL:
                    clear(own.tree)
                return own.tree
            tree = None
            if self._made < self.trees:
                self._made += 1
            else:
                _, (tree, _) = self._idle.popitem(last=False)
        if tree is None:  # made without holding anybody up
            return self._new_tree()
        clear(tree)
        return tree

    def _new_tree(self) -> Tree:
        try:
            return new_tree(self.tree_bytes)
        except MemoryError:
            with self._changed:  # or those who wait would wait for ever for a tree that isn't there
                self._made -= 1
                self._changed.notify()
            raise


def megabytes_set() -> int:
    """The setting of this process; BadOption if it is no number."""
    said = os.environ.get(MEMORY, str(DEFAULT_MEGABYTES))
    if not said.isdecimal():
        raise BadOption(f"{MEMORY}={said}: a number of megabytes")
    return int(said)


_lock = threading.RLock()  # a bot may be forgotten in the middle of anything, whenever memory is tidied up
_forest: Forest | None = None


def forest() -> Forest:
    """The one of this process."""
    global _forest
    with _lock:
        if _forest is None:
            _forest = Forest(megabytes_set())
        return _forest


def forget(places: Iterable[object]) -> None:
    """Nobody will come back to these places of this process's forest, if it has one."""
    with _lock:
        here = _forest
    if here is not None:
        for place in places:
            here.forget(place)


def fell(seconds: float) -> int:
    """Give up the trees of this process that nobody has used for so long; how many."""
    with _lock:
        here = _forest
    return here.fell(seconds) if here is not None else 0
