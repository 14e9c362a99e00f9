"""Whole games over the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

import escale
from tests.conformance.files import nobody_may_win
from tests.play.tables import EVERY_GAME, options_for
from tests.server.running import BOT, ME, OPEN, Person, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that ends well after all these games."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running
        assert running.stop() == 0


def check_result(game: str, over: dict[str, Any]) -> None:
    """Somebody has won, if the game knows no end without a winner, and the closing says the same."""
    winners, ranks = over["view"]["winners"], over["view"]["closing"]["ranks"]
    assert over["status"] == "over"
    assert winners or nobody_may_win(escale.load(game))
    assert [seat for seat, rank in enumerate(ranks) if rank == 1 and winners] == winners
    assert len(ranks) == over["players"]


@EVERY_GAME
def test_a_whole_game_against_a_bot(game: str, server: Server) -> None:
    async def play(ada: Person, table: str) -> None:
        async with ada.at(table) as screen:
            over = await screen.play_on()
        check_result(game, over)
        assert over["view"]["closing"]["ranks"].count(1) >= 1
        assert over["seed"] is not None

    ada = Person(server)
    table = ada.make([ME, BOT], game=game, options=options_for(game))
    asyncio.run(play(ada, table))
    replay = ada.get(f"/api/tables/{table}/replay")
    assert len(replay["frames"]) == len(replay["record"]["moves"]) + 1
    assert ada.post("/api/replays", replay["record"])["frames"] == replay["frames"]


@EVERY_GAME
def test_two_by_link_to_the_end_and_a_rematch_one_seat_further(game: str, server: Server) -> None:
    async def play(ada: Person, bob: Person, table: str) -> None:
        async with ada.at(table) as hers, bob.at(table) as his:
            results = await asyncio.gather(hers.play_on(), his.play_on())
        for result in results:
            check_result(game, result)
        assert results[0]["view"]["closing"] == results[1]["view"]["closing"]

    ada, bob = Person(server), Person(server)
    table = ada.make([ME, OPEN], game=game, options=options_for(game))

    async def key() -> str:
        async with ada.at(table) as screen:
            return str(screen.table["invitation"])

    invitation = asyncio.run(key())
    assert bob.get(f"/api/invitations/{invitation}")["seats"][1]["kind"] == "open"
    assert bob.post(f"/api/invitations/{invitation}", {"name": "Bob"}) == {"id": table, "seat": 1}
    asyncio.run(play(ada, bob, table))
    follow = ada.post(f"/api/tables/{table}/rematch")["id"]
    assert bob.post(f"/api/tables/{table}/rematch")["id"] == follow
    tables = {summary["id"]: summary for summary in bob.get("/api/tables/mine")["tables"]}
    assert [seat["name"] for seat in tables[follow]["seats"]] == ["Bob", "Ada"]
    assert tables[follow]["yours"] == [0]
    assert tables[follow]["game"] == game
