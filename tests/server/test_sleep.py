"""A table that matters to nobody sleeps: its bots think when somebody comes, or to answer somebody who will come back."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from escale.play.clock import Terms
from escale.play.events import Event, Moved, Seated, Sitting
from escale.play.match import Match
from escale.server.elsewhere import Elsewhere
from escale.server.limits import DEFAULTS
from escale.server.listener import Listener
from escale.server.live import Table
from escale.server.shares import Asker, Attention
from escale.server.tables import is_idle
from escale.server.visits import DAY, goes_on_alone, last_visit
from tests.play.tables import ADA, BOB, BOT, human, match_of
from tests.server.running import BOT as BOT_SEAT
from tests.server.running import ME, Person, Server

PACE = 0.2  # seconds from a move to a bot's
LONG_ENOUGH = 1.5  # for several moves
PATIENCE = 60.0


@contextlib.contextmanager
def paced(data: Path, pace: float = PACE) -> Iterator[Server]:
    """A server whose bots take a while for a move."""
    server = Server(data)
    set_pace(server, pace)
    server.start()
    try:
        yield server
    finally:
        server.people.close()
        server.kill()


def set_pace(server: Server, pace: float) -> None:
    server._command[server._command.index("--bot-pace") + 1] = str(pace)


def plies(person: Person, table: str) -> int:
    """How many moves were made, asked for without coming to the table."""
    ply = 0
    while person.http.get(f"{person.server.address}/api/tables/{table}/past/{ply + 1}").status_code == 200:
        ply += 1
    return ply


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never happens"
        time.sleep(0.05)


def bots_begin(person: Person) -> str:
    """A table of somebody who never came to it, where a bot must move."""
    while True:
        table = person.make([ME, BOT_SEAT])
        view = person.get(f"/api/tables/{table}/past/0")["view"]
        if view["turn"] == 1:
            return table


def test_bots_alone_play_while_somebody_watches(tmp_path: Path) -> None:
    async def watch(person: Person, table: str, moves: int) -> None:
        async with person.at(table) as screen:
            await screen.until(lambda state: state["ply"] >= moves)

    with paced(tmp_path) as server:
        ada = Person(server)
        table = ada.make([BOT_SEAT, BOT_SEAT])
        time.sleep(LONG_ENOUGH)
        assert plies(ada, table) == 0
        asyncio.run(watch(Person(server), table, 2))
        time.sleep(2 * PACE)  # the move it was thinking about is made
        seen = plies(ada, table)
        time.sleep(LONG_ENOUGH)
        assert plies(ada, table) == seen
        asyncio.run(watch(ada, table, seen + 2))


def test_who_has_gone_finds_the_answer(tmp_path: Path) -> None:
    async def one_move(person: Person, table: str) -> int:
        async with person.at(table) as screen:
            await screen.play()
            return int(screen.table["ply"])

    with paced(tmp_path) as server:
        ada = Person(server)
        table = ada.make([ME, BOT_SEAT])
        ply = asyncio.run(one_move(ada, table))
        until(lambda: plies(ada, table) > ply)


def test_one_who_never_came_is_not_waited_for(tmp_path: Path) -> None:
    async def look(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.until(lambda _: screen.my_turn)

    with paced(tmp_path) as server:
        ada = Person(server)
        table = bots_begin(ada)
        time.sleep(LONG_ENOUGH)
        assert plies(ada, table) == 0
        asyncio.run(look(ada, table))


def test_who_gives_the_seat_to_a_bot_and_goes_is_not_waited_for(tmp_path: Path) -> None:
    async def replaced(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.play()
            assert (await screen.say("seat", seat=0, kind="bot", bot="random"))["t"] == "done"
            ply = screen.table["ply"]
            await screen.until(lambda state: state["ply"] > ply)  # as long as they look on, the bots play

    with paced(tmp_path) as server:
        ada = Person(server)
        table = ada.make([ME, BOT_SEAT])
        asyncio.run(replaced(ada, table))
        time.sleep(2 * PACE)
        seen = plies(ada, table)
        time.sleep(LONG_ENOUGH)
        assert plies(ada, table) == seen


def test_after_a_restart_only_those_go_on_whom_somebody_waits_for(tmp_path: Path) -> None:
    async def one_move(person: Person, table: str) -> int:
        async with person.at(table) as screen:
            await screen.play()
            return int(screen.table["ply"])

    async def come(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.until(lambda state: state["status"] == "over")

    with paced(tmp_path, pace=600) as server:
        ada = Person(server)
        alone, answered = ada.make([BOT_SEAT, BOT_SEAT]), ""
        for _ in range(100):  # until one where the person begins
            answered = ada.make([ME, BOT_SEAT])
            if ada.get(f"/api/tables/{answered}/past/0")["view"]["turn"] == 0:
                break
        ply = asyncio.run(one_move(ada, answered))
        server.kill()
        set_pace(server, 0)
        server.start()
        until(lambda: plies(ada, answered) > ply)
        time.sleep(LONG_ENOUGH)
        assert plies(ada, alone) == 0
        asyncio.run(come(Person(server), alone))


def listener(holder: str | None, address: str = "192.0.2.1") -> Listener:
    return Listener(holder, None, lambda frame: None, address)


def table_of(match: Match, elsewhere: Elsewhere | None = None) -> tuple[Table, list[Table]]:
    """A table, and each time those who watch over it were called."""
    called: list[Table] = []
    return Table(match, None, called.append, elsewhere), called  # type: ignore[arg-type]


def test_whom_a_move_matters_to() -> None:
    async def run() -> None:
        table, called = table_of(match_of(human(ADA), BOT, BOT))
        assert table.attention() is Attention.NOBODY  # she never came
        watcher, ada = listener(None), listener(ADA)
        table.join(watcher)
        assert table.attention() is Attention.WATCHED
        table.join(ada)
        assert table.attention() is Attention.PRESENT
        table.leave(ada)
        assert table.attention() is Attention.AWAITED
        table.leave(watcher)
        assert table.attention() is Attention.AWAITED
        table.visited = time.time() - (DEFAULTS.days_awaited + 1) * DAY
        assert table.attention() is Attention.NOBODY
        assert called == [table]  # when it woke, and not again

    asyncio.run(run())


def test_whoever_wakes_it_is_heard_of_each_time() -> None:
    async def run() -> None:
        table, called = table_of(match_of(BOT, BOT))
        for times in (1, 2, 3):
            first, second = listener(None), listener(BOB)
            table.join(first)
            table.join(second)
            assert len(called) == times
            table.leave(first)
            table.leave(second)
            assert table.attention() is Attention.NOBODY

    asyncio.run(run())


def test_somebody_in_another_process_counts_too() -> None:
    class Other(Elsewhere):
        there: tuple[list[int], int] = ([], 0)

        def at(self, match_id: str) -> tuple[list[int], int]:
            return self.there

    async def run() -> None:
        other = Other()
        table, called = table_of(match_of(human(ADA), BOT), other)
        for there, found in ((([], 2), Attention.WATCHED), (([0], 0), Attention.PRESENT), (([1], 0), Attention.NOBODY)):
            other.there = there
            table.heard_presence()
            assert table.attention() is found
        assert called == [table]
        assert table.source == "heard"

    asyncio.run(run())


def test_for_whom_bots_think() -> None:
    async def run() -> None:
        table, _ = table_of(match_of(human(ADA), BOT))
        assert set(table.askers()) == {Asker("", ADA)}  # as after a restart: no address is kept
        table.join(ada := listener(ADA, "192.0.2.1"))
        table.join(watcher := listener(None, "2001:db8::1"))
        assert set(table.askers()) == {Asker("192.0.2.1", ADA), Asker("2001:db8::", "")}
        table.leave(ada)
        table.leave(watcher)
        assert set(table.askers()) == {Asker("192.0.2.1", ADA)}

    asyncio.run(run())


def test_one_that_sleeps_need_not_be_kept_in_memory() -> None:
    async def run() -> None:
        bots, _ = table_of(match_of(BOT, BOT))
        assert is_idle(bots)
        bots.thinking = True  # about the last move somebody saw
        assert not is_idle(bots)
        bots.thinking = False
        bots.join(watcher := listener(None))
        assert not is_idle(bots)
        bots.leave(watcher)
        assert is_idle(bots)
        match = match_of(human(ADA), BOT)
        table, _ = table_of(match)
        while match.turn != 1:
            match.apply(Moved(at=time.time(), by=ADA, move=match.position.names()[0]))
        table.visited = time.time()
        assert not is_idle(table)  # its bot answers

    asyncio.run(run())


NOW = 1_800_000_000.0
LONG_AGO = NOW - (DEFAULTS.days_awaited + 1) * DAY


def move(at: float, by: str = ADA) -> Moved:
    return Moved(at=at, by=by, move="")


def seated(kind: str, at: float = NOW - 1, by: str = ADA) -> Seated:
    return Seated(at=at, by=by, seat=0, sitting=BOT if kind == "bot" else Sitting("open") if kind == "open" else human(ADA))


@pytest.mark.parametrize(
    ("happened", "alone"),
    [
        ([], False),  # she never came
        ([move(NOW - 1)], True),
        ([move(NOW - 1, by="")], False),  # only a bot moved
        ([move(LONG_AGO)], False),
        ([move(LONG_AGO), move(NOW - 1, by="")], False),
        ([move(NOW - 1), seated("bot")], False),
        ([move(NOW - 1), seated("open")], False),
        ([move(NOW - 2), seated("bot"), seated("human")], True),
    ],
)
def test_what_a_journal_tells_of_who_is_waited_for(happened: list[Event], alone: bool) -> None:
    created = match_of(human(ADA), BOT).created
    assert goes_on_alone([created, *happened], NOW) is alone


def test_a_table_with_a_clock_is_always_taken_up() -> None:
    clock = Terms("move", 10)
    assert goes_on_alone([match_of(human(ADA), BOT, clock=clock).created], NOW)
    assert not goes_on_alone([match_of(human(ADA), BOT).created], NOW)


def test_that_a_table_was_made_is_no_visit() -> None:
    created = match_of(human(ADA), BOT).created
    assert last_visit([created]) is None
    assert last_visit([created, move(5.0), move(7.0), move(9.0, by="")]) == 7.0
