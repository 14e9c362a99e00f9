"""The verbs: what the contract asks of every game, for this one. They touch only their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete import refusals
from escale.games.planete.counting import share_victory, totals
from escale.games.planete.guessing import determinize
from escale.games.planete.refusals import REFUSALS
from escale.games.planete.state import (
    CELL_BITS,
    CELL_MASK,
    CELLS,
    DO_SHIFT,
    EVERYBODY,
    HIDE,
    KIND_COUNT,
    KIND_OF_PLACE,
    MAX_SEATS,
    MOST_ASIDE,
    NAME,
    NO_TILE,
    NOT_CHOSEN,
    OF_A_KIND,
    OPTION_PLAYERS,
    OPTION_TWO_PLAYER,
    OVER,
    PLACES,
    ROUNDS,
    SET_ASIDE,
    STACK,
    TAKE,
    THE_HIDDEN,
    TILE_MASK,
)
from escale.games.planete.tiles import ELEMENTS, STACK_SIZE, TILES
from escale.games.planete.turns import by_offer, carry_out, insert_in_order
from escale.rules.chance import deal_below, new_deal, rng_below, shuffle
from escale.rules.compile import compiled
from escale.rules.verbs import OVER as NOBODYS_TURN

__all__ = ["REFUSALS", "determinize", "draw", "legal", "play", "points", "score", "setup", "turn", "why_not"]

ELEMENT_COUNT = len(ELEMENTS)
SHUFFLES, FIRST_PLAYER = 1, 2  # streams of chance


@compiled
def setup(state: Any, options: Any, seed: Any) -> None:
    players = np.int64(options[OPTION_PLAYERS])
    state.players = players
    state.two_player = options[OPTION_TWO_PLAYER]
    clear(state)
    deal = new_deal(seed, np.uint64(SHUFFLES))
    tiles = np.empty(STACK_SIZE, np.uint8)
    for kind in range(KIND_COUNT):
        for at in range(STACK_SIZE):
            tiles[at] = TILES[kind, at]
        shuffle(deal, tiles, STACK_SIZE)
        for at in range(SET_ASIDE[players]):
            insert_in_order(state.aside[kind], np.int64(at), tiles[STACK_SIZE - 1 - at])
        state.stack_count[kind] = STACK_SIZE - SET_ASIDE[players]
        for at in range(np.int64(state.stack_count[kind])):
            state.stack[kind, at] = tiles[at]
    state.first = deal_below(new_deal(seed, np.uint64(FIRST_PLAYER)), players)
    state.seat = state.first
    state.step = STACK


@compiled
def clear(state: Any) -> None:
    """A table with nothing on it."""
    for kind in range(KIND_COUNT):
        for at in range(STACK_SIZE):
            state.stack[kind, at] = NO_TILE
        for at in range(MOST_ASIDE):
            state.aside[kind, at] = NO_TILE
        state.chosen[kind] = 0
        state.stack_count[kind] = 0
    for seat in range(MAX_SEATS):
        state.table[seat] = NO_TILE
        state.down[seat] = 0
        for cell in range(CELLS):
            state.planet[seat, cell] = NO_TILE
        for element in range(ELEMENT_COUNT):
            state.bears[seat, element] = 0
    for at in range(ROUNDS):
        state.out[at] = NO_TILE
        state.seen_by[at] = EVERYBODY
    state.table_count = 0
    state.out_count = 0
    state.hidden = NO_TILE
    state.offered = NOT_CHOSEN
    state.served = 0


@compiled
def turn(state: Any) -> Any:
    return NOBODYS_TURN if state.step == OVER else np.int64(state.seat)


@compiled
def legal(state: Any, out: Any) -> Any:
    count = 0
    if state.step == STACK:
        for kind in range(KIND_COUNT):
            if state.chosen[kind] < OF_A_KIND:
                out[count] = STACK << DO_SHIFT | kind
                count += 1
    elif state.step == HIDE:
        for at in range(np.int64(state.table_count)):
            if at == 0 or state.table[at] != state.table[at - 1]:
                out[count] = HIDE << DO_SHIFT | np.int64(state.table[at])
                count += 1
    elif state.step == NAME:
        for seat in range(np.int64(state.players)):
            if state.served >> seat & 1 == 0:
                out[count] = NAME << DO_SHIFT | seat
                count += 1
    elif state.step == TAKE:
        for at in range(np.int64(state.table_count)):
            if at == 0 or state.table[at] != state.table[at - 1]:
                count = _list_takes(state, np.int64(state.table[at]), out, count)
        if state.hidden != NO_TILE:
            count = _list_takes(state, np.int64(THE_HIDDEN), out, count)
    return count


@compiled
def _list_takes(state: Any, said: Any, out: Any, count: Any) -> Any:
    """Add the takes of one tile, by place, to a list of some length; returns its new length."""
    seat, kind = np.int64(state.seat), np.int64(state.offered)
    for place in range(OF_A_KIND):
        cell = PLACES[kind, place]
        if state.planet[seat, cell] == NO_TILE:
            out[count] = TAKE << DO_SHIFT | said << CELL_BITS | cell
            count += 1
    return count


@compiled
def draw(state: Any, moves: Any, rng: Any) -> Any:
    if state.step != TAKE:
        return moves[rng_below(rng, legal(state, moves))]
    tiles = np.int64(0)
    for at in range(np.int64(state.table_count)):
        if at == 0 or state.table[at] != state.table[at - 1]:
            tiles += 1
    everything = tiles + 1 if state.hidden != NO_TILE else tiles
    which = rng_below(rng, everything)
    said = np.int64(THE_HIDDEN)
    for at in range(np.int64(state.table_count)):
        if at == 0 or state.table[at] != state.table[at - 1]:
            if which == 0:
                said = np.int64(state.table[at])
            which -= 1
    return np.int32(TAKE << DO_SHIFT | said << CELL_BITS | _any_place(state, rng))


@compiled
def _any_place(state: Any, rng: Any) -> Any:
    """A free place on the mover's planet for a tile of the stack that was chosen, each as likely."""
    seat, kind = np.int64(state.seat), np.int64(state.offered)
    free = np.int64(0)
    for place in range(OF_A_KIND):
        if state.planet[seat, PLACES[kind, place]] == NO_TILE:
            free += 1
    which = rng_below(rng, free)
    for place in range(OF_A_KIND):
        if state.planet[seat, PLACES[kind, place]] == NO_TILE:
            if which == 0:
                return PLACES[kind, place]
            which -= 1
    return np.int64(0)


@compiled
def why_not(state: Any, move: Any) -> Any:
    if state.step == OVER:
        return refusals.OVER
    done = np.int64(move) >> DO_SHIFT
    rest = np.int64(move) & (1 << DO_SHIFT) - 1
    if done != state.step:
        return _not_now(state)
    if done == STACK:
        if rest >= KIND_COUNT:
            return refusals.MUST_STACK
        return refusals.STACK_DONE if state.chosen[rest] >= OF_A_KIND else refusals.LEGAL
    if done == HIDE:
        return refusals.LEGAL if _lies_there(state, rest) else refusals.NOT_LOOKED_AT
    if done == NAME:
        if rest >= state.players:
            return refusals.NO_SUCH_PLAYER
        if rest == state.seat:
            return refusals.NAMES_SELF
        return refusals.HAS_A_TILE if state.served >> rest & 1 != 0 else refusals.LEGAL
    return _why_not_take(state, rest)


@compiled
def _not_now(state: Any) -> Any:
    """What is to be done instead of a move of another step."""
    if state.step == STACK:
        return refusals.MUST_STACK
    if state.step == HIDE:
        return refusals.MUST_HIDE
    if state.step == NAME:
        return refusals.MUST_NAME
    return refusals.MUST_TAKE_OFFER if by_offer(state) else refusals.MUST_TAKE


@compiled
def _why_not_take(state: Any, rest: Any) -> Any:
    """What forbids a take, of a number's bits below what is done."""
    said, cell = rest >> CELL_BITS, rest & CELL_MASK
    if said == THE_HIDDEN:
        if state.hidden == NO_TILE:
            return refusals.NO_HIDDEN if by_offer(state) else refusals.NOT_ON_TABLE
    elif said > TILE_MASK or not _lies_there(state, said):
        return refusals.NOT_IN_OFFER if by_offer(state) else refusals.NOT_ON_TABLE
    if cell >= CELLS or KIND_OF_PLACE[cell] != state.offered:
        return refusals.NO_SUCH_PLACE
    return refusals.LEGAL if state.planet[np.int64(state.seat), cell] == NO_TILE else refusals.PLACE_TAKEN


@compiled
def _lies_there(state: Any, tile: Any) -> Any:
    """Whether a tile is on the table face up, or among those that the leader looks at."""
    for at in range(np.int64(state.table_count)):
        if state.table[at] == tile:
            return True
    return False


@compiled
def play(state: Any, move: Any) -> None:
    carry_out(state, move)


@compiled
def points(state: Any, out: Any) -> None:
    """What each seat would have if the game ended now."""
    totals(state, out)


@compiled
def score(state: Any, out: Any) -> None:
    share_victory(state, out)
