"""Harness: whatever a bot does, its table goes on with a legal move, and the log says what happened."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.server.patient import Broken
from tests.server.planted import own_bots
from tests.server.planted.plants import SOUND
from tests.server.running import ME, Person, Screen, Server, serving

PATIENCE = 200.0  # seconds for a bot's move, whatever it takes to get one
OWN = own_bots.__file__


def play_against(
    data: Path, name: str, moves: int, *options: str, program: Sequence[str] = SOUND, kill: bool = False
) -> Counter[str]:
    """So many moves against a bot of that name; Broken if it blocks the table. Gives what the log says, by reason.

    `kill`: its process is killed in the middle of its thinking.
    """
    with serving(data, *options, program=program) as server:
        person = Person(server)
        table = person.make([ME, {"kind": "bot", "bot": name}])
        asyncio.run(_played(person, table, moves, kill))
        lines = log_of(server)
    for line in lines:
        if line["table"] != table:
            raise Broken(f"the log names another table: {line}")
    return Counter(f"{line['bot']}: {line.get('reason', line['what'])}" for line in lines)


async def _played(person: Person, table: str, moves: int, kill: bool) -> None:
    async with person.at(table) as screen:
        for _ in range(moves):
            if screen.table["status"] != "playing":
                return
            if screen.my_turn:
                await screen.play()
            killing = asyncio.create_task(_kill_whoever_thinks()) if kill else None
            try:
                await asyncio.wait_for(_moved(screen), PATIENCE)
            except TimeoutError:
                raise Broken(f"the bot blocks the table: nothing for {PATIENCE:.0f} s") from None
            finally:
                if killing:
                    killing.cancel()


async def _moved(screen: Screen) -> None:
    await screen.until(lambda table: table["status"] != "playing" or screen.my_turn)


async def _kill_whoever_thinks() -> None:
    """Kill each process of a bot's as soon as it has begun to think."""
    file, killed = Path(os.environ[own_bots.PIDS]), set[int]()
    while True:
        known = {int(line) for line in file.read_text().split()} if file.exists() else set()
        for pid in known - killed:
            os.kill(pid, signal.SIGKILL)
        killed |= known
        await asyncio.sleep(0.05)


def gone(pid: int) -> bool:
    """Whether a process has ended, or does within a few seconds."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        status = Path(f"/proc/{pid}/status")
        if not status.exists() or "State:\tZ" in status.read_text():
            return True
        time.sleep(0.05)
    return False


def log_of(server: Server) -> list[dict[str, Any]]:
    """What a server wrote of its bots."""
    time.sleep(0.1)
    lines = [json.loads(line) for line in server.errors.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["from"] == "escale.bots"]
