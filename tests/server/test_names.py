"""Wherever a nickname comes in, one that nobody could see or that reads like a bot's is refused; a record's is left out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import BOT, GAME, ME, OPEN, Person, Server, serving

REFUSED = [("Expert", "bot_name"), ("débutant", "bot_name"), ("\u3164\u200b", "invisible_name")]


@pytest.mark.parametrize(("name", "code"), REFUSED)
def test_at_a_new_table(server: Server, name: str, code: str) -> None:
    wish = {"game": GAME, "seats": [{"kind": "me", "name": name}, OPEN]}
    assert Person(server).post("/api/tables", wish, 409)["error"]["code"] == code


@pytest.mark.parametrize(("name", "code"), REFUSED)
def test_by_invitation_and_at_a_table(server: Server, name: str, code: str) -> None:
    ada, bob = Person(server), Person(server)
    table = ada.make([ME, OPEN])

    async def sit() -> str:
        async with ada.at(table) as screen:
            refused = await screen.say("seat", seat=0, kind="me", name=name)
            assert (refused["t"], refused["code"]) == ("refused", code)
            return str(screen.table["invitation"])

    key = asyncio.run(sit())
    assert bob.post(f"/api/invitations/{key}", {"name": name}, 409)["error"]["code"] == code
    assert [seat["kind"] for seat in bob.get(f"/api/invitations/{key}")["seats"]] == ["human", "open"]
    assert bob.post(f"/api/invitations/{key}", {"name": "Bob"})["seat"] == 1


def test_the_names_of_a_hosts_own_bots_are_taken_too(tmp_path: Path) -> None:
    own = Path(__file__).parent / "planted" / "own_bots.py"
    with serving(tmp_path, "--own-bot", f"{own}:Steady") as server:
        wish = {"game": GAME, "seats": [{"kind": "me", "name": "STEADY"}, OPEN]}
        assert Person(server).post("/api/tables", wish, 409)["error"]["code"] == "bot_name"
        Person(server).make([{"kind": "me", "name": "Sturdy"}, OPEN])


def test_in_a_record_it_is_left_out(server: Server) -> None:
    ada = Person(server)
    table = ada.make([ME, BOT])

    async def play() -> None:
        async with ada.at(table) as screen:
            await screen.play_on()

    asyncio.run(play())
    record: dict[str, Any] = ada.get(f"/api/tables/{table}/export")
    replay = ada.post("/api/replays", {**record, "names": ["Expert", "\u3164"]})
    assert [seat["name"] for seat in replay["seats"]] == replay["record"]["names"] == [None, None]
    replay = ada.post("/api/replays", {**record, "names": ["Ada", "B\u202eob"]})
    assert [seat["name"] for seat in replay["seats"]] == ["Ada", "Bob"]
