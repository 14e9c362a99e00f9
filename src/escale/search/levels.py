"""The bots that search, from one a child can beat to one that few will."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from escale.search.budget import Budget
from escale.search.thinking import PLAIN, Manner


@dataclass(frozen=True)
class Level:
    """How a bot thinks. Weaker ones err as people do: they look less far and at fewer moves, and count less exactly."""

    manner: Manner
    budget: Budget
    haze: float = 0.0  # moves whose worth differs by less than about this look alike to it
    reading: float = 0.0  # the part of its time in which it thinks about what the others' moves tell of their secrets
    solves: bool = False  # alone, it looks for a whole line of moves to the end


LEVELS: Mapping[str, Level] = {
    # Looks at what each move does at once, roughly, and not at what others will do about it.
    "child": Level(Manner(belief=False, horizon=1, plies=1, wide=1 << 20), Budget(iterations=60), haze=0.15),
    # Tries the moves that catch the eye, and thinks of one answer.
    "easy": Level(Manner(belief=False, horizon=2), Budget(iterations=32), haze=0.1),
    # Thinks a few moves ahead, and forgets that the others have secrets worth guessing.
    "medium": Level(Manner(belief=False, horizon=4), Budget(iterations=200), haze=0.02),
    "hard": Level(Manner(), Budget(iterations=1000), solves=True),
    "expert": Level(Manner(), Budget(seconds=1.0), reading=0.25, solves=True),
}

#: For measuring only: the same search knowing nothing of the game but its rules.
YARDSTICKS: Mapping[str, Level] = {"uct": Level(PLAIN, Budget(seconds=1.0))}
