"""The games, one folder each. A folder here is a game of the library; nothing else has to be told."""

import sys
from types import ModuleType

from escale.rules import shelf
from escale.rules.info import Info


class _Shelf(ModuleType):
    """`escale.games` is this folder, and `escale.games()` lists what is in it: Python has one place for both names."""

    def __call__(self) -> dict[str, Info]:
        return shelf.games()


sys.modules[__name__].__class__ = _Shelf
