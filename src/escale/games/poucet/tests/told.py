"""What really happens by a move, read off the views before and after it alone: for checking what hints say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from escale import Position
from escale.games.poucet.tests.tables import after, cell, line_of

OPPONENT = "opponent"  # how the other one of two is told


class Seen:
    """A table as everybody sees it."""

    def __init__(self, pos: Position) -> None:
        """Read the view."""
        self.view: dict[str, Any] = pos.view(None)
        self.seats: list[dict[str, Any]] = self.view["seats"]
        self.cells = {cell(lies["at"]): lies for lies in self.view["cells"]}

    def far(self, seat: int) -> int | None:
        """How many cards a seat's path is from the flower."""
        found: int | None = self.seats[seat]["distance"]
        return found

    def path(self, seat: int) -> set[str]:
        """The cells of a seat's path."""
        return {place for place, lies in self.cells.items() if seat in lies["paths"]}

    def ends(self, seat: int, *states: str) -> set[str]:
        """The cells at which a seat's path has ends of these states, or of any."""
        found = [end for end in self.view["ends"] if end["seat"] == seat]
        return {cell(end["at"]) for end in found if not states or end["state"] in states}

    def ending_at(self, place: str) -> set[int]:
        """The seats whose paths have an end at a cell."""
        return {end["seat"] for end in self.view["ends"] if cell(end["at"]) == place}


class Before:
    """A table before a move, of which some moves are told."""

    def __init__(self, pos: Position) -> None:
        """Look at it, also as the seat to move does."""
        assert pos.turn is not None
        self.pos, self.seat = pos, pos.turn
        own = pos.view(self.seat)
        self.seen = Seen(pos)
        self.hand: list[str] = own["hands"][self.seat]
        self.moves: dict[str, dict[str, Any]] = {move["text"]: move for move in own["moves"]}

    @cached_property
    def nearest(self) -> float:
        """The fewest cards that can be missing to the seat after a move."""
        return min(after(self.pos, name).points[self.seat] for name in self.moves)


class Told:
    """A move of which something is told, and what comes of it."""

    def __init__(self, before: Before, name: str) -> None:
        """Play it."""
        self.before, self.name = before, name
        self.pos, self.seat, self.was = before.pos, before.seat, before.seen
        self.hand, self.moves = before.hand, before.moves
        self.later = after(before.pos, name)

    @cached_property
    def then(self) -> Seen:
        """The table afterwards."""
        return Seen(self.later)

    @property
    def others(self) -> list[int]:
        """The other seats that are in the game."""
        return [seat for seat, one in enumerate(self.was.seats) if seat != self.seat and not one["out"]]

    def one(self, values: dict[str, Any]) -> int:
        """The seat of which a sentence tells: the other one of two, or a player by number."""
        who = values["whose"]
        assert (who == OPPONENT) == (self.pos.players == 2)
        return 1 - self.seat if who == OPPONENT else who - 1

    def is_other(self, values: dict[str, Any]) -> bool:
        """Whether there is such another player in the game."""
        return self.one(values) in self.others

    @property
    def move(self) -> dict[str, Any]:
        """The move as the seat's view describes it."""
        return self.moves[self.name]

    @property
    def place(self) -> str:
        """The cell of the move."""
        return cell(self.move["at"])

    @property
    def x(self) -> int:
        """The column of that cell."""
        return int(self.move["at"][0])

    @property
    def y(self) -> int:
        """Its row."""
        return int(self.move["at"][1])

    @property
    def colour(self) -> str:
        """The letter of the seat's colour before the move."""
        return str(self.was.seats[self.seat]["colour"])

    def cards(self, colour: str) -> int:
        """How many path cards of a colour the seat holds."""
        return sum(len(card) == 2 and card[0] == colour for card in self.hand)

    def lost(self, seat: int) -> int:
        """How many cards a seat's path has lost."""
        return len(self.was.path(seat) - self.then.path(seat))

    def joined(self) -> set[str]:
        """The cells that the seat's path has gained, but for that of the card itself."""
        return self.then.path(self.seat) - self.was.path(self.seat) - {self.place}

    def covered(self) -> str:
        """The name of the card that is covered; nothing if there is none."""
        lies = self.was.cells.get(self.place)
        if lies is None:
            return ""
        if lies["kind"] != "path":
            return str(lies["kind"])
        colour: str = lies["colour"]
        return colour + ("t" if len(lies["open"]) == 3 else "i" if lies["open"] in ("ns", "ew") else "l")

    def goes_on(self) -> bool:
        """Whether the seat's own path goes on over the card."""
        return self.place in self.then.path(self.seat) and self.seat in self.was.ending_at(self.place)

    def ways(self) -> Iterator[tuple[str, Position]]:
        """Every legal move with the position after it."""
        for name in self.moves:
            yield name, after(self.pos, name)

    def changes(self) -> list[tuple[int | None, int | None]]:
        """How far everybody in the game was, and is."""
        return [(self.was.far(seat), self.then.far(seat)) for seat in (self.seat, *self.others)]

    def count(self, name: str) -> int:
        """How many words the line of the text has that begins so: the stock, the discard."""
        return len(line_of(self.pos, name))


def shorter(was: int | None, then: int | None) -> bool:
    """Whether a way is shorter, or there is one now."""
    return then is not None and (was is None or then < was)
