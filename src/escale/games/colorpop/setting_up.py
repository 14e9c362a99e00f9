"""The deal: a random fill that obeys POP.S1, secret colours, a first player."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop.cells import NONE, ONE, beside, flood
from escale.games.colorpop.groups import tokens_of
from escale.games.colorpop.jokers import lowest_of
from escale.games.colorpop.state import (
    CELLS,
    COLOURS,
    DUEL,
    FAIR_SPREAD,
    GROUP_AT_START,
    JOKER,
    MAX_JOKERS,
    OPTION_COLOURS,
    OPTION_FAIR,
    OPTION_JOKER_COUNT,
    OPTION_JOKER_ONLY,
    OPTION_JOKERS,
    OPTION_MODE,
    OPTION_PLAYERS,
    PLANES,
    PLAYING,
    SIDE,
    SLIDE_BITS,
    SLIDES_A_WORD,
    SOLITAIRE,
    TOKENS_OF_A_COLOUR,
)
from escale.rules.bits import popcount
from escale.rules.chance import deal_below, new_deal, shuffle
from escale.rules.compile import compiled


@compiled
def setup(state: Any, options: Any, seed: Any) -> None:
    deal = new_deal(seed, np.uint64(0))
    players = options[OPTION_PLAYERS]
    state.players = players
    state.mode = options[OPTION_MODE]
    state.jokers = options[OPTION_JOKERS]
    state.joker_only = options[OPTION_JOKER_ONLY]
    state.joker_count = options[OPTION_JOKER_COUNT]
    state.fair = options[OPTION_FAIR]
    state.taken[:] = 0
    state.secret[:] = 0
    state.end = PLAYING
    _fill(state, deal)
    _deal_secrets(state, deal, options[OPTION_COLOURS] + 1)
    state.seat = deal_below(deal, players)


@compiled
def _fill(state: Any, deal: Any) -> None:
    tokens = np.zeros(CELLS, np.uint8)
    _tokens(state, deal, tokens)
    while True:
        shuffle(deal, tokens, CELLS)
        lay(state, tokens)
        if groups_are_small(state.plane) and (state.fair == 0 or start_is_fair(state.plane)):
            return


@compiled
def _tokens(state: Any, deal: Any, tokens: Any) -> None:
    """The hundred tokens, as codes: each joker left out is a twentieth token of a colour, none twice (POP.M1)."""
    extra = np.arange(COLOURS)
    shuffle(deal, extra, COLOURS)
    count = 0
    for colour in range(COLOURS):
        for _ in range(TOKENS_OF_A_COLOUR):
            tokens[count] = colour + 1
            count += 1
    for i in range(MAX_JOKERS):
        tokens[count] = JOKER + 1 if i < np.int64(state.joker_count) else extra[i] + 1
        count += 1


@compiled
def lay(state: Any, tokens: Any) -> None:
    """Fill the board with a hundred codes, slide by slide, each from the bottom; EMPTY is allowed on top of a slide."""
    state.plane[:] = 0
    state.left[:] = 0
    for i in range(CELLS):
        slide = i // SIDE
        bit = np.uint64(SLIDE_BITS * (slide % SLIDES_A_WORD) + i % SIDE)
        code = np.int64(tokens[i])
        for p in range(PLANES):
            if code >> p & 1:
                state.plane[p, slide // SLIDES_A_WORD] |= ONE << bit
        if code > 0:
            state.left[code - 1] += 1


@compiled
def groups_are_small(plane: Any) -> Any:
    """POP.S1: no more than five tokens of one colour connected; jokers aren't counted."""
    for code in range(1, COLOURS + 1):
        tokens0, tokens1 = tokens_of(plane, code)
        rest0 = tokens0
        rest1 = tokens1
        while (rest0 | rest1) != NONE:
            first0, first1 = lowest_of(rest0, rest1)
            group0, group1 = flood(first0, first1, tokens0, tokens1)
            if popcount(group0) + popcount(group1) > GROUP_AT_START:
                return False
            rest0 &= ~group0
            rest1 &= ~group1
    return True


@compiled
def start_is_fair(plane: Any) -> Any:
    """Option fair_start: the colours' numbers of isolated tokens, jokers ignored, differ by at most two."""
    most = 0
    fewest = CELLS
    for code in range(1, COLOURS + 1):
        tokens0, tokens1 = tokens_of(plane, code)
        near0, near1 = beside(tokens0, tokens1)
        isolated = popcount(tokens0 & ~near0) + popcount(tokens1 & ~near1)
        most = max(most, isolated)
        fewest = min(fewest, isolated)
    return most - fewest <= FAIR_SPREAD


@compiled
def _deal_secrets(state: Any, deal: Any, solitaire_colours: Any) -> None:
    """POP.S2: one colour a seat, two in the duel, as many as chosen in the solitaire."""
    colours = np.arange(COLOURS)
    shuffle(deal, colours, COLOURS)
    each = 1
    if state.mode == DUEL:
        each = 2
    elif state.mode == SOLITAIRE:
        each = solitaire_colours
    drawn = 0
    for seat in range(np.int64(state.players)):
        for _ in range(each):
            state.secret[seat] |= 1 << colours[drawn]
            drawn += 1
