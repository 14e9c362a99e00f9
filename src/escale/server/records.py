"""Games as files: read, checked, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from escale.play.match import Match, WrongStart, commitment
from escale.rules.errors import BadNotation, BadOption, EscaleError, IllegalMove, NoSuchGame, OtherVersion
from escale.server.bodies import Record
from escale.server.making import replayed

MOST_BYTES = 1 << 20


class WrongDeal(EscaleError):
    """A game that was not dealt as was promised."""


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
    """The match, dealt and played anew; WrongDeal if the commitment, the file's or the one shown, is another.

    That is looked at first: no move can be blamed in a game that was dealt otherwise.
    """
    seed = record.redeals[-1].seed if record.redeals else record.seed  # as `Match.deal_seed`
    dealt = commitment(int(seed), record.salt)
    for name, promised in (("the file", record.commitment), ("you", shown)):
        if promised and promised.strip().lower() != dealt:
            raise WrongDeal(f"the deal is not the one promised: {name} said {promised}, the seed gives {dealt}")
    return replayed(record)


def complaint(error: EscaleError) -> dict[str, Any]:
    """What is wrong with a game, for programs: the codes of the server's own answers, and `wrong_deal`."""
    match error:
        case WrongDeal():
            return {"code": "wrong_deal", "text": str(error)}
        case WrongStart():
            rule = error.why.refusal.rule if isinstance(error.why, IllegalMove) else None
            return {"code": "wrong_move", "text": str(error), "ply": error.ply, "move": error.move, "rule": rule}
        case OtherVersion():
            return {"code": "other_version", "text": str(error)}
        case NoSuchGame():
            return {"code": "no_such_game", "text": str(error)}
    return {"code": "unfit", "text": str(error)}


def told(match: Match, names: list[str], language: str) -> Iterator[str]:
    """A game in words, move by move."""
    for ply, (played, before) in enumerate(zip(match.moves, match.positions(), strict=False), 1):
        yield f"{ply:>3}. {before.log(played.number, language, who=names[played.seat])}"
