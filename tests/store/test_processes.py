"""Several processes on one journal, and processes that are killed."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.store.places import Place

SOON = 30.0


@contextmanager
def writer(place: Place, match: str, count: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.store.writer", match, str(count), *place.options()]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def bodies(place: Place, match: str) -> list[bytes]:
    async def read() -> list[bytes]:
        async with place.journal() as journal:
            return await journal.read(match)

    return asyncio.run(read())


def test_an_event_is_there_although_its_writer_was_killed_right_after(place: Place) -> None:
    with writer(place, "aaaaaaaa", 10**6) as process:
        assert process.stdout is not None
        for _ in range(20):
            last = int(process.stdout.readline())
        process.kill()
    assert len(bodies(place, "aaaaaaaa")) >= last >= 20


def test_two_processes_write_one_match_without_a_gap_or_a_loss(place: Place) -> None:
    with writer(place, "aaaaaaaa", 40) as one, writer(place, "aaaaaaaa", 40) as two:
        said = [[int(line) for line in process.communicate(timeout=SOON)[0].split()] for process in (one, two)]
    assert sorted(said[0] + said[1]) == list(range(1, 81))
    found = [json.loads(body) for body in bodies(place, "aaaaaaaa")]
    assert len(found) == 80
    for numbers in said:
        assert [found[seq - 1]["n"] for seq in numbers] == list(range(40))
        assert len({found[seq - 1]["by"] for seq in numbers}) == 1
