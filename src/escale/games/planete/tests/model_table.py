"""What lies on the table of the slow model: tiles, places, planets. Data only; the rules are in the other files of the model.

The model is written from the rule sheet alone. It shares nothing with the engine and imports only the standard library.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

STACKS = ("core", "rising", "falling", "character")
CORE = "bWWB bFWW bGG vll vlFW vlG vlG vlSW vlSW vS vS lllF rll llc llS cWW cW cG W E"
RISING = "bsE bsG br* bGB b*B vll* vslFG vlWG vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE"
FALLING = "bsS bsG br* bGB b*B vll* vslFG vlWG vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE"
DECK: dict[str, tuple[str, ...]] = {  # all 80 tiles, in the order of the deck
    "core": tuple(CORE.split()),
    "rising": tuple(RISING.split()),
    "falling": tuple(FALLING.split()),
    "character": (
        *("vain", "vain", "geographer", "geographer", "astronomer", "astronomer", "king", "lamplighter", "lamplighter"),
        *("hunter", "hunter", "drunkard", "white", "beige", "brown", "gardener", "gardener", "turk", "turk", "prince"),
    ),
}
KINDS = {stack: tuple(dict.fromkeys(tiles)) for stack, tiles in DECK.items()}  # each kind of tile once
ELEMENTS = "bvsrlc*FESWGB"
STARS = {  # the big stars on the character tiles
    "vain": 1,
    "geographer": 1,
    "astronomer": 0,
    "king": 2,
    "lamplighter": 1,
    "hunter": 1,
    "drunkard": 1,
    "white": 0,
    "beige": 1,
    "brown": 2,
    "gardener": 2,
    "turk": 1,
    "prince": 0,
}
PLACES = {  # PLAN.R4: the cells of a planet, 0 to 15 by rows
    "core": (5, 6, 9, 10),
    "rising": (1, 7, 8, 14),
    "falling": (2, 4, 11, 13),
    "character": (0, 3, 12, 15),
}
TIMES = 4  # PLAN.R1: how often a stack is chosen in a game
ROUNDS = 16
LOOKED_AT = 3  # PLAN.R3: tiles that the leader of two looks at
SET_ASIDE = {2: 8, 3: 8, 4: 4, 5: 0}  # PLAN.S1: from each stack, by the number of players


@dataclass(frozen=True)
class Lying:
    """A tile on a planet."""

    tile: str
    down: bool = False  # PLAN.B1


@dataclass(frozen=True)
class Gone:
    """A tile that is out of the game."""

    stack: str
    tile: str
    seat: int | None = None  # who alone has seen it; None: everybody has


Planet = dict[int, Lying]  # by cell


@dataclass
class Table:
    """A position."""

    players: int
    plain: bool = False  # two players by the sheet's own text
    turn: int = 0  # who moves; when it is over, who moved last
    step: str = "stack"  # stack, hide, take, name or over
    first: int = 0  # who leads this round; when it is over, who led the last one
    stacks: dict[str, list[str]] = field(default_factory=dict)  # from the bottom; the last is turned up next
    aside: dict[str, list[str]] = field(default_factory=dict)  # in the order of the deck
    offered: str | None = None  # the stack that was chosen for this round
    offer: list[str] = field(default_factory=list)  # face up (in step hide: looked at), in the order of the deck
    hidden: str | None = None  # face down
    planets: list[Planet] = field(default_factory=list)  # by seat
    out: list[Gone] = field(default_factory=list)  # see gone_order

    def offering(self) -> bool:
        """Whether it is played by PLAN.R3."""
        return self.players == 2 and not self.plain

    def copy(self) -> Table:
        """A table of its own."""
        return Table(
            players=self.players,
            plain=self.plain,
            turn=self.turn,
            step=self.step,
            first=self.first,
            stacks={stack: list(tiles) for stack, tiles in self.stacks.items()},
            aside={stack: list(tiles) for stack, tiles in self.aside.items()},
            offered=self.offered,
            offer=list(self.offer),
            hidden=self.hidden,
            planets=[dict(planet) for planet in self.planets],
            out=list(self.out),
        )


def stack_at(cell: int) -> str:
    """PLAN.R4: the kind of tile that lies at a cell."""
    return next(stack for stack, cells in PLACES.items() if cell in cells)


def in_deck_order(stack: str, tiles: Iterable[str]) -> list[str]:
    """Tiles of a stack as the deck has them."""
    return sorted(tiles, key=KINDS[stack].index)


def gone_order(gone: Gone) -> tuple[int, int, int]:
    """By stack, then as in the deck, then those everybody has seen first."""
    return STACKS.index(gone.stack), KINDS[gone.stack].index(gone.tile), -1 if gone.seat is None else gone.seat


def tiles_on(planet: Planet, stack: str) -> int:
    """How many tiles of a kind a planet has."""
    return sum(cell in planet for cell in PLACES[stack])


def dealt(players: int, seed: int, plain: bool = False) -> Table:
    """PLAN.S1, PLAN.S2: a new game."""
    rng = Random(seed)
    table = Table(players, plain, planets=[{} for _ in range(players)])
    for stack in STACKS:
        tiles = rng.sample(DECK[stack], len(DECK[stack]))
        many = SET_ASIDE[players]
        table.aside[stack], table.stacks[stack] = in_deck_order(stack, tiles[:many]), tiles[many:]
    table.first = table.turn = rng.randrange(players)
    return table
