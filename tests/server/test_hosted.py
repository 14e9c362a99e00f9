"""`escale tables` beside a server that runs, on either database: list, show, end and delete."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import escale as library
from escale import cli
from escale.play import events
from escale.play.events import Created, Ended, Sitting
from escale.play.outline import Outline
from escale.server.writing import last_entry
from escale.store.journal import Entry, Row
from tests.server.host_eyes import look_as_host, run
from tests.server.patient import Broken, together, written
from tests.server.planted.plants import SOUND, with_fault
from tests.server.running import BOT, ME, OPEN, Person, Server, on, serving
from tests.store.conftest import place  # noqa: F401 - a fixture
from tests.store.places import KINDS, Place

SOON = 20.0  # about a second, on a machine that does much else
DAY = 24 * 3600.0
APART = 0.3  # seconds between two removals
CLOCK = {"each": "move", "seconds": 300}


@dataclass(frozen=True)
class Hosted:
    """A server, and where its games are."""

    server: Server
    place: Place
    data: Path

    def tables(self, *arguments: str) -> str:
        """What a command says."""
        return run(SOUND, "tables", *arguments, *self.place.options())


@pytest.fixture(params=KINDS)
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hosted]:
    """A server on each kind of database; where they can share it, two processes."""
    database = request.getfixturevalue("database") if request.param != "sqlite" else None
    several = ["--workers", "2"] if database else []
    where = Place(database=database) if database else Place(data=tmp_path / "data")
    with serving(tmp_path / "data", *on(database), *several) as server:
        yield Hosted(server, where, tmp_path / "data")
        assert "Traceback" not in server.errors.read_text()


def test_a_host_lists_ends_and_deletes_tables_while_people_are_at_them(hosted: Hosted) -> None:
    ada, bob = Person(hosted.server), Person(hosted.server)
    waiting = ada.make([ME, OPEN])
    played = [ada.make([ME, BOT], clock=CLOCK, listed=True) for _ in range(2)]
    text = hosted.tables()
    assert all(word in text for word in (waiting, *played, "Ada", "(open)", "bot random", "3 tables."))

    async def both() -> None:
        async with ada.at(played[0]) as hers, bob.at(played[0]) as watching, ada.at(played[1]) as other, ada.at(waiting):
            await hers.play()
            ends = asyncio.to_thread(hosted.tables, "end", played[0], waiting)
            assert await ends == f"{played[0]}: ended\n{waiting}: ended\n"
            for screen in (hers, watching):
                table = await asyncio.wait_for(screen.until(lambda table: table["status"] == "ended"), SOON)
                assert table["log"][-1] == {"seat": None, "ply": table["ply"], "event": "ended", "what": "library"}
                assert table["seed"]
            assert (await hers.say("play", seq=hers.table["seq"], move="x"))["code"] == "over"
            await other.play()
            gone = asyncio.to_thread(hosted.tables, "delete", played[1], played[0], "--yes")
            assert await gone == "2 tables deleted.\n"
            for screen in (hers, watching, other):
                with pytest.raises(ConnectionClosed, match="4410"):
                    await asyncio.wait_for(_listen(screen), SOON)
        with pytest.raises(ConnectionClosed, match="4404"):
            async with ada.at(played[1]):
                pass

    asyncio.run(both())
    assert ada.get(f"/api/tables/{played[1]}", 404)["error"]["code"] == "no_such_table"
    assert ada.get(f"/api/tables/{played[0]}/replay", 404)["error"]["code"] == "no_such_table"
    assert [table["id"] for table in ada.get("/api/tables/mine")["tables"]] == [waiting]
    assert list(written(hosted.data, hosted.place.database)) == [waiting]


def fill(where: Place) -> None:
    """One table of each state, each a day older than the one before it."""

    async def filled() -> None:
        game = next(iter(library.games()))
        me, bot, nobody = Sitting("human", "Ada", None, ("ada",)), Sitting("bot", None, "random"), Sitting("open")
        tables = {"waiting": [me, nobody], "playing": [me, bot], "ended": [me, bot], "shelved": [me, bot]}
        async with where.journal() as journal:
            for days, (name, seats) in enumerate(tables.items()):
                at, version = time.time() - days * DAY, 99 if name == "shelved" else library.games()[game].version
                made: dict[str, Any] = {"at": at, "by": "ada", "game": game, "version": version, "players": 2, "seats": seats}
                dealt: dict[str, Any] = {"options": {}, "seed": 1, "salt": "5a", "invitation": f"invitation-{name}"}
                first = Created(**made, **dealt, listed=name == "playing")
                outline = Outline(name, first, "playing")
                row = Row(name, game, "playing", first.listed, first.invitation, at)
                await journal.append(Entry(row, 1, events.encode(first), ["ada"]))
                if name == "ended":
                    await journal.append(last_entry(outline, Ended(at=at, seat=None, by="ada")))
            row = Row("unreadable", game, "over", False, "invitation", time.time() - 9 * DAY)
            await journal.append(Entry(row, 1, b"{"))

    asyncio.run(filled())


Command = Callable[..., str]


@pytest.fixture
def command(place: Place, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:  # noqa: F811
    """`escale tables` on a database that no server has open, in this process."""

    def tables(*arguments: str, status: int = 0, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert cli.run(["tables", *arguments, *place.options()]) == status
        said = capsys.readouterr()
        return said.out + said.err

    return tables


def test_tables_are_listed_as_wanted_and_mistakes_change_nothing(place: Place, command: Command) -> None:  # noqa: F811
    fill(place)

    def listed(*arguments: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in command("list", *arguments, "--json").splitlines()]

    everything = listed()
    states = ["waiting", "playing", "ended", "shelved", "unreadable"]
    assert [table["id"] for table in everything] == [table["state"] for table in everything] == states
    assert [(seat["kind"], seat["name"]) for seat in everything[0]["seats"]] == [("human", "Ada"), ("open", None)]
    assert [table["listed"] for table in everything] == [False, True, False, False, False]
    for state in states:
        assert [table["id"] for table in listed("--state", state)] == [state]
    assert [table["id"] for table in listed("--limit", "2")] == states[:2]
    assert [table["id"] for table in listed("--idle-days", "2")] == states[2:]
    refused = json.loads(command("list", "--game", "nosuch", "--json", status=2))
    assert refused["ok"] is False
    assert refused["error"]["text"].startswith("no game 'nosuch': there are ")
    for game in {table["game"] for table in everything}:  # also one that isn't on the shelf any more
        assert [table["id"] for table in listed("--game", game)] == [
            table["id"] for table in everything if table["game"] == game
        ]
        assert all(table["game"] == game for table in listed("--game", game, "--state", "shelved"))
    for mistake in MISTAKES:
        said = command(*mistake.split(), status=2)
        assert said.startswith("escale: ")
        assert said.count("\n") == 1, said
    for typed in ("", "no\n"):
        assert "nothing was deleted" in command("delete", "playing", status=1, typed=typed)
    assert listed() == everything
    assert "isn't here" not in command("show", "playing")
    assert "aren't here" in command("show", "shelved")
    assert command("end", "shelved", "ended") == "shelved: ended\nended: had ended already\n"
    assert command("delete", "--older-than", "2", "--state", "ended", typed="yes\n").endswith("2 tables deleted.\n")
    assert [table["id"] for table in listed()] == ["shelved", "waiting", "playing"]
    assert command("delete", "waiting", "waiting", "--yes") == "1 table deleted.\n"
    assert command("delete", "--older-than", "1", "--yes") == "1 table deleted.\n"
    assert [table["id"] for table in listed()] == ["shelved"]


def test_a_table_with_which_a_newer_server_has_gone_on_is_shown(place: Place, command: Command) -> None:  # noqa: F811
    fill(place)
    assert "aren't here" not in command("show", "playing")

    async def go_on() -> None:
        async with place.journal() as journal:
            row = Row("playing", next(iter(library.games())), "playing", True, "invitation-playing", time.time())
            await journal.append(Entry(row, 2, b'{"e":"toasted","at":1}'))

    asyncio.run(go_on())
    assert "aren't here" in command("show", "playing")
    shelved = command("list", "--state", "shelved", "--json").splitlines()
    assert {json.loads(line)["id"] for line in shelved} == {"playing", "shelved"}


#: Each is told in one line, and changes nothing.
MISTAKES = (
    "end waiting nosuchid",
    "delete waiting nosuchid --yes",
    "show waiting nosuchid",
    "show unreadable",
    "list --game nosuch",
    "delete",
    "delete waiting --older-than 3",
    "delete waiting --state ended --yes",
    "delete --older-than 0",
    "list --state asleep",
    "list --limit 0",
    "show",
)


async def _listen(screen: Any) -> None:
    while True:
        await screen.read()


def play_on_while_it_is_removed(data: Path, program: tuple[str, ...] = SOUND) -> int:
    """Tables are removed while everybody plays; how many. Broken if a move that was made afterwards is acknowledged."""
    with serving(data, program=program) as server:
        people = [Person(server) for _ in range(5)]
        ids = [person.make([ME, BOT]) for person in people]
        asyncio.run(_removed_while_played(Place(data=data), people, ids))
        assert all(people[0].get(f"/api/tables/{table}", 404) for table in ids)
    assert written(data) == {}
    return len(ids)


async def _removed_while_played(where: Place, people: list[Person], ids: list[str]) -> None:
    gone = {table: asyncio.Event() for table in ids}
    going = asyncio.Barrier(len(people) + 1)

    async def play(nth: int) -> None:
        with pytest.raises(ConnectionClosed, match="4410"):
            await _play_on(people[nth], ids[nth], going, gone[ids[nth]], holds=nth % 2 == 0)

    async def remove() -> None:
        async with where.journal() as journal:
            await going.wait()
            for table in ids:  # one by one, so that not all are gone just when the server looks
                assert await journal.remove([table]) == [table]
                gone[table].set()
                await asyncio.sleep(APART)

    async with asyncio.timeout(SOON * 3):
        await together(remove(), *map(play, range(len(ids))))


async def _play_on(person: Person, table: str, going: asyncio.Barrier, gone: asyncio.Event, *, holds: bool) -> None:
    """Play; who holds a move back until the table is gone surely makes one that comes too late."""
    async with person.at(table) as screen:
        await screen.play()
        if holds:
            await screen.until(lambda _: screen.my_turn)
        await going.wait()
        while True:
            await screen.until(lambda _: screen.my_turn or screen.table["status"] != "playing")
            if screen.table["status"] != "playing":
                await _listen(screen)
            if holds:
                await gone.wait()
            sent_after = gone.is_set()
            moves = screen.table["view"]["moves"]
            answer = await screen.say("play", seq=screen.table["seq"], move=moves[0]["text"])
            if sent_after and answer["t"] == "done":
                raise Broken(f"{table} was gone, and a move there was acknowledged")


def test_no_move_is_acknowledged_at_a_table_that_is_gone(tmp_path: Path) -> None:
    assert play_on_while_it_is_removed(tmp_path) == 5


def test_the_harness_finds_a_move_acknowledged_at_a_table_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="was acknowledged"):
        play_on_while_it_is_removed(tmp_path, with_fault("acknowledges_what_is_refused"))


def test_a_host_is_shown_no_secret_of_any_game(tmp_path: Path) -> None:
    assert look_as_host(tmp_path)["letters"] > 1000


def test_the_harness_finds_a_secret_shown_to_the_host(tmp_path: Path) -> None:
    with pytest.raises(Broken, match="was shown"):
        look_as_host(tmp_path, with_fault("shows_the_host_a_seat"))


def test_where_no_games_are_kept_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("list", "show abc", "end abc", "delete abc --yes", "delete --older-than 1 --yes"):
        assert cli.run(["tables", *verb.split(), "--data", str(tmp_path / "typo")]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"escale: {tmp_path / 'typo'}")
        assert said.count("\n") == 1
        assert cli.run(["tables", *verb.split(), "--database", "postgresql://nobody@127.0.0.1:1/none"]) == 2
        away = capsys.readouterr().err
        assert away.startswith("escale: cannot reach PostgreSQL")
        assert away.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_where_no_games_are_kept_every_command_says_so_with_one_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path / "typo")]
    file = str(tmp_path / "games.backup")
    for command in (
        ["check"],
        ["backup", file],
        ["tables"],
        ["block", "192.0.2.7"],
        ["block", "--list"],
        ["unblock", "192.0.2.7"],
    ):
        assert cli.run([*command, *data]) == 2, command
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        if command[0] != "backup":
            assert cli.run([*command, *data, "--json"]) == 2
            told = capsys.readouterr()
            assert told.err == ""
            assert f"escale: {json.loads(told.out)['error']['text']}\n" == said.err
    assert list(tmp_path.iterdir()) == []
