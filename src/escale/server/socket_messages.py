"""The messages of a table's WebSocket, as types, but for `table` and `update`: these are what `projection` gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from escale.server.wire import BotName, Incoming, MoveText, Name, SeatNumber

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
Seq = Annotated[int, Meta(ge=0, le=1 << 31)]

# In


class BrowserMessage(Incoming, frozen=True, tag_field="t"):
    """A message of a browser."""


class Play(BrowserMessage, frozen=True, tag="play"):
    """Play a move from the position of a seq."""

    id: CommandId
    seq: Seq
    move: MoveText


class Why(BrowserMessage, frozen=True, tag="why"):
    """Which rule forbids this?"""

    id: CommandId
    move: MoveText


class Undo(BrowserMessage, frozen=True, tag="undo"):
    """Take back, or ask to."""

    id: CommandId
    seq: Seq


class Answer(BrowserMessage, frozen=True, tag="answer"):
    """Agree to what is asked, or not."""

    id: CommandId
    yes: bool


class SeatWish(BrowserMessage, frozen=True, tag="seat"):
    """Change who plays a seat."""

    id: CommandId
    seat: SeatNumber
    kind: Literal["me", "open", "bot"]
    name: Name | None = None
    bot: BotName | None = None


class End(BrowserMessage, frozen=True, tag="end"):
    """End the table, or ask to."""

    id: CommandId


class Hint(BrowserMessage, frozen=True, tag="hint"):
    """What would be good in the position of a seq?"""

    id: CommandId
    seq: Seq


class Sit(BrowserMessage, frozen=True, tag="sit"):
    """Show me this seat's view (null: a watcher's)."""

    seat: SeatNumber | None


class Sync(BrowserMessage, frozen=True, tag="sync"):
    """Send the whole table again."""


FromBrowser = Play | Why | Undo | Answer | SeatWish | End | Hint | Sit | Sync

# Out


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


class HintFrame(Struct, tag_field="t", tag="hint"):
    """A hint in three steps: the idea, the place, and `said`, the move, said to the reader as all of it is.

    `usual` is what a middling move is expected to give.
    """

    id: str
    seq: int
    seat: int
    move: str
    number: int
    expected: float
    usual: float
    idea: dict[str, Any]
    place: dict[str, Any]
    said: dict[str, Any]
    asides: list[dict[str, Any]]


class Presence(Struct, tag_field="t", tag="presence"):
    """Who is there."""

    here: list[bool]
    watchers: int


decode_message = msgspec.json.Decoder(FromBrowser).decode
