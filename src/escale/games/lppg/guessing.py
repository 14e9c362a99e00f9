"""What a seat can't know, drawn anew (LPPG.M2): patterns in other hands and in the piles, never colours that are seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.cards import colour_of
from escale.games.lppg.dealing import is_barred
from escale.games.lppg.state import CARD_WORDS, HAND, MAX_CARDS, NO_CARD, OVER, PILES
from escale.rules.bits import popcount
from escale.rules.chance import deal_below, derived_seed, new_deal, shuffle
from escale.rules.compile import compiled

UNSEEN, TAKEN = 1, 0


@compiled
def determinize(state: Any, seat: Any, seed: Any) -> None:
    """Hands first, those longest held before others: of what they can be, the others' can be all too, and so every way to deal
    the cards is as likely. Then the tops of the piles, by their colours; then the rest.
    """
    if state.step == OVER:
        return
    deal = new_deal(seed, np.uint64(0))
    pool = np.zeros(MAX_CARDS, np.uint8)
    _find_unseen(state, seat, pool)
    done = np.zeros((np.int64(state.players), HAND), np.uint8)
    while True:
        other, place = _longest_held(state, seat, done)
        if other < 0:
            break
        done[other, place] = 1
        state.hand[other, place] = _drawn(state, deal, pool, colour_of(state.hand[other, place]), other, place)
    for pile in range(PILES):
        top = np.int64(state.pile_count[pile]) - 1
        if top >= 0:
            state.pile[pile, top] = _drawn(state, deal, pool, colour_of(state.pile[pile, top]), np.int64(-1), np.int64(0))
    _deal_rest(state, deal, pool)
    state.chance = derived_seed(seed, 0)


@compiled
def _find_unseen(state: Any, seat: Any, pool: Any) -> None:
    """Set in `pool` the cards whose places a seat doesn't know."""
    for other in range(np.int64(state.players)):
        for place in range(HAND):
            if other != seat and state.hand[other, place] != NO_CARD:
                pool[state.hand[other, place]] = UNSEEN
    for pile in range(PILES):
        for place in range(np.int64(state.pile_count[pile])):
            pool[state.pile[pile, place]] = UNSEEN


@compiled
def _longest_held(state: Any, seat: Any, done: Any) -> Any:
    """The card in another's hand, not done yet, of which most is known; -1, 0 if there is none."""
    most = -1
    found, found_place = -1, 0
    for other in range(np.int64(state.players)):
        for place in range(HAND):
            if other == seat or state.hand[other, place] == NO_CARD or done[other, place] != 0:
                continue
            known = 0
            for word in range(CARD_WORDS):
                known += popcount(state.barred[other, place, word])
            if known > most:
                most = known
                found, found_place = other, place
    return found, found_place


@compiled
def _drawn(state: Any, deal: Any, pool: Any, colour: Any, seat: Any, place: Any) -> Any:
    """One of the unseen cards of a colour, for a place in a hand (or for no hand: seat -1), and no longer unseen."""
    count = 0
    for card in range(MAX_CARDS):
        count += _can_be(state, pool, card, colour, seat, place)
    n = deal_below(deal, count)
    for card in range(MAX_CARDS):
        if _can_be(state, pool, card, colour, seat, place):
            if n == 0:
                pool[card] = TAKEN
                return card
            n -= 1
    return NO_CARD


@compiled
def _can_be(state: Any, pool: Any, card: Any, colour: Any, seat: Any, place: Any) -> Any:
    """Whether an unseen card may lie there."""
    if pool[card] != UNSEEN or colour_of(card) != colour:
        return False
    return seat < 0 or not is_barred(state, seat, place, card)


@compiled
def _deal_rest(state: Any, deal: Any, pool: Any) -> None:
    """Deal the cards still unseen to all places of the piles under their tops."""
    cards = np.zeros(MAX_CARDS, np.uint8)
    count = 0
    for card in range(MAX_CARDS):
        if pool[card] == UNSEEN:
            cards[count] = card
            count += 1
    shuffle(deal, cards, count)
    used = 0
    for pile in range(PILES):
        for place in range(np.int64(state.pile_count[pile]) - 1):
            state.pile[pile, place] = cards[used]
            used += 1
