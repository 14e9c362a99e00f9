"""The verbs: what the contract asks of every game, for Le Bloq. They touch only their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.bloq import refusals
from escale.games.bloq.boards import BOARD, INNER
from escale.games.bloq.isolating import columns, enclosed, forget
from escale.games.bloq.lawful import lawfully_closed_cells, touched
from escale.games.bloq.placing import ONE_BIT, block_of, drawn, excepted, find_isolated, lies_in, look_round, move_of, put_block
from escale.games.bloq.refusals import REFUSALS
from escale.games.bloq.state import (
    BLOCKS,
    BY_CUTTING,
    BY_LAW,
    HEIGHTS,
    MAX_SEATS,
    NO_BLOCK,
    NO_BLOCKS,
    NO_ROOM,
    OPTION_BOARD,
    OPTION_CLOSED,
    OPTION_ISOLATING,
    OPTION_PLAYERS,
    OWNER_PLANES,
    PASS,
    PLAYING,
    ROWS,
    SHAPE_SHIFT,
    SHAPES,
)
from escale.games.bloq.survey import (
    BOTTOM,
    DOUBT,
    FOUND,
    FREE,
    NONE,
    NOW,
    PLAIN,
    TOP,
    find_cover,
    find_near,
    find_runs,
    new_work,
    survey,
    upright_has_a_place,
)
from escale.rules.bits import lowest, lowest_bit
from escale.rules.chance import deal_below, new_deal
from escale.rules.compile import compiled, compiled_brief
from escale.rules.verbs import OVER

__all__ = ["REFUSALS", "determinize", "draw", "legal", "play", "points", "score", "setup", "turn", "why_not"]

EMPTY_WORD = np.uint64(0)


@compiled
def setup(state: Any, options: Any, seed: Any) -> None:
    board = options[OPTION_BOARD]
    empty_board(state, board)
    state.players = options[OPTION_PLAYERS]
    state.closed = options[OPTION_CLOSED]
    state.isolating = options[OPTION_ISOLATING]
    state.stock = BLOCKS
    for seat in range(MAX_SEATS):
        state.points[seat] = 0
    state.seat = deal_below(new_deal(seed, np.uint64(0)), options[OPTION_PLAYERS])
    state.end = PLAYING


@compiled
def empty_board(state: Any, board: Any) -> None:
    """Let the board have no block and nothing isolated."""
    state.board = board
    state.placed = 0
    for row in range(ROWS):
        state.room[row] = BOARD[board, row]
        for height in range(HEIGHTS):
            state.under[height, row] = 0
        for plane in range(OWNER_PLANES):
            state.owner[plane, row] = 0
    for place in range(BLOCKS):
        state.blocks[place] = NO_BLOCK


@compiled
def turn(state: Any) -> Any:
    if state.end != PLAYING:
        return OVER
    return np.int64(state.seat)


@compiled
def legal(state: Any, out: Any) -> Any:
    if state.end != PLAYING:
        return 0
    work = new_work()
    survey(state, work)
    count = 0
    for shape in range(SHAPES):
        for row in range(BOTTOM, TOP):
            plain = np.uint64(work[PLAIN + shape, row])
            places = plain | np.uint64(work[DOUBT + shape, row])
            while places != EMPTY_WORD:
                column = lowest(places)
                places &= places - ONE_BIT
                if plain >> np.uint64(column) & ONE_BIT != EMPTY_WORD or excepted(state, work, shape, column, row):
                    out[count] = move_of(shape, column, row)
                    count += 1
    return count


@compiled
def draw(state: Any, moves: Any, rng: Any) -> Any:
    work = new_work()
    survey(state, work)
    return drawn(state, work, rng)


@compiled
def why_not(state: Any, move: Any) -> Any:
    if state.end != PLAYING:
        return refusals.NO_BLOCK_LEFT if state.end == NO_BLOCKS else refusals.NO_ROOM_LEFT
    if move == PASS:
        return refusals.NO_PASSING
    if move < 0 or np.int64(move) >> SHAPE_SHIFT >= SHAPES:
        return refusals.NO_SUCH_BLOCK
    shape, column, row = block_of(move)
    if not lies_in(BOARD[np.int64(state.board)], np.int64(state.board), shape, column, row):
        return refusals.OFF_BOARD
    if not lies_in(state.room, np.int64(state.board), shape, column, row):
        return refusals.CELL_TAKEN
    if state.placed == 0:
        inside = lies_in(INNER[np.int64(state.board)], np.int64(state.board), shape, column, row)
        return refusals.LEGAL if inside else refusals.TOUCHES_EDGE
    return _why_not_beside(state, shape, column, row)


@compiled
def _why_not_beside(state: Any, shape: Any, column: Any, row: Any) -> Any:
    """What forbids a block on empty cells when there are others (BLOQ.P3, BLOQ.H1)."""
    work = new_work()
    look_round(state, work)
    find_near(state.under, work)
    same, other = touched(work, shape, row)
    corner = columns(column, 1)
    if same & corner == NONE:
        return refusals.LEGAL if other & corner != NONE else refusals.NO_CONTACT
    if excepted(state, work, shape, column, row):
        return refusals.LEGAL
    return refusals.SAME_HEIGHT_UNCUT if state.isolating == BY_CUTTING else refusals.SAME_HEIGHT


@compiled
def play(state: Any, move: Any) -> None:
    shape, column, row = block_of(move)
    seat = np.int64(state.seat)
    work = new_work()
    look_round(state, work)
    count = find_isolated(state, work, shape, column, row)
    put_block(state, shape, column, row)
    if count > 0:
        give(state, work[FOUND], seat + 1)
        state.points[seat] += count
        forget(work, count)
    state.stock -= 1
    state.seat = (seat + 1) % np.int64(state.players)
    settle(state, work)


@compiled_brief
def all_isolated(states: Any, moves: Any) -> Any:
    """The cells that each of several legal moves isolates in the first state of an array, as sets."""
    found = np.zeros((len(moves), ROWS), np.uint32)
    work = new_work()
    look_round(states[0], work)
    for number in range(len(moves)):
        shape, column, row = block_of(moves[number])
        count = find_isolated(states[0], work, shape, column, row)
        if count > 0:
            for at in range(ROWS):
                found[number, at] = work[FOUND, at]
            forget(work, count)
    return found


@compiled
def give(state: Any, cells: Any, owner: Any) -> None:
    """Write whose isolated cells are."""
    for plane in range(OWNER_PLANES):
        if owner >> plane & 1:
            for row in range(BOTTOM, TOP):
                state.owner[plane, row] |= cells[row]


@compiled_brief
def find_closed(state: Any, closed: Any) -> None:
    """Add to `closed` the cells of all groups that are closed in a position (BLOQ.S1). With no block yet none is."""
    if state.placed == 0:
        return
    if state.closed == BY_LAW:
        lawfully_closed_cells(state.room, state.under, state.isolating == BY_CUTTING, closed)
        return
    work = new_work()
    find_runs(state.room, work)
    find_cover(work)
    for row in range(BOTTOM, TOP):
        rest = np.uint64(work[FREE, row])
        while rest != EMPTY_WORD:
            cell = np.uint32(lowest_bit(rest))
            rest &= rest - ONE_BIT
            if (work[FOUND, row] | work[NOW, row]) & cell == NONE:
                enclosed(work, cell, row)
    for row in range(BOTTOM, TOP):
        closed[row] |= work[FOUND, row]


@compiled
def settle(state: Any, work: Any) -> None:
    """Set `end` from the rest of the state (BLOQ.E1). `work` is room to work in, with nothing in FOUND."""
    state.end = PLAYING
    if state.stock == 0:
        state.end = NO_BLOCKS
    elif not a_block_can_go(state, work):
        state.end = NO_ROOM


@compiled
def a_block_can_go(state: Any, work: Any) -> Any:
    """Whether there is a legal placement."""
    if upright_has_a_place(state.room, state.under):
        return True
    survey(state, work)
    for shape in range(SHAPES):
        for row in range(BOTTOM, TOP):
            if work[PLAIN + shape, row] != NONE:
                return True
    for shape in range(SHAPES):
        for row in range(BOTTOM, TOP):
            places = np.uint64(work[DOUBT + shape, row])
            while places != EMPTY_WORD:
                if excepted(state, work, shape, lowest(places), row):
                    return True
                places &= places - ONE_BIT
    return False


@compiled
def points(state: Any, out: Any) -> None:
    for seat in range(np.int64(state.players)):
        out[seat] = state.points[seat]


@compiled
def score(state: Any, out: Any) -> None:
    players = np.int64(state.players)
    best = np.int64(0)
    winners = 0
    for seat in range(players):
        best = max(best, np.int64(state.points[seat]))
    for seat in range(players):
        winners += state.points[seat] == best
    for seat in range(players):
        out[seat] = 1.0 / winners if state.points[seat] == best else 0.0


@compiled
def determinize(state: Any, seat: Any, seed: Any) -> None:
    """Nothing is hidden from anybody."""
