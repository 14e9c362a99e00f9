"""The verbs: what the contract asks of every game, for Le Petit Poucet. They touch only their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet import refusals
from escale.games.poucet.drawing import a_random_play
from escale.games.poucet.ends import distance, is_blocked
from escale.games.poucet.guessing import determinize
from escale.games.poucet.lawful import why_not_laid, why_not_start
from escale.games.poucet.paths import is_border, lay_out
from escale.games.poucet.plays import NEVER, kinds_held, list_plays, plays_now
from escale.games.poucet.refusals import REFUSALS
from escale.games.poucet.state import (
    BEGIN,
    BY_FLOWER,
    BY_REST,
    CARDS,
    CHOOSING,
    COLOURS,
    COPIES,
    DISCARD,
    DO_SHIFT,
    EMPTY,
    FIRST_CELL,
    GIVE_UP,
    HAND,
    KIND_SHIFT,
    KINDS,
    LAY,
    MAX_SEATS,
    NO_CARD,
    NO_COLOUR,
    NOBODY,
    OPTION_CROSSING,
    OPTION_FAVOUR,
    OPTION_PLAYERS,
    OPTION_SIZE,
    OVER,
    PLAYING,
    RESTART,
    ROW,
    RUNNING,
    SIZES,
    SMALL_TABLE,
    STARTING,
    STARTS,
    TAKE,
    USUAL_SIZES,
)
from escale.games.poucet.turns import carry_out, put_in
from escale.rules.chance import deal_below, new_deal, rng_below, shuffle
from escale.rules.compile import compiled
from escale.rules.verbs import OVER as NOBODYS_TURN

__all__ = ["REFUSALS", "determinize", "draw", "legal", "play", "points", "score", "setup", "turn", "why_not"]

CARDS_DEALT, FIRST_PLAYER = 0, 2  # the streams of chance that say who gets what and who begins


@compiled
def setup(state: Any, options: Any, seed: Any) -> None:
    lay_table(state, options)
    state.first = deal_below(new_deal(seed, np.uint64(FIRST_PLAYER)), np.int64(options[OPTION_PLAYERS]))
    state.seat = state.first
    cards = np.zeros(CARDS, np.uint8)
    count = 0
    for kind in range(KINDS):
        for _ in range(COPIES[kind]):
            cards[count] = kind
            count += 1
    shuffle(new_deal(seed, np.uint64(CARDS_DEALT)), cards, count)
    for place in range(HAND):
        for seat in range(np.int64(state.players)):
            count -= 1
            put_in(state, np.int64(seat), np.int64(place), np.int64(cards[count]))
    for place in range(count):
        state.stock[place] = cards[place]
    state.stock_count = count


@compiled
def lay_table(state: Any, options: Any) -> None:
    """A table for so many players with these options, before any card is dealt."""
    state.players = options[OPTION_PLAYERS]
    state.board = options[OPTION_SIZE]
    state.crossing = options[OPTION_CROSSING]
    state.favour = options[OPTION_FAVOUR]
    state.side = side_of(np.int64(options[OPTION_SIZE]), np.int64(options[OPTION_PLAYERS]))
    lay_out(state)
    for seat in range(MAX_SEATS):
        state.colour[seat] = NO_COLOUR
        state.waits[seat] = 0
        state.out[seat] = 0
        for place in range(HAND):
            state.hand[seat, place] = NO_CARD
            state.barred[seat, place] = 0
    for colour in range(COLOURS):
        state.starts[colour] = STARTS
    for place in range(CARDS):
        state.stock[place] = NO_CARD
        state.discard[place] = NO_CARD
    state.stock_count = 0
    state.discard_count = 0
    state.first = 0
    state.seat = 0
    state.step = CHOOSING
    state.end = RUNNING
    state.winner = NOBODY


@compiled
def side_of(size: Any, players: Any) -> Any:
    """How many cells are along a board (POU.M1)."""
    if size > 0:
        return SIZES[size - 1]
    return USUAL_SIZES[0] if players <= SMALL_TABLE else USUAL_SIZES[1]


@compiled
def turn(state: Any) -> Any:
    return np.int64(state.seat) if state.step != OVER else NOBODYS_TURN


@compiled
def legal(state: Any, out: Any) -> Any:
    count = np.int64(0)
    if state.step == PLAYING:
        seat = np.int64(state.seat)
        wanted = plays_now(state, seat)
        count = list_plays(state, seat, wanted, out) if wanted != NEVER else _list_discards(state, seat, out)
        if state.waits[seat] > 0 and is_blocked(state, seat):
            count = _list_ways_out(state, out, count)
    elif state.step == STARTING:
        count = _list_starts(state, BEGIN << DO_SHIFT, out, count)
    elif state.step == CHOOSING:
        for colour in range(COLOURS):
            if state.starts[colour] > 0:
                out[count] = TAKE << DO_SHIFT | colour << KIND_SHIFT
                count += 1
    return count


@compiled
def _list_discards(state: Any, seat: Any, out: Any) -> Any:
    """Write the cards that can be laid on the discard; returns how many."""
    kinds = kinds_held(state, seat)
    count = np.int64(0)
    for kind in range(KINDS):
        if kinds >> kind & 1 != 0:
            out[count] = DISCARD << DO_SHIFT | kind << KIND_SHIFT
            count += 1
    return count


@compiled
def _list_ways_out(state: Any, out: Any, count: Any) -> Any:
    """Write what a blocked player may do beside playing, after `count` others; returns how many there are then."""
    for colour in range(COLOURS):
        if state.starts[colour] > 0:
            count = _list_starts(state, RESTART << DO_SHIFT | colour << KIND_SHIFT, out, count)
    out[count] = GIVE_UP << DO_SHIFT
    return count + 1


@compiled
def draw(state: Any, moves: Any, rng: Any) -> Any:
    seat = np.int64(state.seat)
    if state.step == PLAYING and (state.waits[seat] == 0 or not is_blocked(state, seat)):
        move = a_random_play(state, seat, rng, moves)
        if move >= 0:
            return move
    return moves[rng_below(rng, legal(state, moves))]


@compiled
def _list_starts(state: Any, move: Any, out: Any, count: Any) -> Any:
    """Write a move for every free cell of the border after `count` others; returns how many there are then."""
    side = np.int64(state.side)
    for row in range(side):
        for cell in range(FIRST_CELL + ROW * row, FIRST_CELL + ROW * row + side):
            if state.top[cell] == EMPTY and is_border(state, cell):
                out[count] = move | cell
                count += 1
    return count


@compiled
def why_not(state: Any, move: Any) -> Any:
    if state.step == OVER:
        if state.end == BY_FLOWER:
            return refusals.OVER_FLOWER
        return refusals.OVER_ALONE if state.end == BY_REST else refusals.OVER_CARDS
    number = np.int64(move)
    done = number >> DO_SHIFT
    rest = number & (1 << DO_SHIFT) - 1
    if state.step == CHOOSING:
        return _why_not_taken(state, rest) if done == TAKE else refusals.MUST_CHOOSE
    if state.step == STARTING:
        return why_not_start(state, rest) if done == BEGIN else refusals.MUST_START
    if done == TAKE:
        taken = _why_not_taken(state, rest)
        return refusals.NO_COLOUR_LEFT if taken == refusals.NO_COLOUR_LEFT else refusals.CHOSEN_ALREADY
    if done == BEGIN:
        return refusals.STARTED_ALREADY
    if done == LAY:
        return why_not_laid(state, rest)
    if done == RESTART:
        return _why_not_again(state, rest)
    if done == GIVE_UP and rest == 0:
        return refusals.LEGAL if is_blocked(state, np.int64(state.seat)) else refusals.NOT_BLOCKED
    return _why_not_exchanged(state, rest) if done == DISCARD else refusals.NO_SUCH_CARD


@compiled
def _why_not_taken(state: Any, rest: Any) -> Any:
    """What forbids to take a start card of a colour."""
    colour = rest >> KIND_SHIFT
    if colour >= COLOURS or rest != colour << KIND_SHIFT:
        return refusals.MUST_CHOOSE
    return refusals.LEGAL if state.starts[colour] > 0 else refusals.NO_COLOUR_LEFT


@compiled
def _why_not_again(state: Any, rest: Any) -> Any:
    """What forbids to start again so: whoever may not at all is told that, wherever the card would lie (POU.B2)."""
    if not is_blocked(state, np.int64(state.seat)):
        return refusals.NOT_BLOCKED
    colour = rest >> KIND_SHIFT
    if colour >= COLOURS or state.starts[colour] == 0:
        return refusals.NO_START_LEFT
    return why_not_start(state, rest & (1 << KIND_SHIFT) - 1)


@compiled
def _why_not_exchanged(state: Any, rest: Any) -> Any:
    """What forbids to lay a card on the discard."""
    kind = rest >> KIND_SHIFT
    if kind >= KINDS or rest != kind << KIND_SHIFT:
        return refusals.NO_SUCH_CARD
    seat = np.int64(state.seat)
    kinds = kinds_held(state, seat)
    if plays_now(state, seat) != NEVER:
        return refusals.CAN_PLAY
    return refusals.LEGAL if kinds >> kind & 1 != 0 else refusals.NOT_IN_HAND


@compiled
def play(state: Any, move: Any) -> None:
    carry_out(state, move)


@compiled
def points(state: Any, out: Any) -> None:
    """The cards still missing to the flower: fewer is better. 0 has arrived; who can't arrive has one for every cell."""
    for seat in range(np.int64(state.players)):
        out[seat] = min(distance(state, np.int64(seat)), np.int64(state.side) * np.int64(state.side))


@compiled
def score(state: Any, out: Any) -> None:
    for seat in range(np.int64(state.players)):
        out[seat] = 1.0 if state.winner == seat else 0.0
