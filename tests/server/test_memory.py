"""What nobody needs any more is not kept: tables where nobody is, whoever was there, and what bots have thought."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import json
import sys
import time
import weakref
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.play.match import Match
from escale.search import forest
from escale.server.limits import DEFAULTS
from escale.server.listener import Listener
from escale.server.live import Table
from escale.server.memory import set_aside
from escale.server.socket import Connection
from escale.server.tables import Tables
from escale.server.tokens import new_token
from tests.server.inside import PATIENCE, Inside, Wire
from tests.server.memory import give_memory_back
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault
from tests.server.running import GAME

KINDS = (Table, Match, Connection, Listener)
IMPATIENT = replace(DEFAULTS, table_idle_seconds=1.0)


def held() -> dict[str, int]:
    """How many of each kind there are in this process."""
    gc.unfreeze()  # what was set aside with the machine code is counted too
    gc.collect()
    everything = gc.get_objects()
    return {kind.__name__: sum(type(one) is kind for one in everything) for kind in KINDS}


async def settled(before: dict[str, int], patience: float = PATIENCE) -> None:
    """Wait until there are no more than before; Broken if that never is."""
    deadline = time.monotonic() + patience
    while any(now > before[kind] for kind, now in held().items()):
        if time.monotonic() > deadline:
            raise Broken(f"{held()} are held, {before} were before")
        await asyncio.sleep(0.2)


def decoded(answer: bytes) -> Any:
    return json.loads(answer.split(b"\n", 1)[1])


async def visit(inside: Inside, game: str, token: str) -> tuple[str, int]:
    """Somebody plays a bot that thinks, and leaves: the table, and how many events it had."""
    players = min(count for count in escale.games()[game].players if count > 1)
    wish = {"game": game, "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": "hard"}] * (players - 1)]}
    table = decoded(await inside.request("POST", "/api/tables", token, wish))["id"]
    wire = inside.connect(f"/api/tables/{table}/socket", token)
    await wire.until(lambda frame: '"t":"table"' in frame)
    await wire.until(lambda frame: '"moves":[{' in frame)  # it is their turn: bots have moved, if they began
    seen = await moved(wire)
    wire.hang_up()
    return table, seen


async def moved(wire: Wire) -> int:
    """Make a move, and see what the bots answer; the seq then."""
    frame = next(json.loads(text) for text in reversed(wire.frames) if '"moves":[{' in text)
    start = len(wire.frames)
    wire.say(t="play", id="once", seq=frame["seq"], move=frame["view"]["moves"][0]["text"])
    await wire.until(lambda text: '"moves":[{' in text, start)
    return int(json.loads(wire.frames[-1])["seq"])


class Knot:
    """Something that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_set_aside_goes_once_nobody_needs_it() -> None:
    knot = Knot()
    gone = weakref.ref(knot)
    set_aside()
    del knot
    gc.collect()
    assert gone() is not None  # which is what makes collecting quick
    set_aside()
    assert gone() is None
    gc.unfreeze()


kept: list[Table] = []
drop = Tables._drop


def leaking(tables: Tables, match_id: str) -> None:
    """Planted: somebody keeps the tables."""
    kept.append(tables._tables[match_id])
    drop(tables, match_id)


def test_what_tables_had_goes_when_all_have_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        inside, token, before = Inside(tmp_path, contextvars.copy_context(), IMPATIENT), new_token(), held()
        await inside.start()
        try:
            tables = await asyncio.gather(*(visit(inside, game, token) for game in escale.games()))
            staying = inside.connect(f"/api/tables/{tables[0][0]}/socket", token)
            await staying.until(lambda frame: '"t":"table"' in frame)
            assert forest.forest()._made
            await settled({kind: count + 1 for kind, count in before.items()})
            assert held() == {kind: count + 1 for kind, count in before.items()}  # where somebody is, nothing goes
            assert not forest.forest()._idle
            staying.hang_up()
            for table, seq in tables:  # which are on disk
                wire = inside.connect(f"/api/tables/{table}/socket", token)
                assert json.loads(await wire.until(lambda frame: '"t":"table"' in frame))["seq"] >= seq
                wire.hang_up()
            await settled(before)

            monkeypatch.setattr(Tables, "_drop", leaking)
            await visit(inside, GAME, token)
            with pytest.raises(Broken):
                await settled(before, 4 * IMPATIENT.table_idle_seconds)
            kept.clear()
        finally:
            await inside.close()

    asyncio.run(run())


@pytest.mark.skipif(sys.platform != "linux", reason="it reads how much memory a process has from /proc")
def test_the_harness_finds_a_server_that_keeps_something_of_each_table(tmp_path: Path) -> None:
    program = with_fault("keeps_something_of_each_table")
    with pytest.raises(Broken, match="are still there"):
        give_memory_back(tmp_path, 8, 1, program, games=[GAME], sleep=1.0, strong="easy")
