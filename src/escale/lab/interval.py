"""How sure a share is that was measured on a number of deals."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


def interval95(shares: Sequence[float]) -> tuple[float, float]:
    """From where to where the true share is, with 95 % confidence; `shares`: what was won on each deal, from 0 to 1.

    The games of one deal are no independent witnesses, so the deals are what is counted. It is Wilson's interval, which
    stays within 0 and 1, with Student's factor for few deals, and for so many trials of all or nothing as would leave the
    mean as uncertain as the deals do. However well the deals agree, it is as wide as if one of them had gone otherwise.
    """
    deals = len(shares)
    if deals < 2:
        return 0.0, 1.0
    mean = math.fsum(shares) / deals
    variance = math.fsum((share - mean) ** 2 for share in shares) / (deals - 1)
    most = mean * (1 - mean)  # the variance if each deal were all or nothing
    trials = deals * min(most / variance, deals) if variance > 0 else deals * (deals if most > 0 else 1)
    return wilson(mean, trials, student95(deals - 1))


def wilson(share: float, trials: float, factor: float) -> tuple[float, float]:
    """Wilson's interval for a share of some trials."""
    square = factor * factor / trials
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) * square + square * square / 4) / (1 + square)
    return (middle - half if share > 0 else 0.0), (middle + half if share < 1 else 1.0)


def student95(freedom: int) -> float:
    """Within how many standard deviations 95 % of Student's distribution lie."""
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + math.fsum(term / math.pow(freedom, power) for power, term in enumerate(terms, start=1))
