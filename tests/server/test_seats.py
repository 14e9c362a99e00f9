"""Seats: shared, left, taken back, on one screen; takebacks, ends and rematches between people."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.play.tables import EVERY_GAME, SECRETIVE, options_for
from tests.server.patient import seated
from tests.server.running import BOT, ME, OPEN, Person, Screen, Server

SOON = 4  # moves, after which somebody has a secret in every game that has any


async def done(screen: Screen, t: str, **fields: Any) -> None:
    answer = await screen.say(t, **fields)
    assert answer["t"] == "done", answer
    await screen.until(lambda table: table["seq"] >= answer["seq"])


def secret_part(view: dict[str, Any], public: dict[str, Any]) -> list[str]:
    """The fields in which a view tells more than a watcher's."""
    return [name for name in view if name not in ("seat", "moves") and view[name] != public[name]]


async def sit(screen: Screen, seat: int | None) -> None:
    await screen.socket.send(json.dumps({"t": "sit", "seat": seat}))
    await screen.until(lambda state: state["seat"] == seat)


def seen(screen: Screen) -> tuple[Any, Any]:
    """What somebody is shown of the position, and of the move that led to it."""
    return screen.table["view"], screen.table["last"]


@EVERY_GAME
def test_on_one_screen_nothing_secret_is_sent_before_somebody_sits_down(game: str, server: Server) -> None:
    async def play() -> None:
        ada, watcher = Person(server), Person(server)
        seats = [ME, {"kind": "me", "name": "Bob"}]
        table = ada.make(seats, game=game, options=options_for(game), one_screen=True)
        async with ada.at(table) as screen, watcher.at(table) as public:
            assert (screen.table["seat"], screen.table["yours"]) == (None, [0, 1])
            assert seen(screen) == seen(public)
            secrets = 0
            for ply in range(1, SOON + 1):
                await sit(screen, screen.table["view"]["turn"])
                secrets += bool(secret_part(screen.table["view"], public.table["view"]))
                await screen.play()
                await sit(screen, None)
                await public.until(lambda state, ply=ply: state["ply"] == ply)
                assert seen(screen) == seen(public)
            assert bool(secrets) == (game in SECRETIVE)
            covered = [frame for frame in screen.frames if '"t":"table"' in frame and '"seat":null' in frame.split('"ply"')[0]]
            assert len(covered) == SOON + 1

    asyncio.run(play())


@EVERY_GAME
def test_a_seat_link_lets_another_device_play_the_seat_too(game: str, server: Server) -> None:
    async def play() -> None:
        laptop, phone, stranger = Person(server), Person(server), Person(server)
        table = laptop.make([ME, BOT], game=game, options=options_for(game))
        stranger.post(f"/api/tables/{table}/seats/0/link", status=403)
        key = laptop.post(f"/api/tables/{table}/seats/0/link")["key"]
        assert phone.post(f"/api/seat-links/{key}") == {"id": table, "seat": 0}
        assert phone.post(f"/api/seat-links/{key}") == {"id": table, "seat": 0}
        stranger.post("/api/seat-links/nokey", status=404)
        async with laptop.at(table) as one, phone.at(table) as other, stranger.at(table) as public:
            secrets = 0
            for _ in range(SOON):
                await other.play()
                ply = other.table["ply"]
                await one.until(lambda state, ply=ply: state["ply"] >= ply and one.my_turn)
                assert one.table["view"]["moves"]
                for screen in (other, public):
                    await screen.until(lambda state: state["ply"] == one.table["ply"])
                assert seen(one) == seen(other)
                secrets += bool(secret_part(one.table["view"], public.table["view"]))
            assert bool(secrets) == (game in SECRETIVE)
        assert [summary["id"] for summary in phone.get("/api/tables/mine")["tables"]] == [table]

    asyncio.run(play())


def test_each_who_agrees_is_seen_to_have(server: Server) -> None:
    async def play() -> None:
        people = [Person(server) for _ in range(3)]
        table = await seated(people, 0)
        async with people[0].at(table) as asks, people[1].at(table) as agrees, people[2].at(table) as waits:
            await done(asks, "end")
            await agrees.until(lambda state: state["asking"])
            await done(agrees, "answer", yes=True)
            for screen in (asks, agrees, waits):
                await screen.until(lambda state: state["asking"] and state["asking"]["waiting"] == [2])

    asyncio.run(play())


@EVERY_GAME
def test_who_is_absent_can_be_replaced_by_a_bot_and_take_the_seat_back(game: str, server: Server) -> None:
    async def play() -> None:
        people = [Person(server), Person(server)]
        table = await seated(people, 0, game=game, options=options_for(game))
        async with people[0].at(table) as stays:
            async with people[1].at(table):
                await stays.until(lambda state: state["here"] == [True, True])
                assert (await stays.say("seat", seat=1, kind="bot", bot="random"))["code"] == "seat_taken"
            await stays.until(lambda state: state["here"] == [True, False])
            await done(stays, "seat", seat=1, kind="bot", bot="random")
            for _ in range(2):
                await stays.play()
            await stays.until(lambda _: stays.my_turn)
            async with people[1].at(table) as back, Person(server).at(table) as public:
                assert (back.table["yours"], back.table["kept"], back.table["seat"]) == ([], [1], None)
                assert seen(back) == seen(public)
                await done(back, "seat", seat=1, kind="me")
                assert back.table["yours"] == [1]
                assert back.table["seats"][1]["name"] == "P1"
                await sit(back, 1)
                ends = await asyncio.gather(stays.play_on(), back.play_on(), public.play_on())
            assert [end["status"] for end in ends] == ["over"] * 3
            assert ends[0]["view"]["closing"] == ends[1]["view"]["closing"] == ends[2]["view"]["closing"]

    asyncio.run(play())


@EVERY_GAME
def test_a_table_is_ended_by_all_who_are_there_and_followed_by_one_rematch(game: str, server: Server) -> None:
    async def play() -> str:
        people = [Person(server), Person(server)]
        table = await seated(people, 0, game=game, options=options_for(game))
        async with people[0].at(table) as one, people[1].at(table) as other:
            people[0].post(f"/api/tables/{table}/rematch", status=409)
            await done(one, "end")
            assert one.table["status"] == "playing"
            await other.until(lambda state: state["asking"])
            await done(other, "answer", yes=True)
            for screen in (one, other):
                await screen.until(lambda state: state["status"] == "ended")
                assert screen.table["seed"]
                assert screen.table["view"]["moves"] == []
            assert (await one.say("end"))["code"] == "over"
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(people[n % 2].post, f"/api/tables/{table}/rematch") for n in range(8)]
            follow = {answer.result()["id"] for answer in asked}
        assert len(follow) == 1
        mine = people[0].get("/api/tables/mine")["tables"]
        assert {summary["id"] for summary in mine} == {table, *follow}, "a second rematch was made for nobody"
        return table

    asyncio.run(play())


def test_one_alone_ends_a_table_at_once(server: Server) -> None:
    async def play() -> None:
        ada = Person(server)
        table = ada.make([ME, OPEN, BOT])
        async with ada.at(table) as screen:
            await done(screen, "end")
            await screen.until(lambda state: state["status"] == "ended")
        ada.get(f"/api/tables/{table}/replay")
        ada.get(f"/api/tables/{table}/export")

    asyncio.run(play())
