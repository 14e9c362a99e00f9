"""What really happens by a move, read off the views before and after it alone: for checking what hints say."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple

from escale import Position
from escale.games.lppg.tests.tables import SIDE, Cell, after, line_of, parsed

SIDES = 2
NEAR = ((0, 1), (0, -1), (1, 0), (-1, 0))
AROUND = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))
DECIDED = ("keep", "mark")  # what may have to be answered before a card's turn is done


class Owned(NamedTuple):
    """A territory."""

    seat: int
    cells: frozenset[Cell]
    cancelled: bool


class Seen:
    """A table as everybody sees it."""

    def __init__(self, pos: Position) -> None:
        """Read the view."""
        self.view: dict[str, Any] = pos.view(None)
        (left, low), rows = self.view["terrain"]["at"], self.view["terrain"]["rows"]
        shown = {(left + x, low + y): mark for y, row in enumerate(reversed(rows)) for x, mark in enumerate(row)}
        self.shown: dict[Cell, str] = {cell: mark for cell, mark in shown.items() if mark != "."}
        self.holds_corners: bool = pos.options["outside_corners"] == "on"
        sizes = Counter(len(lies["cells"]) for lies in self.view["territories"])
        self.owned = [
            Owned(lies["seat"], cell_set(lies["cells"]), sizes[len(lies["cells"])] > 1) for lies in self.view["territories"]
        ]
        self.regions = {cell_set(region["cells"]): region["closed"] for region in self.view["regions"]}

    @property
    def best(self) -> Owned | None:
        """The smallest territory that is alone of its size."""
        return min((own for own in self.owned if not own.cancelled), key=lambda own: len(own.cells), default=None)

    @property
    def closed(self) -> list[frozenset[Cell]]:
        """The closed regions that are nobody's."""
        return [region for region, is_closed in self.regions.items() if is_closed]

    def of(self, seat: int) -> list[Owned]:
        """A seat's territories."""
        return [own for own in self.owned if own.seat == seat]

    def gaps(self, region: frozenset[Cell]) -> int:
        """How many places outside a region touches."""
        steps = AROUND if self.holds_corners else NEAR
        return len({(x + right, y + up) for x, y in region for right, up in steps if (x + right, y + up) not in self.shown})

    def distance(self, region: frozenset[Cell]) -> int:
        """How far the nearest place outside is, rows and columns together."""
        around = product(range(-1, SIDE + 1), repeat=2)
        outside = [cell for cell in around if cell not in self.shown]
        return min(abs(x - ox) + abs(y - oy) for x, y in region for ox, oy in outside)

    def edge(self, colour: str) -> int:
        """How many cells of a colour have a side on the outside."""
        cells = [cell for cell, mark in self.shown.items() if mark == colour]
        return sum(any((x + right, y + up) not in self.shown for right, up in NEAR) for x, y in cells)


class Told:
    """A move of which something is told, and what comes of it when it is played as in a single round."""

    def __init__(self, pos: Position, name: str) -> None:
        """Play it, and answer what is asked before the cards are drawn."""
        assert pos.turn is not None
        self.match, self.name, self.seat = pos, name, pos.turn
        self.pos, self.was = looked_at(pos.text())
        self.later = self.pos.copy()
        self.marked: list[frozenset[Cell]] = []
        self.choice: list[frozenset[Cell]] = []
        self._play(name)
        while not self.later.over and self.later.view(None)["step"] in DECIDED:
            self._play(self.later.names()[0])

    def _play(self, name: str) -> None:
        step = self.later.view(None)["step"]
        if step == "mark":
            self.choice = [*{cell_set(move["cells"]) for move in self.later.view(self.later.turn)["moves"]}]
        marks = [cell_set(effect["cells"]) for effect in self.later.effects(name) if effect["kind"] == "mark"]
        self.choice = self.choice or marks
        self.marked += marks
        self.later.play(name)

    @cached_property
    def then(self) -> Seen:
        """The table afterwards."""
        return Seen(self.later)

    @property
    def size(self) -> int:
        """Of the region that is taken; 0 if none is."""
        return sum(map(len, self.marked))

    def side(self, own: Owned | None) -> bool:
        """Whether a territory is the seat's or its partner's."""
        return own is not None and own.seat % SIDES == self.seat % SIDES

    def whose(self, own: Owned, who: str) -> bool:
        """Whether a territory is an opponent's, the partner's, or the seat's own."""
        return who == ("own" if own.seat == self.seat else "partner" if self.side(own) else "opponent")

    def stays(self, own: Owned) -> Owned | None:
        """The same territory afterwards, if it is still there cell for cell."""
        return next((one for one in self.then.owned if one.cells == own.cells and one.seat == own.seat), None)

    def grown(self, who: str, n: int) -> list[tuple[Owned, Owned]]:
        """Territories that have grown to `n` cells, each having been one: before and after."""
        return [(self.was_in(one)[0], one) for one in self.then.owned if len(one.cells) == n and self._grew(one, who)]

    def _grew(self, one: Owned, who: str) -> bool:
        before = self.was_in(one)
        return len(before) == 1 and self.whose(one, who) and len(before[0].cells) < len(one.cells)

    def was_in(self, one: Owned) -> list[Owned]:
        """The territories out of which one has come."""
        return [own for own in self.was.owned if own.cells <= one.cells]

    def joined(self, who: str, n: int) -> bool:
        """Whether two territories of somebody's have become one of `n` cells."""
        return any(len(one.cells) == n and self.whose(one, who) and len(self.was_in(one)) == 2 for one in self.then.owned)

    def opened(self, who: str, n: int) -> list[Owned]:
        """Territories of `n` cells that have become open regions, or parts of such."""
        free = [region for region, is_closed in self.then.regions.items() if not is_closed]
        return [
            own
            for own in self.was.owned
            if len(own.cells) == n and self.whose(own, who) and any(own.cells <= region for region in free)
        ]

    def unchanged(self) -> bool:
        """Whether all territories are as they were, and no others."""
        return {own[:2] for own in self.was.owned} == {own[:2] for own in self.then.owned}

    def could_end(self, pos: Position) -> list[str]:
        """The cards, of those the mover may think of, with which the next player could end the round if it were their turn."""
        pos = pos.copy()
        while pos.view(None)["step"] == "draw":
            pos.play(pos.names()[0])
        after_me = (self.seat + 1) % pos.players
        colours = {card["colour"] for card in self.was.view["hands"][after_me]}
        seen = {*line_of(self.pos, "hand", str(self.seat)), *self.was.view["discard"]}
        seen |= set(line_of(self.pos, "held", str(after_me), "1")) & set(line_of(self.pos, "held", str(after_me), "2"))
        cards = [card for card in held_or_piled(self.pos) if card[0] in colours and card not in seen]
        return [card for card in cards if ends_with(pos.text(), after_me, card)]


def cell_set(cells: list[list[int]]) -> frozenset[Cell]:
    """Cells as a view has them."""
    return frozenset((x, y) for x, y in cells)


@lru_cache(2)
def looked_at(text: str) -> tuple[Position, Seen]:
    """A table without a match, as the table of a round of a match is gone once it is over; and what is seen of it."""
    pos = parsed(re.sub(r" (match|round|points)=\S+", "", text))
    return pos, Seen(pos)


def held_or_piled(pos: Position) -> list[str]:
    """All cards that aren't laid."""
    lines = [line.split() for line in pos.text().splitlines() if line.startswith(("hand", "pile", "discard"))]
    return [card for line in lines for card in line if card[0] in "rygb" and card[1:].isdigit()]


@lru_cache(200)
def ends_with(text: str, seat: int, card: str) -> bool:
    """Whether a seat could end the round with a card, if it were its turn and it held it."""
    text = re.sub(r"turn=\d step=\w+", f"turn={seat} step=place", text)
    held = next(line.split()[2:] for line in text.splitlines() if line.startswith(f"hand {seat} "))
    swap = {held[0]: card, card: held[0]} if card not in held else {}
    lines = [line for line in text.splitlines() if not line.startswith("held")]
    cards = [" ".join(swap.get(word, word) for word in line.split()) for line in lines if line.startswith(("hand", "pile"))]
    others = [line for line in lines if not line.startswith(("hand", "pile"))]
    moves: list[dict[str, Any]] = parsed("\n".join([*others, *cards]) + "\n").view(seat)["moves"]
    return any("ends" in move for move in moves)


def replayed(told: Told) -> Position:
    """The table of the match itself after the move, with the first answer to whatever is asked."""
    later = after(told.match, told.name)
    while not later.over and later.view(None)["step"] in DECIDED:
        later.play(later.names()[0])
    return later
