"""Everything that goes over the wire, as types: they decode, they encode, and the OpenAPI is made of them.

docs/protocol.md says what each means. Anything not named here is refused on its way in, and can't get out.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from escale.play.clock import Terms

NAME_LENGTH = 200  # of a nickname as typed; less of it is shown
MOST_SEATS = 12
MOST_MOVES = 2000  # of a game in a record
MOST_OPTIONS = 32

GameId = Annotated[str, Meta(max_length=40, pattern="^[a-z][a-z0-9_]*$")]
Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
BotName = Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
Options = Annotated[
    dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)] | int], Meta(max_length=MOST_OPTIONS)
]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Seq = Annotated[int, Meta(ge=0, le=1 << 31)]


class Asked(Struct, forbid_unknown_fields=True, frozen=True):
    """Whatever comes in: a field we don't know is an error, not ignored."""


# REST, in


class NewSeat(Asked, frozen=True):
    """A seat of a table to be made."""

    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


class Record(Asked, frozen=True):
    """A whole game: enough to deal and play it again anywhere."""

    game: GameId
    version: int
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: Options
    seed: Annotated[str, Meta(pattern="^[0-9]{1,20}$")]
    moves: Annotated[list[MoveText], Meta(max_length=MOST_MOVES)]
    salt: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""
    names: Annotated[list[Name | None], Meta(max_length=MOST_SEATS)] = []
    commitment: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""


class NewTable(Asked, frozen=True):
    """A table to be made."""

    game: GameId
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=MOST_SEATS)]
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    options: Options = {}
    one_screen: bool = False
    listed: bool = False
    start: Record | None = None
    clock: Terms | None = None


class Joining(Asked, frozen=True):
    """Somebody takes an open seat."""

    name: Name
    seat: SeatNumber | None = None


# REST, out


class OptionCard(Struct):
    """An option a table may choose."""

    name: str
    values: list[str | int]
    default: str | int
    players: dict[str, list[int]]
    needs: dict[str, str | int]


class Card(Struct):
    """A game on the shelf."""

    id: str
    version: int
    names: dict[str, str]
    taglines: dict[str, str]
    players: list[int]
    minutes: int
    secrets: bool
    options: list[OptionCard]
    bots: list[str]
    bot: str


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
    players: int
    seats: list[SeatShown]
    turn: int | None
    status: str
    yours: list[int]
    updated: float
    one_screen: bool
    trial: bool


class Tables(Struct):
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


class Health(Struct):
    """Alive."""

    status: Literal["ok"]


class Problem(Struct, omit_defaults=True):
    """What was wrong."""

    code: str
    text: str
    rule: str | None = None


class ErrorBody(Struct):
    """Any error's body."""

    error: Problem


# WebSocket, in


class Command(Asked, frozen=True, tag_field="t"):
    """A message of a browser."""


class Play(Command, frozen=True, tag="play"):
    """Play a move from the position of a seq."""

    id: CommandId
    seq: Seq
    move: MoveText


class Why(Command, frozen=True, tag="why"):
    """Which rule forbids this?"""

    id: CommandId
    move: MoveText


class Undo(Command, frozen=True, tag="undo"):
    """Take back, or ask to."""

    id: CommandId
    seq: Seq


class Answer(Command, frozen=True, tag="answer"):
    """Agree to what is asked, or not."""

    id: CommandId
    yes: bool


class SeatWish(Command, frozen=True, tag="seat"):
    """Change who plays a seat."""

    id: CommandId
    seat: SeatNumber
    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


class End(Command, frozen=True, tag="end"):
    """End the table, or ask to."""

    id: CommandId


class Sit(Command, frozen=True, tag="sit"):
    """Show me this seat's view (null: a watcher's)."""

    seat: SeatNumber | None


class Sync(Command, frozen=True, tag="sync"):
    """Send the whole table again."""


FromBrowser = Play | Why | Undo | Answer | SeatWish | End | Sit | Sync

# WebSocket, out; `table` and `update` are made in `projection`


class Done(Struct, tag_field="t", tag="done"):
    """A command is committed."""

    id: str
    seq: int


class RefusedFrame(Struct, tag_field="t", tag="refused", omit_defaults=True):
    """A command was refused; nothing changed."""

    id: str | None
    code: str
    rule: str | None = None
    reason: str | None = None


class ReasonFrame(Struct, tag_field="t", tag="reason"):
    """Why a move can't be played; nulls if it can."""

    id: str
    rule: str | None
    reason: str | None


class Presence(Struct, tag_field="t", tag="presence"):
    """Who is there."""

    here: list[bool]
    watchers: int


encode = msgspec.json.Encoder().encode
decode_frame = msgspec.json.Decoder(FromBrowser).decode
