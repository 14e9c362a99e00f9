"""What bots know of LPPG."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.cards import WAYS, colour_of, pattern_of, placement
from escale.games.lppg.consequences import (
    CELL,
    NOBODY,
    SIZE,
    closed_after,
    follow,
    joins_players,
    lay,
    new_fates,
    opens_permanent,
    same_side,
    stay,
    take_up,
    territories_of,
    touches_territory,
    winning,
)
from escale.games.lppg.markers import closed_now
from escale.games.lppg.placing import a_placement, first_row, last_row, new_saved, survey, territories_now
from escale.games.lppg.state import (
    COLOURS,
    DO_SHIFT,
    HAND,
    KEEP,
    KIND_SHIFT,
    MARGIN,
    MARK,
    MARKERS,
    NO_CARD,
    NOWHERE,
    PASS,
    PERMANENT,
    PILES,
    PLACE,
    SIDES,
    TURNS,
)
from escale.games.lppg.terrain import FITS, HELD, NONE, ONE, look_at, new_work
from escale.rules.bits import lowest
from escale.rules.chance import rng_below
from escale.rules.compile import compiled
from escale.rules.hashing import mixed
from escale.rules.verbs import legal

# What counts, in the eyes of the seat to move: all but ILLEGAL and WINS as powers of e of chances.
ILLEGAL, WINS = -100.0, 8.0
LEADS = 1.2  # to have the smallest territory alone of its size, or to lose it to others
LASTS = 0.3  # more if it can't be opened
A_TERRITORY = 0.9  # one more, or one fewer of others
ALMOST = 0.6  # more if it is the second: the next one may end the game
TO_MOVE = 0.3
SMALL = 3  # cells: a territory up to this size is worth the permanent marker
CATCHES = 1.0  # how much a move catches the eye for what it is worth
GLANCES = 40  # placements that somebody in a hurry looks at
MATCH_POINT = 0.35  # of a match: what a point more counts
MATCH_ROUND = 0.5  # and what the round counts of what it counts by itself


@compiled
def balance(state: Any, fates: Any, seat: Any, taker: Any, size: Any) -> Any:
    """How a seat's side stands, given where markers are and that `taker` takes a region of `size` cells (0: none)."""
    value = 0.0
    for side in range(SIDES):
        most = 0
        for player in range(side, np.int64(state.players), SIDES):
            count = territories_of(fates, player)
            if player == taker and size > 0:
                count += 1
            most = max(most, count)
        worth = A_TERRITORY * most
        if most >= MARKERS - 1:
            worth += ALMOST
        value += worth if side == seat % SIDES else -worth
    owner, smallest = winning(fates, taker, size)
    if owner != NOBODY:
        lead = LEADS
        permanent = owner * MARKERS + PERMANENT
        if fates[permanent, CELL] != NOWHERE and fates[permanent, SIZE] == smallest:
            lead += LASTS
        value += lead if same_side(owner, seat) else -lead
    return value


@compiled
def evaluate(state: Any, seat: Any) -> Any:
    """Territories, and who has the smallest that is alone of its size; a closed region counts as the mover's, who must mark it.

    Unless that would be a third marker that doesn't win, and so may not be set (LPPG.P6).
    """
    fates = new_fates()
    stay(state, fates)
    mover = np.int64(state.seat)
    size = np.int64(0)
    if state.step == MARK or state.step == PLACE:
        size, _ = closed_now(state, np.zeros(1, np.int64))
        if territories_of(fates, mover) == MARKERS - 1:
            owner, _ = winning(fates, mover, size)
            if owner == NOBODY or not same_side(owner, mover):
                size = np.int64(0)
    value = balance(state, fates, seat, mover, size)
    if state.step == PLACE:
        value += TO_MOVE if same_side(mover, seat) else -TO_MOVE
    if state.match != 0:
        ahead = np.int64(state.points[seat % SIDES]) - np.int64(state.points[1 - seat % SIDES])
        value = MATCH_ROUND * value + MATCH_POINT * ahead
    return 1.0 / (1.0 + np.exp(-value))


@compiled
def worth_of(state: Any, work: Any, move: Any, fates: Any, saved: Any) -> Any:
    """What a placement that P1 to P3 allow is worth to the mover, in what `balance` counts; ILLEGAL, or WINS."""
    seat = np.int64(state.seat)
    touched = touches_territory(work, move)
    lay(work, move, saved)
    value = 0.0
    if touched:
        follow(state, work, fates)
        if joins_players(fates) or opens_permanent(fates):
            value = ILLEGAL
    else:
        stay(state, fates)
    if value != ILLEGAL:
        size, count = closed_after(state, work, move, np.zeros(0, np.int64))
        if count > 0 and territories_of(fates, seat) == MARKERS - 1:
            owner, _ = winning(fates, seat, size)
            value = WINS if owner != NOBODY and same_side(owner, seat) else ILLEGAL
        else:
            value = balance(state, fates, seat, seat, size)
    take_up(work, move, saved)
    if touched:
        for row in range(np.int64(state.low) - 1, np.int64(state.high) + 2):
            work[HELD, row] = state.held[row]
    return value


@compiled
def priors(state: Any, moves: Any, count: Any, out: Any) -> None:
    """Moves catch the eye by how the mover would stand after them; markers and draws by a rule of thumb."""
    done = np.int64(moves[0]) >> DO_SHIFT
    if done == PLACE:
        work = new_work()
        look_at(state, work)
        fates = new_fates()
        saved = new_saved()
        for i in range(count):
            out[i] = np.exp(CATCHES * worth_of(state, work, moves[i], fates, saved))
        return
    for i in range(count):
        out[i] = 1.0
        if done == MARK and (np.int64(moves[i]) >> KIND_SHIFT & 1 == 1) == is_small(state):
            out[i] = 2.0
        if done == KEEP and moves[i] & 1 == 1:
            out[i] = 2.0


@compiled
def is_small(state: Any) -> Any:
    """Whether the region to be marked is small."""
    size, _ = closed_now(state, np.zeros(1, np.int64))
    return size <= SMALL


@compiled
def habit(state: Any, moves: Any, rng: Any) -> Any:
    """The best of some placements, each looked at by itself; small regions get the permanent marker; any pile."""
    if state.step == PLACE:
        return hasty_placement(state, rng)
    count = legal(state, moves)
    chosen = moves[rng_below(rng, count)]
    if state.step == MARK:
        small = is_small(state)
        for i in range(count):
            if (np.int64(moves[i]) >> KIND_SHIFT & 1 == 1) == small:
                chosen = moves[i]
    elif state.step == KEEP:
        chosen = moves[1]
    return chosen


@compiled
def hasty_placement(state: Any, rng: Any) -> Any:
    """Of about GLANCES of the placements, one that is worth most to the mover; a pass if there is none.

    Of all of them where the next marker would be the third: nobody overlooks that.
    """
    work = new_work()
    look_at(state, work)
    count = survey(state, work)
    fates = new_fates()
    saved = new_saved()
    seat = np.int64(state.seat)
    low, high = np.int64(state.low), np.int64(state.high)
    glances = count if territories_now(state, seat) == MARKERS - 1 else np.int64(GLANCES)
    best = ILLEGAL
    equals = 0
    chosen = np.int32(-1)
    for at in range(HAND * TURNS):
        card = np.int64(state.hand[seat, at // TURNS])
        if card == NO_CARD or at % TURNS >= WAYS[pattern_of(card)]:
            continue
        for row in range(first_row(at % TURNS, low), last_row(at % TURNS, high) + 1):
            fits = work[FITS + at, row]
            while fits != NONE:
                column = lowest(fits)
                fits &= fits - ONE
                if rng_below(rng, count) >= glances:
                    continue
                move = placement(card, at % TURNS, column, row - MARGIN)
                value = worth_of(state, work, move, fates, saved)
                if value > best:
                    best = value
                    equals = 0
                if value == best and value > ILLEGAL:
                    equals += 1
                    if rng_below(rng, equals) == 0:
                        chosen = move
                    if value == WINS:
                        return move
    if chosen < 0:
        chosen = a_placement(state, work, fates, count, rng)
    return chosen if chosen >= 0 else np.int32(PASS << DO_SHIFT)


@compiled
def knowledge(state: Any, seat: Any) -> Any:
    """The terrain, markers, the seat's own cards, the colours of others, and all cards that were seen."""
    number = np.uint64(
        np.int64(state.seat) | np.int64(state.step) << 4 | np.int64(state.passes) << 8 | np.int64(state.last) << 12
    )
    for row in range(np.int64(state.low), np.int64(state.high) + 1):
        number = mixed(number, state.white[row])
        for colour in range(COLOURS):
            number = mixed(number, state.paint[colour, row])
    for other in range(np.int64(state.players)):
        cards = np.int64(0)
        for marker in range(MARKERS):
            cards = cards << 16 | np.int64(state.mark[other, marker])
        number = mixed(number, np.uint64(cards))
        cards = np.int64(0)
        for place in range(HAND):
            card = np.int64(state.hand[other, place])
            cards = cards << 8 | (card if other == seat or card == NO_CARD else colour_of(card))
        number = mixed(number, np.uint64(cards))
    for pile in range(PILES):
        count = np.int64(state.pile_count[pile])
        top = colour_of(state.pile[pile, count - 1]) if count > 0 else COLOURS
        number = mixed(number, np.uint64(count << 8 | top))
    for side in range(SIDES):
        number = mixed(number, np.uint64(state.points[side]))
    for place in range(np.int64(state.discard_count)):
        number = mixed(number, np.uint64(state.discard[place]))
    return number | ONE
