"""What characters may come to be worth at the end, and what they would be given for: the wishes of a planet."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete.counting import (
    A_BAOBAB,
    A_BEIGE,
    A_BROWN,
    A_COAT,
    A_FACE_DOWN,
    A_SNAKE,
    A_SPECIES,
    A_SUNSET,
    A_WHITE,
    ONE_ROSE,
    TWO_ROSES,
    face_down,
    planet_tiles,
)
from escale.games.planete.state import TOO_MANY
from escale.games.planete.tiles import (
    ASTRONOMER,
    BAOBAB,
    BEARS,
    BEIGE,
    BEIGE_SHEEP,
    BOX,
    BROWN,
    BROWN_SHEEP,
    DRUNKARD,
    ELEMENTS,
    ELEPHANT,
    FIRST_CHARACTER,
    FOX,
    GARDENER,
    GEOGRAPHER,
    HUNTER,
    KINDS,
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

ELEMENT_COUNT = len(ELEMENTS)
PLANET_TILES = 12  # of a planet, its characters aside
COATS = (WHITE_SHEEP, BEIGE_SHEEP, BROWN_SHEEP)
ANIMALS = (FOX, ELEPHANT, SNAKE)

#: By tile: which elements it bears, from the first place on, and how many different ones.
VARIETY = (BEARS > 0).sum(1).astype(np.int64)
BORNE = np.argsort(BEARS == 0, axis=1, kind="stable")[:, : VARIETY.max()].astype(np.int64)

#: By character and element: points for each piece, of those that count pieces.
A_PIECE = np.zeros((KINDS, ELEMENT_COUNT), np.float64)
A_PIECE[VAIN, SNAKE] = A_SNAKE
A_PIECE[ASTRONOMER, SUNSET] = A_SUNSET
A_PIECE[LAMPLIGHTER, LAMPPOST] = 1
A_PIECE[WHITE, WHITE_SHEEP] = A_WHITE
A_PIECE[BEIGE, BEIGE_SHEEP] = A_BEIGE
A_PIECE[BROWN, BROWN_SHEEP] = A_BROWN
A_PIECE[TURK, STAR] = 1
A_PIECE[PRINCE, BOX] = 1

# What characters came to in games between bots, beyond what the average tile brings: who wants something takes more of it.
#: By character: points more, with a whole planet to come.
BY_CHOICE = np.zeros(KINDS, np.float64)
BY_CHOICE[FIRST_CHARACTER:] = (3.5, 0.3, 0.5, 0.0, 1.35, 0.95, 0.8, 2.1, 1.5, -2.2, 0.0, 0.25, 0.2)
A_ROSE_COMES, A_ROSE_MORE = 1.4, 0.75  # how much likelier than by chance, to who wants one, and to who doesn't
MOST_FOR_ROSES = 0.95 * ONE_ROSE
BAOBABS_COME = 0.8  # to who wants them all
WITH_BAOBABS = 10.7  # points that a gardener gives in the end, if many baobabs are to come
NO_BAOBAB, ONE_BAOBAB, TWO_BAOBABS = 1.6, 4.0, 2.0  # how soon, with so many in sight


@compiled
def hopes(state: Any, seat: Any, character: Any, come: Any, planets: Any, part: Any, pieces: Any, firsts: Any) -> Any:
    """What a character is likely to be worth to a seat at the end.

    `come` is how many of each element are expected on the `planets` tiles that are still to come. Adds, times `part`, what one
    more of each element would be worth: for every piece, and for the first on a tile.
    """
    value = BY_CHOICE[character] * planets / PLANET_TILES
    has = state.bears[seat]
    if character == KING:
        roses = np.int64(has[ROSE])
        of_roses = hopes_of_king(roses, come[ROSE])
        firsts[ROSE] += part * (hopes_of_king(roses + 1, come[ROSE]) - of_roses)
        return value + of_roses
    if character == HUNTER:
        return value + hopes_of_hunter(has, come, part, firsts)
    if character in (DRUNKARD, GARDENER):
        baobabs = np.int64(has[BAOBAB])
        of_baobabs = hopes_for_baobabs(character, baobabs, come[BAOBAB])
        firsts[BAOBAB] += part * (hopes_for_baobabs(character, baobabs + 1, come[BAOBAB]) - of_baobabs)
        turned = A_FACE_DOWN * face_down(state, seat) if character == DRUNKARD else np.int64(0)
        return value + of_baobabs + turned
    if character == GEOGRAPHER:
        pieces[VOLCANO] -= part
        return value + planet_tiles(state, seat) - np.int64(has[VOLCANO]) + planets - come[VOLCANO]
    for element in range(ELEMENT_COUNT):
        a_piece = A_PIECE[character, element]
        if a_piece != 0.0:
            value += a_piece * (np.int64(has[element]) + come[element])
            pieces[element] += part * a_piece
    if character == PRINCE:
        for coat in COATS:
            value += hopes_of_first(np.int64(has[coat]), come[coat], A_COAT, part, firsts, coat)
    return value


@compiled
def hopes_of_first(has: Any, come: Any, worth: Any, part: Any, firsts: Any, element: Any) -> Any:
    """What is given for having an element at all."""
    if has > 0:
        return 1.0 * worth
    none = np.exp(-come)
    firsts[element] += part * worth * none
    return worth * (1.0 - none)


@compiled
def hopes_of_king(roses: Any, come: Any) -> Any:
    """The king wants one rose and no more."""
    if roses == 0:
        return MOST_FOR_ROSES * (1.0 - np.exp(-A_ROSE_COMES * come))
    if roses == 1:
        return TWO_ROSES + (ONE_ROSE - TWO_ROSES) * np.exp(-A_ROSE_MORE * come)
    return 1.0 * TWO_ROSES if roses == 2 else 0.0


@compiled
def hopes_of_hunter(has: Any, come: Any, part: Any, firsts: Any) -> Any:
    """The hunter wants one of each species."""
    value = 0.0
    for animal in ANIMALS:
        value += hopes_of_first(np.int64(has[animal]), come[animal], A_SPECIES, part, firsts, animal)
    sheep = np.int64(has[WHITE_SHEEP]) + np.int64(has[BEIGE_SHEEP]) + np.int64(has[BROWN_SHEEP])
    flock = come[WHITE_SHEEP] + come[BEIGE_SHEEP] + come[BROWN_SHEEP]
    for coat in COATS:  # any of them
        species = hopes_of_first(sheep, flock, A_SPECIES, part, firsts, coat)
    return value + species


@compiled
def hopes_for_baobabs(character: Any, baobabs: Any, come: Any) -> Any:
    """What baobabs bring a gardener, who wants two, or a drunkard, who wants three turned; a third is turned at once."""
    if character == DRUNKARD:
        chance = (1.0 - np.exp(-BAOBABS_COME * come)) ** (TOO_MANY - min(baobabs, TOO_MANY))
        return A_FACE_DOWN * TOO_MANY * chance
    if baobabs in (0, TOO_MANY):
        return WITH_BAOBABS * (1.0 - np.exp(-NO_BAOBAB * come))
    most = 1.0 * A_BAOBAB * baobabs
    return WITH_BAOBABS + (most - WITH_BAOBABS) * np.exp(-(ONE_BAOBAB if baobabs == 1 else TWO_BAOBABS) * come)


@compiled
def brings(tile: Any, baobabs: Any, stake: Any, pieces: Any, firsts: Any) -> Any:
    """What a tile would be worth to a planet that has so many baobabs in sight; `stake` is lost if a third turns them."""
    if baobabs == TOO_MANY - 1 and BEARS[tile, BAOBAB] > 0:
        return firsts[BAOBAB] - stake
    value = 0.0
    for place in range(VARIETY[tile]):
        element = BORNE[tile, place]
        value += pieces[element] * BEARS[tile, element] + firsts[element]
    return value
