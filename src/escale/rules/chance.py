"""Randomness, the same compiled and interpreted.

Two generators. `deal`: ChaCha8 keyed by the seed, for everything a game keeps secret: from the cards a player sees nobody
can compute the ones they don't, as they could from a simple generator's outputs. `rng`: xorshift64, for play-outs and bots,
where only speed matters. No operation here overflows, so that plain Python computes the same numbers without warnings.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled

ROUNDS = 8
KEY_LOW, KEY_HIGH, COUNTER, NEXT, BLOCK = 0, 1, 2, 3, 4
BLOCK_WORDS = 16
DEAL_SIZE = BLOCK + BLOCK_WORDS

U32 = np.uint64(32)
MASK32 = np.uint64(0xFFFFFFFF)
ONE = np.uint64(1)
SIGMA = np.array([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574], np.uint64)
NONZERO = np.uint64(0x9E3779B97F4A7C15)
X13, X7, X17 = np.uint64(13), np.uint64(7), np.uint64(17)


@compiled
def new_deal(seed: Any, stream: Any) -> Any:
    """A fresh `deal` generator for a uint64 seed; streams of one seed are independent of each other."""
    deal = np.zeros(DEAL_SIZE, np.uint64)
    deal[KEY_LOW] = np.uint64(seed)
    deal[KEY_HIGH] = np.uint64(stream)
    deal[NEXT] = np.uint64(BLOCK_WORDS)
    return deal


@compiled
def deal_below(deal: Any, n: Any) -> Any:
    """A number from 0 to n-1, each exactly as likely (1 <= n <= 2**32)."""
    bound = np.uint64(n)
    while True:
        product = _word(deal) * bound
        remainder = product & MASK32
        # A few remainders come once too often; to know which takes a division, and most are out of question before.
        if remainder >= bound or remainder >= ((MASK32 + ONE) - bound) % bound:
            return np.int64(product >> U32)


@compiled
def shuffle(deal: Any, items: Any, count: Any) -> None:
    """Put the first `count` of `items` in a random order."""
    for last in range(count - 1, 0, -1):
        other = deal_below(deal, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@compiled
def derived_seed(seed: Any, index: Any) -> Any:
    """The seed of the index-th game of a run: unrelated numbers, whatever the two."""
    deal = new_deal(seed, np.uint64(index) + ONE)
    high = _word(deal)
    return (high << U32) | _word(deal)


@compiled
def new_rng(seed: Any) -> Any:
    """A fresh `rng` for a uint64 seed."""
    rng = np.zeros(1, np.uint64)
    rng[0] = derived_seed(seed, 0)
    if rng[0] == np.uint64(0):
        rng[0] = NONZERO
    return rng


@compiled
def rng_below(rng: Any, n: Any) -> Any:
    """A number from 0 to n-1 (n < 2**32), as even as 32 bits allow."""
    x = rng[0]
    x ^= x << X13
    x ^= x >> X7
    x ^= x << X17
    rng[0] = x
    return np.int64(((x >> U32) * np.uint64(n)) >> U32)


@compiled
def _word(deal: Any) -> Any:
    if deal[NEXT] == np.uint64(BLOCK_WORDS):
        _next_block(deal)
    word = deal[BLOCK + np.int64(deal[NEXT])]
    deal[NEXT] += ONE
    return word


@compiled
def _next_block(deal: Any) -> None:
    x = deal[BLOCK:]
    x[:] = 0
    _add_start(deal, x)
    for _ in range(ROUNDS // 2):
        _quarter(x, 0, 4, 8, 12)
        _quarter(x, 1, 5, 9, 13)
        _quarter(x, 2, 6, 10, 14)
        _quarter(x, 3, 7, 11, 15)
        _quarter(x, 0, 5, 10, 15)
        _quarter(x, 1, 6, 11, 12)
        _quarter(x, 2, 7, 8, 13)
        _quarter(x, 3, 4, 9, 14)
    _add_start(deal, x)
    deal[COUNTER] += ONE
    deal[NEXT] = np.uint64(0)


@compiled
def _add_start(deal: Any, x: Any) -> None:
    """Add what a block is made from: four fixed words, the key (half of it zero), the counter."""
    for i in range(len(SIGMA)):
        x[i] = (x[i] + SIGMA[i]) & MASK32
    x[4] = (x[4] + (deal[KEY_LOW] & MASK32)) & MASK32
    x[5] = (x[5] + (deal[KEY_LOW] >> U32)) & MASK32
    x[6] = (x[6] + (deal[KEY_HIGH] & MASK32)) & MASK32
    x[7] = (x[7] + (deal[KEY_HIGH] >> U32)) & MASK32
    x[12] = (x[12] + deal[COUNTER]) & MASK32


@compiled
def _quarter(x: Any, a: int, b: int, c: int, d: int) -> None:
    x[a] = (x[a] + x[b]) & MASK32
    x[d] = _turned(x[d] ^ x[a], np.uint64(16))
    x[c] = (x[c] + x[d]) & MASK32
    x[b] = _turned(x[b] ^ x[c], np.uint64(12))
    x[a] = (x[a] + x[b]) & MASK32
    x[d] = _turned(x[d] ^ x[a], np.uint64(8))
    x[c] = (x[c] + x[d]) & MASK32
    x[b] = _turned(x[b] ^ x[c], np.uint64(7))


@compiled
def _turned(word: Any, by: Any) -> Any:
    return ((word << by) | (word >> (U32 - by))) & MASK32
