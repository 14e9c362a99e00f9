"""The intervals against tables, against a computation by hand, and against what they promise."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from escale.lab.interval import interval95, student95, wilson

RUNS = 400


@pytest.mark.parametrize(
    ("freedom", "factor"),
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (7, 2.365),
        (10, 2.228),
        (20, 2.086),
        (50, 2.009),
        (1000, 1.962),
    ],
)
def test_students_factor_is_that_of_the_tables(freedom: int, factor: float) -> None:
    assert student95(freedom) == pytest.approx(factor, abs=0.004)


def test_wilsons_interval_is_that_of_the_tables() -> None:
    assert wilson(0.5, 100, 1.96) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.1, 10, 1.96) == pytest.approx((0.0179, 0.4042), abs=1e-4)
    assert wilson(1.0, 10, 1.96) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_by_hand() -> None:
    """Four deals: mean 5/8, variance 11/48, so 4 (15/64) / (11/48) = 45/11 trials; Student's factor for 3 is 3.1824."""
    square = 3.1824**2 / (45 / 11)
    middle = (0.625 + square / 2) / (1 + square)
    half = (0.625 * 0.375 * square + square**2 / 4) ** 0.5 / (1 + square)
    assert interval95([1.0, 0.5, 0.0, 1.0]) == pytest.approx((middle - half, middle + half), abs=1e-3)


def test_the_order_and_the_sign_do_not_matter() -> None:
    shares = [1.0, 0.5, 0.5, 0.0, 1.0, 1.0]
    low, high = interval95(shares)
    assert interval95(shares[::-1]) == pytest.approx((low, high))
    assert interval95([1 - share for share in shares]) == pytest.approx((1 - high, 1 - low))


def test_no_number_of_equal_deals_is_a_proof() -> None:
    assert interval95([1.0]) == (0.0, 1.0)
    low, high = interval95([1.0] * 50)
    assert 0.9 < low < 0.95
    assert high == 1.0
    low, high = interval95([0.5] * 50)
    assert 0.45 < low < 0.5 < high < 0.55


def covered(make: Callable[[Sequence[tuple[float, float]]], tuple[float, float]], chance: float, alike: float) -> float:
    """How often an interval has the true share in it; each deal is two games, which end alike with a probability."""
    luck = random.Random(5)
    hits = 0
    for _ in range(RUNS):
        deals = []
        for _ in range(40):
            first = float(luck.random() < chance)
            deals.append((first, first if luck.random() < alike else float(luck.random() < chance)))
        low, high = make(deals)
        hits += low <= chance <= high
    return hits / RUNS


def by_deals(deals: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return interval95([sum(deal) / 2 for deal in deals])


@pytest.mark.parametrize("chance", [0.5, 0.75, 0.95])
@pytest.mark.parametrize("alike", [0.0, 0.9])
def test_nineteen_of_twenty_hold(chance: float, alike: float) -> None:
    assert 0.925 <= covered(by_deals, chance, alike) <= 0.99


def test_an_interval_over_games_is_found_too_narrow() -> None:
    """Planted: the games counted as if each had a deal of its own."""
    assert covered(lambda deals: interval95([share for deal in deals for share in deal]), 0.5, 0.9) < 0.9
