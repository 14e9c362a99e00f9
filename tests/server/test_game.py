"""Whole games over the wire."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.running import BOT, ME, OPEN, Person, serving


def test_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    async def play(ada: Person, table: str) -> None:
        async with ada.at(table) as screen:
            over = await screen.play_on()
        assert over["status"] == "over"
        assert over["view"]["closing"]["ranks"].count(1) >= 1
        assert over["seed"] is not None

    with serving(tmp_path) as server:
        ada = Person(server)
        table = ada.make([ME, BOT])
        asyncio.run(play(ada, table))
        replay = ada.get(f"/api/tables/{table}/replay")
        assert len(replay["frames"]) == len(replay["record"]["moves"]) + 1
        assert ada.post("/api/replays", replay["record"])["frames"] == replay["frames"]
        assert server.stop() == 0


def test_two_by_link_to_the_end_and_a_rematch_one_seat_further(tmp_path: Path) -> None:
    async def play(ada: Person, bob: Person, table: str) -> None:
        async with ada.at(table) as hers, bob.at(table) as his:
            results = await asyncio.gather(hers.play_on(), his.play_on())
        assert [result["status"] for result in results] == ["over", "over"]

    with serving(tmp_path) as server:
        ada, bob = Person(server), Person(server)
        table = ada.make([ME, OPEN])

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
