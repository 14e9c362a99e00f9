"""What somebody attentive would think who sees the board and what everybody took, and knows nobody's secret."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache
from itertools import permutations
from typing import Any

from escale.games.colorpop.insight import lonely_weight, seems_to_hold
from escale.games.colorpop.notation import letters_of
from escale.games.colorpop.rules import colours_of_side, vanished
from escale.games.colorpop.state import COLOURS, DUEL, TEAMS

STANDS_OUT = 1.5  # times as likely as by chance: then somebody attentive begins to think so


def bets(state: Any, seat: int) -> dict[str, float]:
    """How likely each secret of a seat's side looks, by the letters of its colours; all together 1.

    Nobody's real secret is used: whoever holds what, the bets are the same.
    """
    weights: defaultdict[str, float] = defaultdict(float)
    for sides, weight in _worlds(state):
        weights[letters_of(sides[seat])] += weight
    total = sum(weights.values())
    return {letters: weight / total for letters, weight in weights.items()}


def suspect(state: Any, seat: int) -> str:
    """The letter of the colour that looks most like another's, to a seat that knows its own; empty if none stands out."""
    own, gone = int(colours_of_side(state, seat)), int(vanished(state))
    known = [(sides, weight) for sides, weight in _worlds(state) if sides[seat] == own]
    total = sum(weight for _, weight in known)
    unknown = [colour for colour in range(COLOURS) if not (own | gone) >> colour & 1]
    shares = {
        colour: sum(weight for sides, weight in known if any(side >> colour & 1 for side in sides)) / total
        for colour in unknown
    }
    even = sum(shares.values()) / max(len(shares), 1)
    likeliest = max(shares, key=lambda colour: (shares[colour], colour), default=None)
    if likeliest is None or even == 1.0 or shares[likeliest] < min(STANDS_OUT * even, (1 + even) / 2):
        return ""
    return letters_of(1 << likeliest)


def _worlds(state: Any) -> list[tuple[list[int], float]]:
    """All secrets that can be: the colours of each seat's side, and how well that goes with what everybody took."""
    players, gone = int(state.players), int(vanished(state))
    signs = [_signs(state, seat) for seat in range(players)]
    deals = ((held, _sides(held, int(state.mode))) for held in _deals(players, 2 if state.mode == DUEL else 1))
    return [
        (sides, math.exp(sum(map(_sign_of, signs, held))))
        for held, sides in deals
        if all(colours & ~gone for colours in sides)  # or somebody would have won (POP.E1)
    ]


def _sides(held: tuple[int, ...], mode: int) -> list[int]:
    """The colours of each seat's side, its own and its partner's."""
    players = len(held)
    return [held[seat] | (held[(seat + 2) % players] if mode == TEAMS else 0) for seat in range(players)]


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
