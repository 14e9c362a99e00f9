"""Health, metrics and logs: what a host sees of a server, and that it is nobody's secret."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.server.running import ANSWER_SECONDS, BOT, ME, Person, Server, serving


def one_move(person: Person) -> str:
    table = person.make([ME, BOT])

    async def play() -> None:
        async with person.at(table) as screen:
            await screen.play()
            refused = await screen.say("play", seq=0, move="x")
            assert refused["t"] == "refused"

    asyncio.run(play())
    return table


def metrics(person: Person) -> str:
    return person.http.get(person.server.address + "/metrics").text


def test_metrics_are_off_unless_asked_for(server: Server) -> None:
    assert Person(server).get("/metrics", 404)["error"]["code"] == "no_such_path"


def test_metrics_count_commands_refusals_and_connections(tmp_path: Path) -> None:
    with serving(tmp_path, "--metrics") as server:
        ada = Person(server)
        table = one_move(ada)
        page = metrics(ada)
        assert 'escale_command_seconds_count{kind="play"}' in page
        assert 'escale_refusals_total{code="' in page
        assert table not in page


def test_metrics_count_who_is_connected(tmp_path: Path) -> None:
    with serving(tmp_path, "--metrics") as server:
        ada = Person(server)
        table = ada.make([ME, BOT])

        async def look_in() -> None:
            async with ada.at(table), ada.at(table):
                assert "escale_sockets 2.0" in metrics(ada)
            async with asyncio.timeout(ANSWER_SECONDS):  # a server hears a little later that somebody left
                while "escale_sockets 0.0" not in metrics(ada):
                    await asyncio.sleep(0.01)

        asyncio.run(look_in())


def test_logs_are_json_and_tell_no_secret(tmp_path: Path) -> None:
    with serving(tmp_path, "--log", "debug") as server:
        ada = Person(server)
        table = one_move(ada)
        ada.post("/api/invitations/nosuchkey", {"name": "Zacharias"}, 404)
        server.stop()
        lines = server.errors.read_text().splitlines()
    assert any(json.loads(line).get("table") == table for line in lines)
    for line in lines:
        assert {"at", "level", "from", "what"} <= set(json.loads(line)), line
    for secret in (ada.cookie.partition("=")[2], "nosuchkey", "Zacharias", "Ada"):
        assert secret not in "\n".join(lines)
