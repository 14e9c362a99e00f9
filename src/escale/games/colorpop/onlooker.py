"""What somebody attentive would think who sees the board and what everybody took, and knows nobody's secret."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache
from itertools import permutations
from typing import Any

from escale.games.colorpop.insight import lonely_weight, seems_to_hold
from escale.games.colorpop.notation import letters_of
from escale.games.colorpop.rules import vanished
from escale.games.colorpop.state import COLOURS, DUEL, TEAMS


def bets(state: Any, seat: int) -> dict[str, float]:
    """How likely each secret of a seat's side looks, by the letters of its colours; all together 1.

    Nobody's real secret is used: whoever holds what, the bets are the same.
    """
    players = int(state.players)
    signs = [_signs(state, other) for other in range(players)]
    gone = int(vanished(state))
    weights: defaultdict[str, float] = defaultdict(float)
    for held in _deals(players, 2 if state.mode == DUEL else 1):
        sides = [held[other] | (held[(other + 2) % players] if state.mode == TEAMS else 0) for other in range(players)]
        if all(colours & ~gone for colours in sides):  # or somebody would have won (POP.E1)
            weights[letters_of(sides[seat])] += math.exp(sum(map(_sign_of, signs, held)))
    total = sum(weights.values())
    return {letters: weight / total for letters, weight in weights.items()}


def _signs(state: Any, seat: int) -> list[float]:
    """How much a seat seems to hold each colour; 0 for the likeliest, so that no power gets too large."""
    lonely = lonely_weight(state)
    signs = [float(seems_to_hold(state, seat, colour, lonely)) for colour in range(COLOURS)]
    return [sign - max(signs) for sign in signs]


def _sign_of(signs: list[float], held: int) -> float:
    return sum(sign for colour, sign in enumerate(signs) if held >> colour & 1)


@cache
def _deals(players: int, each: int) -> tuple[tuple[int, ...], ...]:
    """All secrets that the seats may have drawn together, one bit a colour; each as often as any other."""
    drawn = permutations([1 << colour for colour in range(COLOURS)], players * each)
    return tuple(tuple(sum(order[seat * each : seat * each + each]) for seat in range(players)) for order in drawn)
