"""What lies on the table of the slow model: cells, cards, seats. Data only; the rules are in the other files of the model.

The model is written from the rule sheet alone. It shares nothing with the engine and imports only the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

Cell = tuple[int, int]  # (x to the east, y to the north), from 0; a1 is (0, 0)
Kind = str  # what is in a hand or in the stock: one of KINDS

SIDES = "nesw"  # also the ways one walks
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
COLOURS = "rgy"
SHAPES = {"i": ("ns", "ew"), "l": ("ne", "es", "sw", "nw"), "t": ("nes", "new", "nsw", "esw")}  # POU.M3, each way round
OBSTACLES = ("wolf", "ogre", "forest", "river")
PASSAGES = ("pebbles", "boots")
DECK: dict[Kind, int] = {  # POU.M3, POU.M4: how many of each kind, in the order of the deck
    **{colour + shape: many for colour in COLOURS for shape, many in (("i", 15), ("l", 8), ("t", 10))},
    "wolf": 4,
    "ogre": 4,
    "forest": 10,
    "river": 6,
    "pebbles": 7,
    "boots": 5,
}
KINDS = tuple(DECK)
STARTS = 2  # POU.M2: start cards of each colour
HAND = 6  # POU.S1
PLAYERS = range(2, 7)  # POU.S1
SIZES = ("usual", "9", "11", "13")  # POU.M1
MOST_WAITS = 6  # POU.B1: five turns in a row, and this one


@dataclass(frozen=True)
class Laid:
    """A card on the board."""

    kind: str  # "path", "start", one of OBSTACLES or one of PASSAGES
    colour: str = ""  # path and start
    open: str = ""  # path: its openings, in the order of SIDES. (Those of a start card follow from its cell.)
    way: str = ""  # pebbles: where they lead
    seat: int = -1  # pebbles: who laid them

    def card(self) -> Kind | None:
        """The kind of card this is; None for a start card, which isn't of the deck."""
        if self.kind == "path":
            return self.colour + next(shape for shape, ways in SHAPES.items() if self.open in ways)
        return None if self.kind == "start" else self.kind


@dataclass
class Table:
    """A position."""

    players: int
    size: str = "usual"  # POU.M1: one of SIZES
    crossing: bool = True  # POU.X1
    free: bool = False  # POU.T1: `favour=free`
    turn: int = 0  # whose turn it is; when it's over, who moved last
    step: str = "play"  # "choose", "start", "play" or "over"
    first: int = 0  # POU.S1: who begins each phase
    piles: dict[Cell, list[Laid]] = field(default_factory=dict)  # cards from the bottom to the top; no pile is empty
    chose: dict[int, str] = field(default_factory=dict)  # POU.S2: start cards taken and not laid yet, by seat
    starts: dict[int, Cell] = field(default_factory=dict)  # where each seat's latest start card lies
    hands: list[list[Kind]] = field(default_factory=list)  # by seat, in the order of the deck
    stock: list[Kind] = field(default_factory=list)  # the last is drawn next
    discard: list[Kind] = field(default_factory=list)  # the latest last
    waits: list[int] = field(default_factory=list)  # POU.B1: turns in a row that began without an open end, by seat
    out: set[int] = field(default_factory=set)  # POU.B2: who gave up
    known: list[list[set[Kind]]] = field(default_factory=list)  # by seat and slot: what everybody knows it can't be
    end: str = ""  # "flower" (POU.E1), "alone" or "cards" (POU.E2); "" while it goes on
    winner: int | None = None

    def __post_init__(self) -> None:
        """POU.M1: how many cells a side of the board has, and the flower's cell in the middle."""
        self.side = int(self.size) if self.size != "usual" else 13 if self.players <= 4 else 11
        self.flower: Cell = (self.side // 2, self.side // 2)

    def on_board(self, cell: Cell) -> bool:
        """Whether there is such a cell."""
        return 0 <= cell[0] < self.side and 0 <= cell[1] < self.side

    def on_border(self, cell: Cell) -> bool:
        """Whether it is one of the outermost cells."""
        return self.on_board(cell) and any(place in (0, self.side - 1) for place in cell)

    def cells(self) -> list[Cell]:
        """All cells, row by row from row 1."""
        return [(x, y) for y in range(self.side) for x in range(self.side)]

    def top(self, cell: Cell) -> Laid | None:
        """The visible card; None where no card lies. The flower isn't one."""
        return self.piles[cell][-1] if cell in self.piles else None

    def seats_in(self) -> list[int]:
        """Those who have not given up."""
        return [seat for seat in range(self.players) if seat not in self.out]

    def colour_of(self, seat: int) -> str | None:
        """The colour of a seat: that of its latest start card, laid or taken."""
        if seat in self.starts:
            return self.piles[self.starts[seat]][-1].colour
        return self.chose.get(seat)

    def starts_left(self, colour: str) -> int:
        """Start cards of a colour that nobody has taken (POU.M2)."""
        laid = sum(card.kind == "start" and card.colour == colour for pile in self.piles.values() for card in pile)
        return STARTS - laid - list(self.chose.values()).count(colour)

    def copy(self) -> Table:
        """The same table, to play on from."""
        return Table(
            self.players,
            self.size,
            self.crossing,
            self.free,
            self.turn,
            self.step,
            self.first,
            {cell: list(pile) for cell, pile in self.piles.items()},
            dict(self.chose),
            dict(self.starts),
            [list(hand) for hand in self.hands],
            list(self.stock),
            list(self.discard),
            list(self.waits),
            set(self.out),
            [[set(kinds) for kinds in slots] for slots in self.known],
            self.end,
            self.winner,
        )


def beyond(cell: Cell, way: str) -> Cell:
    """The next cell that way."""
    return cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]


def in_deck_order(kinds: list[Kind] | set[Kind]) -> list[Kind]:
    """Kinds as a hand is sorted."""
    return sorted(kinds, key=KINDS.index)


def dealt(players: int, seed: int, size: str = "usual", crossing: bool = True, free: bool = False) -> Table:
    """A new game by the model's own chance (POU.S1)."""
    rng = Random(seed)
    cards = [kind for kind, many in DECK.items() for _ in range(many)]
    rng.shuffle(cards)
    first = rng.randrange(players)
    table = Table(players, size, crossing, free, first, "choose", first)
    table.hands = [in_deck_order(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(players)]
    table.stock = cards[HAND * players :]
    table.waits = [0] * players
    table.known = [[set() for _ in range(HAND)] for _ in range(players)]
    return table
