"""What moves do to a table (PLAN.R1 to PLAN.R3, PLAN.B1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete.state import (
    CELL_BITS,
    CELL_MASK,
    CELLS,
    DO_SHIFT,
    EVERYBODY,
    HIDE,
    IN_OFFER,
    KIND_COUNT,
    NAME,
    NO_TILE,
    NOT_CHOSEN,
    OVER,
    PLAIN,
    ROUNDS,
    STACK,
    TAKE,
    THE_HIDDEN,
    TILE_MASK,
    TOO_MANY,
)
from escale.games.planete.tiles import BAOBAB, BEARS, ELEMENTS
from escale.rules.compile import compiled

ELEMENT_COUNT = len(ELEMENTS)


@compiled
def by_offer(state: Any) -> Any:
    """Whether two players draft from three tiles, one of them hidden (PLAN.R3)."""
    return state.players == 2 and state.two_player != PLAIN


@compiled
def rounds_begun(state: Any) -> Any:
    """How many stacks have been chosen."""
    count = np.int64(0)
    for kind in range(KIND_COUNT):
        count += np.int64(state.chosen[kind])
    return count


@compiled
def insert_in_order(tiles: Any, count: Any, tile: Any) -> Any:
    """Put a tile among some that are in the order of the deck; returns its place."""
    at = count
    while at > 0 and tiles[at - 1] > tile:
        tiles[at] = tiles[at - 1]
        at -= 1
    tiles[at] = tile
    return at


@compiled
def carry_out(state: Any, move: Any) -> None:
    """Play a legal move."""
    done = np.int64(move) >> DO_SHIFT
    rest = np.int64(move) & (1 << DO_SHIFT) - 1
    if done == STACK:
        turn_up(state, rest)
    elif done == HIDE:
        remove_from_table(state, rest)
        state.hidden = rest
        state.seat = 1 - np.int64(state.first)
        state.step = TAKE
    elif done == NAME:
        state.seat = rest
        state.step = TAKE
    else:
        take(state, rest >> CELL_BITS & TILE_MASK, rest & CELL_MASK)


@compiled
def turn_up(state: Any, stack: Any) -> None:
    """Lay as many tiles of a stack on the table as are drafted."""
    offer = by_offer(state)
    count = IN_OFFER if offer else np.int64(state.players)
    for number in range(count):
        left = np.int64(state.stack_count[stack]) - 1
        insert_in_order(state.table, np.int64(number), state.stack[stack, left])
        state.stack[stack, left] = NO_TILE
        state.stack_count[stack] = left
    state.table_count = count
    state.offered = stack
    state.chosen[stack] += 1
    state.served = 0
    state.step = HIDE if offer else TAKE


@compiled
def remove_from_table(state: Any, tile: Any) -> None:
    """Take a tile away that lies face up."""
    count = np.int64(state.table_count) - 1
    found = False
    for at in range(count):
        found = found or state.table[at] == tile
        if found:
            state.table[at] = state.table[at + 1]
    state.table[count] = NO_TILE
    state.table_count = count


@compiled
def take(state: Any, said: Any, cell: Any) -> None:
    """Let the seat to move take a tile from the table and lay it on its planet."""
    seat = np.int64(state.seat)
    tile = said
    if said == THE_HIDDEN:
        tile = np.int64(state.hidden)
        state.hidden = NO_TILE
    else:
        remove_from_table(state, tile)
    settle(state, seat, tile, cell)
    state.served |= 1 << seat
    if by_offer(state):
        if seat != state.first:
            state.seat = state.first
        else:
            put_out(state)
            end_round(state, 1 - seat)
    elif state.table_count == 0:
        end_round(state, seat)
    else:
        state.step = NAME


@compiled
def settle(state: Any, seat: Any, tile: Any, cell: Any) -> None:
    """Lay a tile on a planet; at the third baobab the three are turned face down (PLAN.B1)."""
    state.planet[seat, cell] = tile
    for element in range(ELEMENT_COUNT):
        state.bears[seat, element] += BEARS[tile, element]
    if state.bears[seat, BAOBAB] < TOO_MANY:
        return
    for other in range(CELLS):
        lying = np.int64(state.planet[seat, other])
        if lying != NO_TILE and BEARS[lying, BAOBAB] > 0 and state.down[seat] >> other & 1 == 0:
            state.down[seat] |= 1 << other
            for element in range(ELEMENT_COUNT):
                state.bears[seat, element] -= BEARS[lying, element]


@compiled
def put_out(state: Any) -> None:
    """The third tile of an offer leaves the game, unseen by one player if it is the hidden one (PLAN.R3)."""
    seen_by = np.int64(EVERYBODY)
    tile = np.int64(state.table[0])
    if state.hidden != NO_TILE:
        tile = np.int64(state.hidden)
        seen_by = np.int64(state.first) + 1
        state.hidden = NO_TILE
    else:
        remove_from_table(state, tile)
    add_out(state, tile, seen_by)


@compiled
def add_out(state: Any, tile: Any, seen_by: Any) -> None:
    """Put a tile among those that are out of the game: in the order of the deck, equal ones by who has seen them."""
    at = np.int64(state.out_count)
    while at > 0 and (state.out[at - 1] > tile or (state.out[at - 1] == tile and state.seen_by[at - 1] > seen_by)):
        state.out[at] = state.out[at - 1]
        state.seen_by[at] = state.seen_by[at - 1]
        at -= 1
    state.out[at] = tile
    state.seen_by[at] = seen_by
    state.out_count += 1


@compiled
def end_round(state: Any, leader: Any) -> None:
    """Everybody has a tile: the next round begins, or the game is over (PLAN.R2, PLAN.E0)."""
    state.offered = NOT_CHOSEN
    state.served = 0
    if rounds_begun(state) == ROUNDS:
        state.step = OVER
        return
    state.first = leader
    state.seat = leader
    state.step = STACK
