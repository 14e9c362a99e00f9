"""What must hold of a position, so that a game can go on from it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from escale.games.poucet.lying import Lying, lying_of
from escale.games.poucet.notation import Cell, number_of, place_of
from escale.games.poucet.state import (
    BY_CARDS,
    BY_FLOWER,
    BY_REST,
    CHOOSING,
    HAND,
    KINDS,
    NO_CARD,
    NO_COLOUR,
    NOBODY,
    NOWHERE,
    OVER,
    PLAYING,
    RUNNING,
    STARTING,
)
from escale.rules.errors import BadNotation


def check_pile(side: int, cell: Cell, cards: list[Lying]) -> None:
    """Each card of a pile may lie on the one below it (POU.T3, POU.T5, POU.X1, POU.X2, POU.X3)."""
    place = place_of(number_of(cell))
    off = max(abs(at - side // 2) for at in cell)  # from the flower
    if off == 0:
        raise BadNotation(f"{place} is the flower's cell: no card lies there (POU.X3)")
    if cards[0].kind in ("pebbles", "boots"):
        raise BadNotation(f"{place}: pebbles and boots are laid on an obstacle (POU.T5)")
    if cards[0].kind == "start" and off < side // 2:
        raise BadNotation(f"{place} isn't at the border, where start cards lie (POU.S2)")
    if off == 1 and any(card.kind == "ogre" for card in cards):
        raise BadNotation(f"{place} is next to the flower: no ogre may be there (POU.O1)")
    for below, card in pairwise(cards):
        if not _may_lie(card, below):
            raise BadNotation(f"{place}: one of these cards can't lie on the one below it (POU.T5, POU.X1, POU.X2, POU.X3)")


def _may_lie(card: Lying, below: Lying) -> bool:
    if card.kind == "path":
        return below.kind == "pebbles" or (below.kind == "path" and card.colour != below.colour)
    return below.kind in {"pebbles": ("forest",), "boots": ("forest", "river"), "river": ("wolf",)}.get(card.kind, ())


def check_all(state: Any, arrived: list[int], is_stuck: bool) -> None:
    """Steps, ends, turns and what is known go together.

    `arrived`: the seats whose paths lead into the flower; `is_stuck`: the seat to move has no open end.
    """
    _check_end(state, arrived)
    _check_phase(state)
    if state.step == PLAYING:
        _check_turn(state, is_stuck)
    for seat in range(int(state.players)):
        _check_known(state, seat)


def hand_size(state: Any, seat: int) -> int:
    """How many cards a seat holds."""
    return int((state.hand[seat] != NO_CARD).sum())


def still_in(state: Any) -> list[int]:
    """The seats that haven't given up."""
    return [seat for seat in range(int(state.players)) if not state.out[seat]]


def _check_end(state: Any, arrived: list[int]) -> None:
    if (state.step == OVER) != (state.end != RUNNING):
        raise BadNotation("step=over goes with end=flower, end=alone or end=cards (POU.E1, POU.E2)")
    winner = int(state.winner)
    if bool(arrived) != (state.end == BY_FLOWER):
        raise BadNotation("end=flower goes with a path that leads into the flower (POU.E1)")
    if state.end == BY_FLOWER and winner not in arrived:
        raise BadNotation("end=flower goes with the winner whose path leads into the flower (POU.E1)")
    if (len(still_in(state)) == 1) != (state.end == BY_REST) or (state.end == BY_REST and still_in(state) != [winner]):
        raise BadNotation("end=alone goes with a winner, when all the others are out, and then only (POU.E2)")
    if state.end in (RUNNING, BY_CARDS) and winner != NOBODY:
        raise BadNotation("a winner is said when a game is over and somebody won (POU.E1, POU.E2)")
    none_left = not any(hand_size(state, seat) for seat in still_in(state))
    if state.step in (PLAYING, OVER) and state.end in (RUNNING, BY_CARDS) and none_left != (state.end == BY_CARDS):
        raise BadNotation("end=cards goes with hands that are empty, and then only (POU.E2)")
    if not still_in(state):
        raise BadNotation("not everybody has given up (POU.E2)")


def _check_phase(state: Any) -> None:
    """Who has chosen a colour and who has started, in turn from the first seat on (POU.S2)."""
    players = int(state.players)
    done = (int(state.seat) - int(state.first)) % players
    for place in range(players):
        seat = (int(state.first) + place) % players
        has_chosen, has_started = state.colour[seat] != NO_COLOUR, state.start[seat] != NOWHERE
        if state.step == CHOOSING:
            right = not has_started and has_chosen == (place < done)
        elif state.step == STARTING:
            right = has_chosen and has_started == (place < done)
        else:
            right = has_started or (bool(state.out[seat]) and not has_chosen)
        if not right:
            raise BadNotation(f"seat {seat}: in step choose, then in step start, each in turn from `first` on (POU.S2)")
    if state.step in (CHOOSING, STARTING):
        lies = {card.kind for card in map(lying_of, state.top.tolist()) if card}
        if not all(hand_size(state, seat) for seat in range(players)):
            raise BadNotation("before everybody has started, no hand is empty (POU.S1)")
        if lies - {"start"} or state.out.any() or state.waits.any() or state.discard_count:
            raise BadNotation("before everybody has started, no card is played (POU.S2)")


def _check_turn(state: Any, is_stuck: bool) -> None:
    seat = int(state.seat)
    if state.out[seat] or not hand_size(state, seat):
        raise BadNotation(f"seat {seat} can't be to move: it has given up, or holds no card (POU.E2)")
    if is_stuck != (state.waits[seat] > 0):
        raise BadNotation(f"waits {seat}: 0 with an open end, 1 to 6 without one (POU.B1)")


def _check_known(state: Any, seat: int) -> None:
    """Of each slot no more is known than of the one before it; and the hand can be what it is."""
    known = [int(kinds) for kinds in state.barred[seat]]
    if any(known[hand_size(state, seat) :]) or any(later & ~earlier for earlier, later in pairwise(known)):
        raise BadNotation(f"known {seat}: of slot 0 all is known that is of slot 1, and so on, of cards there are (POU.T1)")
    cards = [kind for kind in state.hand[seat].tolist() if kind < KINDS]
    for slot in range(HAND):
        if known[slot] and sum(not known[slot] >> kind & 1 for kind in cards) < slot + 1:
            raise BadNotation(f"known {seat} {slot}: the hand has too many of these cards (POU.T1, POU.T6)")
