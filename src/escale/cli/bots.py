"""The bots that commands name: ours by their levels, a user's own by where they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from escale.rules.errors import NoSuchBot, shown

#: What the bots are called that play on a ladder, and the one beside it.
OURS = "random, greedy, child, easy, medium, hard, expert"
YARDSTICK = "uct, a yardstick for measuring (the search of expert, knowing only the rules)"
OWN = "your own as module:Class or path/to/file.py:Class"

OwnBots = Annotated[
    list[str] | None,
    Parameter(
        name="--own-bot",
        negative=(),
        help="A bot of your own that may sit at the tables: module:Class or path/to/file.py:Class. May be given several times.",
    ),
]


def listed(bots: str) -> list[str]:
    """The bots of a list, a,b,...; NoSuchBot if one is neither ours nor meant for a user's own."""
    names = [name.strip() for name in bots.split(",")]
    check_bots(names)
    return names


def check_bots(names: Iterable[str]) -> None:
    """NoSuchBot says which bots there are, if one is neither ours nor meant for a user's own."""
    from escale.search.bots import bot_names
    from escale.search.own import is_own

    for name in names:
        if name not in bot_names() and not is_own(name):
            raise NoSuchBot(f"no bot '{shown(name)}': there are {OURS}; {YARDSTICK}; and {OWN}")
