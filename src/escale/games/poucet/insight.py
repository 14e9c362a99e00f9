"""What bots know of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.ends import is_blocked
from escale.games.poucet.hasty import hasty_play, mood, steps_between
from escale.games.poucet.outlook import A_CARD, NEVER_THERE, look_ahead, nearest
from escale.games.poucet.paths import ONE, flower_of
from escale.games.poucet.rules import draw, legal
from escale.games.poucet.state import (
    CELL_MASK,
    CELLS,
    COLOURS,
    DISCARD,
    DO_SHIFT,
    HAND,
    KIND_SHIFT,
    LAY,
    MAX_SEATS,
    NIBBLE,
    NO_CARD,
    NOWHERE,
    PATH_KINDS,
    PLAYING,
    RESTART,
    SHAPES,
    TAKE,
)
from escale.rules.chance import rng_below
from escale.rules.compile import compiled
from escale.rules.hashing import mixed

NEARER = 0.28  # how much likelier half a card less makes a path to be the first
TO_MOVE = 1.0  # half cards that being to move is worth
OUT_OF_CARDS = 2.0  # half cards that it costs to have no path card of one's colour
IN_HAND, ENOUGH = 0.3, 3  # half cards that each of them is worth, and how many count
ALONE, MUCH_FARTHER = 0.2, 6  # how much of what the next best end needs more counts, and the most of that in half cards
GONE = 4.0  # times farther than no way is who gave up
AGAIN = 4.0  # half cards that starting again costs, beside the way
START_STEP, NEIGHBOURS, CROWDED = 0.7, 2, 0.5  # of a start: a step more, who is near, and what that costs
WORD_BYTES, BYTE_BITS = 8, 8


@compiled
def best_again(state: Any) -> Any:
    """What a path would need that starts again at the best cell of the border; NEVER_THERE if no start card is left."""
    for colour in range(COLOURS):
        if state.starts[colour] > 0:
            return AGAIN + A_CARD * (np.int64(state.side) // 2)
    return 1.0 * NEVER_THERE


@compiled
def look_at_all(state: Any, needs: Any) -> None:
    """Write for each seat what its path needs to reach the flower, in half cards, with what burdens the seat beside: that there
    is no other way as good, no card of its colour, another's turn.
    """
    to_go = np.empty(CELLS, np.int64)
    again = best_again(state)
    for seat in range(np.int64(state.players)):
        if state.out[seat] != 0:
            needs[seat] = GONE * NEVER_THERE
            continue
        if state.start[seat] == NOWHERE:
            needs[seat] = 1.0 * A_CARD * (np.int64(state.side) // 2)
        else:
            look_ahead(state, np.int64(seat), to_go)
            needed, by = nearest(state, np.int64(seat), to_go, np.int64(NOWHERE))
            second, _ = nearest(state, np.int64(seat), to_go, by)
            needs[seat] = min(needed + ALONE * min(second - needed, MUCH_FARTHER), again)
        held = colours_held(state, np.int64(seat), np.int64(state.colour[seat]))
        needs[seat] += OUT_OF_CARDS if held == 0 else -IN_HAND * min(held, ENOUGH)
    if state.step == PLAYING:
        needs[np.int64(state.seat)] -= TO_MOVE


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
    """Who is how near to the flower, with what lies between."""
    needs = np.empty(MAX_SEATS, np.float64)
    look_at_all(state, needs)
    total = 0.0
    for other in range(np.int64(state.players)):
        total += np.exp(-NEARER * needs[other])
    return np.exp(-NEARER * needs[seat]) / total


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
