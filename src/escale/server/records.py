"""Games as files: read, checked, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from escale.play.match import Match
from escale.rules.errors import BadNotation, BadOption
from escale.server.bodies import Record
from escale.server.making import replayed

MOST_BYTES = 1 << 20


def read_record(path: Path) -> Record:
    """The game of an exported file; BadNotation if it is none."""
    try:
        with path.open("rb") as file:
            body = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadOption(f"{path}: {error.strerror}") from None
    if len(body) > MOST_BYTES:
        raise BadNotation(f"{path} is too large to be a game")
    try:
        return msgspec.json.decode(body, type=Record)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadNotation(f"{path} is no game that was exported here: {error}") from None


def verified(record: Record, shown: str | None) -> Match:
    """The match, dealt and played anew; BadNotation if the commitment, the file's or the one shown, is another."""
    match = replayed(record)
    for name, promised in (("the file", record.commitment), ("you", shown)):
        if promised and promised.strip().lower() != match.commitment:
            raise BadNotation(f"the deal is not the one promised: {name} said {promised}, the seed gives {match.commitment}")
    return match


def told(match: Match, names: list[str], language: str) -> Iterator[str]:
    """A game in words, move by move."""
    for ply, (played, before) in enumerate(zip(match.moves, match.positions(), strict=False), 1):
        yield f"{ply:>3}. {before.log(played.number, language, who=names[played.seat])}"
