"""Looking back at games, over the wire: in the background, with progress, bounded, the same from everybody."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.search.review import Review, Stopped
from escale.server import limits, making, reviews
from escale.server.bodies import Record, Reviewing
from escale.server.metrics import Metrics
from escale.server.readiness import Readiness
from escale.server.reviews import Reviews, key_of
from escale.server.shares import Asker
from tests.play.tables import EVERY_GAME, GAMES, options_for
from tests.server.running import BOT, GAME, ME, Person, Server, serving

PATIENCE = 120.0
SOME_MOVES = 6  # of a game that is reviewed twice


def over(person: Person, game: str = GAME) -> str:
    """A table whose game is over."""
    table = person.make([BOT, BOT], game=game, options=options_for(game))

    async def watch() -> None:
        async with person.at(table) as screen:
            await screen.until(lambda state: state["status"] == "over")

    asyncio.run(watch())
    return table


def reviewed(ask: Any) -> dict[str, Any]:
    """Ask until it is there."""
    seen = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        told: dict[str, Any] = ask()
        seen.append(told["done"])
        assert 0 <= told["done"] <= told["of"]
        if told["review"] is not None:
            assert seen == sorted(seen)
            return told
        time.sleep(0.1)
    raise AssertionError(f"no review after {PATIENCE} s: {seen}")


@EVERY_GAME
def test_a_table_and_its_record_are_reviewed_alike(game: str, server: Server) -> None:
    person = Person(server)
    table = over(person, game)
    replay = person.get(f"/api/tables/{table}/replay")
    first = person.get(f"/api/tables/{table}/review")
    assert first == {"done": 0, "of": len(replay["frames"]), "review": None}
    found = reviewed(lambda: person.get(f"/api/tables/{table}/review"))["review"]
    assert person.post("/api/reviews", replay["record"])["review"] == found
    described = person.get("/api/openapi.json")["components"]["schemas"]
    assert found.keys() == described["ReviewShown"]["properties"].keys()
    assert len(found["curve"]) == len(replay["frames"])
    turns = {turn["ply"] for turn in found["turning"]}
    assert all(fall.keys() == described["FallShown"]["properties"].keys() for fall in found["falls"])
    assert not turns & {fall["ply"] for fall in found["falls"]}
    winners = replay["frames"][-1]["view"]["winners"]
    assert [seat for seat, payoff in enumerate(found["curve"][-1]) if payoff > 0] == winners
    assert len(found["turning"]) <= 3
    for turn in found["turning"]:
        assert turn["played"] == replay["record"]["moves"][turn["ply"]]
        assert turn["better"] != turn["played"]
        assert turn["lost"] > 0


def test_another_process_says_the_same(tmp_path: Path) -> None:
    records = [as_json(record(1, SOME_MOVES, game)) for game in GAMES]
    with serving(tmp_path) as server:
        person = Person(server)
        table = over(person)

        def ask() -> list[dict[str, Any]]:
            found = [reviewed(lambda: person.get(f"/api/tables/{table}/review"))]
            return [*found, *(reviewed(lambda one=one: person.post("/api/reviews", one)) for one in records)]

        first = ask()
        server.stop()
        server.start()
        assert ask() == first
        assert all(len(told["review"]["curve"]) == SOME_MOVES + 1 for told in first[1:])


@EVERY_GAME
def test_only_when_it_is_over(game: str, server: Server) -> None:
    person = Person(server)
    table = person.make([ME, BOT], game=game, options=options_for(game))
    assert person.get(f"/api/tables/{table}/review", 409)["error"]["code"] == "not_over"
    assert person.get("/api/tables/nosuchid/review", 404)["error"]["code"] == "no_such_table"
    wrong = {**as_json(record(1, game=game)), "moves": ["zzz"]}
    assert person.post("/api/reviews", wrong, 422)["error"]["code"] == "wrong_move"


def test_a_server_that_is_closed_meanwhile_ends_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        person = Person(server)
        table = over(person)
        while person.get(f"/api/tables/{table}/review")["done"] == 0:
            time.sleep(0.02)
        begun = time.perf_counter()
        assert server.stop() == 0
        assert time.perf_counter() - begun < 5
        assert "error" not in server.errors.read_text()


def as_json(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def record(seed: int, moves: int = 3, game: str = GAME) -> Record:
    """A short game that was not played to its end."""
    position = escale.load(game).new(2, seed, **options_for(game))
    texts = []
    for _ in range(moves):
        texts.append(position.names()[0])
        position.play(texts[-1])
    return Record(game, escale.games()[game].version, 2, options_for(game), str(seed), texts)


class Desk:
    """Reviews without a server, whose making waits until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing asked for yet."""
        self.reviews = Reviews(Readiness(), Metrics())
        self.go_on = threading.Event()
        self.made: list[str] = []
        self.at_once = [0, 0]  # now, and at most
        monkeypatch.setattr(reviews, "made", self._made)

    def _made(self, job: reviews.Job) -> Review:
        self.at_once[0] += 1
        self.at_once[1] = max(self.at_once)
        self.made.append(job.key)
        try:
            for step in range(1, job.of + 1):
                while not self.go_on.wait(0.01):
                    if job.stop.is_set():
                        raise Stopped
                job.step(step, job.of)
                if job.stop.is_set():
                    raise Stopped
            return Review([[0.0]] * job.of, [], [])
        finally:
            self.at_once[0] -= 1

    async def ask(self, seed: int, address: str = "here", holder: str = "") -> Reviewing:
        one = record(seed)
        return await self.reviews.ask(one, lambda: asyncio.to_thread(making.replayed, one), Asker(address, holder))

    async def until_done(self, seed: int, address: str = "here") -> None:
        async with asyncio.timeout(PATIENCE):
            while (await self.ask(seed, address)).review is None:
                await asyncio.sleep(0.01)

    async def until_begun(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while not self.made:
                await asyncio.sleep(0.01)

    def order(self) -> list[int]:
        """The seeds of the games, as their reviews were begun."""
        seeds = {key_of(record(seed)): seed for seed in range(200)}
        return [seeds[key] for key in self.made]


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


def test_one_at_a_time_in_the_order_they_were_asked_for(desk: Desk) -> None:
    async def run() -> None:
        for seed in range(4):
            await desk.ask(seed)
        desk.go_on.set()
        await desk.until_done(3)

    asyncio.run(run())
    assert desk.made == [key_of(record(seed)) for seed in range(4)]
    assert desk.at_once == [0, 1]


def test_one_person_may_have_so_many_waiting(desk: Desk) -> None:
    async def run() -> None:
        await desk.ask(0)
        await desk.until_begun()
        for seed in range(1, 1 + limits.DEFAULTS.reviews_per_person):
            await desk.ask(seed)
        with pytest.raises(limits.TooMany):
            await desk.ask(100)
        await desk.ask(1)  # which is waiting already
        await desk.ask(101, holder="somebody else in the house")
        await desk.reviews.close()

    asyncio.run(run())


def test_who_asks_for_one_goes_before_those_who_ask_for_many(desk: Desk) -> None:
    """Thirty from six addresses, as many as may wait; then somebody asks for one."""
    addresses, each = 6, limits.DEFAULTS.reviews_waiting // 6

    async def run() -> None:
        for seed in range(addresses * each):
            await desk.ask(seed, f"address {seed % addresses}")
        await desk.until_begun()
        await desk.ask(addresses * each, "address 0")
        await desk.ask(150, "newcomer")
        await asyncio.sleep(0.01)  # who lost the place hears of it
        waiting = [job.person.address for job in desk.reviews._jobs.values()]
        desk.go_on.set()
        await desk.until_done(150, "newcomer")
        assert len(waiting) == limits.DEFAULTS.reviews_waiting + 1  # with the one being made
        assert waiting.count("newcomer") == 1
        await desk.reviews.close()

    asyncio.run(run())
    assert desk.order()[:2] == [0, 150]


def test_those_who_ask_for_many_take_turns(desk: Desk) -> None:
    async def run() -> None:
        for seed in range(6):
            await desk.ask(seed, "first" if seed < 4 else "second")
        desk.go_on.set()
        for seed in range(6):
            await desk.until_done(seed, "somebody")

    asyncio.run(run())
    assert desk.order().index(4) == 1
    assert desk.order().index(5) <= 3


def test_a_full_line_lets_a_newcomer_in_and_who_has_most_loses_the_newest(desk: Desk) -> None:
    async def run() -> None:
        await desk.ask(0, "first")
        await desk.until_begun()
        for seed in range(1, limits.DEFAULTS.reviews_waiting + 1):  # many people behind one address
            await desk.ask(seed, "school", f"pupil {seed % 10}")
        with pytest.raises(limits.TooMany):
            await desk.ask(100, "school", "pupil 1")
        await desk.ask(101, "school", "the teacher")  # who has none waiting yet
        await desk.ask(102, "home")
        await asyncio.sleep(0.01)
        left = {job.key for job in desk.reviews._jobs.values()}
        assert {key_of(record(seed)) for seed in (101, 102)} < left
        gone = [seed for seed in range(limits.DEFAULTS.reviews_waiting + 1) if key_of(record(seed)) not in left]
        assert len(gone) == 2
        assert min(gone) > 10  # the newest of those who have several
        await desk.reviews.close()

    asyncio.run(run())


def test_one_whose_game_somebody_with_many_asked_for_before_does_not_wait_for_these(desk: Desk) -> None:
    async def run() -> None:
        for seed in range(limits.DEFAULTS.reviews_per_person):
            await desk.ask(seed, "many")
        await desk.ask(100, "others")
        await desk.ask(limits.DEFAULTS.reviews_per_person - 1, "one")
        desk.go_on.set()
        await desk.until_done(limits.DEFAULTS.reviews_per_person - 1, "one")
        await desk.reviews.close()

    asyncio.run(run())
    assert limits.DEFAULTS.reviews_per_person - 1 in desk.order()[:3]


def test_what_nobody_asks_for_any_more_is_given_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        await desk.ask(0)
        await desk.ask(1)
        await asyncio.sleep(0.05)
        monkeypatch.setattr(reviews, "FORGOTTEN_SECONDS", 0.01)
        desk.go_on.set()
        async with asyncio.timeout(PATIENCE):
            while desk.reviews._jobs:
                await asyncio.sleep(0.01)
        monkeypatch.setattr(reviews, "FORGOTTEN_SECONDS", 100.0)
        assert (await desk.ask(0)).review is None
        await desk.until_done(0)

    asyncio.run(run())
    assert desk.made == [key_of(record(0))] * 2


def test_so_many_are_kept(desk: Desk) -> None:
    desk.reviews = Reviews(Readiness(), Metrics(), replace(limits.DEFAULTS, reviews_kept=2))
    desk.go_on.set()

    async def run() -> None:
        for seed in (0, 1, 0, 2, 0):
            await desk.until_done(seed)
        await desk.until_done(1)

    asyncio.run(run())
    assert desk.made == [key_of(record(seed)) for seed in (0, 1, 2, 1)]


def test_one_that_fails_is_not_begun_again_and_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def fail(job: reviews.Job) -> Review:
        begun.append(job)
        raise LookupError("no idea")

    monkeypatch.setattr(reviews, "made", fail)

    async def run() -> list[reviews.ReviewFailed]:
        await desk.ask(0)
        errors = []
        for _ in range(3):
            with pytest.raises(reviews.ReviewFailed) as failure:
                await desk.until_done(0)
            errors.append(failure.value)
        return errors

    errors = asyncio.run(run())
    assert len(begun) == 1
    assert len(set(map(id, errors))) == 3  # one raised again and again would remember everywhere it has been


def test_one_that_failed_may_be_tried_again_after_a_while(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = reviews.made

    def fail(job: reviews.Job) -> Review:
        raise LookupError("no idea")

    monkeypatch.setattr(reviews, "made", fail)
    desk.go_on.set()

    async def run() -> None:
        await desk.ask(0)
        with pytest.raises(reviews.ReviewFailed):
            await desk.until_done(0)
        monkeypatch.setattr(reviews, "made", sound)
        with pytest.raises(reviews.ReviewFailed):
            await desk.until_done(0)
        monkeypatch.setattr(reviews, "RETRY_SECONDS", 0.0)
        await desk.until_done(0)

    asyncio.run(run())
    assert desk.made == [key_of(record(0))]


def test_closing_stops_what_is_being_made(desk: Desk) -> None:
    async def run() -> None:
        await desk.ask(0)
        async with asyncio.timeout(PATIENCE):
            while not desk.made:
                await asyncio.sleep(0.01)
            await desk.reviews.close()
            while desk.at_once[0]:
                await asyncio.sleep(0.01)

    asyncio.run(run())
