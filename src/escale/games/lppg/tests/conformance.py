"""What the conformance suite must know of the game and can't find out by itself."""

from __future__ import annotations

from typing import Any

from escale.games.lppg import view
from escale.rules.verbs import WATCHER

#: The fields of STATE that hold what some seat may not know. All others are public.
HIDDEN = ("hand", "pile", "chance")

#: Options with which a game is over soon.
QUICK = {"match": "off"}

#: LPPG.E3: when no cards are left, and all territories are cancelled.
NOBODY_MAY_WIN = True


def conserved(state: Any) -> tuple[int, ...]:
    """Numbers that no move changes, nor another round of a match: all cards, and the markers of each seat, by kind.

    Cards are counted where the position's text says they are, and are all different; markers are those left and those lying.
    """
    lines = [line.split() for line in view.text(state).splitlines() if line]
    apart = [card for words in lines if words[0] in ("hand", "pile") for card in words[2:]]
    apart += [card for words in lines if words[0] == "discard" for card in words[1:]]
    laid = sum(len(words) - 1 for words in lines if words[0] == "laid")
    left = view.view(state, WATCHER)["markers"]
    lying = [(int(words[1]), words[2]) for words in lines if words[0] == "territory"]
    markers = [left[seat][number] + lying.count((seat, kind)) for seat in range(len(left)) for number, kind in enumerate("op")]
    return (len(apart) + laid, len(apart) - len(set(apart)), *markers)
