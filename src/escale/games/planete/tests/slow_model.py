"""A slow model of Le Petit Prince: Fabrique-moi une planète, written from the rule sheet alone: the oracle the fast engine is
tested against.

It shares nothing with the engine and imports only the standard library. Every function restates one rule as literally
as it can; rule ids are those of the rules file. Clear over fast. Here: rounds and moves. What lies on the table is in
model_table.py, points in model_scoring.py, positions as text in model_notation.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from escale.games.planete.tests.model_table import (
    DECK,
    KINDS,
    LOOKED_AT,
    PLACES,
    ROUNDS,
    STACKS,
    TIMES,
    Gone,
    Lying,
    Planet,
    Table,
    gone_order,
    in_deck_order,
    tiles_on,
)

HIDDEN = "hidden"
TILES = tuple(dict.fromkeys(tile for tiles in DECK.values() for tile in tiles))
TILE = "|".join(re.escape(tile) for tile in TILES)
STACK, HIDE, NAME = re.compile(f"stack ({'|'.join(STACKS)})"), re.compile(f"hide ({TILE})"), re.compile("name ([0-9]+)")
TAKE = re.compile(f"take ({TILE}|{HIDDEN})(?: ([0-9]+))?")


@dataclass(frozen=True)
class Take:
    """What is taken, and where it is put."""

    tile: str | None  # None: the hidden one
    at: int


def read_take(table: Table, move: str) -> Take | None:
    """The take that a text says; None if it says none. Without a number it goes to the lowest free place."""
    found = TAKE.fullmatch(move)
    if not found:
        return None
    at = int(found[2]) if found[2] else lowest_place(table)
    return Take(None if found[1] == HIDDEN else found[1], at)


# What follows from what lies there


def has_tile(table: Table, seat: int) -> bool:
    """Whether a seat has taken a tile this round."""
    if table.offered is None:
        return False
    return tiles_on(table.planets[seat], table.offered) > rounds_done(table, table.offered)


def waiting(table: Table) -> list[int]:
    """PLAN.R2: who has no tile yet this round."""
    return [seat for seat in range(table.players) if table.offered and not has_tile(table, seat)]


def rounds_done(table: Table, stack: str) -> int:
    """How many rounds with tiles of a stack are over: everybody has that many, some one more."""
    return min(tiles_on(planet, stack) for planet in table.planets)


def times_chosen(table: Table, stack: str) -> int:
    """PLAN.R1: how often a stack was chosen, this round included."""
    return rounds_done(table, stack) + (table.offered == stack)


def round_number(table: Table) -> int:
    """From 1 to 16."""
    return min(sum(rounds_done(table, stack) for stack in STACKS) + 1, ROUNDS)


def free_places(table: Table) -> list[int]:
    """PLAN.R4: where the mover may put a tile of this round."""
    assert table.offered is not None
    return [cell for cell in PLACES[table.offered] if cell not in table.planets[table.turn]]


def lowest_place(table: Table) -> int:
    """PLAN.R4: where it goes if nothing is said; -1 where there is no tile to take."""
    return next(iter(free_places(table)), -1) if table.offered else -1


# What may be done


def moves(table: Table) -> list[str]:
    """The texts of all legal moves, in the order of the contract; none when the game is over."""
    if table.step == "stack":
        return [f"stack {stack}" for stack in STACKS if may_choose(table, stack)]
    if table.step == "hide":
        return [f"hide {tile}" for tile in kinds_offered(table)]
    if table.step == "take":
        things = [*kinds_offered(table), *([HIDDEN] if table.hidden else [])]
        return [take_text(table, thing, cell) for thing in things for cell in free_places(table)]
    return [f"name {seat}" for seat in nameable(table)] if table.step == "name" else []


def may_choose(table: Table, stack: str) -> bool:
    """PLAN.R1: a stack can be chosen four times."""
    return times_chosen(table, stack) < TIMES


def kinds_offered(table: Table) -> list[str]:
    """The kinds of tiles that lie face up, or are looked at."""
    assert table.offered is not None
    return [tile for tile in KINDS[table.offered] if tile in table.offer]


def take_text(table: Table, thing: str, cell: int) -> str:
    """A take as it is written: without the lowest free place."""
    return f"take {thing}" if cell == lowest_place(table) else f"take {thing} {cell}"


def nameable(table: Table) -> list[int]:
    """PLAN.R2: who may be named."""
    return waiting(table)


# What it does


def played(table: Table, move: str) -> Table:
    """The table after a legal move; the one given stays as it is. ValueError if it isn't legal."""
    if move not in moves(table):
        raise ValueError(f"{move} isn't legal in {table}")
    return after_legal(table, move)


def after_legal(table: Table, move: str) -> Table:
    """The same for a move that was in the list, which isn't made again."""
    later = table.copy()
    if found := STACK.fullmatch(move):
        turn_up(later, found[1])
    elif found := HIDE.fullmatch(move):
        hide(later, found[1])
    elif found := NAME.fullmatch(move):
        later.turn, later.step = int(found[1]), "take"
    else:
        take = read_take(later, move)
        assert take is not None, move
        take_tile(later, take)
    return later


def turn_up(table: Table, stack: str) -> None:
    """PLAN.R1, PLAN.R3: as many tiles as players lie on the table; of two, the leader looks at three."""
    many = how_many(table)
    table.offered = stack
    table.offer = in_deck_order(stack, from_stack(table, stack, many))
    table.step = "hide" if table.offering() else "take"
    table.turn = table.first


def how_many(table: Table) -> int:
    """Tiles for a round."""
    return LOOKED_AT if table.offering() else table.players


def from_stack(table: Table, stack: str, many: int) -> list[str]:
    """The next tiles of a stack."""
    return [table.stacks[stack].pop() for _ in range(many)]


def hide(table: Table, tile: str) -> None:
    """PLAN.R3: one is laid face down; the other takes first."""
    table.offer.remove(tile)
    table.hidden = tile
    table.step, table.turn = "take", first_taker(table)


def first_taker(table: Table) -> int:
    """PLAN.R3: the other one."""
    return 1 - table.first


def take_tile(table: Table, take: Take) -> None:
    """PLAN.R2, PLAN.R3, PLAN.R4: a tile comes face up on the planet."""
    if take.tile is None:
        assert table.hidden is not None
        tile, table.hidden = table.hidden, None
    else:
        tile = take.tile
        table.offer.remove(tile)
    planet = table.planets[table.turn]
    planet[take.at] = Lying(tile)
    turn_baobabs(planet)
    after_take(table)


def turn_baobabs(planet: Planet) -> list[int]:
    """PLAN.B1: where three baobabs are to be seen, the tiles that bear them are turned; tells their cells."""
    growing = [cell for cell in sorted(planet) if bears_baobab(planet[cell])]
    if len(growing) < 3:
        return []
    for cell in growing:
        planet[cell] = Lying(planet[cell].tile, down=True)
    return growing


def bears_baobab(lying: Lying) -> bool:
    """Whether a baobab is to be seen on a tile. (No character bears one, whatever their names are.)"""
    return not lying.down and lying.tile not in DECK["character"] and "b" in lying.tile


def after_take(table: Table) -> None:
    """What comes next: somebody is named, or the leader of two takes one, or the round is over."""
    if table.offering():
        if table.turn != table.first:
            table.turn = table.first
        else:
            put_out(table)
            end_round(table, next_leader(table))
    elif table.offer:
        table.step = "name"
    else:
        end_round(table, next_leader(table))


def put_out(table: Table) -> None:
    """PLAN.R3: the third tile is out of the game; if it is the hidden one, only the leader has seen it."""
    assert table.offered is not None
    left = table.hidden or table.offer[0]
    table.out.append(Gone(table.offered, left, table.first if table.hidden else None))
    table.out.sort(key=gone_order)
    table.hidden, table.offer = None, []


def next_leader(table: Table) -> int:
    """PLAN.R2: who took the last tile; PLAN.R3: the other one."""
    return 1 - table.first if table.offering() else table.turn


def end_round(table: Table, leader: int) -> None:
    """PLAN.E0: after sixteen rounds it is over; else the next round begins."""
    table.offered = None
    if all(len(planet) == ROUNDS for planet in table.planets):
        table.step = "over"
    else:
        table.first = table.turn = leader
        table.step = "stack"
