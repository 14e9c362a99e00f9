"""A server that ends in mid-game, by force or not, and starts again."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.play.tables import GAMES, options_for
from tests.server.patient import seated
from tests.server.running import BOT, ME, Person, serving


def test_a_killed_server_resumes_every_table_where_it_was(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = Person(server)
        tables = [ada.make([ME, BOT], game=game, options=options_for(game)) for game in GAMES]

        async def play(table: str, moves: int) -> dict[str, object]:
            async with ada.at(table) as screen:
                for _ in range(moves):
                    await screen.play()
                await screen.until(lambda _: screen.my_turn)
                return {name: value for name, value in screen.table.items() if name not in ("t", "base")}

        before = [asyncio.run(play(table, 3)) for table in tables]
        server.kill()
        server.start()
        for table, state in zip(tables, before, strict=True):
            assert asyncio.run(play(table, 0)) == state
            asyncio.run(play(table, 1))


def test_asked_to_stop_in_mid_game_it_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ada = Person(server)
        tables = [ada.make([ME, BOT], game=game, options=options_for(game)) for game in GAMES]

        async def stopped() -> list[int]:
            async with contextlib.AsyncExitStack() as stack:
                screens = [await stack.enter_async_context(ada.at(table)) for table in tables]
                done = [await screen.play() for screen in screens]
                status = await asyncio.to_thread(server.stop)
                assert status == 0
                for screen in screens:
                    with pytest.raises(ConnectionClosed, match="1012"):
                        await screen.until(lambda _: False)
                return [int(answer["seq"]) for answer in done]

        seqs = asyncio.run(stopped())
        assert '"level": "error"' not in server.errors.read_text()
        server.start()

        async def again(table: str, seq: int) -> None:
            async with ada.at(table) as screen:
                assert screen.table["seq"] >= seq
                assert (await screen.play_on())["status"] == "over"

        for table, seq in zip(tables, seqs, strict=True):
            asyncio.run(again(table, seq))


def test_what_all_agreed_to_is_done_even_if_the_server_was_killed_in_between(tmp_path: Path) -> None:
    """The answer is in the journal, what follows from it isn't yet."""
    with serving(tmp_path) as server:
        people = [Person(server), Person(server)]

        async def ended() -> str:
            table = await seated(people, 0)
            async with people[0].at(table) as one, people[1].at(table) as other:
                assert (await one.say("end"))["t"] == "done"
                assert (await other.say("answer", yes=True))["t"] == "done"
                await one.until(lambda state: state["status"] == "ended")
            return table

        table = asyncio.run(ended())
        server.kill()
        with sqlite3.connect(tmp_path / "escale.sqlite3") as db:
            db.execute(
                "DELETE FROM events WHERE match = ? AND seq = (SELECT MAX(seq) FROM events WHERE match = ?)", (table, table)
            )
            db.execute("UPDATE matches SET status = 'playing' WHERE id = ?", (table,))
        db.close()
        server.start()

        async def look() -> None:
            async with people[0].at(table) as screen:
                await screen.until(lambda state: state["status"] == "ended")

        asyncio.run(look())
