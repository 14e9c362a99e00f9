"""Escale: a library of board games, their rules, and a fast simulator of them.

`games()` lists the games, `load(id)` gives one, `load(id).new(players=2, seed=7)` deals a position. Of a game whose rules have
changed, `load(id, version)` gives it as it was.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from escale.rules.game import Game
    from escale.rules.info import Info, Option
    from escale.rules.position import Position
    from escale.rules.registry import load
    from escale.rules.shelf import games
    from escale.search.bots import bot, bot_names

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

#: Where the names are. Nothing is imported before it is asked for: some need the compiler, which takes longer than all the
#: rest, and the program `escale` must heed Ctrl-C before it imports anything.
_PLACES = {
    "Game": "escale.rules.game",
    "Info": "escale.rules.info",
    "Option": "escale.rules.info",
    "Position": "escale.rules.position",
    "bot": "escale.search.bots",
    "bot_names": "escale.search.bots",
    "load": "escale.rules.registry",
}
_ERRORS = "escale.rules.errors"


def __getattr__(name: str) -> Any:
    if name == "games":
        return importlib.import_module("escale.games")  # the folder of that name, which can be called
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_PLACES.get(name, _ERRORS)), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
