"""Whether the next player could end the round at once, for hints: with any card whose back looks like theirs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from escale.games.lppg.notation import barred_cards
from escale.games.lppg.outcomes import judged, outcomes
from escale.games.lppg.regions import territories
from escale.games.lppg.state import (
    CARD_MASK,
    CARD_SHIFT,
    DO_SHIFT,
    HAND,
    MARKERS,
    MAX_MOVES,
    NO_CARD,
    PATTERNS,
    PLACE,
    STANDARD_PATTERNS,
    STATE,
)
from escale.games.lppg.turns import told
from escale.rules.kernels import listing

REMEMBERED = 1024  # tables


def averts(state: Any, move: int) -> bool:
    """Whether the next player, with two territories, could end the round now (LPPG.E1), but no more after a placement.

    It must close nothing and leave no marker to be decided on. What is tried is all that the mover may think possible.
    """
    mover = int(state["seat"])
    after = (mover + 1) % int(state["players"])
    if sum(territory.seat == after for territory in territories(state)) < MARKERS - 1:
        return False
    cards = _possible(state, mover, after)
    later = np.frombuffer(bytearray(state.tobytes()), STATE)
    told(later, move)
    return _can_end(state, after, cards) and not _can_end(later[0], after, cards)


def _possible(state: Any, mover: int, after: int) -> tuple[int, ...]:
    """The cards that a seat may hold, as far as the mover sees: of the colours of their backs, and seen nowhere else."""
    seen = {move >> CARD_SHIFT & CARD_MASK for move in state["laid"][: state["laid_count"]].tolist()}
    seen.update(state["discard"].tolist(), state["hand"][mover].tolist())
    seen.update(set.intersection(*(set(barred_cards(state, after, place)) for place in range(HAND))))
    colours = sorted({card // PATTERNS for card in state["hand"][after].tolist() if card != NO_CARD})
    patterns = PATTERNS if state["deck"] else STANDARD_PATTERNS
    cards = (colour * PATTERNS + pattern for colour in colours for pattern in range(patterns))
    return tuple(card for card in cards if card not in seen)


def _can_end(state: Any, seat: int, cards: tuple[int, ...]) -> bool:
    """Whether a seat whose turn it were could set its third marker with one of these cards."""
    asked = _restored(state.tobytes())
    asked["seat"], asked["step"] = seat, PLACE
    asked["hand"], asked["pile"], asked["chance"] = NO_CARD, NO_CARD, 0  # what can't be known must not be asked for
    return _ends(asked.tobytes(), cards)


@lru_cache(REMEMBERED)
def _ends(memory: bytes, cards: tuple[int, ...]) -> bool:
    state = _restored(memory)
    return any(outcome.third for hand in _pairs(cards) for outcome in outcomes(state, _closing(state, hand)))


def _pairs(cards: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """All cards, two by two."""
    for at in range(0, len(cards), 2):
        yield cards[at], cards[at + 1 if at + 1 < len(cards) else 0]


def _closing(state: Any, hand: tuple[int, int]) -> list[int]:
    """The legal placements of two cards after which a region is closed."""
    state["hand"][int(state["seat"])] = hand
    room = np.zeros(MAX_MOVES, np.int32)
    states = np.frombuffer(bytearray(state.tobytes()), STATE)
    moves = room[: listing(states, room)]
    if moves[0] >> DO_SHIFT != PLACE:
        return []
    closed, _, _ = judged(states, moves)
    return [int(move) for move in moves[closed.any(axis=1)].tolist()]


def _restored(memory: bytes) -> Any:
    """A state of its own."""
    return np.frombuffer(bytearray(memory), STATE)[0]
