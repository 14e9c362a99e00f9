"""What must hold of a position, so that a game can go on from it."""

from __future__ import annotations

from typing import Any

from escale.games.planete.state import (
    CELLS,
    HIDE,
    IN_OFFER,
    KIND_COUNT,
    NAME,
    NO_TILE,
    NOT_CHOSEN,
    OF_A_KIND,
    OVER,
    PLACES,
    ROUNDS,
    STACK,
    TAKE,
    TOO_MANY,
)
from escale.games.planete.tiles import BAOBAB, BEARS, STACK_OF, STACKS
from escale.games.planete.turns import by_offer
from escale.rules.errors import BadNotation


def check_planets(state: Any) -> None:
    """All have as many tiles of a kind, but for who has one more of those that are offered (PLAN.R2); sets what follows."""
    players = int(state.players)
    for kind in range(KIND_COUNT):
        counts = [int((state.planet[seat, PLACES[kind]] != NO_TILE).sum()) for seat in range(players)]
        fewest = min(counts)
        offered = state.offered == kind
        if max(counts) > fewest + offered:
            raise BadNotation(f"planets have as many {STACKS[kind]} tiles as others, or one more of those offered (PLAN.R2)")
        if offered:
            if fewest == OF_A_KIND:
                raise BadNotation(f"{STACKS[kind]}: every stack is chosen four times (PLAN.R1)")
            state.served = sum(1 << seat for seat in range(players) if counts[seat] > fewest)
        state.chosen[kind] = fewest + offered


def check_baobabs(state: Any) -> None:
    """Tiles are face down by threes, each with a baobab; two are seen at most (PLAN.B1)."""
    for seat in range(int(state.players)):
        down = [cell for cell in range(CELLS) if int(state.down[seat]) >> cell & 1]
        if any(BEARS[state.planet[seat, cell], BAOBAB] == 0 for cell in down) or len(down) % TOO_MANY:
            raise BadNotation(f"planet {seat}: tiles are face down by threes, and each bears a baobab (PLAN.B1)")
        if state.bears[seat, BAOBAB] >= TOO_MANY:
            raise BadNotation(f"planet {seat}: at the third baobab the tiles are turned face down (PLAN.B1)")


def check_round(state: Any) -> None:
    """What is to be decided, who decides, and what lies on the table go together."""
    offer = by_offer(state)
    if not offer and (state.hidden != NO_TILE or state.step == HIDE or state.out_count):
        raise BadNotation("a tile is hidden, and one goes out of the game, only in the offer of two players (PLAN.R3)")
    over = int(state.chosen.sum()) == ROUNDS and state.offered == NOT_CHOSEN
    if over != (state.step == OVER):
        raise BadNotation("a game is over after 16 rounds, and then only (PLAN.E0)")
    if (state.offered == NOT_CHOSEN) != (state.step in (STACK, OVER)):
        raise BadNotation(
            "tiles are on the table once a stack is chosen (PLAN.R1): step=stack or over without, hide, take or name with"
        )
    if offer:
        _check_offer(state)
    elif state.offered != NOT_CHOSEN:
        _check_table(state)
    if state.step == STACK and state.seat != state.first:
        raise BadNotation("the leader chooses the stack: turn is first (PLAN.R1)")


def _check_table(state: Any) -> None:
    """Everybody takes a tile, from the leader on (PLAN.R2)."""
    players, served, seat = int(state.players), int(state.served), int(state.seat)
    taken = served.bit_count()
    if int(state.table_count) != players - taken or taken == players:
        raise BadNotation("as many tiles are on the table as players have none yet (PLAN.R2)")
    if taken and not served >> int(state.first) & 1:
        raise BadNotation("the leader takes first (PLAN.R2)")
    if state.step == TAKE:
        if served >> seat & 1 or (not taken and seat != state.first):
            raise BadNotation("who takes has no tile yet this round, and the leader is the first (PLAN.R2)")
    elif state.step == NAME and (not served >> seat & 1 or (taken > 1 and seat == state.first)):
        raise BadNotation("who names the next player has just taken a tile (PLAN.R2)")


def _check_offer(state: Any) -> None:
    """Two players: the leader looks at three and hides one, the other takes, then the leader (PLAN.R3)."""
    finished = [int(state.chosen[kind]) - (state.offered == kind) for kind in range(KIND_COUNT)]
    out = [int(STACK_OF[tile]) for tile in state.out.tolist() if tile != NO_TILE]
    if [out.count(kind) for kind in range(KIND_COUNT)] != finished:
        raise BadNotation("in the offer of two players one tile goes out of the game in every round, of its stack (PLAN.R3)")
    if state.offered == NOT_CHOSEN:
        return
    leader, other = int(state.first), 1 - int(state.first)
    lying = int(state.table_count) + (state.hidden != NO_TILE)
    if state.step == HIDE:
        if state.served or state.seat != leader or state.table_count != IN_OFFER or state.hidden != NO_TILE:
            raise BadNotation("step=hide: the leader looks at three tiles, of which none is hidden yet (PLAN.R3)")
    elif state.step == NAME:
        raise BadNotation("in the offer of two players nobody is named (PLAN.R3)")
    elif not state.served:
        if state.seat != other or lying != IN_OFFER or state.hidden == NO_TILE:
            raise BadNotation("the other player takes first, from two tiles and a hidden one (PLAN.R3)")
    elif int(state.served) != 1 << other or state.seat != leader or lying != IN_OFFER - 1:
        raise BadNotation("then the leader takes one of the two tiles that are left (PLAN.R3)")
