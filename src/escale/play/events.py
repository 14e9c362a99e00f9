"""What can happen to a match, as its journal keeps it. The journal is the match: all else is computed from it."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec
from msgspec import Struct

from escale.play.clock import Terms
from escale.rules.errors import BadState, shown

Kind = Literal["human", "open", "bot"]
Pace = Literal["slow", "normal", "quick"]
Trouble = Literal["once", "for_good"]  # of a bot: for how long another plays for it; `search.stand_in` has the same words


class Sitting(Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat. `holders` are hashes of the tokens that may play it; never sent to anybody."""

    kind: Kind
    name: str | None = None
    bot: str | None = None
    holders: tuple[str, ...] = ()


class Happened(Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="e"):
    """Any event: when, by whom (a holder, or nobody for what the server did itself), by which command of theirs.

    `at` is for people: it is the wall clock's, which may be set. Clocks are charged by `elapsed`: the seconds since the event
    before it in which a move could have been taken. Journals from before it was kept have none, and are charged by `at`.
    """

    at: float
    by: str = ""
    command: str = ""
    elapsed: float | None = None  # at tables with a clock only


class Redeal(Struct, frozen=True, omit_defaults=True):
    """After `ply` moves all that a seat (None: a watcher) couldn't know was dealt anew."""

    ply: int
    seed: int
    seat: int | None = None


class Created(Happened, tag="created", frozen=True, kw_only=True):
    """The first event: all that is needed to deal the same game again."""

    game: str
    version: int
    players: int
    options: dict[str, str | int]
    seed: int
    salt: str  # hashed with the seed for the commitment, so that nobody finds the seed by trying them all
    seats: list[Sitting]
    invitation: str
    one_screen: bool = False
    listed: bool = False
    trial: bool = False  # goes on from a position of another game
    start: list[str] = []  # the moves it goes on from
    redeals: list[Redeal] = []  # among these, in order: what a finished game has shown must be no secret of another
    before: str | None = None  # the match this is the rematch of
    clock: Terms | None = None
    pace: Pace = "normal"  # how soon bots move


class Moved(Happened, tag="moved", frozen=True, kw_only=True):
    """A move was played, by whoever had the turn."""

    move: str
    stood_in: Trouble | None = None  # told of a bot that gave no move: another made this one, or makes all that follow too


class Undone(Happened, tag="undone", frozen=True, kw_only=True):
    """The position went back to the one after `ply` moves."""

    seat: int
    ply: int
    marked: bool = False  # others had moved, or something was seen: the game isn't quite the same any more

    @property
    def by_agreement(self) -> bool:
        """Whether all who play had to agree: it follows the last answer, without a command of anybody's."""
        return not self.by


class Seated(Happened, tag="seated", frozen=True, kw_only=True):
    """A seat changed hands. Holders given replace those the seat had; else these keep the right to come back."""

    seat: int
    sitting: Sitting
    by_clock: bool = False  # its time was over


class Shared(Happened, tag="shared", frozen=True, kw_only=True):
    """One more token may play a seat: another device's, or a private link's."""

    seat: int
    holder: str


class Asked(Happened, tag="asked", frozen=True, kw_only=True):
    """A seat asks the others for something; those in `waiting` must all agree."""

    seat: int
    what: Literal["undo", "end"]
    waiting: list[int]
    ply: int  # for undo: back to here


class Answered(Happened, tag="answered", frozen=True, kw_only=True):
    """A seat agreed or declined; the asker's own no withdraws the question."""

    seat: int
    yes: bool


class Ended(Happened, tag="ended", frozen=True, kw_only=True):
    """The game was stopped before its end: by the players, because a seat's time was over, or by those who run the server."""

    seat: int | None
    by_clock: bool = False

    @property
    def by_library(self) -> bool:
        """Whether those who run the server stopped it: nobody at the table did, and no clock."""
        return self.seat is None and not self.by and not self.by_clock


class Followed(Happened, tag="followed", frozen=True, kw_only=True):
    """A rematch was set up."""

    match: str


class Resumed(Happened, tag="resumed", frozen=True, kw_only=True):
    """No server was there between these moments: clocks don't count that. Only in journals from before `elapsed`."""

    start: float
    end: float


Event = Created | Moved | Undone | Seated | Shared | Asked | Answered | Ended | Followed | Resumed

KINDS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(Event))
encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode


class NewerEvent(Exception):
    """An event of a kind that only a newer Escale knows."""


class Damaged(BadState):
    """A journal that is not as it was written. Its text tells nothing of what is in it, which may be hidden; its cause does."""

    def __init__(self, text: str = "this table's journal is damaged: `escale check` tells where") -> None:
        """`text`: for those who run the server, if it says more."""
        super().__init__(text)


class DamagedEvent(Damaged):
    """What no Escale would write."""


def decode(body: bytes) -> Event:
    """An event as it was written; NewerEvent or DamagedEvent if it can't be read."""
    try:
        event: Event = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if isinstance(error, msgspec.ValidationError) and _kind(body) not in KINDS:
            raise NewerEvent(f"an event of a kind that only a newer Escale knows: {shown(_kind(body))}") from None
        raise DamagedEvent(f"can't be read: {error}") from None
    return event


def _kind(body: bytes) -> object:
    """What an event says it is."""
    event = msgspec.json.decode(body)
    return event.get("e", "moved") if isinstance(event, dict) else "moved"
