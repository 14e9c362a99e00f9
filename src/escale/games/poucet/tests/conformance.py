"""What the conformance suite must know of the game and can't find out by itself."""

from __future__ import annotations

from collections import Counter
from typing import Any

import escale
from escale.games.poucet.tests.model_notation import read
from escale.games.poucet.tests.model_table import COLOURS, KINDS
from escale.rules.verbs import WATCHER

#: The fields of STATE that hold what some seat may not know. All others are public.
HIDDEN = ("hand", "stock")

#: Options with which a game is over soon.
QUICK = {"size": "9"}

#: POU.E2: when no cards are left.
NOBODY_MAY_WIN = True


def conserved(state: Any) -> tuple[int, ...]:
    """Numbers that no move changes: all 135 cards by kind, and the six start cards by colour.

    Cards are counted where the position's text says they are; start cards are those lying, taken, and left as the view says.
    """
    view = escale.load("poucet").view
    table = read(view.text(state))
    lying = [card for pile in table.piles.values() for card in pile]
    cards = Counter(card.card() for card in lying if card.kind != "start")
    cards.update([*table.stock, *table.discard, *(card for hand in table.hands for card in hand)])
    starts = Counter(card.colour for card in lying if card.kind == "start") + Counter(table.chose.values())
    left = view.view(state, WATCHER)["starts"]
    return (*(cards[kind] for kind in KINDS), *(starts[colour] + left[colour] for colour in COLOURS))
