"""Harness: one address sends what is tiny and costs much to read; a person elsewhere is answered as if nothing were."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

from tests.server.beside import beside
from tests.server.caller import Caller
from tests.server.crumbs import KINDS
from tests.server.patient import LOST, Broken
from tests.server.planted.plants import SOUND
from tests.server.running import ANSWER_SECONDS, ME, OPEN, Screen, as_hosted, serving

CONNECTIONS = 8
SLOWEST = 1.0  # seconds: without the crumbs it takes some thousandths
QUESTIONS, PAUSE = 40, 0.1  # of the person, who may be answered late a few times
LATE = 3
QUIET = 20  # quick answers in a row
HOME, ELSEWHERE = "127.0.11.2", "127.0.11.3"


def throw_crumbs(data: Path, kind: str, program: tuple[str, ...] = SOUND, connections: int = CONNECTIONS) -> Counter[str]:
    """Broken if a person has to wait while so many connections of another address throw crumbs of a kind."""
    with serving(data, *as_hosted(data), program=program) as server:
        person, table = Caller(server, HOME), Caller(server, ELSEWHERE).make([ME, OPEN], listed=True)
        mine = person.make([ME, OPEN])
        asyncio.run(_settle(person, mine))
        with beside("tests.server.crumbs", server.port, table, kind, connections) as thrown:
            try:
                asyncio.run(_ask(person, mine, kind))
            except LOST as error:
                raise Broken(f"{kind} from another address: a person isn't served any more: {error!r}") from error
    return thrown + Counter({"questions": QUESTIONS})


def throw_all_crumbs(data: Path) -> Counter[str]:
    """Those of each kind, one kind after the other."""
    return sum((throw_crumbs(data / kind, kind) for kind in KINDS), Counter[str]())


async def _settle(person: Caller, table: str) -> None:
    """Wait until a server that has just started has nothing else to do."""
    quick = 0
    async with person.at(table) as screen, asyncio.timeout(ANSWER_SECONDS):
        while quick < QUIET:
            quick = quick + 1 if await _answered(screen) < SLOWEST / 10 else 0
            await asyncio.sleep(PAUSE)


async def _ask(person: Caller, table: str, kind: str) -> None:
    late = 0
    async with person.at(table) as screen:
        for _ in range(QUESTIONS):
            late += await _answered(screen) > SLOWEST
            if late > LATE:
                raise Broken(f"{kind} from another address: {late} answers took longer than {SLOWEST} s")
            await asyncio.sleep(PAUSE)


async def _answered(screen: Screen) -> float:
    """How many seconds an answer takes."""
    begun = time.monotonic()
    await screen.say("why", move="?")
    return time.monotonic() - begun
