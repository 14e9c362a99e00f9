"""Escale: a library of board games, their rules, and a fast simulator of them.

`games()` lists the games, `load(id)` gives one, `load(id).new(players=2, seed=7)` deals a position. Of a game whose rules have
changed, `load(id, version)` gives it as it was.
"""

import importlib
from typing import TYPE_CHECKING, Any

from escale.rules.errors import (
    BadNotation,
    BadOption,
    BadState,
    BrokenGame,
    EscaleError,
    IllegalMove,
    NoSuchBot,
    NoSuchGame,
    OtherVersion,
    Refusal,
)
from escale.rules.info import Info, Option

if TYPE_CHECKING:
    from escale.rules.game import Game
    from escale.rules.position import Position
    from escale.rules.registry import load
    from escale.rules.shelf import games
    from escale.search.bots import bot, bot_names
else:
    from escale import games  # the folder of that name, which can be called

__all__ = [
    "BadNotation",
    "BadOption",
    "BadState",
    "BrokenGame",
    "EscaleError",
    "Game",
    "IllegalMove",
    "Info",
    "NoSuchBot",
    "NoSuchGame",
    "Option",
    "OtherVersion",
    "Position",
    "Refusal",
    "bot",
    "bot_names",
    "games",
    "load",
]
__version__ = "0.1.0"

#: Where the names are that need the compiler: it takes longer to import than all the rest, and many commands don't need it.
_LATER = {
    "Game": "escale.rules.game",
    "Position": "escale.rules.position",
    "bot": "escale.search.bots",
    "bot_names": "escale.search.bots",
    "load": "escale.rules.registry",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
