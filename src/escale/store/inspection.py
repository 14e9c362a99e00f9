"""A database looked at from outside: all that is in it, whatever is wrong with it, and nothing is changed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from escale.store.journal import StoreError, migrations

RESTORED_FORM = 7  # of the tables, from which on they say when a match was restored
UNREAD = "?"  # instead of a text
NOT_LISTED = "is named in the database, and is not in the list of tables"


@dataclass(frozen=True)
class Line:
    """A match in a list: what the database says of it without its events; see `lost`."""

    id: str
    game: str
    status: str
    listed: bool
    updated: float
    restored: float | None = None  # when it last came from a backup

    @property
    def kept_from(self) -> float:
        """From when its host counts for how long to keep it."""
        return max(self.updated, self.restored or self.updated)


@dataclass(frozen=True)
class Kept:
    """A match as the database has it: what it says of it, who finds it, and its events by their seqs."""

    id: str
    game: str
    status: str
    listed: bool
    invitation: str
    updated: float
    holders: frozenset[str] | None  # None: they can't be read, which `damage` tells
    events: list[tuple[int, bytes]]


class Ids(NamedTuple):
    """The matches that were found."""

    found: list[str]
    whole: bool  # no others can be missing


class Inspection(Protocol):
    """A database as it is at one moment; others may write meanwhile."""

    async def damage(self) -> list[str]:
        """What is wrong with the database itself, a line each."""

    async def ids(self) -> Ids:
        """The matches there are, as far as they can be read; also those of which there are events alone."""

    async def lines(self, before: float | None = None) -> list[Line]:
        """The matches, the last changed first; only those where nothing has happened since a moment, if one is given.

        If a moment is given, none of which it isn't known when it last changed; else these come last.
        """

    async def setting(self, name: str) -> str | None:
        """What is kept under a name; None if nothing is, or if it can't be read."""

    async def match(self, match_id: str) -> Kept:
        """One of them; StoreError if it can't be read."""

    async def events(self, match_id: str) -> list[tuple[int, bytes]]:
        """Its events by their seqs, also if nothing else of it can be read; StoreError if these can't be."""

    async def close(self) -> None:
        """Let go of the database."""


def lost(match_id: str) -> Line:
    """A match of which only the id can be read."""
    return Line(match_id, UNREAD, UNREAD, False, math.nan)


def line_columns(form: int) -> str:
    """What a line is made of, in tables of a form."""
    return f"id, game, status, listed, updated, {'restored' if form >= RESTORED_FORM else 'NULL'}"


def since(line: Line) -> float:
    """By which lines are put in order: the last changed first, those of which that isn't known at the end."""
    return math.inf if math.isnan(line.updated) else -line.updated


def check_form(place: str, form: int) -> None:
    """StoreError if the tables of a database are not of a form that this program knows."""
    known = migrations()[-1][0]
    if form == 0:
        raise StoreError(f"{place} has no games of this program")
    if form > known:
        raise StoreError(f"{place} was made by a newer version of this program (form {form}, known {known})")
