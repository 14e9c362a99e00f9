"""What bots know of Color Pop."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop.cells import BOTTOM, FIRST_SLIDE, NONE, beside
from escale.games.colorpop.groups import colour_at, tokens_of
from escale.games.colorpop.rules import colours_of_side, left_of_side, settle
from escale.games.colorpop.state import CELL_MASK, CELLS, COLOURS, JOKER, PLANES, SLIDE_BITS, SLIDES_A_WORD, SOLITAIRE, WORDS
from escale.rules.bits import popcount
from escale.rules.compile import compiled
from escale.rules.hashing import mixed

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
CLEARLY = 3.0  # tokens by which a game is half as clearly won as can be

# How much a seat seems to hold a colour: for each token of it that the seat took, that the others took, and that is likely to
# be left; on a full board, and what is added on an empty one. Fitted to who held what in games of searching bots: between two
# players a colour that does well is the other's; among more it may be anybody's, but who takes a colour doesn't hold it.
BY_TWO = ((-0.14, 0.014, -0.188), (0.085, 0.153, -1.638))
BY_MORE = ((-0.507, 0.065, 0.024), (0.075, 0.045, -0.433))


@compiled
def evaluate(state: Any, seat: Any) -> Any:
    """Tokens one's colours will leave, against what the other colours will on average."""
    own = colours_of_side(state, seat)
    lonely = lonely_weight(state)
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
def fullness(state: Any) -> Any:
    """The share of the board that still has tokens."""
    full = np.int64(0)
    for colour in range(COLOURS + 1):
        full += np.int64(state.left[colour])
    return full / CELLS


@compiled
def lonely_weight(state: Any) -> Any:
    """How much a lonely token counts now."""
    return LONELY_LATE + (LONELY_EARLY - LONELY_LATE) * fullness(state)


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


@compiled
def knowledge(state: Any, seat: Any) -> Any:
    """The board, who took what (POP.E3), and the colours of the seat's own side."""
    number = np.uint64(colours_of_side(state, seat)) | (np.uint64(state.seat) << np.uint64(8))
    for plane in range(PLANES):
        for word in range(WORDS):
            number = mixed(number, state.plane[plane, word])
    for other in range(np.int64(state.players)):
        taken = np.uint64(0)
        for colour in range(COLOURS + 1):
            taken = (taken << np.uint64(8)) | np.uint64(state.taken[other, colour])
        number = mixed(number, taken)
    return number | np.uint64(1)


@compiled
def plausible(state: Any, seat: Any) -> Any:
    """How well the others' colours go with what everybody took and with how well each colour does."""
    own = colours_of_side(state, seat) if seat >= 0 else np.int64(0)
    lonely = lonely_weight(state)
    signs = 0.0
    for other in range(np.int64(state.players)):
        held = np.int64(state.secret[other])
        if held & own == 0:
            for colour in range(COLOURS):
                if held >> colour & 1:
                    signs += seems_to_hold(state, other, colour, lonely)
    return np.exp(signs)


@compiled
def seems_to_hold(state: Any, seat: Any, colour: Any, lonely: Any) -> Any:
    """How much a seat seems to hold a colour, compared with other colours."""
    early, late = BY_TWO if state.players == 2 else BY_MORE
    empty = 1.0 - fullness(state)
    took = np.int64(state.taken[seat, colour])
    others_took = -took
    for other in range(np.int64(state.players)):
        others_took += np.int64(state.taken[other, colour])
    left = will_be_left(state.plane, colour, lonely)
    return (
        (early[0] + late[0] * empty) * took + (early[1] + late[1] * empty) * others_took + (early[2] + late[2] * empty) * left
    )


@compiled
def suppose(state: Any, world: Any) -> Any:
    """Colours are held from the deal to the end, which may come by them (POP.E1)."""
    for seat in range(np.int64(state.players)):
        state.secret[seat] = world.secret[seat]
    settle(state)
    return 1


@compiled
def trait(state: Any, move: Any) -> Any:
    """The group's name and its colour."""
    return np.int64(move) * (JOKER + 2) + colour_at(state.plane, move & CELL_MASK)


@compiled
def margin(state: Any, seat: Any) -> Any:
    """By how many tokens fewer than the best of the others, or more."""
    own = left_of_side(state, seat)
    if state.mode == SOLITAIRE:
        return 1.0 / (1.0 + own)
    best = np.int64(CELLS)
    for other in range(np.int64(state.players)):
        if colours_of_side(state, other) != colours_of_side(state, seat):
            best = min(best, left_of_side(state, other))
    lead = float(best - own) / CLEARLY
    return 0.5 + 0.5 * lead / (1.0 + abs(lead))
