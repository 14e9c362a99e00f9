"""The generators against published figures and each other."""

from __future__ import annotations

import numpy as np

from escale.rules import chance


def reference_block(key: list[int], counter: int) -> list[int]:
    """ChaCha8 as its description has it, on Python integers."""

    def quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
        for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[first] = (x[first] + x[second]) % 2**32
            word = x[third] ^ x[first]
            x[third] = (word << turn | word >> (32 - turn)) % 2**32

    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter, 0, 0, 0]
    x = list(start)
    for _ in range(4):
        for i in range(4):
            quarter(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) % 2**32 for a, b in zip(x, start, strict=True)]


def test_deals_are_chacha8_of_the_seed() -> None:
    deal = chance.new_deal(np.uint64(0x0123456789ABCDEF), np.uint64(5))
    words = [int(chance._word(deal)) for _ in range(40)]
    key = [0x89ABCDEF, 0x01234567, 5, 0, 0, 0, 0, 0]
    expected = [word for counter in range(3) for word in reference_block(key, counter)]
    assert words == expected[:40]


def test_the_reference_is_chacha8() -> None:
    """The published key stream for eight rounds, an all-zero key of 256 bits, a zero nonce and a zero counter."""
    stream = b"".join(word.to_bytes(4, "little") for word in reference_block([0] * 8, 0))
    assert stream.startswith(bytes.fromhex("3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"))


def test_below_is_even() -> None:
    deal = chance.new_deal(np.uint64(1), np.uint64(0))
    rng = chance.new_rng(np.uint64(1))
    for drawn in ([chance.deal_below(deal, 6) for _ in range(6000)], [chance.rng_below(rng, 6) for _ in range(6000)]):
        counts = np.bincount(drawn, minlength=6)
        assert len(counts) == 6
        assert all(850 < count < 1150 for count in counts)


def test_a_shuffle_keeps_every_item_and_reaches_every_order() -> None:
    deal = chance.new_deal(np.uint64(3), np.uint64(0))
    orders = set()
    for _ in range(200):
        items = np.arange(4)
        chance.shuffle(deal, items, 4)
        orders.add(tuple(items.tolist()))
    assert len(orders) == 24


def test_no_seed_makes_a_stuck_generator() -> None:
    for seed in (0, 1, 2**64 - 1):
        rng = chance.new_rng(np.uint64(seed))
        assert len({int(chance.rng_below(rng, 2**31)) for _ in range(50)}) > 45
