"""All games in one file, whatever the database: to keep, to move to another machine or to another kind of database."""

from __future__ import annotations

import asyncio
import errno
import gzip
import os
import sys
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import IO

import msgspec

from escale.store.journal import Conflict, Journal, Row, StoreError, Unavailable

HEADER = {"escale": "backup", "form": 1}
OWNER_ONLY = 0o600
UNHEARD_OF = (errno.EINVAL, errno.ENOTSUP)  # what disks in a network say that can't put a folder's names on disk
AT_ONCE = 20  # matches written at the same time, so that nobody who plays waits for long
TRIES = 3  # to add a match to which others write


#: One match: what can be looked up of it, its events, who has a seat.
Saved = tuple[Row, list[bytes], list[str]]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same, as a line of the file."""

    row: Row
    events: list[str]
    holders: list[str]


async def backup(matches: AsyncIterator[Saved], path: Path, progress: Callable[[int], None]) -> tuple[int, int]:
    """Write matches to a new file, on disk when this returns; how many matches and events there were.

    StoreError if one isn't as it can be restored.
    """
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        counts = await _write(matches, part, progress)
        part.replace(path)  # so that a file of that name is always whole
        _keep_names(path.parent)
    finally:
        part.unlink(missing_ok=True)
    return counts


async def _write(matches: AsyncIterator[Saved], part: Path, progress: Callable[[int], None]) -> tuple[int, int]:
    """On disk when this returns."""
    count = events = 0
    descriptor = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)  # deals of games being played are in it
    with os.fdopen(descriptor, "wb") as raw:
        with gzip.open(raw, "wt", encoding="utf-8") as file:
            file.write(msgspec.json.encode(HEADER).decode() + "\n")
            async for row, bodies, holders in matches:
                file.write(msgspec.json.encode(_line(row, bodies, holders)).decode() + "\n")
                count, events = count + 1, events + len(bodies)
                progress(count)
        raw.flush()
        os.fsync(raw.fileno())
    return count, events


def _keep_names(folder: Path) -> None:
    """Put on disk which files a folder has, where a system can do that: Windows does so by itself."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in UNHEARD_OF:
            raise
    finally:
        os.close(descriptor)


def _line(row: Row, bodies: Sequence[bytes], holders: Sequence[str]) -> Line:
    """One match as a file has it; of a damaged database anything may come."""
    try:
        line = {"row": asdict(row), "events": [body.decode() for body in bodies], "holders": holders}
        return msgspec.convert(line, Line)
    except (msgspec.ValidationError, UnicodeDecodeError) as error:
        raise Unavailable(f"table {row.id} can't be read: {error}", "damaged") from None


def check(path: Path) -> None:
    """StoreError, or OSError, if a file is no whole backup."""
    with opened(path) as file:
        for _ in read(file, path):
            pass


@dataclass(frozen=True)
class Skipped:
    """A match that was not restored, and why."""

    table: str
    text: str


@dataclass(frozen=True)
class Restored:
    """What came of a file."""

    tables: int  # that it has
    events: int  # that were new
    skipped: list[Skipped]


async def restore(journal: Journal, path: Path, progress: Callable[[int], None]) -> Restored:
    """Add what a file has and the journal lacks, each match at once; nothing there is changed."""
    matches, outcomes = 0, list[int | Skipped]()
    with opened(path) as file:
        lines = read(file, path)
        while chunk := list(islice(lines, AT_ONCE)):
            outcomes += await asyncio.gather(*(_restore_match(journal, line) for line in chunk))
            matches += len(chunk)
            progress(matches)
    skipped = [one for one in outcomes if isinstance(one, Skipped)]
    return Restored(matches, sum(one for one in outcomes if isinstance(one, int)), skipped)


def opened(path: Path) -> IO[str]:
    """The file, to be read."""
    return gzip.open(path, "rt", encoding="utf-8")


def read(file: IO[str], path: Path) -> Iterator[Line]:
    """The matches of a file; StoreError if it is no whole backup."""
    try:
        if msgspec.json.decode(file.readline()) != HEADER:
            raise StoreError(f"{path} is no backup that this version can read")
        for line in file:
            yield msgspec.json.decode(line, type=Line)
    except (msgspec.DecodeError, UnicodeDecodeError, gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise StoreError(f"{path} is no whole backup: {error}") from None


async def _restore_match(journal: Journal, line: Line) -> int | Skipped:
    """How many events of a match were new."""
    bodies = [body.encode() for body in line.events]
    for _ in range(TRIES):
        there = await journal.read(line.row.id)
        both = min(len(there), len(bodies))
        if there[:both] != bodies[:both]:
            return Skipped(line.row.id, "has gone on otherwise here")
        if len(there) >= len(bodies):
            return 0
        try:
            await journal.add(line.row, len(there), bodies[len(there) :], line.holders, time.time())
        except Conflict:
            continue  # somebody plays on there right now
        return len(bodies) - len(there)
    return Skipped(line.row.id, "can't be added" if there else "can't be added: another table here has its invitation")
