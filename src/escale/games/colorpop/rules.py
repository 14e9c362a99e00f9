"""The verbs: what the contract asks of every game, for Color Pop. They touch only their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.colorpop import refusals
from escale.games.colorpop.cells import BOARD, BOTTOM, NONE, ONE, beside, flood, lowest_cell, one_cell
from escale.games.colorpop.falls import close_slides, fall
from escale.games.colorpop.groups import colour_at, drawn_name, group_names, jokers_on, links, occupied, tokens_of
from escale.games.colorpop.jokers import (
    a_colour_is_missing_beside,
    chosen_jokers,
    greedy_moves,
    mask_of_jokers,
    optional_joker_moves,
)
from escale.games.colorpop.refusals import REFUSALS
from escale.games.colorpop.setting_up import setup
from escale.games.colorpop.state import (
    CELL_BITS,
    CELL_MASK,
    CELLS,
    COLOUR_GONE,
    COLOURS,
    EMPTY,
    JOKER,
    JOKERS_GREEDY,
    MAX_SEATS,
    NO_GROUP,
    PASS,
    PLAYING,
    SOLITAIRE,
    TEAMS,
    TWO_GROUPS,
)
from escale.rules.bits import lowest, popcount
from escale.rules.chance import new_deal, rng_below, shuffle
from escale.rules.compile import compiled, compiled_brief
from escale.rules.verbs import OVER

__all__ = ["REFUSALS", "determinize", "draw", "legal", "play", "points", "score", "setup", "turn", "why_not"]


@compiled
def turn(state: Any) -> Any:
    if state.end != PLAYING:
        return OVER
    return np.int64(state.seat)


@compiled
def legal(state: Any, out: Any) -> Any:
    if state.end != PLAYING:
        return 0
    if state.jokers == JOKERS_GREEDY and state.left[JOKER] > 0:
        return greedy_moves(state.plane, state.joker_only, out)
    count = 0
    names0, names1 = group_names(state.plane)
    while names0 != NONE:
        out[count] = lowest(names0)
        count += 1
        names0 &= names0 - np.uint64(1)
    while names1 != NONE:
        out[count] = 64 + lowest(names1)
        count += 1
        names1 &= names1 - np.uint64(1)
    if state.left[JOKER] > 0:
        count = optional_joker_moves(state.plane, state.joker_only, out, count)
    return count


@compiled
def draw(state: Any, moves: Any, rng: Any) -> Any:
    if state.left[JOKER] > 0:
        return moves[rng_below(rng, legal(state, moves))]
    name0, name1 = drawn_name(state.plane, rng)
    return np.int32(lowest_cell(name0, name1))


@compiled
def why_not(state: Any, move: Any) -> Any:
    if state.end != PLAYING:
        return refusals.COLOUR_IS_GONE if state.end == COLOUR_GONE else refusals.NO_GROUP_LEFT
    if move == PASS:
        return refusals.NO_PASSING
    if move == TWO_GROUPS:
        return refusals.CELLS_APART
    cell = move & CELL_MASK
    if move < 0 or not _on_board(cell):
        return refusals.NO_SUCH_CELL
    code = colour_at(state.plane, cell)
    if code == EMPTY:
        return refusals.EMPTY_CELL
    if (move >> CELL_BITS) >> np.int64(state.left[JOKER]) != 0:
        return refusals.NO_SUCH_JOKER
    if code == JOKER + 1:
        return _why_not_jokers_alone(state, move)
    return _why_not_coloured(state, move, code)


@compiled
def _on_board(cell: Any) -> Any:
    bit = cell & 63
    return ((BOARD >> np.uint64(bit)) & np.uint64(1)) != NONE


@compiled
def _why_not_coloured(state: Any, move: Any, code: Any) -> Any:
    group0, group1 = members(state.plane, move)
    jokers0, jokers1 = jokers_on(state.plane)
    inside = mask_of_jokers(jokers0, jokers1, group0, group1)
    if inside != move >> CELL_BITS:
        return refusals.JOKER_APART
    tokens0, tokens1 = tokens_of(state.plane, code)
    if state.jokers == JOKERS_GREEDY:
        whole0, whole1 = flood(group0, group1, tokens0 | jokers0, tokens1 | jokers1)
        if whole0 != group0 or whole1 != group1:
            return refusals.JOKERS_LEFT_OUT
    if popcount(group0) + popcount(group1) < 2:
        return refusals.SINGLE_TOKEN
    if lowest_cell(group0 & tokens0, group1 & tokens1) != move & CELL_MASK:
        return refusals.OTHER_NAME
    return refusals.LEGAL


@compiled
def _why_not_jokers_alone(state: Any, move: Any) -> Any:
    jokers0, jokers1 = jokers_on(state.plane)
    set0, set1 = chosen_jokers(jokers0, jokers1, move >> CELL_BITS)
    start0, start1 = one_cell(move & CELL_MASK)
    if ((start0 & set0) | (start1 & set1)) == NONE:
        # A joker named without itself among the jokers taken: alone, or beside others it doesn't say.
        return refusals.SINGLE_TOKEN if (set0 | set1) == NONE else refusals.OTHER_NAME
    whole0, whole1 = flood(start0, start1, set0, set1)
    if whole0 != set0 or whole1 != set1:
        return refusals.JOKER_APART
    if popcount(set0) + popcount(set1) < 2:
        return refusals.SINGLE_TOKEN
    if not state.joker_only:
        return refusals.JOKERS_ALONE
    if not a_colour_is_missing_beside(state.plane, set0, set1):
        return refusals.EVERY_COLOUR_BESIDE
    if state.jokers == JOKERS_GREEDY:
        whole0, whole1 = flood(start0, start1, jokers0, jokers1)
        if whole0 != set0 or whole1 != set1:
            return refusals.JOKERS_LEFT_OUT
    if lowest_cell(set0, set1) != move & CELL_MASK:
        return refusals.OTHER_NAME
    return refusals.LEGAL


@compiled_brief
def members(plane: Any, move: Any) -> Any:
    """The cells a move removes: those of its cell's colour, and of the jokers it names, joined to its cell."""
    start0, start1 = one_cell(move & CELL_MASK)
    room0, room1 = tokens_of(plane, colour_at(plane, move & CELL_MASK))
    if move >> CELL_BITS:
        jokers0, jokers1 = jokers_on(plane)
        chosen0, chosen1 = chosen_jokers(jokers0, jokers1, move >> CELL_BITS)
        # A cell that is a joker itself stands for jokers alone: only the ones named.
        if ((start0 & jokers0) | (start1 & jokers1)) != NONE:
            room0 = NONE
            room1 = NONE
        room0 |= chosen0
        room1 |= chosen1
    return flood(start0, start1, room0, room1)


@compiled_brief
def meant(plane: Any, first: Any, named0: Any, named1: Any) -> Any:
    """The move that takes the group of the cell `first` with the jokers among the cells named; `first` itself if it has none.

    TWO_GROUPS if a cell named, not a joker, is of another group.
    """
    jokers0, jokers1 = jokers_on(plane)
    mask = np.int64(mask_of_jokers(jokers0, jokers1, named0 & jokers0, named1 & jokers1))
    move = np.int64(first) | mask << CELL_BITS
    code = colour_at(plane, first)
    if code in (EMPTY, JOKER + 1):
        return move
    group0, group1 = members(plane, move)
    if ((named0 & ~jokers0 & ~group0) | (named1 & ~jokers1 & ~group1)) != NONE:
        return np.int64(TWO_GROUPS)
    tokens0, tokens1 = tokens_of(plane, code)
    return np.int64(lowest_cell(group0 & tokens0, group1 & tokens1)) | mask << CELL_BITS


@compiled_brief
def all_members(plane: Any, moves: Any) -> Any:
    """The cells that each of several moves removes, all in one list, and for each move where in it they end."""
    groups = np.empty((len(moves), 2), np.uint64)
    ends = np.empty(len(moves), np.int64)
    total = 0
    for number in range(len(moves)):
        groups[number, 0], groups[number, 1] = members(plane, np.int64(moves[number]))
        total += popcount(groups[number, 0]) + popcount(groups[number, 1])
        ends[number] = total
    cells = np.empty(total, np.int64)
    place = 0
    for number in range(len(moves)):
        low, high = groups[number, 0], groups[number, 1]
        while (low | high) != NONE:
            cells[place] = lowest_cell(low, high)
            place += 1
            if low != NONE:
                low &= low - ONE
            else:
                high &= high - ONE
    return cells, ends


@compiled
def play(state: Any, move: Any) -> None:
    plane = state.plane
    code = colour_at(plane, move & CELL_MASK)
    group0, group1 = members(plane, move)
    jokers = popcount(np.uint64(move >> CELL_BITS))
    coloured = popcount(group0) + popcount(group1) - jokers
    seat = np.int64(state.seat)
    state.left[JOKER] -= jokers
    state.taken[seat, JOKER] += jokers
    if code != JOKER + 1:
        state.left[code - 1] -= coloured
        state.taken[seat, code - 1] += coloured
    fall(plane, 0, group0)
    fall(plane, 1, group1)
    full0, full1 = occupied(plane)
    if (((group0 & ~full0) | (group1 & ~full1)) & BOTTOM) != NONE:
        close_slides(plane)
    state.seat = (seat + 1) % np.int64(state.players)
    if code != JOKER + 1 and state.left[code - 1] == 0:
        settle(state)
    elif not a_group_is_left(state):
        state.end = NO_GROUP


@compiled
def settle(state: Any) -> None:
    """Set `end` from the rest of the state: POP.E1 before POP.E2."""
    state.end = PLAYING
    if not a_group_is_left(state):
        state.end = NO_GROUP
    gone = vanished(state)
    for seat in range(np.int64(state.players)):
        if colours_of_side(state, seat) & ~gone == 0:
            state.end = COLOUR_GONE


@compiled_brief
def vanished(state: Any) -> Any:
    """The colours with no token left on the board, one bit each."""
    gone = 0
    for colour in range(COLOURS):
        if state.left[colour] == 0:
            gone |= 1 << colour
    return gone


@compiled
def colours_of_side(state: Any, seat: Any) -> Any:
    """The secret colours that count for a seat: its own, in teams its partner's too."""
    colours = np.int64(state.secret[seat])
    if state.mode == TEAMS:
        colours |= np.int64(state.secret[(seat + 2) % 4])
    return colours


@compiled_brief
def colours_of_sides(states: Any) -> Any:
    """The same for every seat of the first state of an array, which Python hands over faster than a state itself."""
    colours = np.zeros(MAX_SEATS, np.int64)
    for seat in range(states[0].players):
        colours[seat] = colours_of_side(states[0], seat)
    return colours


@compiled
def a_group_is_left(state: Any) -> Any:
    """Whether something can be removed.

    The board never falls apart, so as long as there are both jokers and coloured tokens, two of them are side by side.
    """
    jokers0, jokers1 = jokers_on(state.plane)
    if (jokers0 | jokers1) == NONE:
        up0, up1, right0, right1 = links(state.plane)
        return (up0 | up1 | right0 | right1) != NONE
    full0, full1 = occupied(state.plane)
    if ((full0 ^ jokers0) | (full1 ^ jokers1)) != NONE:
        return True
    near0, near1 = beside(jokers0, jokers1)
    return state.joker_only != 0 and ((near0 & jokers0) | (near1 & jokers1)) != NONE


@compiled
def left_of_side(state: Any, seat: Any) -> Any:
    """Tokens of a side's colours still on the board."""
    colours = colours_of_side(state, seat)
    total = np.int64(0)
    for colour in range(COLOURS):
        if colours >> colour & 1:
            total += np.int64(state.left[colour])
    return total


@compiled
def own_removed_by_side(state: Any, seat: Any) -> Any:
    """Tokens of a side's colours that the side removed itself (POP.E3); jokers don't count."""
    colours = colours_of_side(state, seat)
    total = np.int64(0)
    for colour in range(COLOURS):
        if colours >> colour & 1:
            total += np.int64(state.taken[seat, colour])
            if state.mode == TEAMS:
                total += np.int64(state.taken[(seat + 2) % 4, colour])
    return total


@compiled
def points(state: Any, out: Any) -> None:
    for seat in range(np.int64(state.players)):
        out[seat] = left_of_side(state, seat)


@compiled
def score(state: Any, out: Any) -> None:
    players = np.int64(state.players)
    if state.mode == SOLITAIRE:
        out[0] = 1.0 if state.end == COLOUR_GONE else -left_of_side(state, 0) / CELLS
        return
    best = CELLS * CELLS
    for seat in range(players):
        best = min(best, rank_key(state, seat))
    winners = 0
    for seat in range(players):
        winners += rank_key(state, seat) == best
    seats_a_side = 2 if state.mode == TEAMS else 1
    for seat in range(players):
        out[seat] = seats_a_side / winners if rank_key(state, seat) == best else 0.0


@compiled
def rank_key(state: Any, seat: Any) -> Any:
    """Orders the sides at the end, the winner's lowest: tokens left, then own tokens removed oneself (POP.E1 to POP.E3)."""
    left = left_of_side(state, seat)
    if state.end == COLOUR_GONE:
        # All that counts is whose colour is gone: nothing else left is compared.
        return 0 if left == 0 else 1
    return left * CELLS + own_removed_by_side(state, seat)


@compiled
def determinize(state: Any, seat: Any, seed: Any) -> None:
    if state.end != PLAYING:
        return
    deal = new_deal(seed, np.uint64(0))
    players = np.int64(state.players)
    known = 0
    if seat >= 0:
        known = colours_of_side(state, seat)
    unknown = np.zeros(COLOURS, np.int64)
    count = 0
    for colour in range(COLOURS):
        if not known >> colour & 1:
            unknown[count] = 1 << colour
            count += 1
    gone = vanished(state)
    secret = np.zeros(players, np.int64)
    while True:
        shuffle(deal, unknown, count)
        taken = 0
        for other in range(players):
            secret[other] = state.secret[other]
            if np.int64(state.secret[other]) & known == 0:
                secret[other] = 0
                for _ in range(popcount(np.uint64(state.secret[other]))):
                    secret[other] |= unknown[taken]
                    taken += 1
        if _nobody_has_won(state.mode, secret, players, gone):
            break
    for other in range(players):
        state.secret[other] = secret[other]


@compiled
def _nobody_has_won(mode: Any, secret: Any, players: Any, gone: Any) -> Any:
    """Whether no side would hold only vanished colours: the game goes on, so that can't be (POP.E1)."""
    for seat in range(players):
        colours = secret[seat]
        if mode == TEAMS:
            colours |= secret[(seat + 2) % 4]
        if colours & ~gone == 0:
            return False
    return True
