"""What only one seat knows, at real tables of every game: who sees it, when, and who may sit where afterwards."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import escale
from tests.conformance.tables import Table
from tests.server.eyes import smallest_secret
from tests.server.patient import seated
from tests.server.running import BOT, ME, OPEN, Person, Screen, Server
from tests.server.test_seats import done, secret_part

WITH_SECRETS = [game for game, info in escale.games().items() if info.secrets]
SOON = 4  # moves, after which somebody has a secret in every game


def made(host: Person, game: str, *seats: dict[str, Any]) -> str:
    """A table of these seats, and bots on the others."""
    table = smallest_secret(game)
    return host.make([*seats, *[BOT] * (table.players - len(seats))], game=game, options=dict(table.options))


async def play_until_secret(*screens: Screen) -> None:
    """Play until somebody knows what others don't."""
    for _ in range(SOON):
        views = [screen.table["view"] for screen in screens]
        if any(secret_part(view, views[0]) for view in views[1:]):
            return
        mover = next(screen for screen in screens if screen.my_turn)
        ply = (await mover.play()) and mover.table["ply"]
        for screen in screens:
            await screen.until(lambda table: table["ply"] >= ply)  # noqa: B023 - awaited at once
    raise AssertionError("nobody has a secret")


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_nothing_hidden_is_shown_before_everybody_has_come(game: str, server: Server) -> None:
    async def play() -> None:
        host, friend, watcher = (Person(server) for _ in range(3))
        table = made(host, game, ME, OPEN)
        async with host.at(table) as mine, watcher.at(table) as public:
            assert (mine.table["begun"], mine.table["seat"]) == (False, 0)
            assert mine.table["view"] == public.table["view"]
            for seat in (1, 0):  # the host looks round the table
                await done(mine, "seat", seat=1 - seat, kind="open")
                await done(mine, "seat", seat=seat, kind="me", name="Ada")
                await mine.socket.send(f'{{"t":"sit","seat":{seat}}}')
                await mine.until(lambda state, seat=seat: state["seat"] == seat)
                assert not secret_part(mine.table["view"], public.table["view"])
                assert not secret_part(host.get(f"/api/tables/{table}/past/0")["view"], public.table["view"])
            move = escale.load(game).new(smallest_secret(game).players, 1, **dict(smallest_secret(game).options)).names()[0]
            assert (await mine.say("play", seq=mine.table["seq"], move=move))["code"] == "not_begun"
            friend.post(f"/api/invitations/{mine.table['invitation']}", {"name": "Bob"})
            async with friend.at(table) as theirs:
                await mine.until(lambda state: state["begun"])
                await public.until(lambda state: state["begun"])
                await play_until_secret(public, mine, theirs)

    asyncio.run(play())


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_whoever_was_shown_one_hand_sits_at_no_other(game: str, server: Server) -> None:
    async def play() -> None:
        host, friend = Person(server), Person(server)
        table = made(host, game, ME, BOT)
        async with host.at(table) as mine:
            key = mine.table["invitation"]
            assert mine.table["begun"]
            await done(mine, "seat", seat=0, kind="open")
            assert (await mine.say("seat", seat=1, kind="me"))["code"] == "knows_another"  # a bot's, in mid-game
            await done(mine, "seat", seat=1, kind="open")
            refused = host.post(f"/api/invitations/{key}", {"name": "X", "seat": 1}, 409)["error"]
            assert refused["code"] == "knows_another"
            friend.post(f"/api/invitations/{key}", {"name": "Bob", "seat": 1})
            link = friend.post(f"/api/tables/{table}/seats/1/link")["key"]
            assert host.post(f"/api/seat-links/{link}", status=409)["error"]["code"] == "knows_another"
            await done(mine, "seat", seat=0, kind="me")  # one's own may be taken back
            assert mine.table["yours"] == [0]

    asyncio.run(play())


@pytest.mark.parametrize("game", escale.games())
def test_a_takeback_is_asked_and_accepted(game: str, server: Server) -> None:
    """Also where a turn has several decisions: the asker's last one goes, and all that came after it."""

    async def play() -> None:
        people = [Person(server), Person(server)]
        chosen = smallest_secret(game) if game in WITH_SECRETS else Table(2, (), 0)
        table = await seated(people, chosen.players - 2, game=game, options=dict(chosen.options))
        async with people[0].at(table) as zero, people[1].at(table) as one:
            screens = (zero, one)
            while not any(screen.table["can_undo"] == "ask" for screen in screens):
                mover = next(screen for screen in screens if screen.my_turn)
                await mover.play()
                for screen in screens:
                    await screen.until(lambda state, ply=mover.table["ply"]: state["ply"] == ply)
            asker = next(screen for screen in screens if screen.table["can_undo"] == "ask")
            other = next(screen for screen in screens if screen is not asker)
            ply, log = asker.table["ply"], [line for line in asker.table["log"] if "said" in line]
            back = max(line["ply"] for line in log if line["seat"] == asker.table["seat"]) - 1
            await done(asker, "undo", seq=asker.table["seq"])
            asking = asker.table["asking"]
            assert (asking["what"], asking["seat"], asking["n"]) == ("undo", asker.table["seat"], ply - back)
            assert asking["move"]
            await other.until(lambda state: state["asking"])
            await done(other, "answer", yes=True)
            for screen in screens:
                await screen.until(lambda state: state["ply"] == back and not state["asking"])
                assert screen.table["undone"]
            assert asker.my_turn
            await asker.play(1)

    asyncio.run(play())


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_after_a_takeback_that_hides_again_what_was_shown_nobody_else_sits_down(game: str, server: Server) -> None:
    async def play() -> None:
        host, friend = Person(server), Person(server)
        table = made(host, game, ME, BOT)
        async with host.at(table) as mine:
            while not mine.table["can_undo"] or mine.table["log"][-1]["seat"] == 0:
                if mine.my_turn:
                    await mine.play()
                await mine.until(lambda state: state["view"]["turn"] == 0)
            await done(mine, "undo", seq=mine.table["seq"])
            assert (await mine.say("seat", seat=1, kind="open"))["code"] == "taken_back"
            refused = friend.post(f"/api/invitations/{mine.table['invitation']}", {"name": "Bob"}, 409)["error"]
            assert refused["code"] == "taken_back"
            await done(mine, "seat", seat=0, kind="bot", bot="random")
            await done(mine, "seat", seat=0, kind="me")  # who saw it may come back

    asyncio.run(play())
