"""What bots know of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete.counting import totals
from escale.games.planete.guessing import knows_offer
from escale.games.planete.hasty import hasty_take
from escale.games.planete.outlook import REASONS, WEIGHTS, find_reasons
from escale.games.planete.rules import legal, play, score, turn
from escale.games.planete.state import (
    CELL_BITS,
    CELLS,
    EVERYBODY,
    HIDE,
    MAX_SEATS,
    NO_TILE,
    NOT_CHOSEN,
    ROUNDS,
    STACK,
    STATE,
    TAKE,
)
from escale.games.planete.turns import rounds_begun
from escale.rules.chance import rng_below
from escale.rules.compile import compiled
from escale.rules.hashing import mixed
from escale.rules.verbs import OVER

SHARPNESS = 8.0  # how much more promising a move looks after which one is likelier to win
SAME = 1e-9  # how promising it is to lay a tile elsewhere: as good, and not worth a thought
CLEAR = 6.0  # points by which a game is won clearly
ONE, FIRST_TILE = np.uint64(1), np.uint64(7)
ROOM_FOR_ALL = np.uint64(4)  # bits, so that sixteen numbers can be added up


@compiled
def forecast(state: Any, out: Any) -> None:
    """How likely each seat is to win, by all that speaks for it."""
    found = np.empty((MAX_SEATS, REASONS), np.float64)
    find_reasons(state, found)
    players = np.int64(state.players)
    late = 1.0 / np.sqrt(ROUNDS - rounds_begun(state) + 1.0)
    most = -np.inf
    for seat in range(players):
        out[seat] = 0.0
        for reason in range(REASONS):
            out[seat] += (WEIGHTS[reason, 0] + WEIGHTS[reason, 1] * late) * found[seat, reason]
        most = max(most, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = np.exp(out[seat] - most)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@compiled
def evaluate(state: Any, seat: Any) -> Any:
    """As `forecast`, for one."""
    out = np.empty(MAX_SEATS, np.float64)
    forecast(state, out)
    return out[seat]


@compiled
def calm(state: Any) -> Any:
    """Between two rounds: within one, whoever has a tile already looks better than who still waits."""
    return state.step == STACK


@compiled
def priors(state: Any, moves: Any, count: Any, out: Any) -> None:
    """By how things look after each move; of the places for a tile, only the first is worth a thought."""
    tried = np.empty(1, STATE)
    ends = np.empty(MAX_SEATS, np.float64)
    seat = np.int64(state.seat)
    best = -np.inf
    last = np.int64(-1)
    for number in range(count):
        said = np.int64(moves[number]) >> CELL_BITS
        if state.step == TAKE and said == last:
            out[number] = -1.0
            continue
        last = said
        tried[0] = state
        play(tried[0], moves[number])
        if turn(tried[0]) == OVER:
            score(tried[0], ends)
        else:
            forecast(tried[0], ends)
        out[number] = ends[seat]
        best = max(best, out[number])
    for number in range(count):
        out[number] = SAME if out[number] < 0.0 else np.exp(SHARPNESS * (out[number] - best))


@compiled
def habit(state: Any, moves: Any, rng: Any) -> Any:
    """The tile that one's characters like; any stack, any name."""
    if state.step == TAKE:
        return hasty_take(state, rng)
    return moves[rng_below(rng, legal(state, moves))]


@compiled
def knowledge(state: Any, seat: Any) -> Any:
    """Who has which tiles, wherever they lie; where the seat has room; what it sees on the table and out of the game."""
    number = np.uint64(
        np.int64(state.seat)
        | np.int64(state.step) << 4
        | np.int64(state.first) << 8
        | np.int64(state.served) << 16
        | np.int64(state.offered) << 24
    )
    for other in range(np.int64(state.players)):
        tiles = np.uint64(0)
        taken = np.int64(0)
        for cell in range(CELLS):
            tile = np.int64(state.planet[other, cell])
            if tile != NO_TILE:
                tiles += mixed(FIRST_TILE, np.uint64(tile << 1 | np.int64(state.down[other]) >> cell & 1)) >> ROOM_FOR_ALL
                taken |= 1 << cell
        number = mixed(number, tiles)
        if other == seat:
            number = mixed(number, np.uint64(taken))
    if state.offered != NOT_CHOSEN and (state.step != HIDE or knows_offer(state, seat)):
        for at in range(np.int64(state.table_count)):
            number = mixed(number, np.uint64(state.table[at]))
    if knows_offer(state, seat):
        number = mixed(number, np.uint64(state.hidden))
    for at in range(np.int64(state.out_count)):
        if state.seen_by[at] in (EVERYBODY, seat + 1):
            number = mixed(number, np.uint64(np.int64(state.out[at]) << 8 | np.int64(state.seen_by[at])))
    return number | ONE


@compiled
def margin(state: Any, seat: Any) -> Any:
    """By how many points more than the best of the others."""
    out = np.empty(MAX_SEATS, np.float64)
    totals(state, out)
    best = -np.inf
    for other in range(np.int64(state.players)):
        if other != seat:
            best = max(best, out[other])
    return 1.0 / (1.0 + np.exp((best - out[seat]) / CLEAR))
