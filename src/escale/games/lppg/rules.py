"""The verbs: what the contract asks of every game, for LPPG. They touch only their arguments."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg import refusals
from escale.games.lppg.cards import WAYS, lying, pattern_of, patterns_in
from escale.games.lppg.consequences import (
    NOBODY,
    new_fates,
)
from escale.games.lppg.dealing import deal_round
from escale.games.lppg.guessing import determinize
from escale.games.lppg.markers import closed_now, has_marker, joined_owner, names_closed, winner_now
from escale.games.lppg.placing import a_placement, list_placements, survey, why_not_there
from escale.games.lppg.refusals import REFUSALS
from escale.games.lppg.state import (
    AT_MASK,
    BY_CARDS,
    BY_MARKERS,
    DO_SHIFT,
    DRAW,
    KEEP,
    KIND_SHIFT,
    MARK,
    MATCH_POINTS,
    MAX_CARDS,
    OPTION_CORNERS,
    OPTION_DECK,
    OPTION_MATCH,
    OPTION_PLAYERS,
    OVER,
    PASS,
    PILES,
    PLACE,
    SIDE,
    SIDES,
)
from escale.games.lppg.terrain import (
    look_at,
    new_work,
)
from escale.games.lppg.turns import carry_out, new_events
from escale.rules.chance import deal_below, new_deal, rng_below
from escale.rules.compile import compiled
from escale.rules.verbs import OVER as NOBODYS_TURN

__all__ = ["REFUSALS", "determinize", "draw", "legal", "play", "points", "score", "setup", "turn", "why_not"]

MOST_REGIONS = SIDE * SIDE // 2
FIRST_PLAYER = 2  # the stream of chance that says who begins


@compiled
def setup(state: Any, options: Any, seed: Any) -> None:
    state.players = options[OPTION_PLAYERS]
    state.deck = options[OPTION_DECK]
    state.corners = options[OPTION_CORNERS]
    state.match = options[OPTION_MATCH]
    state.round_number = 1
    for side in range(SIDES):
        state.points[side] = 0
    state.first = deal_below(new_deal(seed, np.uint64(FIRST_PLAYER)), options[OPTION_PLAYERS])
    deal_round(state, seed)


@compiled
def turn(state: Any) -> Any:
    if state.step == OVER:
        return NOBODYS_TURN
    if state.step == KEEP:
        return joined_owner(state)
    return np.int64(state.seat)


@compiled
def legal(state: Any, out: Any) -> Any:
    if state.step == PLACE:
        work = new_work()
        look_at(state, work)
        survey(state, work)
        count = list_placements(state, work, new_fates(), out)
        if count == 0:
            out[0] = PASS << DO_SHIFT
            count = 1
        return count
    if state.step == MARK:
        return _markings(state, out)
    count = 0
    if state.step == KEEP:
        for kind in range(2):
            out[kind] = KEEP << DO_SHIFT | kind
        count = 2
    elif state.step == DRAW:
        for pile in range(PILES):
            if state.pile_count[pile] > 0:
                out[count] = DRAW << DO_SHIFT | pile
                count += 1
    return count


@compiled
def _markings(state: Any, out: Any) -> Any:
    """Write what can be answered when a region is to be marked: ordinary markers before the permanent one (LPPG.C4)."""
    regions = np.zeros(MOST_REGIONS, np.int64)
    _, regions_count = closed_now(state, regions)
    count = 0
    for kind in range(2):
        if has_marker(state, kind):
            for at in range(regions_count):
                out[count] = MARK << DO_SHIFT | kind << KIND_SHIFT | regions[at]
                count += 1
    return count


@compiled
def draw(state: Any, moves: Any, rng: Any) -> Any:
    if state.step == PLACE:
        work = new_work()
        look_at(state, work)
        move = a_placement(state, work, new_fates(), survey(state, work), rng)
        return move if move >= 0 else np.int32(PASS << DO_SHIFT)
    return moves[rng_below(rng, legal(state, moves))]


@compiled
def why_not(state: Any, move: Any) -> Any:
    if state.step == OVER:
        if state.match != 0:
            return refusals.OVER_MATCH
        if state.end == BY_MARKERS:
            return refusals.OVER_MARKERS
        return refusals.OVER_CARDS if state.end == BY_CARDS else refusals.OVER_PASSES
    number = np.int64(move)
    done = number >> DO_SHIFT
    rest = number & (1 << DO_SHIFT) - 1
    if state.step == KEEP:
        return refusals.LEGAL if done == KEEP and rest < 2 else refusals.MUST_KEEP
    if state.step == MARK:
        return _why_not_mark(state, rest) if done == MARK else refusals.MUST_MARK
    if state.step == DRAW:
        if done != DRAW:
            return refusals.MUST_DRAW
        return refusals.LEGAL if rest < PILES else refusals.NO_SUCH_PILE
    if done == PLACE:
        return _why_not_place(state, move)
    if done == PASS and rest == 0:
        return refusals.NO_PASSING if a_card_can_go(state) else refusals.LEGAL
    return _not_now(state, done)


@compiled
def _not_now(state: Any, done: Any) -> Any:
    """What is wrong with answering a question that isn't asked, when a card is to be placed (LPPG.T1)."""
    if done == MARK:
        _, count = closed_now(state, np.zeros(1, np.int64))
        return refusals.MUST_PLACE if count > 0 else refusals.NOTHING_TO_MARK
    if done == KEEP:
        return refusals.NOTHING_TO_KEEP
    return refusals.NOTHING_TO_DRAW if done == DRAW else refusals.NO_SUCH_CARD


@compiled
def _why_not_mark(state: Any, rest: Any) -> Any:
    """What forbids to mark a region, of a number's bits below what is done."""
    cell = rest & AT_MASK
    kind = rest >> KIND_SHIFT
    regions = np.zeros(MOST_REGIONS, np.int64)
    _, count = closed_now(state, regions)
    is_largest = False
    for at in range(count):
        is_largest |= regions[at] == cell
    if not is_largest or kind > 1:
        return refusals.NOT_LARGEST if names_closed(state, cell) else refusals.NO_SUCH_REGION
    return refusals.LEGAL if has_marker(state, kind) else refusals.MARKER_GONE


@compiled
def _why_not_place(state: Any, move: Any) -> Any:
    """What forbids a placement."""
    card, turned, _, _ = lying(move)
    if card >= MAX_CARDS or pattern_of(card) >= patterns_in(state.deck):
        return refusals.NO_SUCH_CARD
    if turned >= WAYS[pattern_of(card)]:
        return refusals.NO_SUCH_SHAPE
    seat = np.int64(state.seat)
    if state.hand[seat, 0] != card and state.hand[seat, 1] != card:
        return refusals.NOT_YOUR_CARD
    work = new_work()
    look_at(state, work)
    return why_not_there(state, work, np.int32(move))


@compiled
def a_card_can_go(state: Any) -> Any:
    """Whether there is a legal placement."""
    work = new_work()
    look_at(state, work)
    count = survey(state, work)
    rng = np.ones(1, np.uint64)
    return a_placement(state, work, new_fates(), count, rng) >= 0


@compiled
def play(state: Any, move: Any) -> None:
    carry_out(state, move, new_events())


@compiled
def points(state: Any, out: Any) -> None:
    """In a match its points; else what the round would bring if it were counted now."""
    owner, size = winner_now(state)
    for seat in range(np.int64(state.players)):
        if state.match != 0:
            out[seat] = state.points[seat % SIDES]
        else:
            out[seat] = size if owner != NOBODY and seat % SIDES == owner % SIDES else 0


@compiled
def score(state: Any, out: Any) -> None:
    owner, _ = winner_now(state)
    for seat in range(np.int64(state.players)):
        if state.match != 0:
            out[seat] = 1.0 if state.points[seat % SIDES] >= MATCH_POINTS else 0.0
        else:
            out[seat] = 1.0 if owner != NOBODY and seat % SIDES == owner % SIDES else 0.0
