"""Writes events and says so: `python -m tests.store.writer MATCH COUNT --data FOLDER | --database ADDRESS`.

It prints a seq when the store says that its event is written; a place that is taken is tried again as the next one.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from escale.store.journal import Conflict
from tests.store.places import Place, entry


async def write(place: Place, match: str, count: int) -> None:
    """Write so many events of a match, after whatever others write at the same time."""
    async with place.journal() as journal:
        seq, written = 0, 0
        while written < count:
            seq = max(seq, len(await journal.read(match))) + 1
            try:
                await journal.append(entry(match, seq, f'{{"by": {os.getpid()}, "n": {written}}}'))
            except Conflict:
                continue
            written += 1
            print(seq, flush=True)


def main(match: str, count: str, option: str, where: str) -> None:
    """As the command line says."""
    place = Place(data=Path(where)) if option == "--data" else Place(database=where)
    asyncio.run(write(place, match, int(count)))


if __name__ == "__main__":
    main(*sys.argv[1:])
