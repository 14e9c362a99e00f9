"""The bodies of requests and of their answers, as types; the OpenAPI is made of them too."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from escale.play.clock import Terms
from escale.play.events import Pace
from escale.rules.info import MOST_SEATS
from escale.search.review import Why
from escale.server.wire import BotName, Incoming, MoveText, Name, SeatNumber

MOST_MOVES = 2000  # of a game in a record
MOST_OPTIONS = 32
MOST_REDEALS = 50

GameId = Annotated[str, Meta(max_length=40, pattern="^[a-z][a-z0-9_]*$")]
Options = Annotated[
    dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)] | int], Meta(max_length=MOST_OPTIONS)
]

# In


class NewSeat(Incoming, frozen=True):
    """A seat of a table to be made."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


Seed = Annotated[str, Meta(pattern="^[0-9]{1,20}$")]


class RedealBody(Incoming, frozen=True):
    """After `ply` moves all that a seat (null: a watcher) couldn't know was dealt anew."""

    ply: Annotated[int, Meta(ge=0, le=MOST_MOVES)]
    seed: Seed
    seat: SeatNumber | None = None


class Record(Incoming, frozen=True):
    """A whole game: enough to deal and play it again anywhere."""

    game: GameId
    version: int
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: Options
    seed: Seed
    moves: Annotated[list[MoveText], Meta(max_length=MOST_MOVES)]
    salt: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""
    names: Annotated[list[Name | None], Meta(max_length=MOST_SEATS)] = field(default_factory=list)
    commitment: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""
    redeals: Annotated[list[RedealBody], Meta(max_length=MOST_REDEALS)] = field(default_factory=list)


class NewTerms(Terms, frozen=True, forbid_unknown_fields=True):
    """What a table to be made agrees on."""


class NewTable(Incoming, frozen=True):
    """A table to be made."""

    game: GameId
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    options: Options = field(default_factory=dict)
    one_screen: bool = False
    listed: bool = False
    start: Record | None = None
    clock: NewTerms | None = None
    pace: Pace = "normal"  # how soon bots move


class Joining(Incoming, frozen=True):
    """Somebody takes an open seat."""

    name: Name
    seat: SeatNumber | None = None


# Out


class OptionCard(Struct):
    """An option a table may choose."""

    name: str
    values: list[str | int]
    default: str | int
    players: dict[str, list[int]]
    needs: dict[str, str | int]
    idle: bool


class Card(Struct):
    """A game on the shelf."""

    id: str
    version: int
    names: dict[str, str]
    taglines: dict[str, str]
    players: list[int]
    minutes: int
    secrets: list[int]
    options: list[OptionCard]
    bots: list[str]
    bot: str
    companion: bool


class Games(Struct):
    """The shelf."""

    games: list[Card]


class SeatShown(Struct):
    """Who sits there, as everybody may know."""

    kind: Literal["human", "open", "bot"]
    name: str | None
    bot: str | None


class Frame(Struct):
    """One position of a game that is shown."""

    ply: int
    view: dict[str, Any]
    line: dict[str, Any] | None
    last: dict[str, Any] | None


class Demo(Struct):
    """A short game between bots, as a watcher sees it."""

    frames: list[Frame]


class Made(Struct):
    """The table that was made, and the seats of it that are yours."""

    id: str
    seats: list[int]


class Summary(Struct):
    """A table in a list."""

    id: str
    game: str
    version: int
    playable: bool  # whether the rules of its version are here
    players: int
    seats: list[SeatShown]
    turn: int | None
    status: str
    yours: list[int]
    host: bool
    updated: float
    one_screen: bool
    trial: bool


class TableList(Struct):
    """A list of tables."""

    tables: list[Summary]


class Invitation(Struct):
    """What one is invited to."""

    id: str
    game: str
    players: int
    options: dict[str, str | int]
    seats: list[SeatShown]
    yours: list[int]


class Place(Struct):
    """The seat one now has."""

    id: str
    seat: int


class Link(Struct):
    """The key of a private seat link; shown this once."""

    key: str


class Next(Struct):
    """The table of the rematch."""

    id: str


class Past(Struct):
    """An earlier position of a table."""

    ply: int
    view: dict[str, Any]
    last: dict[str, Any] | None


class Replay(Struct):
    """A whole game to look at, everything revealed."""

    record: Record
    commitment: str
    seats: list[SeatShown]
    frames: list[Frame]
    trial: bool
    undone: bool
    secrets: bool  # whether seats know different things in it


class TurnShown(Struct):
    """A move that cost its player much, by what that player could know; `ply` moves were made before it."""

    ply: int
    seat: int
    played: str
    better: str
    lost: float
    expected: float
    idea: dict[str, Any]
    place: dict[str, Any]
    said: dict[str, Any]


class FallShown(Struct):
    """A cliff in the curve that is no turning point: `fell` could expect `drop` less after the move of `seat`, and why."""

    ply: int
    seat: int
    fell: int
    drop: float
    why: Why


class ReviewShown(Struct):
    """A game looked back at: what each seat could expect after 0, 1, ... moves, the costliest moves, and other cliffs."""

    curve: list[list[float]]
    turning: list[TurnShown]
    falls: list[FallShown]


class Reviewing(Struct):
    """How far a review is: so many of so many steps; null until all are done."""

    done: int
    of: int
    review: ReviewShown | None


class Health(Struct):
    """Ready, or alive."""

    status: Literal["ok"]


class Problem(Struct, omit_defaults=True):
    """What was wrong."""

    code: str
    text: str
    rule: str | None = None
    ply: int | None = None  # the number, from 1, of the move of a record that can't be played
    said: dict[str, Any] | None = None  # the same in the game's own texts, where what is wrong is told to who did it


class ErrorBody(Struct):
    """Any error's body."""

    error: Problem
