"""One table that is damaged takes no other with it, is never taken for a newer version's, and tells nobody what it hides."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import escale
from escale.play import events
from escale.play.events import Created, Damaged, Event, Moved
from escale.play.match import Match
from escale.rules.errors import EscaleError
from escale.rules.position import Position
from escale.server import answering, audit, making
from escale.server.bodies import NewSeat, NewTable
from escale.server.journals import FILE
from escale.server.roster import Roster
from escale.store.inspection import Kept
from tests.conformance.tables import Table, tables
from tests.server.eyes import kinds_of_secrets
from tests.server.running import BOT, ME, Person, serving

DAMAGE = {
    "cut": "SUBSTR(body, 1, 20)",
    "misspelt": "REPLACE(body, '\"move\":', '\"mave\":')",
    "impossible": 'REPLACE(body, \'"move":"\', \'"move":"!\')',
}
TOLD = str(Damaged())
PLIES = 12
TABLES = [(game, table) for game, info in escale.games().items() for table in kinds_of_secrets(game) or tables(info)[:1]]


@pytest.mark.parametrize("how", DAMAGE)
def test_the_others_are_listed_and_it_is_not_ended_by_anybody(tmp_path: Path, how: str) -> None:
    async def move(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.play()

    async def come(person: Person, table: str) -> None:
        async with person.at(table):
            pass

    with serving(tmp_path) as server:
        ada, anybody = Person(server), Person(server)
        spoiled, whole = ([ada.make([ME, BOT], game=game, listed=True) for game in escale.games()] for _ in range(2))
        for table in spoiled:
            asyncio.run(move(ada, table))
        server.kill()
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
            for table in spoiled:
                sql = f"UPDATE events SET body = {DAMAGE[how]} WHERE match = ? AND body LIKE '%\"moved\"%'"
                assert db.execute(sql, (table,)).rowcount
        server.start()
        for person, which in ((ada, "mine"), (anybody, "listed")):
            assert {summary["id"] for summary in person.get(f"/api/tables/{which}")["tables"]} == set(whole)
        for table in spoiled:
            error = ada.post(f"/api/tables/{table}/end", status=422)["error"]
            assert (error["code"], error["text"]) == ("damaged", TOLD)
            with pytest.raises(ConnectionClosed, match="4404"):
                asyncio.run(come(anybody, table))
        lines = [json.loads(line) for line in server.errors.read_text().splitlines()]
        assert {line.get("table") for line in lines if line["level"] == "error"} >= set(spoiled)


def a_game(game: str, table: Table) -> tuple[Created, list[Moved], Position]:
    """A game between bots as a journal has it, some moves long, and the position after them."""
    wish = NewTable(game, [NewSeat("bot", bot="random")] * table.players, options=dict(table.options))
    first = making.created(wish, "host", Roster())
    position, moves = Match("table", first).position, list[Moved]()
    while not position.over and len(moves) < PLIES:
        name = position.names()[len(moves) % len(position.moves())]
        moves.append(Moved(at=1.0, move=name))
        position.play(name)
    return first, moves, position


def can_be_played(position: Position, move: str) -> bool:
    """Whether the rules allow a move, by whatever name."""
    try:
        position.copy().play(move)
    except EscaleError:
        return False
    return True


@pytest.mark.parametrize(("game", "table"), TABLES, ids=str)
def test_what_is_wrong_in_a_journal_tells_no_move(game: str, table: Table) -> None:
    """Also a move that the rules forbid there: which one does may tell what is hidden."""
    first, moves, position = a_game(game, table)
    if position.over:
        return
    elsewhere = [move for move in moves if not can_be_played(position, move.move)]
    for wrong in (Moved(at=1.0, move=f"!{moves[0].move}"), *elsewhere[:1]):
        journal: list[Event] = [first, *moves, wrong]
        with pytest.raises(Damaged) as told:
            Match.of("table", journal)
        response = bytes(answering.failed(told.value).body).decode()
        written = [(seq, events.encode(event)) for seq, event in enumerate(journal, 1)]
        kept = Kept("table", game, "playing", first.listed, first.invitation, wrong.at, None, written)
        with pytest.raises(audit.Damaged) as found:
            audit.replay(kept, journal)
        ply = len(moves) + 1
        assert str(found.value) == f"event {ply + 1}, move {ply}, can't have happened"
        assert json.loads(response)["error"] == {"code": "damaged", "text": TOLD}
        ended = replace(kept, status="over")
        with pytest.raises(audit.Damaged, match="can't have happened: "):  # then all may know
            audit.replay(ended, journal)
