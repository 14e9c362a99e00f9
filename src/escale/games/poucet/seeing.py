"""How a table stands before and after a move, as far as one seat can see: what is hidden from it isn't even looked at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from escale.games.poucet.cards import NAMES
from escale.games.poucet.notation import Cell, cell_at, names
from escale.games.poucet.outcomes import Judgement, after, judgements
from escale.games.poucet.state import (
    CELL_MASK,
    KIND_SHIFT,
    MAX_MOVES,
    NIBBLE,
    NO_CARD,
    NOBODY,
    OVER,
    PATH_KINDS,
    SHAPES,
    STATE,
)
from escale.games.poucet.survey import Survey, survey
from escale.games.poucet.telling import Said, role_of
from escale.rules.kernels import listing

REMEMBERED = 1024  # tables: all moves of a position are compared, and somebody may look at it again
SOME_CARD = 0


@dataclass(frozen=True)
class Standing:
    """A table as one seat sees it."""

    state: Any
    seen: Survey

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["step"] == OVER)

    @property
    def winner(self) -> int | None:
        """The seat that has won."""
        return None if self.state["winner"] == NOBODY else int(self.state["winner"])

    def far(self, seat: int) -> int | None:
        """How many cards a seat's path is from the flower; None if it has no way there."""
        return self.seen.distances[seat]

    def places(self, seat: int, *states: str) -> int:
        """How many cells there are at which a seat's path has ends of these states."""
        return len({end.cell for end in self.seen.ends if end.seat == seat and end.state in states})

    def openings(self, seat: int) -> int:
        """How many cells there are at which a seat's path has open ends."""
        return self.places(seat, "open")

    def is_shut(self, seat: int) -> bool:
        """Whether no end of a seat's path is open or obstructed (POU.B1)."""
        return self.places(seat, "open", "obstructed") == 0

    def ending_at(self, cell: Cell) -> list[int]:
        """The seats whose paths have an end at a cell."""
        return sorted({end.seat for end in self.seen.ends if end.cell == cell})


@dataclass(frozen=True)
class Look:
    """A legal move of the seat to move, and how things stand before and after it."""

    memory: bytes  # the table as that seat sees it
    move: int

    @cached_property
    def was(self) -> Standing:
        """The table now."""
        return standing(self.memory)

    @cached_property
    def then(self) -> Standing:
        """The table after the move."""
        return standing_after(self.memory, self.move)

    @cached_property
    def seat(self) -> int:
        """Who moves."""
        return int(self.was.state["seat"])

    @cached_property
    def others(self) -> list[int]:
        """The other seats that are still in the game."""
        return others_than(self.was.state, self.seat)

    @cached_property
    def judged(self) -> Judgement:
        """Whose path goes on by the card, and whose is hindered."""
        return judgements(standing(self.memory).state, [self.move])[0]

    @property
    def kind(self) -> int:
        """The kind of card, or the colour of a start card."""
        return self.move >> KIND_SHIFT & NIBBLE

    @property
    def card(self) -> str:
        """The name of the card."""
        return NAMES[self.kind]

    @property
    def cell(self) -> int:
        """The number of the cell."""
        return self.move & CELL_MASK

    @property
    def at(self) -> Cell:
        """The cell's x and y."""
        return cell_at(self.cell)

    @cached_property
    def role(self) -> str:
        """As what a card is laid."""
        return role_of(self.was.state, self.move)

    @cached_property
    def hand(self) -> list[str]:
        """The mover's cards."""
        return names(self.was.state["hand"][self.seat])

    @property
    def is_of_own_colour(self) -> bool:
        """Whether the card is a path card of the mover's colour."""
        return self.card in self._own_cards

    @property
    def is_of_other_colour(self) -> bool:
        """Whether it is one of another colour."""
        return self.kind < PATH_KINDS and not self.is_of_own_colour

    @property
    def kept(self) -> int:
        """How many path cards of the mover's colour stay in the hand."""
        return len(self._own_cards) - self.is_of_own_colour

    @cached_property
    def _own_cards(self) -> list[str]:
        return cards_of(self.hand, int(self.was.state["colour"][self.seat]))

    def gained(self, seat: int) -> list[int]:
        """The cells, but for that of the card itself, that a seat's path gains."""
        return [cell for cell in _only_in(self.then, self.was, seat) if cell != self.cell]

    def lost(self, seat: int) -> list[int]:
        """The cells that a seat's path loses, that of a card that is covered included."""
        return _only_in(self.was, self.then, seat)


def _only_in(here: Standing, there: Standing, seat: int) -> list[int]:
    """The cells that a seat's path holds at one table and not at another."""
    found: list[int] = np.flatnonzero((here.state["reach"] & ~there.state["reach"]) >> seat & 1).tolist()
    return found


def look_at(state: Any, move: int) -> Look:
    """A move of the seat to move, as that seat sees it."""
    return Look(seen_by(state, int(state["seat"])), move)


def seen_by(state: Any, seat: int) -> bytes:
    """The bytes of a table in which all that is hidden from a seat is alike: only the numbers of cards are left of it."""
    tables = np.frombuffer(bytearray(state.tobytes()), STATE)
    hidden = [tables[0]["hand"][other] for other in range(int(state["players"])) if other != seat]
    for cards in (*hidden, tables[0]["stock"]):
        cards[cards != NO_CARD] = SOME_CARD
    return tables.tobytes()


@lru_cache(REMEMBERED)
def standing(memory: bytes) -> Standing:
    """How things stand at a table, given as its bytes."""
    state = _restored(memory)
    return Standing(state, survey(state))


@lru_cache(REMEMBERED)
def standing_after(memory: bytes, move: int) -> Standing:
    """The same after a legal move."""
    later = after(_restored(memory), move)
    return Standing(later, survey(later))


@lru_cache(REMEMBERED)
def legal_moves(memory: bytes) -> tuple[int, ...]:
    """All legal moves at a table, given as its bytes."""
    room = np.zeros(MAX_MOVES, np.int32)
    return tuple(room[: listing(np.frombuffer(bytearray(memory), STATE), room)].tolist())


def _restored(memory: bytes) -> Any:
    return np.frombuffer(bytearray(memory), STATE)[0]


def cards_of(hand: list[str], colour: int) -> list[str]:
    """The path cards of a colour in a hand."""
    return [card for card in hand if card in NAMES[SHAPES * colour : SHAPES * (colour + 1)]]


def others_than(state: Any, seat: int) -> list[int]:
    """The seats that are still in the game, but for one."""
    return [other for other in range(int(state["players"])) if other != seat and not state["out"][other]]


def whose(state: Any, seat: int) -> Said:
    """Another player, as what comes after "the path"."""
    return ("hint.whose.opponent", {}) if state["players"] == 2 else ("hint.whose.player", {"seat": seat + 1})
