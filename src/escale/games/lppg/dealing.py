"""The cards: the deal (LPPG.S2, LPPG.S3), discards, draws and the piles made anew (LPPG.T1, LPPG.T2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.cards import WAYS, card_of, pattern_of, patterns_in, placement
from escale.games.lppg.consequences import paint_card, reach
from escale.games.lppg.state import (
    CARD_WORDS,
    COLOURS,
    HAND,
    MARGIN,
    MARKERS,
    MAX_CARDS,
    MAX_SEATS,
    NO_CARD,
    NOT_LAST,
    NOWHERE,
    PILE_ROOM,
    PILES,
    PLACE,
    ROWS,
    RUNNING,
    START_X,
    START_Y,
)
from escale.rules.chance import deal_below, derived_seed, new_deal, shuffle
from escale.rules.compile import compiled

WORD_BITS = 64
HALF_TURN = 2


@compiled
def deal_round(state: Any, seed: Any) -> None:
    """Begin a round: all is dealt, the seat `first` begins."""
    clear(state)
    players = np.int64(state.players)
    deal = new_deal(seed, np.uint64(0))
    state.chance = derived_seed(seed, 0)
    cards = np.zeros(MAX_CARDS, np.uint8)
    count = deck_of(state.deck, cards)
    shuffle(deal, cards, count)
    for place in range(players):
        card = np.int64(cards[place])
        turn = HALF_TURN * deal_below(deal, np.int64(2))
        if turn >= WAYS[pattern_of(card)]:
            turn = 0
        put_down(state, placement(card, turn, START_X - players + 2 * place, np.int64(START_Y)))
    used = players
    for seat in range(players):
        for place in range(HAND):
            state.hand[seat, place] = cards[used]
            used += 1
    split(state, cards, np.int64(used), np.int64(count))
    state.seat = state.first


@compiled
def clear(state: Any) -> None:
    """Let nothing lie anywhere: no card, no marker."""
    for row in range(ROWS):
        state.white[row] = 0
        state.held[row] = 0
        for colour in range(COLOURS):
            state.paint[colour, row] = 0
    for seat in range(MAX_SEATS):
        for marker in range(MARKERS):
            state.mark[seat, marker] = NOWHERE
            state.extent[seat, marker] = 0
        for place in range(HAND):
            state.hand[seat, place] = NO_CARD
            for word in range(CARD_WORDS):
                state.barred[seat, place, word] = 0
    for place in range(MAX_CARDS):
        state.laid[place] = -1
        state.discard[place] = NO_CARD
    for pile in range(PILES):
        state.pile_count[pile] = 0
        for place in range(PILE_ROOM):
            state.pile[pile, place] = NO_CARD
    state.laid_count = 0
    state.discard_count = 0
    state.low = MARGIN + START_Y
    state.high = MARGIN + START_Y
    state.step = PLACE
    state.passes = 0
    state.last = NOT_LAST
    state.end = RUNNING


@compiled
def deck_of(deck: Any, cards: Any) -> Any:
    """Write the cards of a deck in their order; returns how many."""
    count = 0
    for colour in range(COLOURS):
        for pattern in range(patterns_in(deck)):
            cards[count] = card_of(colour, pattern)
            count += 1
    return count


@compiled
def put_down(state: Any, move: Any) -> None:
    """Let a card lie on the terrain."""
    low, high = reach(state, move)
    paint_card(state, move)
    state.low = low
    state.high = high
    state.laid[np.int64(state.laid_count)] = move
    state.laid_count += 1


@compiled
def split(state: Any, cards: Any, used: Any, count: Any) -> None:
    """Make two piles of cards from the `used`-th on; the first gets the odd one."""
    half = (count - used + 1) // 2
    for pile in range(PILES):
        start = used + pile * half
        size = half if pile == 0 else count - used - half
        state.pile_count[pile] = size
        for place in range(PILE_ROOM):
            state.pile[pile, place] = cards[start + place] if place < size else NO_CARD


@compiled
def take_from_hand(state: Any, seat: Any, card: Any) -> None:
    """Take a card out of a hand; one after it moves up."""
    if state.hand[seat, 0] == card:
        state.hand[seat, 0] = state.hand[seat, 1]
        for word in range(CARD_WORDS):
            state.barred[seat, 0, word] = state.barred[seat, 1, word]
    state.hand[seat, 1] = NO_CARD
    for word in range(CARD_WORDS):
        state.barred[seat, 1, word] = 0
        if state.hand[seat, 0] == NO_CARD:
            state.barred[seat, 0, word] = 0


@compiled
def hand_size(state: Any, seat: Any) -> Any:
    """How many cards a seat has."""
    count = 0
    for place in range(HAND):
        if state.hand[seat, place] != NO_CARD:
            count += 1
    return count


@compiled
def discard_hand(state: Any, seat: Any) -> None:
    """Lay all cards of a hand on the discard."""
    while state.hand[seat, 0] != NO_CARD:
        card = np.int64(state.hand[seat, 0])
        state.discard[np.int64(state.discard_count)] = card
        state.discard_count += 1
        take_from_hand(state, seat, card)


@compiled
def take_top(state: Any, seat: Any, pile: Any) -> Any:
    """Draw the top card of a pile into a hand; returns it."""
    top = np.int64(state.pile_count[pile]) - 1
    card = np.int64(state.pile[pile, top])
    state.pile[pile, top] = NO_CARD
    state.pile_count[pile] = top
    state.hand[seat, hand_size(state, seat)] = card
    return card


@compiled
def refill(state: Any) -> Any:
    """LPPG.T2: if a pile is empty, shuffle the discard into the other and split it; whether that was done.

    A single card left in all lies on the first pile, and none is shuffled.
    """
    if state.pile_count[0] > 0 and state.pile_count[1] > 0:
        return False
    count = 0
    cards = np.zeros(MAX_CARDS, np.uint8)
    for pile in range(PILES):
        for place in range(np.int64(state.pile_count[pile])):
            cards[count] = state.pile[pile, place]
            count += 1
    for place in range(np.int64(state.discard_count)):
        card = np.int64(state.discard[place])
        bar(state, card)
        cards[count] = card
        count += 1
        state.discard[place] = NO_CARD
    state.discard_count = 0
    if count > 1:
        shuffle(new_deal(state.chance, np.uint64(0)), cards, count)
        state.chance = derived_seed(state.chance, 0)
    split(state, cards, np.int64(0), np.int64(count))
    return count > 1


@compiled
def bar(state: Any, card: Any) -> None:
    """Remember of every card in a hand that it can't be this one: everybody has seen it elsewhere."""
    for seat in range(np.int64(state.players)):
        for place in range(HAND):
            if state.hand[seat, place] != NO_CARD:
                state.barred[seat, place, card // WORD_BITS] |= np.uint64(1) << np.uint64(card % WORD_BITS)


@compiled
def is_barred(state: Any, seat: Any, place: Any, card: Any) -> Any:
    """Whether everybody knows that a card in a hand isn't this one."""
    word = state.barred[seat, place, card // WORD_BITS]
    return word >> np.uint64(card % WORD_BITS) & np.uint64(1) != np.uint64(0)
