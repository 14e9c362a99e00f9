"""Health, metrics and logs: what a host sees of a server, and that it is nobody's secret."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from escale.play import events
from escale.play.match import Match
from tests.play.tables import GAMES, options_for
from tests.server.patient import seated, written
from tests.server.running import ANSWER_SECONDS, BOT, ME, Person, Server, serving
from tests.server.test_seats import secret_part

MOVES = 6


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


@pytest.mark.parametrize(("more", "answered"), [((), False), (("--metrics-for", "192.0.2.0/24"), True)])
def test_metrics_are_for_this_computer_and_those_named(tmp_path: Path, more: tuple[str, ...], answered: bool) -> None:
    with serving(tmp_path, "--metrics", "--public-url", "http://localhost", *more) as server:
        ada = Person(server)
        here = ada.http.get(server.address + "/metrics")
        ada.http.headers["x-forwarded-for"] = "192.0.2.7"  # from the proxy, whose word is taken
        elsewhere = ada.http.get(server.address + "/metrics")
    assert (here.status_code == 200) is not answered
    assert (elsewhere.status_code, "escale_" in elsewhere.text) == ((200, True) if answered else (404, False))


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


async def some_moves(people: list[Person], game: str) -> tuple[str, set[str]]:
    """A table of two, where some moves were made and some refused; what only those who play there may know."""
    table = await seated(people, 0, game=game, options=options_for(game))
    async with people[0].at(table) as one, people[1].at(table) as other:
        secrets = {one.table["invitation"], people[0].post(f"/api/tables/{table}/seats/0/link")["key"]}
        for _ in range(MOVES):
            mover = one if one.my_turn else other
            await mover.play()
            assert (await mover.say("play", seq=0, move=mover.table["last"]["move"]))["t"] == "refused"
            for screen in (one, other):
                await screen.until(lambda state, ply=mover.table["ply"]: state["ply"] == ply)
    return table, secrets


def hidden(journal: list[bytes], table: str) -> set[str]:
    """How a game was dealt, the moves as they were made, and what each seat knows and a watcher doesn't."""
    match = Match.of(table, map(events.decode, journal))
    found = {str(match.created.seed), match.created.salt}
    for ply in range(match.ply + 1):
        position = match.at(ply)
        views = [position.view(seat) for seat in range(match.created.players)]
        public = position.view(None)
        known = [view[name] for view in views for name in secret_part(view, public)]
        found |= {write(value) for value in known if isinstance(value, list | dict) for write in (json.dumps, repr)}
    return found | {json.loads(body)["move"] for body in journal if b'"moved"' in body}


def tells(line: str, secret: str) -> bool:
    """Whether a line holds a text by itself: not in the time, a table's id or a longer word."""
    rest = {name: value for name, value in json.loads(line).items() if name not in ("at", "table", "game")}
    words = " ".join([json.dumps(rest, ensure_ascii=False), *map(str, rest.values())])
    return re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", words) is not None


def test_logs_are_json_and_tell_no_secret_of_any_game(tmp_path: Path) -> None:
    with serving(tmp_path, "--log", "debug") as server:
        people = [Person(server), Person(server)]
        ada = people[0]
        table = one_move(ada)
        ada.post("/api/invitations/nosuchkey", {"name": "Zacharias"}, 404)
        made = [asyncio.run(some_moves(people, game)) for game in GAMES]
        server.stop()
        lines = server.errors.read_text().splitlines()
    journals = written(tmp_path)
    for line in lines:
        assert {"at", "level", "from", "what"} <= set(json.loads(line)), line
    for secret in (*(person.cookie.partition("=")[2] for person in people), "nosuchkey", "Zacharias", "Ada"):
        assert secret not in "\n".join(lines)
    for named, keys in [(table, set[str]()), *made]:
        assert any(json.loads(line).get("table") == named for line in lines)
        secrets = keys | hidden(journals[named], named)
        assert len(secrets) > 2  # the seed, the salt, and what was played
        assert not [(line, secret) for line in lines for secret in secrets if tells(line, secret)]
        assert all(tells(json.dumps({"what": f"it was {secret}, and then"}), secret) for secret in secrets)
