"""One table that is damaged takes no other with it, and nobody can take it for a newer version's."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from escale.server.journals import FILE
from tests.server.running import BOT, ME, Person, serving

DAMAGE = {
    "cut": "SUBSTR(body, 1, 20)",
    "misspelt": "REPLACE(body, '\"move\":', '\"mave\":')",
    "impossible": 'REPLACE(body, \'"move":"\', \'"move":"!\')',
}


@pytest.mark.parametrize("how", DAMAGE)
def test_the_others_are_listed_and_it_is_not_ended_by_anybody(tmp_path: Path, how: str) -> None:
    async def move(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.play()

    with serving(tmp_path) as server:
        ada, anybody = Person(server), Person(server)
        spoiled, whole = (ada.make([ME, BOT], listed=True) for _ in range(2))
        asyncio.run(move(ada, spoiled))
        server.kill()
        with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as db, db:
            sql = f"UPDATE events SET body = {DAMAGE[how]} WHERE match = ? AND seq = 2"
            assert db.execute(sql, (spoiled,)).rowcount
        server.start()
        for person, which in ((ada, "mine"), (anybody, "listed")):
            assert [summary["id"] for summary in person.get(f"/api/tables/{which}")["tables"]] == [whole]
        error = ada.post(f"/api/tables/{spoiled}/end", status=422)["error"]
        assert error["code"] != "other_version"
        lines = [json.loads(line) for line in server.errors.read_text().splitlines()]
        assert any(line.get("table") == spoiled and line["level"] == "error" for line in lines)
