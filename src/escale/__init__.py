"""Escale: a library of board games, their rules, and a fast simulator of them.

`games()` lists the games, `load(id)` gives one, `load(id).new(players=2, seed=7)` deals a position.
"""

from escale.rules.errors import (
    BadNotation,
    BadOption,
    BadState,
    BrokenGame,
    EscaleError,
    IllegalMove,
    NoSuchBot,
    NoSuchGame,
    Refusal,
)
from escale.rules.game import Game
from escale.rules.info import Info, Option
from escale.rules.position import Position
from escale.rules.registry import games, load

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
    "Position",
    "Refusal",
    "games",
    "load",
]
__version__ = "0.1.0"
