"""What bots know of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.ends import is_blocked
from escale.games.poucet.hasty import hasty_play, mood, steps_between
from escale.games.poucet.outlook import A_CARD, NEVER_THERE, look_ahead, nearest
from escale.games.poucet.paths import ONE, flower_of
from escale.games.poucet.plays import kinds_held
from escale.games.poucet.rules import draw, legal
from escale.games.poucet.state import (
    A_RIVER,
    A_WOLF,
    AN_OGRE,
    CELL_MASK,
    CELLS,
    COLOURS,
    DISCARD,
    DO_SHIFT,
    HAND,
    KIND_SHIFT,
    LAY,
    NIBBLE,
    NO_CARD,
    NOWHERE,
    PATH_KINDS,
    PLAYING,
    RESTART,
    SHAPES,
    SOME_BOOTS,
    TAKE,
)
from escale.rules.chance import rng_below
from escale.rules.compile import compiled
from escale.rules.hashing import mixed

# How likely who is to be first, as logarithms of odds; found by fitting them to how games between bots ended.
NEARER = 0.07  # for half a card less to go, times the number of players: the more there are, the more a lead counts
TO_MOVE = 0.1
OF_OWN_COLOUR, ENOUGH = 0.2, 3  # for each path card held, and how many count
KEPT_BOOTS, KEPT_RIVER, KEPT_WOLF, KEPT_OGRE = 0.25, 0.1, 0.27, 0.2  # for each that is held
TWO_CARDS, ONE_CARD = 0.25, 0.4  # for so many missing at most
CAN_GO_ON, IN_TWO_WAYS = 0.08, 0.15  # with cards in hand that take the next step
COULD_WIN, CAN_WIN = 1.4, 1.3  # with the last card in hand; and being to move beside
HOPELESS = -30.0  # who gave up, or will run out of cards

AGAIN = 4.0  # half cards that starting again costs, beside the way
START_STEP, NEIGHBOURS, CROWDED = 0.7, 2, 0.5  # of a start: a step more, who is near, and what that costs
WORD_BYTES, BYTE_BITS = 8, 8


@compiled
def needed_again(state: Any) -> Any:
    """What a path would need that starts again at the best cell of the border; NEVER_THERE if no start card is left."""
    for colour in range(COLOURS):
        if state.starts[colour] > 0:
            return A_CARD * (np.int64(state.side) // 2)
    return np.int64(NEVER_THERE)


@compiled
def prospects(state: Any, seat: Any, to_go: Any) -> Any:
    """How well a seat stands: its way to the flower, and the cards it has for that and against others."""
    if state.out[seat] != 0:
        return HOPELESS
    to_move = state.step == PLAYING and state.seat == seat
    of_cards = worth_of_hand(state, seat) + (TO_MOVE if to_move else 0.0)
    nearer = NEARER * np.int64(state.players)
    if state.start[seat] == NOWHERE:
        return of_cards - nearer * A_CARD * (np.int64(state.side) // 2)
    held = kinds_held(state, seat)
    look_ahead(state, seat, held, to_go)
    needed, kinds = nearest(state, seat, held, to_go)
    again = needed_again(state)
    if min(needed, again) > A_CARD * cards_to_come(state, seat):
        return HOPELESS
    value = of_cards - nearer * min(1.0 * needed, AGAIN + again)
    if needed <= 2 * A_CARD:
        value += TWO_CARDS
    if needed <= A_CARD:
        value += ONE_CARD
    if kinds != 0:
        value += CAN_GO_ON
        if kinds & kinds - 1 != 0:
            value += IN_TWO_WAYS
        if needed <= A_CARD:
            value += COULD_WIN + (CAN_WIN if to_move else 0.0)
    return value


@compiled
def cards_to_come(state: Any, seat: Any) -> Any:
    """The most cards that a seat can still lay: those in hand, and its part of the stock (POU.T0)."""
    count = np.int64(state.stock_count)
    for place in range(HAND):
        if state.hand[seat, place] != NO_CARD:
            count += 1
    return count


@compiled
def worth_of_hand(state: Any, seat: Any) -> Any:
    """What a seat's cards are worth while they are kept: those of its colour, and what is rare."""
    value = OF_OWN_COLOUR * min(colours_held(state, seat, np.int64(state.colour[seat])), ENOUGH)
    for place in range(HAND):
        kind = np.int64(state.hand[seat, place])
        if kind == SOME_BOOTS:
            value += KEPT_BOOTS
        elif kind == A_RIVER:
            value += KEPT_RIVER
        elif kind == A_WOLF:
            value += KEPT_WOLF
        elif kind == AN_OGRE:
            value += KEPT_OGRE
    return value


@compiled
def colours_held(state: Any, seat: Any, colour: Any) -> Any:
    """How many path cards of a colour a seat holds."""
    count = 0
    for place in range(HAND):
        kind = np.int64(state.hand[seat, place])
        if kind < PATH_KINDS and kind // SHAPES == colour:
            count += 1
    return count


@compiled
def evaluate(state: Any, seat: Any) -> Any:
    """How likely a seat is to be the first at the flower; not at all, if it can't be reached with the cards that are left."""
    to_go = np.empty(CELLS, np.int64)
    own = prospects(state, seat, to_go)
    if own == HOPELESS:
        return 0.0
    total = 1.0
    for other in range(np.int64(state.players)):
        if other != seat:
            total += np.exp(prospects(state, np.int64(other), to_go) - own)
    return 1.0 / total


@compiled
def opening_worth(state: Any, move: Any) -> Any:
    """A colour by the cards one has of it; a start by how near it is to the flower, and how far from others."""
    done, value = move >> DO_SHIFT, 0.0
    if done in (TAKE, RESTART):
        value += colours_held(state, np.int64(state.seat), move >> KIND_SHIFT & NIBBLE)
    return value if done == TAKE else value + start_worth(state, move & CELL_MASK)


@compiled
def start_worth(state: Any, cell: Any) -> Any:
    """How good a cell of the border is to start from."""
    value = -START_STEP * steps_between(cell, flower_of(state))
    for other in range(np.int64(state.players)):
        start = np.int64(state.start[other])
        if start not in (NOWHERE, cell) and steps_between(cell, start) <= NEIGHBOURS:
            value -= CROWDED
    return value


@compiled
def habit(state: Any, moves: Any, rng: Any) -> Any:
    """On towards the flower, or in the way of others; when blocked, a new start rather than none."""
    if state.step != PLAYING:
        return best_opening(state, moves, legal(state, moves), np.int64(0), rng)
    seat = np.int64(state.seat)
    if state.waits[seat] > 0 and is_blocked(state, seat):
        count = legal(state, moves)
        first = np.int64(0)
        while np.int64(moves[first]) >> DO_SHIFT in (LAY, DISCARD):
            first += 1
        if first < count - 1:
            return best_opening(state, moves, count - 1, first, rng)
        return moves[rng_below(rng, max(np.int64(1), first))]
    move = hasty_play(state, rng)
    return move if move >= 0 else draw(state, moves, rng)


@compiled
def best_opening(state: Any, moves: Any, count: Any, first: Any, rng: Any) -> Any:
    """Of the colours or cells to start with, from the `first` move on, one that looks good in the mood of the moment."""
    best = -np.inf
    chosen = moves[first]
    for i in range(first, count):
        value = opening_worth(state, np.int64(moves[i])) + mood(rng)
        if value > best:
            best = value
            chosen = moves[i]
    return chosen


@compiled
def knowledge(state: Any, seat: Any) -> Any:
    """The board with its piles, whose turn it is, starts, the seat's own cards, what is known of others' and all cards seen."""
    number = np.uint64(np.int64(state.seat) | np.int64(state.step) << 4 | np.int64(state.stock_count) << 8)
    for place in range(0, CELLS, WORD_BYTES):
        word = np.int64(0)
        for byte in range(WORD_BYTES):
            word = word << BYTE_BITS | np.int64(state.top[place + byte])
        number = mixed(number, np.uint64(word))
    for other in range(np.int64(state.players)):
        word = np.int64(state.start[other]) | np.int64(state.waits[other]) << 8 | np.int64(state.out[other]) << 16
        word |= np.int64(state.colour[other]) << 24
        cards = np.int64(0)
        for place in range(HAND):
            kind = np.int64(state.hand[other, place])
            cards = cards << BYTE_BITS | (kind if other == seat else np.int64(kind == NO_CARD))
            number = mixed(number, np.uint64(state.barred[other, place]))
        number = mixed(mixed(number, np.uint64(word)), np.uint64(cards))
    for place in range(np.int64(state.discard_count)):
        number = mixed(number, np.uint64(state.discard[place]))
    for place in range(np.int64(state.under_count)):
        number = mixed(number, np.uint64(state.under[place]))
    return number | ONE
