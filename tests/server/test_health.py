"""What a host is told when something is wrong with the journal: by /health, in the log, at the start."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from escale.server import health
from escale.server.health import TEXTS, Health, NotReady
from escale.server.journals import FILE
from escale.server.uptime import Uptime
from escale.server.watched import WatchedJournal
from escale.store.journal import Cause, Unavailable
from escale.store.sqlite import SqliteJournal
from tests.postgres.server import Server as Postgres
from tests.server.running import BOT, ME, Person, Screen, Server, serving
from tests.server.storms import FULL, Fault, Weather
from tests.store.outage import away
from tests.store.places import entry

OK, NOT_READY = 200, 503
SOON = 60.0
PAGE = 4096
TRIES = 5  # at a move while nothing can be written


def until(so: Callable[[], Any]) -> Any:
    """What is so in the end."""
    deadline = time.monotonic() + SOON
    while not (found := so()):
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.1)
    return found


def asked(person: Person) -> tuple[int, Any]:
    response = person.http.get(person.server.address + "/health")
    return response.status_code, response.json()


def told(server: Server, words: str) -> list[dict[str, Any]]:
    """The lines of the log that say something."""
    return [line for line in map(json.loads, server.errors.read_text().splitlines()) if words in line["what"]]


def test_a_server_that_can_read_and_write_is_ready_and_alive(server: Server) -> None:
    ada = Person(server)
    assert ada.get("/health") == {"status": "ok"}
    assert ada.get("/health/live") == {"status": "ok"}


async def refused(screen: Screen) -> None:
    for _ in range(TRIES):
        move = {"seq": screen.table["seq"], "move": screen.table["view"]["moves"][0]["text"]}
        assert (await screen.say("play", **move))["code"] == "unavailable"


async def weathered(ada: Person, table: str, fault: contextlib.AbstractAsyncContextManager[None], cause: str) -> None:
    """While it lasts, the server says so and lives; afterwards it is well again, and plays."""
    async with ada.at(table) as screen:
        await screen.until(lambda _: screen.my_turn)
        async with fault:
            status, body = await asyncio.to_thread(until, lambda: (found := asked(ada))[0] != OK and found)
            assert (status, body["error"]["code"]) == (NOT_READY, cause)
            assert body["error"]["text"] == f"{TEXTS[cause]}: moves can't be taken now"
            assert await asyncio.to_thread(ada.get, "/health/live") == {"status": "ok"}
            await refused(screen)
        await asyncio.to_thread(until, lambda: asked(ada)[0] == OK)
        await screen.play()


def check_log(server: Server, cause: str) -> None:
    """One line when it began, one when it was over."""
    began, ended = (told(server, f"writing the journal {words}") for words in ("fails", "works again"))
    assert len(began) == len(ended) == 1, server.errors.read_text()
    assert began[0]["reason"].startswith(f"{cause}: ")
    assert began[0]["level"] == "error"
    assert ended[0]["failures"] > TRIES
    assert ended[0]["seconds"] > 0


@pytest.mark.skipif(not FULL, reason="only Linux can take the disk from another process")
def test_a_disk_that_takes_nothing_is_told(tmp_path: Path) -> None:
    weather = Weather(tmp_path, ("-m", "escale"), None)
    weather.server.start()
    try:
        ada = Person(weather.server)
        asyncio.run(weathered(ada, ada.make([ME, BOT]), weather.full(), "disk"))
        check_log(weather.server, "disk")
    finally:
        weather.server.people.close()
        weather.server.kill()


@pytest.mark.parametrize("fault", [Weather.gone, Weather.replaced])
def test_a_file_that_is_no_longer_in_its_place_is_told(tmp_path: Path, fault: Fault) -> None:
    weather = Weather(tmp_path, ("-m", "escale"), None)
    weather.server.start()
    try:
        ada = Person(weather.server)
        asyncio.run(weathered(ada, ada.make([ME, BOT]), fault(weather), "gone"))
        check_log(weather.server, "gone")
    finally:
        weather.server.people.close()
        weather.server.kill()


def test_a_database_that_is_away_is_told(tmp_path: Path, postgres: Postgres, database: str) -> None:
    with serving(tmp_path, "--database", database) as server:
        ada = Person(server)
        asyncio.run(weathered(ada, ada.make([ME, BOT]), away(postgres, database), "away"))
        check_log(server, "away")
        assert len(told(server, "can't listen")) == 1


def spoil(path: Path, table: str) -> None:
    """Write nonsense over the first page of a table's entries, in the file itself."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    with path.open("r+b") as file:
        file.seek((root - 1) * PAGE)
        file.write(bytes(range(256)) * (PAGE // 256))


def test_flipped_bytes_are_told_and_the_others_play_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = Person(server)
        table = ada.make([ME, BOT])
        spoil(tmp_path / FILE, "holders_by_match")
        status, body = asked(ada)
        assert (status, body["error"]["code"]) == (NOT_READY, "damaged")
        assert str(tmp_path) not in json.dumps(body)
        assert asked(ada)[0] == NOT_READY
        assert len(told(server, "the database is damaged")) == 1

        async def play() -> None:
            async with ada.at(table) as screen:
                await screen.play()

        asyncio.run(play())
        assert ada.get("/health/live") == {"status": "ok"}


def started(data: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "escale", "serve", "--port", "0", "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, timeout=SOON, check=False)


@pytest.mark.parametrize("harm", ["page", "header", "nothing of it left"])
def test_a_server_refuses_to_start_on_a_damaged_file_and_says_what_helps(tmp_path: Path, harm: str) -> None:
    async def write() -> None:
        journal = SqliteJournal(tmp_path / FILE)
        await journal.append(entry("aaaaaaaa", 1))
        await journal.close()

    asyncio.run(write())
    if harm == "page":
        spoil(tmp_path / FILE, "events")
    else:
        whole = (tmp_path / FILE).read_bytes()
        (tmp_path / FILE).write_bytes(b"x" * 100 + whole[100:] if harm == "header" else b"hello " * 1000)
    before = (tmp_path / FILE).read_bytes()
    done = started(tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "is damaged" in done.stderr
    assert f"escale check --data {tmp_path}" in done.stderr
    assert (tmp_path / FILE).read_bytes() == before


class Stuck(SqliteJournal):
    """A journal that fails as it is told, or hangs."""

    cause: Cause | None = None
    hangs = False
    seconds = 0.0
    probes = 0

    async def setting(self, name: str, fresh: str) -> str:
        """Meet a damaged page."""
        raise Unavailable("a page", "damaged")

    async def probe(self, at: float) -> None:
        """Fail, hang, take its time or work."""
        self.probes += 1
        if self.cause:
            raise Unavailable("a password, a path", self.cause)
        if self.hangs:
            await asyncio.Event().wait()
        await asyncio.sleep(self.seconds)
        await super().probe(at)


@contextlib.asynccontextmanager
async def stuck(tmp_path: Path) -> AsyncIterator[tuple[Stuck, Health]]:
    journal = Stuck(tmp_path / FILE)
    try:
        yield journal, Health(WatchedJournal(journal, Uptime()))
    finally:
        await journal.close()


def test_one_damaged_page_stops_nobodys_clock(tmp_path: Path) -> None:
    async def write() -> None:
        uptime = Uptime()
        journal = Stuck(tmp_path / FILE)
        watched = WatchedJournal(journal, uptime)
        for _ in range(3):
            with pytest.raises(Unavailable):
                await watched.setting("name", "value")
            assert not uptime.stands
        journal.cause = "full"
        with pytest.raises(Unavailable):
            await watched.probe(0.0)
        assert uptime.stands
        await journal.close()

    asyncio.run(write())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "ANSWER_SECONDS", 0.1)


@pytest.mark.parametrize("cause", [*Cause.__args__])  # type: ignore[attr-defined]
def test_every_cause_has_a_word_and_a_line_that_anybody_may_read(tmp_path: Path, cause: Cause) -> None:
    async def ask() -> None:
        async with stuck(tmp_path) as (journal, asking):
            journal.cause = cause
            with pytest.raises(NotReady) as error:
                await asking.check()
            assert error.value.cause == cause
            assert "password" not in str(error.value)
            assert "\n" not in str(error.value)

    asyncio.run(ask())


@pytest.mark.usefixtures("impatient")
def test_a_journal_that_gives_no_answer_is_told_in_time_and_not_asked_again_meanwhile(tmp_path: Path) -> None:
    async def ask() -> None:
        async with stuck(tmp_path) as (journal, asking):
            journal.hangs = True
            for _ in range(3):
                with pytest.raises(NotReady) as error:
                    await asking.check()
                assert error.value.cause == "slow"
            assert journal.probes == 1

    asyncio.run(ask())


def test_asking_often_costs_one_look(tmp_path: Path) -> None:
    async def ask() -> None:
        async with stuck(tmp_path) as (journal, asking):
            await asyncio.gather(*(asking.check() for _ in range(50)))
            assert journal.probes == 1

    asyncio.run(ask())


def test_whoever_asks_while_another_look_begins_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that takes longer than its answer is kept: whoever comes as it ends begins the next one."""
    monkeypatch.setattr(health, "KEPT_SECONDS", 0.0)
    askers, times = 5, 20

    async def ask() -> None:
        async with stuck(tmp_path) as (journal, asking):
            journal.seconds = 0.02

            async def over_and_over(nth: int) -> None:
                await asyncio.sleep(journal.seconds * nth / askers)
                for _ in range(times):
                    await asking.check()

            await asyncio.gather(*map(over_and_over, range(askers)))
            assert times <= journal.probes <= times + askers

    asyncio.run(ask())
