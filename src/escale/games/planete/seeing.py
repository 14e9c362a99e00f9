"""How planets stand, and how they would with more tiles, as one seat can see: what is hidden from it isn't looked at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from escale.games.planete.notation import lowest_place
from escale.games.planete.outcomes import ALL_CHARACTERS, TOTAL, after, values
from escale.games.planete.state import (
    CELL_BITS,
    CELL_MASK,
    DO_SHIFT,
    EVERYBODY,
    HIDE,
    KIND_COUNT,
    NO_CELL,
    NO_TILE,
    NOT_CHOSEN,
    OF_A_KIND,
    PLACES,
    PLAIN,
    ROUNDS,
    STATE,
    TAKE,
    THE_HIDDEN,
    TILE_MASK,
    TOO_MANY,
)
from escale.games.planete.telling import may_look
from escale.games.planete.tiles import (
    BAOBAB,
    BEARS,
    BEIGE_SHEEP,
    BROWN_SHEEP,
    CHARACTER,
    ELEPHANT,
    FOX,
    SNAKE,
    STACK_OF,
    TILES,
    VOLCANO,
    WHITE_SHEEP,
)
from escale.games.planete.turns import by_offer
from escale.games.planete.words import Said

REMEMBERED = 8192  # planets with a tile more: all moves of a position are compared, and somebody may look at it again
COLOURS = (WHITE_SHEEP, BEIGE_SHEEP, BROWN_SHEEP)
SPECIES = ((FOX,), (ELEPHANT,), (SNAKE,), COLOURS)  # sheep of all colours are one (PLAN.C6)


@dataclass(frozen=True)
class Standing:
    """The planets of a table and what they are worth."""

    state: Any
    worth: Any  # see `outcomes.valued`

    def points(self, seat: int) -> int:
        """What the characters of a planet give."""
        return int(self.worth[seat, ALL_CHARACTERS])

    def total(self, seat: int) -> int:
        """What a seat would have if the game ended so."""
        return int(self.worth[seat, TOTAL])

    def given(self, seat: int) -> Counter[int]:
        """What all characters of each kind give."""
        found: Counter[int] = Counter()
        for cell in PLACES[CHARACTER]:
            if (character := int(self.state["planet"][seat, cell])) != NO_TILE:
                found[character] += int(self.worth[seat, cell])
        return found

    def seen(self, seat: int, element: int) -> int:
        """How often an element is seen on a planet."""
        return int(self.state["bears"][seat, element])

    def species(self, seat: int) -> int:
        """How many kinds of animals are there (PLAN.C6)."""
        return sum(any(self.seen(seat, animal) for animal in animals) for animals in SPECIES)

    def colours(self, seat: int) -> int:
        """How many colours of sheep are there (PLAN.C11)."""
        return sum(self.seen(seat, colour) > 0 for colour in COLOURS)

    def free(self, seat: int, stack: int) -> int:
        """How many places of a planet are free for tiles of a stack."""
        return int((self.state["planet"][seat, PLACES[stack]] == NO_TILE).sum())

    def room(self, seat: int) -> int:
        """How many places of a planet are free for other tiles than characters."""
        return sum(self.free(seat, stack) for stack in range(KIND_COUNT) if stack != CHARACTER)


@dataclass(frozen=True)
class Table:
    """A table as one seat sees it."""

    memory: bytes  # its bytes, without anything that somebody may not know
    seat: int  # who looks
    hidden: int | None  # the tile that lies face down, if the seat knows it
    is_hiding: bool  # whether one lies face down that the seat doesn't know
    unseen: tuple[tuple[int, ...], ...]  # by stack, the tiles that the seat has never seen

    @cached_property
    def now(self) -> Standing:
        """The planets as they are."""
        return standing(self.memory)

    @property
    def state(self) -> Any:
        """What everybody knows of the table."""
        return self.now.state

    def then(self, seat: int, *tiles: int) -> Standing:
        """The planets if a seat had these tiles too."""
        return standing(laid_all(self.memory, seat, *tiles))

    def gain(self, seat: int, tile: int) -> int:
        """How much more a seat's characters give, or fewer, with a tile."""
        return self.then(seat, tile).points(seat) - self.now.points(seat)

    def turns(self, seat: int, tile: int) -> bool:
        """Whether a tile is a seat's third baobab (PLAN.B1)."""
        return bool(BEARS[tile, BAOBAB]) and self.now.seen(seat, BAOBAB) == TOO_MANY - 1

    def has_most(self, seat: int, tile: int) -> bool:
        """Whether nobody would have more volcanoes than a seat that takes a tile with one (PLAN.E1)."""
        volcanoes = self.now.seen(seat, VOLCANO) + 1
        return bool(BEARS[tile, VOLCANO]) and all(
            self.now.seen(other, VOLCANO) <= volcanoes for other in self.others_than(seat)
        )

    def given_by(self, seat: int, character: int, *tiles: int) -> int:
        """What a character alone gives that a seat takes, if it has these tiles too; none of them is a character."""
        cell = next(int(cell) for cell in PLACES[CHARACTER] if self.state["planet"][seat, cell] == NO_TILE)
        return int(self.then(seat, *tiles, character).worth[seat, cell])

    @cached_property
    def shown(self) -> list[int]:
        """The tiles that the seat sees on the table, also in its own hand; in the order of the deck."""
        return [tile for tile in self.state["table"].tolist() if tile != NO_TILE]

    @cached_property
    def known(self) -> list[int]:
        """Those, and the one that lies face down if the seat knows it."""
        return self.shown if self.hidden is None else [*self.shown, self.hidden]

    def others_than(self, seat: int) -> list[int]:
        """All seats but one."""
        return [other for other in range(int(self.state["players"])) if other != seat]

    @property
    def others(self) -> list[int]:
        """All seats but the one that looks."""
        return self.others_than(self.seat)

    @property
    def waiting(self) -> list[int]:
        """The others that have no tile yet this round."""
        if self.state["offered"] == NOT_CHOSEN:
            return []
        return [other for other in self.others if not int(self.state["served"]) >> other & 1]

    @property
    def open_stacks(self) -> list[int]:
        """The stacks that can still be chosen."""
        return [stack for stack in range(KIND_COUNT) if self.state["chosen"][stack] < OF_A_KIND]

    @property
    def round(self) -> int:
        """From 1 to 16."""
        return int(self.state["chosen"].sum()) + int(self.state["offered"] == NOT_CHOSEN)

    @property
    def is_last_round(self) -> bool:
        """Whether the game ends with this round."""
        return self.round == ROUNDS

    def is_last_take(self) -> bool:
        """Whether the game ends with the take of the seat to move."""
        last = self.state["seat"] == self.state["first"] if by_offer(self.state) else len(self.shown) == 1
        return bool(self.is_last_round and self.state["step"] == TAKE and last)

    def choices(self) -> int:
        """How many things there are on the table to take."""
        return len(set(self.shown)) + (self.is_hiding or self.hidden is not None)

    def whose(self, seat: int) -> Said:
        """Another player, as what comes after "the characters"."""
        return ("hint.whose.opponent", {}) if self.state["players"] == 2 else ("hint.whose.player", {"seat": seat + 1})


@dataclass(frozen=True)
class Look:
    """A legal move of the seat to move, and the table as that seat sees it."""

    table: Table
    move: int

    @property
    def seat(self) -> int:
        """Who moves."""
        return self.table.seat

    @property
    def done(self) -> int:
        """What is done."""
        return self.move >> DO_SHIFT

    @property
    def rest(self) -> int:
        """The stack, the tile or the seat of a move that is no take."""
        return self.move & (1 << DO_SHIFT) - 1

    @property
    def takes_hidden(self) -> bool:
        """Whether a take is of the tile that lies face down."""
        return self.move >> CELL_BITS & TILE_MASK == THE_HIDDEN

    @property
    def tile(self) -> int | None:
        """The tile that is taken; None if the seat can't know it."""
        return self.table.hidden if self.takes_hidden else self.move >> CELL_BITS & TILE_MASK

    @property
    def cell(self) -> int:
        """Where it is put."""
        return self.move & CELL_MASK

    @property
    def beside(self) -> list[int]:
        """The other tiles that the seat knows on the table."""
        return [tile for tile in self.table.known if tile != self.tile]


def look_at(state: Any, move: int) -> Look:
    """A move of the seat to move, as that seat sees it."""
    return Look(seen_by(state, int(state["seat"])), move)


def seen_by(state: Any, seat: int) -> Table:
    """The table as a seat sees it."""
    tables = np.frombuffer(bytearray(state.tobytes()), STATE)
    table, knows = tables[0], may_look(state, seat)
    hiding = int(state["hidden"]) != NO_TILE
    seen = _seen(state, seat)
    for name in ("stack", "aside", "out"):
        table[name][...] = NO_TILE
    for name in ("seen_by", "stack_count"):
        table[name][...] = 0
    table["out_count"] = 0
    table["hidden"] = NO_TILE
    if state["step"] == HIDE and not knows:
        table["table"][...] = NO_TILE
    return Table(
        memory=tables.tobytes(),
        seat=seat,
        hidden=int(state["hidden"]) if hiding and knows else None,
        is_hiding=hiding and not knows,
        unseen=tuple(tuple(sorted((Counter(tiles) - seen).elements())) for tiles in TILES.tolist()),
    )


def _seen(state: Any, seat: int) -> Counter[int]:
    """The tiles that a seat has seen, wherever they are now."""
    seen = Counter(state["planet"].ravel().tolist())
    if state["step"] != HIDE or may_look(state, seat):
        seen.update(state["table"].tolist())
    if may_look(state, seat):
        seen[int(state["hidden"])] += 1
    for tile, seen_only_by in zip(state["out"].tolist(), state["seen_by"].tolist(), strict=True):
        if seen_only_by in (EVERYBODY, seat + 1):
            seen[tile] += 1
    return seen


@lru_cache(REMEMBERED)
def standing(memory: bytes) -> Standing:
    """How planets stand at a table, given as its bytes."""
    state = np.frombuffer(bytearray(memory), STATE)[0]
    return Standing(state, values(state))


@lru_cache(REMEMBERED)
def laid(memory: bytes, seat: int, tile: int) -> bytes:
    """A table, of which only the planets mean anything, after a seat with room for it has taken a tile."""
    tables = np.frombuffer(bytearray(memory), STATE)
    table = tables[0]
    table["table"][...] = NO_TILE
    table["table"][0] = tile
    # By the sheet's own text nothing else is asked of a take than the tile and the place.
    for name, value in {"two_player": PLAIN, "seat": seat, "step": TAKE, "table_count": 1, "offered": STACK_OF[tile]}.items():
        table[name] = value
    cell = lowest_place(table)
    assert cell != NO_CELL
    later: bytes = after(table, TAKE << DO_SHIFT | tile << CELL_BITS | cell).tobytes()
    return later


def laid_all(memory: bytes, seat: int, *tiles: int) -> bytes:
    """The same with several tiles, one after the other."""
    for tile in tiles:
        memory = laid(memory, seat, tile)
    return memory
