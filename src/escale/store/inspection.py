"""A database looked at from outside: all that is in it, whatever is wrong with it, and nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from escale.store.journal import StoreError, migrations


@dataclass(frozen=True)
class Line:
    """A match in a list: what the database says of it without its events."""

    id: str
    game: str
    status: str
    listed: bool
    updated: float


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


class Inspection(Protocol):
    """A database as it is at one moment; others may write meanwhile."""

    async def damage(self) -> list[str]:
        """What is wrong with the database itself, a line each."""

    async def ids(self) -> list[str]:
        """The matches there are, as far as they can be read."""

    async def lines(self, before: float | None = None) -> list[Line]:
        """The matches, the last changed first; only those where nothing has happened since a moment, if one is given."""

    async def setting(self, name: str) -> str | None:
        """What is kept under a name; None if nothing is, or if it can't be read."""

    async def match(self, match_id: str) -> Kept:
        """One of them; StoreError if it can't be read."""

    async def close(self) -> None:
        """Let go of the database."""


def check_form(place: str, form: int) -> None:
    """StoreError if the tables of a database are not of a form that this program knows."""
    known = migrations()[-1][0]
    if form == 0:
        raise StoreError(f"{place} has no games of this program")
    if form > known:
        raise StoreError(f"{place} was made by a newer version of this program (form {form}, known {known})")
