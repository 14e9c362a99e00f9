"""What planets are worth: characters (PLAN.C1 to PLAN.C11), volcanoes (PLAN.E1), the order of players (PLAN.E2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete.state import CELLS, KIND_COUNT, NO_TILE, OF_A_KIND, PLACES
from escale.games.planete.tiles import (
    ASTRONOMER,
    BAOBAB,
    BEIGE,
    BEIGE_SHEEP,
    BOX,
    BROWN,
    BROWN_SHEEP,
    CHARACTER,
    DRUNKARD,
    ELEPHANT,
    FOX,
    GARDENER,
    GEOGRAPHER,
    HUNTER,
    KING,
    LAMPLIGHTER,
    LAMPPOST,
    PRINCE,
    ROSE,
    SNAKE,
    STAR,
    SUNSET,
    TURK,
    VAIN,
    VOLCANO,
    WHITE,
    WHITE_SHEEP,
)
from escale.rules.compile import compiled

A_SNAKE, A_SUNSET, ONE_ROSE, TWO_ROSES, A_SPECIES, A_FACE_DOWN = 4, 2, 14, 7, 3, 3
A_WHITE, A_BEIGE, A_BROWN, A_BAOBAB, A_COAT = 2, 3, 5, 7, 3


@compiled
def face_down(state: Any, seat: Any) -> Any:
    """How many tiles of a planet are face down."""
    left = np.int64(state.down[seat])
    count = 0
    while left != 0:
        left &= left - 1
        count += 1
    return count


@compiled
def planet_tiles(state: Any, seat: Any) -> Any:
    """How many tiles of a planet are no characters."""
    count = 0
    for kind in range(KIND_COUNT - 1):
        for place in range(OF_A_KIND):
            if state.planet[seat, PLACES[kind, place]] != NO_TILE:
                count += 1
    return count


@compiled
def worth_of(state: Any, seat: Any, character: Any) -> Any:
    """The points that a character gives for a planet as it is."""
    has = state.bears[seat]
    if character == VAIN:
        return A_SNAKE * np.int64(has[SNAKE])
    if character == GEOGRAPHER:  # no tile bears two volcanoes, and none a volcano and a baobab
        return planet_tiles(state, seat) - np.int64(has[VOLCANO])
    if character == ASTRONOMER:
        return A_SUNSET * np.int64(has[SUNSET])
    if character == KING:
        return np.int64(ONE_ROSE if has[ROSE] == 1 else TWO_ROSES if has[ROSE] == 2 else 0)
    if character == LAMPLIGHTER:
        return np.int64(has[LAMPPOST])
    if character == HUNTER:
        sheep = has[WHITE_SHEEP] > 0 or has[BEIGE_SHEEP] > 0 or has[BROWN_SHEEP] > 0
        return np.int64(A_SPECIES * (int(has[FOX] > 0) + int(has[ELEPHANT] > 0) + int(has[SNAKE] > 0) + int(sheep)))
    if character == DRUNKARD:
        return np.int64(A_FACE_DOWN * face_down(state, seat))
    if character == WHITE:
        return A_WHITE * np.int64(has[WHITE_SHEEP])
    if character == BEIGE:
        return A_BEIGE * np.int64(has[BEIGE_SHEEP])
    if character == BROWN:
        return A_BROWN * np.int64(has[BROWN_SHEEP])
    if character == GARDENER:
        return A_BAOBAB * np.int64(has[BAOBAB])
    if character == TURK:
        return np.int64(has[STAR])
    if character == PRINCE:
        coats = int(has[WHITE_SHEEP] > 0) + int(has[BEIGE_SHEEP] > 0) + int(has[BROWN_SHEEP] > 0)
        return np.int64(A_COAT * coats + has[BOX])
    return np.int64(0)


@compiled
def character_points(state: Any, seat: Any) -> Any:
    """What all characters of a planet give."""
    total = np.int64(0)
    for place in range(OF_A_KIND):
        character = np.int64(state.planet[seat, PLACES[CHARACTER, place]])
        if character != NO_TILE:
            total += worth_of(state, seat, character)
    return total


@compiled
def most_volcanoes(state: Any) -> Any:
    """The most volcanoes on a planet."""
    most = np.int64(0)
    for seat in range(np.int64(state.players)):
        most = max(most, np.int64(state.bears[seat, VOLCANO]))
    return most


@compiled
def totals(state: Any, out: Any) -> None:
    """Write what each seat would have if the game ended now."""
    most = most_volcanoes(state)
    for seat in range(np.int64(state.players)):
        out[seat] = character_points(state, np.int64(seat))
        if state.bears[seat, VOLCANO] == most:
            out[seat] -= most


@compiled
def share_victory(state: Any, out: Any) -> None:
    """Write 1 for the winner, or its part for each of several: the most points, then the fewest volcanoes."""
    players = np.int64(state.players)
    totals(state, out)
    best = np.int64(0)
    for seat in range(1, players):
        if out[seat] > out[best] or (out[seat] == out[best] and state.bears[seat, VOLCANO] < state.bears[best, VOLCANO]):
            best = np.int64(seat)
    most, fewest = out[best], state.bears[best, VOLCANO]
    winners = 0
    for seat in range(players):
        won = out[seat] == most and state.bears[seat, VOLCANO] == fewest
        out[seat] = 1.0 if won else 0.0
        winners += 1 if won else 0
    for seat in range(players):
        out[seat] /= winners


assert CELLS == KIND_COUNT * OF_A_KIND
