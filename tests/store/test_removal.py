"""Matches that are removed are gone whole, whoever writes to them in the same moment; others hear of it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from escale.server.journals import FILE
from escale.store import postgres, sqlite_lanes
from escale.store.journal import FINISHED, STATUSES, Blocked, Conflict, Ears, Journal, Unavailable
from tests.store.places import Place, entry, seqs

SOON = 20.0
ROUNDS = 25
PAGES = 400  # of events that are written and removed, about


async def race(one: Journal, other: Journal, match: str) -> int:
    """Write to a match as fast as can be while another removes it; how many events were written."""
    await one.append(entry(match, 1, holders=["ada"]))
    written = 1

    async def write() -> None:
        nonlocal written
        with contextlib.suppress(Conflict):
            while True:
                await one.append(entry(match, written + 1, holders=[f"holder{written}"]))
                written += 1

    async def remove() -> None:
        while written < 3:
            await asyncio.sleep(0)
        assert await other.remove([match, "nosuch", match]) == [match]

    await asyncio.gather(write(), remove())
    return written


def test_nothing_is_left_of_a_match_that_is_removed_while_somebody_writes(place: Place) -> None:
    async def rounds() -> list[int]:
        async with place.journal() as one, place.journal() as other:
            await one.append(entry("bystander", 1, holders=["bob"]))
            written = [await race(one, other, f"match{number:03}") for number in range(ROUNDS)]
            for number in range(ROUNDS):
                assert await seqs(place, f"match{number:03}") == []
                assert await one.status(f"match{number:03}") is None
                with pytest.raises(Conflict):
                    await one.append(entry(f"match{number:03}", 2))
            assert await one.held_by("ada", 9) == []
            assert [(row.id, len(bodies), holders) async for row, bodies, holders in one.dump()] == [("bystander", 1, ["bob"])]
            return written

    assert min(asyncio.run(rounds())) >= 3, "nobody wrote meanwhile"


def test_the_harness_finds_a_removal_that_locks_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "NAMED", "SELECT id FROM matches WHERE id = ANY($1::text[])")

    async def rounds() -> None:
        place = Place(database=database)
        async with place.journal() as one, place.journal() as other:
            for number in range(40 * ROUNDS):
                await race(one, other, f"match{number:03}")

    with pytest.raises(Unavailable, match="ForeignKeyViolationError"):
        asyncio.run(rounds())


def test_of_those_where_nothing_happens_some_are_removed_at_a_time(place: Place) -> None:
    async def remove() -> None:
        async with place.journal() as journal:
            for number, status in enumerate(("playing", "over", "ended") * 3):
                await journal.append(entry(f"match{number}", 1, status=status, updated=float(number)))
            assert await journal.remove_idle(0.0, STATUSES, 9) == []
            assert sorted(await journal.remove_idle(3.0, FINISHED, 9)) == ["match1", "match2"]
            found = [await journal.remove_idle(7.0, STATUSES, 2) for _ in range(4)]
            assert [len(some) for some in found] == [2, 2, 1, 0]
            assert [row.id async for row, _, _ in journal.dump()] == ["match7", "match8"]

    asyncio.run(remove())


def test_one_that_was_restored_is_kept_as_if_something_had_happened_then(place: Place) -> None:
    async def remove() -> None:
        async with place.journal() as journal:
            for match, at in (("aaaaaaaa", 5.0), ("bbbbbbbb", 9.0)):
                await journal.add(entry(match, 1, status="over", updated=2.0).row, 0, [b"{}"], ["ada"], at)
            assert await journal.newest() == 2.0  # nothing has happened
            assert await journal.remove_idle(5.0, STATUSES, 9) == []
            assert await journal.remove_idle(6.0, STATUSES, 9) == ["aaaaaaaa"]
            await journal.append(entry("bbbbbbbb", 2, updated=50.0))
            assert await journal.remove_idle(40.0, STATUSES, 9) == []
            assert await journal.remove_idle(51.0, STATUSES, 9) == ["bbbbbbbb"]

    asyncio.run(remove())


def test_other_processes_hear_of_it(place: Place) -> None:
    """A file only tells that there is something to be heard, and of one's own writing nothing."""

    async def hear() -> None:
        news: asyncio.Queue[object] = asyncio.Queue()
        ears = Ears(
            written=lambda match, seq: news.put_nowait(("written", match)),
            removed=lambda match: news.put_nowait(("removed", match)),
            blocked=lambda: news.put_nowait("blocked"),
            said=news.put_nowait,
            missed=lambda: news.put_nowait("missed"),
        )
        async with place.journal() as one, place.journal() as other:
            await one.listen(ears)
            await one.append(entry("match", 1))
            await asyncio.sleep(2 * sqlite_lanes.LISTEN_SECONDS)
            assert news.empty()
            works = {
                ("written", "match"): other.append(entry("match", 2)),
                ("removed", "match"): other.remove(["match"]),
                "blocked": other.block(Blocked("192.0.2.0/24", 1.0)),
            }
            for told, work in works.items():
                await work
                heard = await asyncio.wait_for(news.get(), SOON)
                assert heard == (told if place.database else "missed")

    asyncio.run(hear())


def test_what_is_blocked_is_noted_until_it_is_not(place: Place) -> None:
    async def block() -> None:
        async with place.journal() as journal:
            first, second = Blocked("192.0.2.0/24", 1.0, None, "spam"), Blocked("2001:db8::/64", 2.0, 3.5)
            for blocked in (Blocked("192.0.2.0/24", 0.5, 9.0), first, second):
                await journal.block(blocked)
            assert await journal.blocked() == [second, first]
            assert await journal.unblock("2001:db8::/64")
            assert not await journal.unblock("2001:db8::/64")
            assert await journal.blocked() == [first]
            for value in ("127.0.0.1", "10.0.0.1"):
                await journal.set("proxy", value)
            assert await journal.setting("proxy", "fresh") == "10.0.0.1"

    asyncio.run(block())


def pages(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size // 4096


@pytest.mark.parametrize("older", [False, True], ids=["new file", "file from before"])
def test_a_file_gets_smaller(tmp_path: Path, older: bool) -> None:
    path = tmp_path / FILE
    if older:
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("CREATE TABLE anything (thing)")

    async def fill_and_remove() -> tuple[int, int]:
        async with Place(data=tmp_path).journal() as journal:
            matches = [f"match{number:03}" for number in range(PAGES // 4)]
            await asyncio.gather(*(journal.append(entry(match, 1, "x" * 3 * 4096)) for match in matches))
            full = pages(path)
            for start in range(0, len(matches), 10):
                await journal.remove(matches[start : start + 10])
            return full, pages(path)

    full, empty = asyncio.run(fill_and_remove())
    assert full > PAGES // 2
    assert empty < full // 4
