"""What somebody is charged for when their table is read again."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from pathlib import Path

from escale.play.clock import Terms
from escale.play.match import Match
from escale.server.live import Table
from escale.server.pulse import UNSURE_SECONDS, Pulse
from escale.server.uptime import Uptime
from escale.server.writing import first_entry
from escale.store.sqlite import SqliteJournal
from tests.play.tables import ADA, BOB, human, match_of

SERVED, THOUGHT, COMPILED = 100.0, 30.0, 60.0  # seconds: before the last event, since then, and until the table could be read


def charged(data: Path, between: Callable[[SqliteJournal, Pulse, str], Awaitable[None]]) -> float:
    """What the player of a table is charged for when it is read, after something happened between a start and that."""

    async def run() -> float:
        journal, uptime = SqliteJournal(data / "tables.db"), Uptime(lambda: 0.0)
        match: Match = match_of(human(ADA), human(BOB), clock=Terms("game", 1000.0))
        await journal.beat(0.0, SERVED)
        await journal.append(first_entry(match))
        await journal.beat(0.0, SERVED + THOUGHT)
        pulse = Pulse(journal, uptime)
        await between(journal, pulse, match.id)
        table = Table(match, journal, lambda table: None, uptime=uptime)
        await pulse.wind(table)
        await journal.close()
        return round(table.now() - match.time, 3)

    return asyncio.run(run())


async def _other_clocks_run(journal: SqliteJournal) -> None:
    await journal.beat(0.0, SERVED + THOUGHT + COMPILED)


def test_the_time_in_which_moves_could_be_taken(tmp_path: Path) -> None:
    async def nothing(journal: SqliteJournal, pulse: Pulse, match_id: str) -> None:
        await _other_clocks_run(journal)

    assert charged(tmp_path, nothing) == THOUGHT + COMPILED - UNSURE_SECONDS


def test_not_the_time_in_which_the_rules_were_compiled_after_a_start(tmp_path: Path) -> None:
    async def compiling(journal: SqliteJournal, pulse: Pulse, match_id: str) -> None:
        await pulse.meet([match_id])
        await _other_clocks_run(journal)

    assert charged(tmp_path, compiling) == THOUGHT - UNSURE_SECONDS


def test_nor_any_once_it_waited_for_rules_that_were_not_here(tmp_path: Path) -> None:
    async def forgiven(journal: SqliteJournal, pulse: Pulse, match_id: str) -> None:
        await journal.forgive(match_id)
        await _other_clocks_run(journal)

    assert math.isclose(charged(tmp_path, forgiven), 0.0)
