"""Games as files: read, checked, told in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from escale.play.match import Match, WrongStart, commitment
from escale.rules.errors import BadNotation, BadOption, EscaleError, IllegalMove, NoSuchGame, OtherVersion
from escale.server.bodies import Record
from escale.server.making import replayed

MOST_BYTES = 1 << 20
CITED = re.compile(r"\(([A-Z]+\.[A-Z]+[0-9]+)(?:, [A-Z]+\.[A-Z]+[0-9]+)*\)\Z")
NO_PROMISE = "no promise was given: the file holds no commitment. --commitment checks the one that the table showed"


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

    That is looked at first: no move can be blamed in a game that was dealt otherwise. Whether there was one: see `promised`.
    """
    if shown is not None and not shown.strip():
        raise BadOption("the commitment is empty: give the one that the table showed, or none")
    seed = record.redeals[-1].seed if record.redeals else record.seed  # as `Match.deal_seed`
    dealt = commitment(int(seed), record.salt)
    for name, said in (("the file", record.commitment), ("you", shown)):
        if said and said.strip().lower() != dealt:
            raise WrongDeal(f"the deal is not the one promised: {name} said {said}, the seed gives {dealt}")
    return replayed(record)


def promised(record: Record, shown: str | None) -> bool:
    """Whether anything was promised of the deal, by the file or to whoever asks: else nothing could have been broken."""
    return bool(record.commitment or shown)


def complaint(error: EscaleError) -> dict[str, Any]:
    """What is wrong with a game, for programs: the codes of the server's own answers, and `wrong_deal`."""
    match error:
        case WrongDeal():
            return {"code": "wrong_deal", "text": str(error)}
        case WrongStart():
            return {"code": "wrong_move", "text": str(error), "ply": error.ply, "move": error.move, "rule": _rule_of(error.why)}
        case OtherVersion():
            return {"code": "other_version", "text": str(error)}
        case NoSuchGame():
            return {"code": "no_such_game", "text": str(error)}
    return {"code": "unfit", "text": str(error)}


def _rule_of(why: EscaleError) -> str | None:
    """The rule that is cited against a move; a text that is no move has its rule at the end of the sentence."""
    if isinstance(why, IllegalMove):
        return why.refusal.rule
    cited = CITED.search(str(why))
    return cited[1] if cited else None


def told(match: Match, names: list[str], language: str) -> Iterator[str]:
    """A game in words, move by move."""
    for ply, (played, before) in enumerate(zip(match.moves, match.positions(), strict=False), 1):
        yield f"{ply:>3}. {before.log(played.number, language, who=names[played.seat])}"
