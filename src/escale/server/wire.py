"""What the bodies of requests and the messages of sockets are both made of. docs/protocol.md says what each means.

Whatever goes over the wire is a type, but for a table as somebody sees it: it decodes or encodes, and anything it doesn't name
is refused on its way in, and can't get out.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from escale.rules.info import MOST_SEATS

NAME_LENGTH = 200  # of a nickname as typed; less of it is shown

Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
BotName = Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]


class Incoming(Struct, forbid_unknown_fields=True, frozen=True):
    """Whatever comes in: a field we don't know is an error, not ignored."""


encode = msgspec.json.Encoder().encode
