"""What every store must do, on every kind of database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from escale.store.journal import Conflict, Journal
from tests.store.places import Place, entry


def run(place: Place, work: Callable[[Journal], Awaitable[Any]]) -> Any:
    async def opened() -> Any:
        async with place.journal() as journal:
            return await work(journal)

    return asyncio.run(opened())


def test_what_is_written_is_read_in_order_also_by_who_comes_later(place: Place) -> None:
    async def write(journal: Journal) -> list[bytes]:
        for seq in range(1, 5):
            await journal.append(entry("aaaaaaaa", seq, f'{{"é": {seq}}}'))
        return await journal.read("aaaaaaaa", 2)

    assert run(place, write) == ['{"é": 3}'.encode(), '{"é": 4}'.encode()]
    assert len(run(place, lambda journal: journal.read("aaaaaaaa"))) == 4
    assert run(place, lambda journal: journal.read("bbbbbbbb")) == []


@pytest.mark.parametrize("seq", [1, 2, 4, 9], ids=["first again", "taken", "beyond a gap", "far beyond"])
def test_a_place_that_is_taken_or_not_the_next_is_refused_and_nothing_changes(place: Place, seq: int) -> None:
    async def write(journal: Journal) -> tuple[list[bytes], list[str]]:
        await journal.append(entry("aaaaaaaa", 1, holders=["ada"]))
        await journal.append(entry("aaaaaaaa", 2))
        with pytest.raises(Conflict):
            await journal.append(entry("aaaaaaaa", seq, "wrong", status="over", holders=["bob"]))
        return await journal.read("aaaaaaaa"), await journal.held_by("bob", 9) + await journal.playing(0.0)

    assert run(place, write) == ([b"{}", b"{}"], ["aaaaaaaa"])


def test_a_match_begins_with_its_first_event(place: Place) -> None:
    async def write(journal: Journal) -> list[bytes]:
        with pytest.raises(Conflict):
            await journal.append(entry("aaaaaaaa", 2))
        return await journal.read("aaaaaaaa")

    assert run(place, write) == []


def test_what_a_match_has_come_to(place: Place) -> None:
    async def write(journal: Journal) -> list[str | None]:
        await journal.append(entry("aaaaaaaa", 1))
        await journal.append(entry("bbbbbbbb", 1))
        await journal.append(entry("bbbbbbbb", 2, status="over"))
        return [await journal.status(match) for match in ("aaaaaaaa", "bbbbbbbb", "cccccccc")]

    assert run(place, write) == ["playing", "over", None]


def test_an_invitation_is_for_one_match(place: Place) -> None:
    async def write(journal: Journal) -> tuple[Any, ...]:
        await journal.append(entry("aaaaaaaa", 1, invitation="one"))
        with pytest.raises(Conflict):
            await journal.append(entry("bbbbbbbb", 1, invitation="one"))
        return await journal.invited_to("one"), await journal.invited_to("two"), await journal.read("bbbbbbbb")

    assert run(place, write) == ("aaaaaaaa", None, [])


@pytest.mark.parametrize("text", ["\0", "' OR 1=1 --", "é" * 500], ids=["nul", "quotes", "long"])
def test_texts_that_nobody_has_find_nothing(place: Place, text: str) -> None:
    async def look(journal: Journal) -> tuple[Any, ...]:
        await journal.append(entry("aaaaaaaa", 1, holders=["ada"]))
        return await journal.invited_to(text), await journal.held_by(text, 9), await journal.read(text)

    assert run(place, look) == (None, [], [])


def test_the_matches_of_a_holder_the_last_changed_first(place: Place) -> None:
    async def write(journal: Journal) -> tuple[list[str], ...]:
        await journal.append(entry("aaaaaaaa", 1, updated=1.0, holders=["ada"]))
        await journal.append(entry("bbbbbbbb", 1, updated=2.0, holders=["ada", "bob"]))
        await journal.append(entry("cccccccc", 1, updated=3.0))
        await journal.append(entry("cccccccc", 2, updated=4.0, holders=["ada"]))
        await journal.append(entry("aaaaaaaa", 2, updated=5.0, status="over", holders=["ada"]))
        return await journal.held_by("ada", 9), await journal.held_by("ada", 2), await journal.held_by("bob", 9)

    assert run(place, write) == (["aaaaaaaa", "cccccccc", "bbbbbbbb"], ["aaaaaaaa", "cccccccc"], ["bbbbbbbb"])


def test_what_is_being_played_and_what_anybody_may_watch(place: Place) -> None:
    async def write(journal: Journal) -> tuple[list[str], ...]:
        await journal.append(entry("aaaaaaaa", 1, updated=1.0, listed=True))
        await journal.append(entry("bbbbbbbb", 1, updated=2.0, listed=True))
        await journal.append(entry("cccccccc", 1, updated=3.0))
        await journal.append(entry("dddddddd", 1, updated=4.0, listed=True))
        await journal.append(entry("dddddddd", 2, updated=5.0, listed=True, status="ended"))
        playing = [sorted(await journal.playing(since)) for since in (0.0, 1.5)]
        return await journal.listed(9), await journal.listed(1), *playing

    assert run(place, write) == (
        ["bbbbbbbb", "aaaaaaaa"],
        ["bbbbbbbb"],
        ["aaaaaaaa", "bbbbbbbb", "cccccccc"],
        ["bbbbbbbb", "cccccccc"],
    )


def test_how_many_games_somebody_plays(place: Place) -> None:
    async def write(journal: Journal) -> list[int]:
        for number, status in enumerate(("playing", "playing", "over")):
            await journal.append(entry(f"match{number:03}", 1, updated=float(number), status=status, holders=["ada"]))
        return [await journal.count_playing(holder, since) for holder, since in (("ada", -1.0), ("ada", 0.5), ("bob", -1.0))]

    assert run(place, write) == [2, 1, 0]


def test_how_long_servers_have_served_is_the_longest_that_any_has_said(place: Place) -> None:
    async def live(journal: Journal) -> list[float]:
        said = [0.0, 5.0, 3.0, 6.5]  # the third by a process that started later
        return [await journal.beat(at, served) for at, served in enumerate(said)]

    assert run(place, live) == [0.0, 5.0, 5.0, 6.5]
    assert run(place, lambda journal: journal.beat(1.0, 0.0)) == 6.5  # after a restart


def test_how_long_servers_have_served_since_the_last_event_of_a_match_with_a_clock(place: Place) -> None:
    async def live(journal: Journal) -> list[float]:
        await journal.append(entry("early", 1, clocked=True))  # before anything was ever said
        await journal.beat(1.0, 100.0)
        await journal.append(entry("clocked", 1, clocked=True))
        await journal.append(entry("timeless", 1))
        await journal.beat(2.0, 130.0)
        found = [await journal.waited(match) for match in ("early", "clocked", "timeless", "nosuch")]
        await journal.append(entry("clocked", 2, clocked=True))
        await journal.beat(-9.0, 131.0)  # by a wall clock that was set back
        found.append(await journal.waited("clocked"))
        await journal.append(entry("clocked", 3))  # restored from a backup of another server's
        return [*found, await journal.waited("clocked")]

    assert run(place, live) == [0.0, 30.0, 0.0, 0.0, 1.0, 0.0]


def test_a_match_can_be_forgiven_the_time_it_waited(place: Place) -> None:
    async def live(journal: Journal) -> list[float]:
        await journal.beat(1.0, 100.0)
        for match in ("forgiven", "charged"):
            await journal.append(entry(match, 1, clocked=True))
        await journal.beat(2.0, 130.0)
        await journal.forgive("forgiven")
        await journal.forgive("nosuch")
        return [await journal.waited(match) for match in ("forgiven", "charged")]

    assert run(place, live) == [0.0, 30.0]


def test_a_journal_that_works_is_probed_and_looked_at_without_a_word(place: Place) -> None:
    async def probe(journal: Journal) -> tuple[str | None, float]:
        await journal.beat(1.0, 7.0)
        await journal.append(entry("aaaaaaaa", 1))
        for at in (2.0, 3.0):
            await journal.probe(at)
        return await journal.damage(), await journal.beat(4.0, 0.0)

    assert run(place, probe) == (None, 7.0)


def test_a_dump_has_every_match_as_at_one_moment(place: Place) -> None:
    async def dump(journal: Journal) -> list[Any]:
        for match in ("aaaaaaaa", "bbbbbbbb"):
            await journal.append(entry(match, 1, listed=True, holders=["ada"], updated=0.25))
        found: list[Any] = []
        async for row, bodies, holders in journal.dump():
            await journal.append(entry("bbbbbbbb", len(found) + 2))  # which the dump doesn't see
            found.append((row.id, row.listed, row.updated, bodies, holders))
        return found

    assert run(place, dump) == [(match, True, 0.25, [b"{}"], ["ada"]) for match in ("aaaaaaaa", "bbbbbbbb")]


def test_many_at_once_each_in_its_place(place: Place) -> None:
    async def write(journal: Journal) -> list[int]:
        async def one(match: str) -> None:
            for seq in range(1, 11):
                await journal.append(entry(match, seq))

        matches = [f"match{number:03}" for number in range(30)]
        await asyncio.gather(*(one(match) for match in matches))
        return [len(await journal.read(match)) for match in matches]

    assert run(place, write) == [10] * 30


def test_of_many_who_want_one_place_one_gets_it(place: Place) -> None:
    async def race(journal: Journal) -> tuple[int, list[bytes]]:
        await journal.append(entry("aaaaaaaa", 1))
        wanted = [journal.append(entry("aaaaaaaa", 2, f"{number}")) for number in range(20)]
        results = await asyncio.gather(*wanted, return_exceptions=True)
        assert all(result is None or isinstance(result, Conflict) for result in results), results
        return results.index(None), await journal.read("aaaaaaaa", 1)

    winner, bodies = run(place, race)
    assert bodies == [str(winner).encode()]
