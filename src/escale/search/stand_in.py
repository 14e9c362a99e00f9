"""Who plays for a bot that gives no move, and when: the same in the browser and in the terminal.

Two words: a `trouble` is for how long another plays for the bot, a `reason` is why.
"""

from __future__ import annotations

from typing import Literal

from escale.search.budget import Budget

STAND_IN = "greedy"  # the bot that plays for another: it surely has a move, at once
MOST_FAILED_TURNS = 2  # in a row: nobody wants to wait for the same trouble all game long
DEADLINE_SECONDS = 10.0  # for a move; several times what any of our bots takes, also when the machine has much to do
OWN_SHARE = 4  # a user's own bot is asked to think no longer than this part of what it may take

#: Another plays for a bot: this once, or for good. A journal of games has the same words (`play.events`).
Trouble = Literal["once", "for_good"]


def trouble_after(failed_turns: int) -> Trouble:
    """What so many turns in a row without a move mean."""
    return "for_good" if failed_turns >= MOST_FAILED_TURNS else "once"


def own_budget(deadline: float) -> Budget:
    """What a user's own bot is told to take that may take `deadline` seconds."""
    return Budget(seconds=deadline / OWN_SHARE)
