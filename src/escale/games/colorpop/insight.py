"""What bots know of Color Pop."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop.cells import BOTTOM, FIRST_SLIDE, NONE, beside
from escale.games.colorpop.groups import tokens_of
from escale.games.colorpop.rules import colours_of_side
from escale.games.colorpop.state import CELLS, COLOURS, JOKER, SLIDE_BITS, SLIDES_A_WORD, SOLITAIRE
from escale.rules.bits import popcount
from escale.rules.compile import compiled

# What each thing adds to the tokens of a colour left at the end. First a fit to 4,000 games of random play, then what won
# most games against it. A lonely token weighs more the emptier the board, most at the bottom, where nothing can slide under
# it; tokens spread over many slides meet less; a token in a group is one to join others to, and a joker on the board may
# still save a lonely one, so neither is used up early.
LONELY_EARLY, LONELY_LATE = 0.17, 0.93
LONELY_AT_BOTTOM = 0.2
A_SLIDE = 0.03
A_TOKEN = -0.14
A_JOKER = -0.13
OTHERS = 0.5  # how much the other colours' tokens matter, whoever holds them
PAYOFF_A_TOKEN = 0.2  # how much a token less is worth while the game is even


@compiled
def evaluate(state: Any, seat: Any) -> Any:
    """Tokens one's colours will leave, against what the other colours will on average."""
    own = colours_of_side(state, seat)
    full = np.int64(0)
    for colour in range(COLOURS + 1):
        full += np.int64(state.left[colour])
    lonely = LONELY_LATE + (LONELY_EARLY - LONELY_LATE) * full / CELLS
    own_left = 0.0
    others_left = 0.0
    for colour in range(COLOURS):
        left = will_be_left(state.plane, colour, lonely)
        if own >> colour & 1:
            own_left += left
        else:
            others_left += left
    own_left += A_JOKER * np.int64(state.left[JOKER])
    if state.mode != SOLITAIRE:
        own_left -= OTHERS * others_left / (COLOURS - popcount(np.uint64(own)))
    lead = -PAYOFF_A_TOKEN * own_left
    return 0.5 + 0.5 * lead / (1.0 + abs(lead))


@compiled
def will_be_left(plane: Any, colour: Any, lonely: Any) -> Any:
    """Tokens of a colour likely to be left at the end, less what is the same for all; `lonely` is a lonely token's weight."""
    tokens0, tokens1 = tokens_of(plane, colour + 1)
    near0, near1 = beside(tokens0, tokens1)
    alone0 = tokens0 & ~near0
    alone1 = tokens1 & ~near1
    slides = 0
    for slide in range(SLIDES_A_WORD):
        cells = FIRST_SLIDE << np.uint64(SLIDE_BITS * slide)
        slides += (tokens0 & cells) != NONE
        slides += (tokens1 & cells) != NONE
    return (
        lonely * (popcount(alone0) + popcount(alone1))
        + LONELY_AT_BOTTOM * (popcount(alone0 & BOTTOM) + popcount(alone1 & BOTTOM))
        + A_SLIDE * slides
        + A_TOKEN * (popcount(tokens0) + popcount(tokens1))
    )
