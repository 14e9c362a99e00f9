"""The same load for the bare rooms: as many people, who say something as often, and get as much."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Sequence

from websockets.asyncio.client import ClientConnection

from bench.table_load import BOT_PACE, Load, Measure, against_bot, enter, run_all, watched


async def at_rooms(port: int, rooms: int, measure: Measure) -> Load:
    """Fill the rooms, and let `measure` say when all begin; when it has done, all end."""
    load = Load()
    await run_all([lambda entered, n=number: in_room(port, n, load, entered) for number in range(rooms)], measure(load))  # type: ignore[misc]
    return load


async def in_room(port: int, number: int, load: Load, entered: Callable[[], None]) -> None:
    """One room's people."""
    players = 1 if against_bot(number) else 2
    async with contextlib.AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{port}/{number}"
        sockets = [await stack.enter_async_context(enter(address)) for _ in range(players + watched(number))]
        load.deflated = bool(sockets[0].protocol.extensions)
        entered()
        await asyncio.gather(*(listen(socket, load) for socket in sockets), talk(sockets[:players], load))


async def listen(socket: ClientConnection, load: Load) -> None:
    """Read all."""
    async for text in socket:
        assert isinstance(text, str)
        load.took(text)
        json.loads(text)


async def talk(players: Sequence[ClientConnection], load: Load) -> None:
    """The players in turn; one alone has a bot, that takes its time."""
    bot = len(players) == 1
    for turn in itertools.count():
        await load.pause()
        message = {"t": "play", "id": f"c{turn}", "seq": turn, "move": "A1B1", "bot": bot}
        await players[turn % len(players)].send(json.dumps(message))
        if bot:
            await asyncio.sleep(BOT_PACE)
