"""What a seat can't know, drawn anew: other hands and the stock, with what everybody has learnt of hands (POU.T1, POU.T6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.poucet.state import CARDS, HAND, KINDS, MAX_SEATS, NO_CARD, OVER
from escale.games.poucet.turns import put_in
from escale.rules.bits import popcount
from escale.rules.chance import deal_below, new_deal, shuffle
from escale.rules.compile import compiled

MOST_PLACES = MAX_SEATS * HAND
GUESSES = 0  # the stream of chance that is drawn from
TRIES = 40  # at a deal in which all that fit are as likely
SWAPS = 40  # of a card, where none of these succeeds
FINE = 1 << 30  # parts of a whole, for a chance


@compiled
def determinize(state: Any, seat: Any, seed: Any) -> None:
    """Cards of which something is known come first; all others are dealt from what remains."""
    if state.step == OVER:
        return
    deal = new_deal(seed, np.uint64(GUESSES))
    pool = np.zeros(KINDS, np.int64)
    _gather(state, seat, pool)
    barred = np.zeros(MOST_PLACES, np.int64)
    owners = np.zeros(MOST_PLACES, np.int64)
    count = _known_places(state, seat, barred, owners)
    kinds = np.zeros(MOST_PLACES, np.int64)
    even = count == 0
    tries = 0
    while not even and tries < TRIES:
        even = _drawn(deal, pool, barred, count, kinds)
        tries += 1
    if not even:
        _matched(deal, pool, barred, count, kinds)
    cards = np.zeros(CARDS, np.uint8)
    rest = _left_over(deal, pool, kinds, count, cards)
    if not even:
        _swap(deal, barred, count, kinds, cards, rest)
    _deal(state, seat, owners, kinds, count, cards)


@compiled
def _gather(state: Any, seat: Any, pool: Any) -> None:
    """Count the cards of each kind whose places a seat doesn't know."""
    for other in range(np.int64(state.players)):
        for place in range(HAND):
            if other != seat and state.hand[other, place] != NO_CARD:
                pool[state.hand[other, place]] += 1
    for place in range(np.int64(state.stock_count)):
        pool[state.stock[place]] += 1


@compiled
def _known_places(state: Any, seat: Any, barred: Any, owners: Any) -> Any:
    """Write the places in others' hands of which something is known, most first; returns how many."""
    count = 0
    for other in range(np.int64(state.players)):
        for slot in range(HAND):
            known = np.int64(state.barred[other, slot])
            if other == seat or known == 0:
                continue
            place = count
            while place > 0 and popcount(np.uint64(barred[place - 1])) < popcount(np.uint64(known)):
                barred[place] = barred[place - 1]
                owners[place] = owners[place - 1]
                place -= 1
            barred[place] = known
            owners[place] = other
            count += 1
    return count


@compiled
def _drawn(deal: Any, pool: Any, barred: Any, count: Any, kinds: Any) -> Any:
    """Draw a card for each of these places, one by one; whether it may stay so.

    Where earlier places may have taken what a later one could be, deals differ in how likely they are to come up so. One that
    comes up more often is kept less often: by what a place could choose from, against the most it could have had.
    """
    left = pool.copy()
    kept = 1.0
    for place in range(count):
        most = 0
        choices = 0
        for kind in range(KINDS):
            if barred[place] >> kind & 1 == 0:
                most += pool[kind]
                choices += left[kind]
        for before in range(place):
            if barred[before] & barred[place] == barred[place]:
                most -= 1
        if choices == 0:
            return False
        kept *= choices / most
        n = deal_below(deal, choices)
        for kind in range(KINDS):
            if barred[place] >> kind & 1 == 0:
                n -= left[kind]
                if n < 0:
                    kinds[place] = kind
                    left[kind] -= 1
                    break
    return deal_below(deal, np.int64(FINE)) < kept * FINE


@compiled
def _matched(deal: Any, pool: Any, barred: Any, count: Any, kinds: Any) -> None:
    """Find some cards for these places, whatever they leave each other: who finds none takes one from who can have another."""
    left = pool.copy()
    first = deal_below(deal, np.int64(KINDS))
    for place in range(count):
        kinds[place] = NO_CARD
        taker = np.full(KINDS, -1, np.int64)  # the place that would take a kind
        queue = np.zeros(KINDS, np.int64)
        found = np.int64(NO_CARD)
        seen, done = _offer(barred[place], np.int64(place), first, taker, queue, 0), 0
        while done < seen and found == NO_CARD:
            kind = queue[done]
            done += 1
            if left[kind] > 0:
                found = kind
            else:
                for holder in range(place):
                    if kinds[holder] == kind:
                        seen = _offer(barred[holder], np.int64(holder), first, taker, queue, seen)
        left[found] -= 1
        while found != NO_CARD:
            holder = taker[found]
            found, kinds[holder] = kinds[holder], found


@compiled
def _offer(barred: Any, place: Any, first: Any, taker: Any, queue: Any, seen: Any) -> Any:
    """Let a place take any kind that it can be and nobody before it would; returns how many kinds are in the queue."""
    for step in range(KINDS):
        kind = (first + step) % KINDS
        if barred >> kind & 1 == 0 and taker[kind] < 0:
            taker[kind] = place
            queue[seen] = kind
            seen += 1
    return seen


@compiled
def _left_over(deal: Any, pool: Any, kinds: Any, count: Any, cards: Any) -> Any:
    """Write what these places leave of the unknown cards, shuffled; returns how many."""
    for place in range(count):
        pool[kinds[place]] -= 1
    rest = 0
    for kind in range(KINDS):
        for _ in range(pool[kind]):
            cards[rest] = kind
            rest += 1
    shuffle(deal, cards, rest)
    return rest


@compiled
def _swap(deal: Any, barred: Any, count: Any, kinds: Any, cards: Any, rest: Any) -> None:
    """Swap cards of these places with each other and with the rest, many times, wherever both may be so: that makes every deal
    as likely, in the end.
    """
    for _ in range(SWAPS * count):
        place = deal_below(deal, count)
        other = deal_below(deal, count + rest)
        kind = kinds[place]
        wanted = kinds[other] if other < count else np.int64(cards[other - count])
        if barred[place] >> wanted & 1 != 0 or (other < count and barred[other] >> kind & 1 != 0):
            continue
        kinds[place] = wanted
        if other < count:
            kinds[other] = kind
        else:
            cards[other - count] = kind


@compiled
def _deal(state: Any, seat: Any, owners: Any, kinds: Any, count: Any, cards: Any) -> None:
    """Give these cards to the hands that own the places, and the rest of what is unknown to the others and the stock."""
    sizes = np.zeros(MAX_SEATS, np.int64)
    for other in range(np.int64(state.players)):
        if other == seat:
            continue
        for place in range(HAND):
            if state.hand[other, place] != NO_CARD:
                sizes[other] += 1
                state.hand[other, place] = NO_CARD
    held = np.zeros(MAX_SEATS, np.int64)
    for place in range(count):
        put_in(state, owners[place], held[owners[place]], kinds[place])
        held[owners[place]] += 1
    used = 0
    for other in range(np.int64(state.players)):
        while held[other] < sizes[other]:
            put_in(state, np.int64(other), held[other], np.int64(cards[used]))
            held[other] += 1
            used += 1
    for place in range(np.int64(state.stock_count)):
        state.stock[place] = cards[used + place]
