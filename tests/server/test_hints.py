"""Hints over the wire: for the seat to move, told to who asked and to nobody else, and only of the position as it is."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.play.match import Match
from escale.play.rulings import Refused
from escale.rules.cores import cores
from escale.server import hints, limits
from escale.server.listener import Listener
from escale.server.live import Table
from escale.server.readiness import Readiness
from tests.play.tables import ADA, EVERY_GAME, GAMES, human, match_of, options_for
from tests.server.planted.plants import with_fault
from tests.server.running import BOT, ME, Person, Screen, Server, serving

LONGEST_SECONDS = 5.0  # on a machine that has other things to do; alone it is a second
FIELDS = {"t", "id", "seq", "seat", "move", "number", "expected", "usual", "idea", "place", "said", "asides"}


async def hint(screen: Screen) -> dict[str, Any]:
    await screen.until(lambda _: screen.my_turn)
    return await screen.say("hint", seq=screen.table["seq"])


def is_text(game: str, said: Any) -> bool:
    words = escale.load(game).texts
    return set(said) == {"key", "values"} and all(said["key"] in set(words[language].names("")) for language in words)


@EVERY_GAME
def test_three_steps_for_a_legal_move(game: str, server: Server) -> None:
    async def play(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.until(lambda _: screen.my_turn)
            told = await hint(screen)
            assert set(told) == FIELDS
            assert told["seat"] == screen.table["seat"]
            assert told["move"] in [move["text"] for move in screen.table["view"]["moves"]]
            assert all(is_text(game, said) for said in (told["idea"], told["place"], told["said"], *told["asides"]))
            again = await hint(screen)
            assert {**again, "id": ""} == {**told, "id": ""}
            done = await screen.say("play", seq=screen.table["seq"], move=told["move"])
            assert done["t"] == "done"

    person = Person(server)
    asyncio.run(play(person, person.make([ME, BOT], game=game, options=options_for(game))))


def test_the_same_hint_from_another_process_in_every_game(tmp_path: Path) -> None:
    """The iterations decide, not how fast the machine is."""

    async def told(person: Person, table: str) -> dict[str, Any]:
        async with person.at(table) as screen:
            said = await hint(screen)
            assert said["t"] == "hint"
            return {**said, "id": ""}

    with serving(tmp_path) as server:
        person = Person(server)
        tables = [person.make([ME, BOT], game=game, options=options_for(game)) for game in GAMES]
        first = [asyncio.run(told(person, table)) for table in tables]
        server.stop()
        server.start()
        assert [asyncio.run(told(person, table)) for table in tables] == first


@EVERY_GAME
def test_nobody_else_hears_of_it(game: str, server: Server) -> None:
    async def play(ada: Person, table: str) -> None:
        async with ada.at(table) as screen, ada.at(table) as second, Person(server).at(table) as watching:
            told = await hint(screen)
            assert told["t"] == "hint"
            for other in (second, watching):
                await other.say("why", move="?")
                assert all(json.loads(frame)["t"] != "hint" for frame in other.frames)
            assert (await watching.say("hint", seq=watching.table["seq"]))["code"] == "not_your_turn"

    ada = Person(server)
    asyncio.run(play(ada, ada.make([ME, BOT], game=game, options=options_for(game))))


@EVERY_GAME
def test_not_where_other_people_may_come(game: str, server: Server) -> None:
    async def asked(ada: Person) -> str:
        async with ada.at(ada.make([ME, BOT], game=game, options=options_for(game))) as screen:
            await screen.until(lambda _: screen.my_turn)
            assert (await screen.say("seat", seat=1, kind="open"))["t"] == "done"
            return str((await hint(screen))["code"])

    assert asyncio.run(asked(Person(server))) == "hints_alone"


@EVERY_GAME
def test_on_one_screen_for_the_seat_that_is_shown(game: str, server: Server) -> None:
    async def play(ada: Person, table: str) -> None:
        async with ada.at(table) as screen:
            covered = await screen.say("hint", seq=screen.table["seq"])
            assert covered["code"] == "not_your_turn"
            turn = screen.table["view"]["turn"]
            await screen.socket.send(json.dumps({"t": "sit", "seat": turn}))
            await screen.until(lambda table: table["seat"] == turn)
            assert (await hint(screen))["seat"] == turn

    ada = Person(server)
    asyncio.run(play(ada, ada.make([ME, ME], game=game, options=options_for(game), one_screen=True)))


def test_one_at_a_time_a_table_and_stale_when_the_position_has_moved_on(tmp_path: Path) -> None:
    async def play(ada: Person, table: str) -> None:
        async with ada.at(table) as screen, ada.at(table) as second:
            await screen.until(lambda _: screen.my_turn)
            seq = screen.table["seq"]
            await screen.socket.send(json.dumps({"t": "hint", "id": "first", "seq": seq}))
            await screen.say("why", move="?")  # the connection goes on meanwhile
            assert (await second.say("hint", seq=seq))["code"] == "busy"
            move = screen.table["view"]["moves"][0]["text"]
            assert (await screen.say("play", seq=seq, move=move))["t"] == "done"
            while (frame := await screen.read()).get("id") != "first":
                pass
            assert (frame["t"], frame["code"]) == ("refused", "stale")
            assert (await screen.say("hint", seq=seq))["code"] in ("stale", "not_your_turn")

    with serving(tmp_path, program=with_fault("hints_take_a_while")) as server:
        ada = Person(server)
        asyncio.run(play(ada, ada.make([ME, BOT])))


def test_one_that_hangs_is_given_up(tmp_path: Path) -> None:
    async def asked(ada: Person, table: str) -> dict[str, Any]:
        async with ada.at(table) as screen:
            return await hint(screen)

    with serving(tmp_path, program=with_fault("hints_hang")) as server:
        ada = Person(server)
        begun = time.perf_counter()
        assert asyncio.run(asked(ada, ada.make([ME, BOT])))["code"] == "busy"
        assert time.perf_counter() - begun < hints.DEADLINE_SECONDS + LONGEST_SECONDS
        assert server.stop() == 0


class Unready(Readiness):
    """Never gets a game ready."""

    async def to_think(self, game_id: str, version: int | None = None) -> None:
        """Fails."""
        raise LookupError("no idea")


def to_move(match: Match, journal: Any = None) -> tuple[Table, Listener]:
    """A table, and who must move there."""
    return Table(match, journal, lambda _: None), Listener(ADA, match.turn, lambda _: None)


def test_a_game_that_can_not_be_got_ready_is_an_answer_too() -> None:
    async def ask() -> None:
        table, asker = to_move(match_of(human(ADA), human(ADA), one_screen=True))
        given = hints.Hints(Unready())
        for _ in range(2):  # nor does it count as being thought out
            with pytest.raises(Refused, match="our_mistake"):
                await given.give(table, asker, table.match.seq)

    asyncio.run(ask())


def test_bots_that_think_do_not_keep_it_waiting(tmp_path: Path) -> None:
    """As many as there are cores, and more, take all the time they have; a hint needs none of theirs."""

    async def asked(ada: Person, table: str, others: list[str]) -> float:
        async with contextlib.AsyncExitStack() as watching, ada.at(table) as screen:
            for other in others:  # where bots think, as somebody watches
                await watching.enter_async_context(ada.at(other))
            turn = screen.table["view"]["turn"]
            await screen.socket.send(json.dumps({"t": "sit", "seat": turn}))
            await screen.until(lambda table: table["seat"] == turn)
            begun = time.perf_counter()
            assert (await hint(screen))["t"] == "hint"
            return time.perf_counter() - begun

    with serving(tmp_path, "--bot-deadline", "60", program=with_fault("a_bot_hangs")) as server:
        ada = Person(server)
        others = [ada.make([{"kind": "bot", "bot": "hard"}] * 2) for _ in range(cores() + 1)]
        assert asyncio.run(asked(ada, ada.make([ME, ME], one_screen=True), others)) < 30


def test_one_address_can_not_keep_others_from_their_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many it asks for, at however many tables and with however many cookies, another's comes next."""
    go_on, given = threading.Event(), list[int]()

    def slow(position: Any, *_: Any) -> Any:
        go_on.wait(60)
        given.append(position.turn)
        return "a hint"

    class Ready(Readiness):
        async def to_think(self, game_id: str, version: int | None = None) -> None:
            return

    def seated(number: int, address: str) -> tuple[Table, Listener]:
        match = match_of(human(ADA), human(ADA), one_screen=True)
        match.id = f"table {number}"
        return Table(match, None, lambda _: None), Listener(ADA, match.turn, lambda _: None, address)  # type: ignore[arg-type]

    async def ask() -> None:
        asked = hints.Hints(Ready())
        ends = list[str]()

        async def one(number: int, address: str) -> None:
            table, asker = seated(number, address)
            try:
                await asked.give(table, asker, table.match.seq)
                ends.append(address)
            except Refused as refusal:
                ends.append(f"{address}: {refusal.code}")

        tasks = [asyncio.create_task(one(n, "many")) for n in range(limits.DEFAULTS.hints_waiting + 3)]
        await asyncio.sleep(0.05)
        tasks.append(asyncio.create_task(one(100, "one")))
        await asyncio.sleep(0.05)
        assert ends == ["many: busy"] * 3  # two that found no room, and one that made some
        go_on.set()
        await asyncio.gather(*tasks)
        assert ends[3:5] == ["many", "one"]
        assert ends.count("many") == limits.DEFAULTS.hints_waiting

    monkeypatch.setattr(hints, "advise", slow)
    asyncio.run(ask())


def test_one_that_fails_is_said_and_logged(tmp_path: Path) -> None:
    async def asked(ada: Person, table: str) -> dict[str, Any]:
        async with ada.at(table) as screen:
            return await hint(screen)

    with serving(tmp_path, program=with_fault("hints_fail")) as server:
        ada = Person(server)
        table = ada.make([ME, BOT])
        assert asyncio.run(asked(ada, table))["code"] == "our_mistake"
        lines = [json.loads(line) for line in server.errors.read_text().splitlines()]
    assert [(line["table"], line["error"]) for line in lines if line["from"] == "escale.hints"] == [(table, "LookupError")]
