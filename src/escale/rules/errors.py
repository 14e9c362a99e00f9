"""What can go wrong with what a caller gives us. Every message says what was wrong and what is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SHOWN = 60  # characters of what a caller gave that an error repeats


class EscaleError(ValueError):
    """Any refusal of this package; its text is one clear line."""


class NoSuchGame(EscaleError):
    """A game that isn't in the library."""


class BrokenGame(EscaleError):
    """A game's folder that doesn't keep the contract."""


class BadOption(EscaleError):
    """An option, an option's value or a number of players that the game doesn't have."""


class NotNow(EscaleError):
    """Something that can't be done now; the same command may do in a while, with nothing changed."""


class BadNotation(EscaleError):
    """A text or a number that is no position or move of the game."""


class BadState(EscaleError):
    """Bytes that are no position of the game."""


class OtherVersion(BadState):
    """A version of a game that isn't here: neither today's nor one whose rules were kept."""


class NoSuchBot(EscaleError):
    """A bot we don't have."""


class NoCompanion(EscaleError):
    """A game that counts no games of real tables."""


class Uncountable(EscaleError):
    """Something that can't lie on a real table, or that a companion can't read."""

    def __init__(self, text: str, rule: str | None = None, said: tuple[str, dict[str, Any]] | None = None) -> None:
        """`rule`: the one that forbids it; `said`: the same as `text` in the game's own texts, for who made the mistake."""
        super().__init__(text)
        self.rule, self.said = rule, said


def shown(given: object) -> str:
    """What a caller gave, for an error's one line: printable, and cut where it is long."""
    text = "".join(letter if letter.isprintable() else "?" for letter in str(given)[: SHOWN + 1])
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


@dataclass(frozen=True)
class Refusal:
    """Why a move isn't allowed here."""

    code: int
    name: str  # of the text, under [refusal]
    rule: str  # the id of the rule that forbids it
    text: str  # one sentence

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


class IllegalMove(EscaleError):
    """A move the rules forbid; the position is as it was."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        """`move` in the game's notation."""
        super().__init__(f"{move}: {refusal}")
        self.refusal = refusal
